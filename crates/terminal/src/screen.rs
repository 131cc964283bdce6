//! A sitting on the whole screen: events in, state changed, effects done, screen drawn.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use crossterm::event::{self, Event as Happening};
use crossterm::terminal;
use fruitrage_arena::Host;

use crate::effect::Effect;
use crate::event::Event;
use crate::look::Look;
use crate::restoration::Screen;
use crate::save::{Departure, Save, save_under_a_free_name};
use crate::settings::Settings;
use crate::signals::{hear_signals, suspend};
use crate::state::State;
use crate::thinking::Thinkers;
use crate::view;

/// Plays on the whole screen until the user leaves. The terminal is as it was afterwards,
/// whatever happens; an unfinished game that was not left on purpose is saved.
pub fn play_on_screen(
    settings: Settings,
    look: Look,
    host: Host,
    save: &Save,
) -> io::Result<Departure> {
    let (sender, events) = mpsc::channel();
    hear_signals(sender.clone())?;
    let mut screen = Screen::enter(sender.clone())?;
    hear_input(sender.clone());
    let agent = settings.opponent.agent().cloned();
    let mut sitting = Sitting {
        thinkers: Thinkers::new(sender.clone(), host, agent, settings.seed),
        start: Instant::now(),
        sender,
        events,
        save,
    };
    let window = terminal::size()?;
    let (mut state, effects) = State::new(settings, look, window, sitting.start.elapsed());
    let outcome = sitting
        .carry_out(effects, &state, &mut screen)
        .and_then(|left| left.map_or_else(|| sitting.run(&mut state, &mut screen), Ok));
    drop(screen);
    Ok(match outcome {
        Ok(Left { keeps_game: true }) => Departure::keeping(&state.contest, save),
        Ok(Left { keeps_game: false }) => Departure::from(&state.contest),
        Err(error) => {
            let departure = if state.contest.is_unfinished() {
                Departure::keeping(&state.contest, save)
            } else {
                Departure::from(&state.contest)
            };
            Departure { failure: Some(error.to_string()), ..departure }
        }
    })
}

/// The user has left.
struct Left {
    keeps_game: bool,
}

struct Sitting<'a> {
    thinkers: Thinkers,
    start: Instant,
    sender: Sender<Event>,
    events: Receiver<Event>,
    save: &'a Save<'a>,
}

impl Sitting<'_> {
    fn run(&mut self, state: &mut State, screen: &mut Screen) -> io::Result<Left> {
        loop {
            screen.terminal.draw(|frame| view::draw(state, frame))?;
            let first = match self.events.recv_timeout(state.rest()) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => Event::Tick,
                Err(RecvTimeoutError::Disconnected) => Event::End,
            };
            // Whatever else has happened meanwhile needs no picture of its own.
            let rest: Vec<Event> = self.events.try_iter().collect();
            for event in std::iter::once(first).chain(rest) {
                if let Event::Broken(message) = event {
                    return Err(io::Error::other(message));
                }
                let effects = state.update(event, self.start.elapsed());
                if let Some(left) = self.carry_out(effects, state, screen)? {
                    return Ok(left);
                }
            }
        }
    }

    /// Does what a change of state asks for.
    fn carry_out(
        &mut self,
        effects: Vec<Effect>,
        state: &State,
        screen: &mut Screen,
    ) -> io::Result<Option<Left>> {
        for effect in effects {
            match effect {
                Effect::Ask { ticket, game, timed } => self.thinkers.ask(ticket, game, timed),
                Effect::Dismiss => self.thinkers.dismiss(),
                Effect::Advise { ticket, board } => self.thinkers.advise(ticket, &board),
                Effect::Review { ticket, game } => self.thinkers.review(ticket, game),
                Effect::EndHelp => self.thinkers.end_help(),
                Effect::Save => {
                    let saved = save_under_a_free_name(&state.contest, self.save);
                    // The receiver is here, so somebody hears it.
                    let _ = self.sender.send(Event::Saved(saved));
                }
                Effect::Suspend => screen.away(suspend)?,
                Effect::Leave { keeps_game } => return Ok(Some(Left { keeps_game })),
            }
        }
        Ok(None)
    }
}

/// Keys and mouse as events, until nobody listens.
fn hear_input(events: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let event = match event::read() {
                // Windows tells of keys that are let go, too.
                Ok(Happening::Key(key)) if key.is_release() => continue,
                Ok(Happening::Key(key)) => Event::Key(key),
                Ok(Happening::Mouse(mouse)) => Event::Mouse(mouse),
                // On Unix they come as signals, too, also before anything is read here.
                Ok(Happening::Resize(columns, lines)) => Event::Resized(columns, lines),
                Ok(_) => continue,
                // The terminal is gone.
                Err(_) => Event::End,
            };
            let is_last = matches!(event, Event::End);
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    });
}
