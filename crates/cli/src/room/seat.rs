//! `fruitrage seat`: an agent takes a seat in a room, without being uploaded.

use std::sync::mpsc;

use clap::Args;
use fruitrage_arena::{Agent, Specification, rule, sweep};
use fruitrage_cli_support::{Failure, on_interruption, streams};
use fruitrage_rooms::Matter;
use fruitrage_rooms::Name;
use fruitrage_rooms::message::{Notice, OfferView, Request, StageView};
use fruitrage_rules::Game;

use super::{Connection, Heard, Known, RoomAddress};
use crate::hosting::{HostOptions, Sandbox, started_here};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage seat 'http://127.0.0.1:8080/#room=ROOM' -- python3 mine.py
  fruitrage seat 'http://127.0.0.1:8080/#room=ROOM' -- engine:level=5

The link is the one that the page gives for a friend; the program runs here.
docs/online.md has the details.")]
pub(crate) struct SeatOptions {
    /// The link of the room, as the page shows it
    #[arg(value_name = "URL")]
    address: RoomAddress,
    /// What the agent is called there [default: the name of its program]
    #[arg(long)]
    name: Option<String>,
    /// Leave after one game, instead of agreeing to rematches
    #[arg(long)]
    once: bool,
    /// The agent: a command line, or engine, greedy or random
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
    #[command(flatten)]
    host: HostOptions,
}

pub(crate) fn run(options: &SeatOptions) -> Result<(), Failure> {
    let agent = specification(&options.command)?;
    let host = started_here(options.host.host(Sandbox::Off, &[&agent])?);
    if options.address.invitation.is_none() {
        let problem = "expected a link with an invitation, found one to watch";
        return Err(Failure::Input(problem.to_owned()));
    }
    sweep();
    let name = options.name.clone().unwrap_or_else(|| called(&options.command));
    let name: Name = name
        .try_into()
        .map_err(|error: fruitrage_rooms::NotAName| Failure::Input(error.to_string()))?;
    let (sender, heard) = mpsc::channel();
    let (interrupt, stop) = (sender.clone(), host.stop.clone());
    on_interruption(move || {
        stop.stop();
        let _ = interrupt.send(Heard::Ended(String::new()));
    })
    .map_err(anyhow::Error::from)?;
    let connection =
        Connection::enter(options.address.clone(), name, move |news| sender.send(news).is_ok())?;
    let start = |seed| host.start(&agent, seed).map_err(|error| Failure::Input(error.to_string()));
    let mut sitting = Sitting { connection, known: Known::default(), player: None, games: 0 };
    for news in heard {
        match news {
            Heard::Notice(notice) => {
                if sitting.hear(&notice, options.once, &start)? {
                    return Ok(());
                }
            }
            Heard::Lost => streams::print_error("the connection is lost; trying again"),
            Heard::Ended(reason) if reason.is_empty() => return Ok(()),
            Heard::Ended(reason) => return Err(Failure::Other(anyhow::anyhow!(reason))),
        }
    }
    Ok(())
}

fn specification(words: &[String]) -> Result<Specification, Failure> {
    let text = match words {
        [one] => one.clone(),
        words => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
    };
    text.parse().map_err(|error| Failure::Input(format!("{error}")))
}

/// A word of a command line as it is, whatever is in it.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./:=,+@%".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// What a program is called: its last word that looks like a file, or the first.
fn called(words: &[String]) -> String {
    let named = words.iter().rev().find(|word| !word.starts_with('-')).or(words.first());
    let name = named.map_or("agent", String::as_str);
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.chars().take(24).collect()
}

struct Sitting {
    connection: Connection,
    known: Known,
    player: Option<Box<dyn Agent>>,
    /// The game that the program plays.
    games: u32,
}

impl Sitting {
    /// Does what is to be done after what was heard; whether that was all.
    fn hear(
        &mut self,
        notice: &Notice,
        once: bool,
        start: &dyn Fn(u64) -> Result<Box<dyn Agent>, Failure>,
    ) -> Result<bool, Failure> {
        if let Notice::Refused { reason } = notice {
            streams::print_error(reason);
        }
        if !self.known.hear(notice) {
            return Ok(false);
        }
        let Some(room) = &self.known.room else { return Ok(false) };
        let (stage, games, offer) = (room.stage, room.games, room.offer);
        let Some(game) = self.known.game() else { return Ok(false) };
        if games != self.games {
            self.games = games;
            self.player = None;
            streams::print_error(&format!("game {games} begins"));
        }
        if stage == StageView::Over && self.player.take().is_some() {
            streams::print_text(&self.outcome(&game))?;
            if once {
                return Ok(true);
            }
        }
        self.answer(offer);
        if self.known.is_our_turn(&game) {
            self.play(game, start)?;
        }
        Ok(false)
    }

    fn outcome(&self, game: &Game) -> String {
        let [first, second] = game.scores();
        let [one, other] = fruitrage_rules::Player::BOTH.map(|player| self.known.name(player));
        let verdict = game.verdict().map(|verdict| verdict.to_string()).unwrap_or_default();
        let how = self.known.end_of(game);
        format!("{one} {first}, {other} {second}; winner: {verdict}. {how}")
    }

    /// A program takes back and plays again whenever it is asked, and agrees to no draw.
    fn answer(&self, offer: Option<OfferView>) {
        let Some(OfferView { from, what }) = offer else { return };
        if Some(from) == self.known.chair {
            return;
        }
        self.connection.say(match what {
            Matter::Draw => Request::Decline {},
            Matter::TakeBack | Matter::Rematch => Request::Accept {},
        });
    }

    fn play(
        &mut self,
        mut game: Game,
        start: &dyn Fn(u64) -> Result<Box<dyn Agent>, Failure>,
    ) -> Result<(), Failure> {
        let ply = game.turns().len();
        let player = match &mut self.player {
            Some(player) => player,
            empty => empty.insert(start(u64::from(self.games))?),
        };
        let reply = player.choose(&game);
        match rule(&mut game, &reply) {
            Ok(()) => {
                let cell = game.turns()[ply].choice;
                self.connection.say(Request::Play { ply, cell });
            }
            Err(fault) => {
                streams::print_error(&format!("{}: {}; it resigns", fault.cause, fault.detail));
                self.connection.say(Request::Resign {});
            }
        }
        Ok(())
    }
}
