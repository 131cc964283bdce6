//! What is agreed before the first game of a room.

use std::time::Duration;

use fruitrage_rules::{FruitKinds, Size, TieRule};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A clock as it can be agreed on, in seconds for the whole game.
///
/// ```
/// use fruitrage_rooms::Clock;
///
/// assert!(Clock::try_from(300).is_ok());
/// assert!(Clock::try_from(1).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Clock(u32);

/// The number is no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a clock of {} to {} seconds", Clock::SHORTEST, Clock::LONGEST)]
pub struct NotAClock;

impl Clock {
    const SHORTEST: u32 = 2;
    const LONGEST: u32 = 86_400;

    /// How long that is.
    pub const fn time(self) -> Duration {
        Duration::from_secs(self.0 as u64)
    }
}

impl TryFrom<u32> for Clock {
    type Error = NotAClock;

    fn try_from(seconds: u32) -> Result<Self, NotAClock> {
        let fits = (Self::SHORTEST..=Self::LONGEST).contains(&seconds);
        if fits { Ok(Self(seconds)) } else { Err(NotAClock) }
    }
}

impl From<Clock> for u32 {
    fn from(Clock(seconds): Clock) -> Self {
        seconds
    }
}

/// Who moves first in the first game; then in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// Whoever opened the room.
    Host,
    /// Whoever comes.
    Guest,
    /// As it happens.
    Chance,
}

/// What is agreed before the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The board's width.
    #[cfg_attr(test, ts(type = "number"))]
    pub size: Size,
    /// How many kinds of fruit.
    #[cfg_attr(test, ts(type = "number"))]
    pub fruits: FruitKinds,
    /// The seconds of each player for the whole game; none for no clock.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub clock: Option<Clock>,
    /// Who wins with equal points.
    #[cfg_attr(test, ts(type = "\"draw\" | \"clock\""))]
    pub ties: TieRule,
    /// Who moves first in the first game.
    pub first: First,
}
