//! Points that are given to an agent before a game begins.

use fruitrage_rules::Setup;
use serde::{Deserialize, Serialize};

/// The points that an agent has in every game before anybody has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Handicap(u32);

impl Handicap {
    /// As many as everybody: none.
    pub const NONE: Self = Self(0);

    /// How many points.
    pub const fn points(self) -> u32 {
        self.0
    }
}

impl From<Handicap> for i64 {
    fn from(handicap: Handicap) -> Self {
        Self::from(handicap.0)
    }
}

impl TryFrom<i64> for Handicap {
    type Error = String;

    fn try_from(points: i64) -> Result<Self, String> {
        let given = u32::try_from(points).ok().filter(|&given| given <= Setup::MOST_HANDICAP);
        let most = Setup::MOST_HANDICAP;
        given.map(Self).ok_or(format!("expected points from 0 to {most}, found {points}"))
    }
}
