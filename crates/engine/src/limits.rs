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

/// What a search may take. Each limit holds whatever the others are: the search ends at
/// whichever comes first, and without any when it is stopped or the position is solved.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::Limits;
///
/// let limits = Limits { depth: Some(12), ..Limits::move_time(Duration::from_secs(2)) };
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// What the player to move has left for the rest of the game; the search takes a fitting
    /// part of it.
    pub clock: Option<Duration>,
    /// The depth in moves.
    pub depth: Option<u32>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Self = Self { move_time: None, clock: None, depth: None, nodes: None };

    /// Only the time for this move is limited.
    pub const fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::NONE }
    }

    /// Only the time for the rest of the game is limited.
    pub const fn clock(left: Duration) -> Self {
        Self { clock: Some(left), ..Self::NONE }
    }

    /// Only the depth is limited.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// Only the number of positions is limited.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }
}
