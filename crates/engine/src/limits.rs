//! How long a search may take.

use std::time::Duration;

/// Tells the time since any fixed moment; a closure over a start time will do.
pub trait Clock: Sync {
    /// The time now.
    fn now(&self) -> Duration;
}

impl<F: Fn() -> Duration + Sync> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// What a search may take; it ends at whichever comes first.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::{Limits, Time};
///
/// let limits = Limits { depth: Some(12), ..Limits::time(Time::Move(Duration::from_secs(2))) };
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time.
    pub time: Time,
    /// The depth in moves.
    pub depth: Option<u32>,
    /// The number of positions looked at.
    pub nodes: Option<u64>,
    /// What the search is for.
    pub goal: Goal,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// A good move in any case; an exact one where it can be had beside.
    #[default]
    Move,
    /// The exact value, or else nothing of use.
    Solution,
}

/// The time that a search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Time {
    /// As long as it takes, or until it is stopped.
    #[default]
    Unlimited,
    /// This long for this move.
    Move(Duration),
    /// A fitting part of what is left for all moves of the game.
    Game(Duration),
}

impl Limits {
    /// Only the time is limited.
    pub const fn time(time: Time) -> Self {
        Self { time, depth: None, nodes: None, goal: Goal::Move }
    }

    /// Only the depth is limited.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::time(Time::Unlimited) }
    }

    /// Solves the position, if the time is enough.
    pub const fn solution(time: Time) -> Self {
        Self { goal: Goal::Solution, ..Self::time(time) }
    }
}
