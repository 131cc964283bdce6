//! Agents: whatever can be asked for a move.

mod conversation;
mod engine;
mod file;
mod host;
mod line;
mod own_files;
mod place;
mod program;
mod reason;
mod simple;
mod specification;
mod start_error;
mod timekeeping;
mod words;

use std::time::Duration;

use fruitrage_rules::{Board, Cause, Cell, Game};
use serde::{Deserialize, Serialize};

pub use engine::EngineOptions;
pub use host::Host;
pub use own_files::{OwnFiles, SEPARATORS, normal as normalized};
pub(crate) use place::Place;
pub use place::sweep;
pub(crate) use program::find as find_program;
pub use specification::{NotAnAgent, Specification};
pub use start_error::StartError;
pub use timekeeping::{NotTimekeeping, Timekeeping};
pub(crate) use words::join as join_words;

/// A player of one game.
pub trait Agent: Send {
    /// Asks for the move of the player whose turn it is. The game is not over.
    fn choose(&mut self, game: &Game) -> Reply;
}

/// What came back when an agent was asked for a move.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What is charged to the agent's clock.
    pub spent: Duration,
    /// The processor time, where it was measured.
    pub cpu: Duration,
    /// The move, or what went wrong.
    pub answer: Result<Answer, Fault>,
    /// What went in and out, in case it is disputed.
    pub evidence: Evidence,
}

/// A move, not yet checked against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The cell that was chosen.
    pub choice: Cell,
    /// The board that the agent says comes after it, if it says.
    pub board: Option<Board>,
}

/// More than any sentence of the referee's needs.
const LONGEST_DETAIL: usize = 500;

/// What went wrong instead of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which of the reasons.
    pub cause: Cause,
    /// What was expected and what came.
    pub detail: String,
}

impl Fault {
    /// It may quote what a program said, so only its beginning is kept.
    pub(crate) fn new(cause: Cause, detail: impl Into<String>) -> Self {
        let mut detail = detail.into();
        if detail.len() > LONGEST_DETAIL {
            detail.truncate(detail.floor_char_boundary(LONGEST_DETAIL));
            detail.push('…');
        }
        Self { cause, detail }
    }
}

/// What went into an agent and came out of it at one move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// What it was given.
    pub input: String,
    /// What it answered.
    pub output: String,
    /// The end of what it printed.
    pub printed: String,
}

/// What the player to move has left. Games in the arena are timed.
fn time_left(game: &Game) -> Duration {
    game.clock(game.to_move()).unwrap_or(Duration::MAX)
}
