//! The two chairs of a room, and who sits there.

use fruitrage_rules::Player;
use serde::{Deserialize, Serialize};

use crate::{Name, Seal};

/// A chair. Who sits there moves first in one game and second in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Chair {
    /// Of whoever opened the room.
    Host,
    /// Of whoever came.
    Guest,
}

impl Chair {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Host, Self::Guest];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Host => Self::Guest,
            Self::Guest => Self::Host,
        }
    }

    /// Its place in arrays of two.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The chair of a player in a game that `first` begins.
    pub(crate) const fn of(player: Player, first: Self) -> Self {
        match player {
            Player::First => first,
            Player::Second => first.other(),
        }
    }

    /// The player of this chair in a game that `first` begins.
    pub(crate) const fn player(self, first: Self) -> Player {
        if self as u8 == first as u8 { Player::First } else { Player::Second }
    }
}

/// Who sits on a chair.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Occupant {
    /// Somebody who has the seat's secret.
    Person {
        /// What they are called.
        name: Name,
        /// Tells whether a secret opens the seat.
        seal: Seal,
    },
    /// A program that the operator has listed.
    Agent {
        /// As the operator calls it.
        name: Name,
    },
}

impl Occupant {
    /// What they are called.
    pub const fn name(&self) -> &Name {
        match self {
            Self::Person { name, .. } | Self::Agent { name } => name,
        }
    }

    /// Whether it is a program.
    pub const fn is_agent(&self) -> bool {
        matches!(self, Self::Agent { .. })
    }
}
