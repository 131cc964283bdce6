//! Agents: whatever can be asked for a move.

mod engine;
mod file;
mod launch;
mod line;
mod simple;
mod specification;
mod timekeeping;
mod words;

use std::time::Duration;

use fruitrage_rules::{Board, Cause, Cell, Game};
use serde::{Deserialize, Serialize};

pub use engine::EngineOptions;
pub use launch::{Host, OwnFiles, SEPARATORS, StartError, normal as normalized, sweep};
pub use specification::{NotAnAgent, Specification};
pub use timekeeping::{NotTimekeeping, Timekeeping};

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

/// What went wrong instead of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which of the reasons.
    pub cause: Cause,
    /// What was expected and what came.
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(cause: Cause, detail: impl Into<String>) -> Self {
        Self { cause, detail: detail.into() }
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
