//! Threads that think: the opponent's, and the one for hints and reviews.

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_analysis::{Judgement, review};
use fruitrage_arena::{Host, Specification};
use fruitrage_engine::{Engine, Limits, Options, Stop};
use fruitrage_rules::{Board, Game};

use crate::event::{Event, Ticket};
use crate::rival::Rival;

/// How long a hint is thought about.
const TIME_FOR_A_HINT: Duration = Duration::from_secs(3);

/// How long a position of a game under review is thought about.
const TIME_FOR_A_JUDGEMENT: Duration = Duration::from_millis(500);

/// The memory of an adviser's table in megabytes.
const HELP_TABLE: usize = 64;

/// A question to the opponent.
struct Question {
    ticket: Ticket,
    game: Game,
    timed: bool,
}

/// The opponent's thread; it ends when nobody can ask it any more.
struct Asked {
    questions: Sender<Question>,
    stop: Stop,
}

/// Everybody who thinks.
pub(crate) struct Thinkers {
    events: Sender<Event>,
    host: Host,
    agent: Option<Specification>,
    seed: u64,
    rival: Option<Asked>,
    help: Option<Stop>,
}

impl Thinkers {
    pub(crate) const fn new(
        events: Sender<Event>,
        host: Host,
        agent: Option<Specification>,
        seed: u64,
    ) -> Self {
        Self { events, host, agent, seed, rival: None, help: None }
    }

    /// Asks the opponent, which is started if it does not run. The answer comes as an event.
    pub(crate) fn ask(&mut self, ticket: Ticket, game: Game, timed: bool) {
        let Some(agent) = self.agent.clone() else { return };
        let rival = self.rival.get_or_insert_with(|| {
            // Each opponent has a handle of its own, so that one can go and the next come.
            let host = Host { stop: Stop::new(), ..self.host.clone() };
            let stop = host.stop.clone();
            Asked { questions: listen(agent, host, self.seed, self.events.clone()), stop }
        });
        // That the thread is gone was said when it broke.
        let _ = rival.questions.send(Question { ticket, game, timed });
    }

    /// The opponent is asked no more. A program that is at its move is left to it.
    pub(crate) fn dismiss(&mut self) {
        if let Some(rival) = self.rival.take() {
            rival.stop.stop();
        }
    }

    /// Searches for a hint; reports come as events.
    pub(crate) fn advise(&mut self, ticket: Ticket, board: &Board) {
        let board = *board;
        let (stop, events) = (self.begin_help(), self.events.clone());
        thread::spawn(move || {
            let start = Instant::now();
            let limits = Limits::move_time(TIME_FOR_A_HINT);
            let clock = || start.elapsed();
            let found = adviser().search(&board, &limits, &clock, &stop, &mut |report| {
                let _ = events.send(Event::Advised(ticket, report.clone()));
            });
            if let Some(report) = found {
                let _ = events.send(Event::Advised(ticket, report));
            }
            let _ = events.send(Event::AdviceEnded(ticket));
        });
    }

    /// Judges the moves of a game; judgements come as events.
    pub(crate) fn review(&mut self, ticket: Ticket, game: Game) {
        let (stop, events) = (self.begin_help(), self.events.clone());
        thread::spawn(move || {
            let start = Instant::now();
            let limits = Limits::move_time(TIME_FOR_A_JUDGEMENT);
            let clock = || start.elapsed();
            let mut told = |judgement: &Judgement| {
                let _ = events.send(Event::Judged(ticket, judgement.clone()));
            };
            let found = review(&mut adviser(), &game, &limits, &clock, &stop, &mut told);
            if let Some(review) = found {
                let _ = events.send(Event::Reviewed(ticket, review));
            }
        });
    }

    pub(crate) fn end_help(&mut self) {
        if let Some(stop) = self.help.take() {
            stop.stop();
        }
    }

    fn begin_help(&mut self) -> Stop {
        self.end_help();
        self.help.insert(Stop::new()).clone()
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.dismiss();
        self.end_help();
    }
}

fn adviser() -> Engine {
    Engine::new(Options { hash_megabytes: HELP_TABLE, ..Options::default() })
}

/// Starts the opponent in a thread of its own.
fn listen(agent: Specification, host: Host, seed: u64, events: Sender<Event>) -> Sender<Question> {
    let (sender, questions) = mpsc::channel::<Question>();
    thread::spawn(move || {
        let mut rival = Rival::start(&agent, &host, seed);
        for Question { ticket, game, timed } in questions {
            let reply = rival.choose(&game, timed, &mut |report| {
                let _ = events.send(Event::Thinking(ticket, report.clone()));
            });
            if events.send(Event::Answered(ticket, Box::new(reply))).is_err() {
                return;
            }
        }
    });
    sender
}
