//! The two players.

use std::fmt;

/// One of the two players, by who moved first in the game.
///
/// ```
/// use fruitrage_rules::Player;
///
/// assert_eq!(Player::First.opponent(), Player::Second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who makes the first move.
    First,
    /// The player who makes the second move.
    Second,
}

impl Player {
    /// Both, in the order of their moves.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The player's place in arrays of two: 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}
