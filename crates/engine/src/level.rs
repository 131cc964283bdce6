//! Levels of play: a weaker player sees less far and overlooks more.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Key;
use crate::position::Move;

/// A level from 1, a beginner, to 10, full strength.
///
/// A weak level never plays at random: it takes what looks best to it, but looks only
/// some moves ahead and overlooks some groups, the more so the further ahead they are.
///
/// ```
/// use fruitrage_engine::Level;
///
/// let level = Level::new(3).unwrap();
/// assert_eq!((level.number(), level.to_string().parse()), (3, Ok(level)));
/// assert!("11".parse::<Level>().is_err());
/// assert!(Level::new(9).unwrap() < Level::FULL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level sees.
struct Sight {
    /// How many moves it looks ahead.
    depth: u32,
    /// How many of 256 groups on the board it overlooks.
    overlooks_now: u8,
    /// How many of 256 groups in positions to come it overlooks.
    overlooks_later: u8,
}

impl Level {
    /// Full strength.
    pub const FULL: Self = Self(10);

    /// A level, unless it is outside 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::FULL.0 { Some(Self(number)) } else { None }
    }

    /// The level's number.
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn sight(self) -> Sight {
        let (depth, overlooks_now, overlooks_later) = match self.0 {
            1 => (1, 150, 0),
            2 => (1, 80, 0),
            3 => (1, 30, 0),
            4 => (2, 14, 60),
            5 => (2, 8, 40),
            6 => (4, 0, 18),
            7 => (4, 0, 8),
            8 => (6, 0, 3),
            9 => (8, 0, 0),
            _ => (u32::MAX, 0, 0),
        };
        Sight { depth, overlooks_now, overlooks_later }
    }

    /// How many moves the level looks ahead.
    pub(crate) const fn depth(self) -> u32 {
        self.sight().depth
    }

    /// Whether the level plays as well as it can.
    pub(crate) const fn is_full(self) -> bool {
        self.0 == Self::FULL.0
    }

    /// Whether a group is overlooked in a position, so many moves ahead. The same group in
    /// the same position always is or never is.
    pub(crate) const fn overlooks(self, key: Key, chosen: Move, moves_ahead: usize) -> bool {
        let sight = self.sight();
        let chance = if moves_ahead == 0 { sight.overlooks_now } else { sight.overlooks_later };
        let mixed = (key.check() ^ chosen.place() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed >> 56) as u8) < chance
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a level, a whole number from 1 to 10")]
pub struct NotALevel;

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        text.parse().ok().and_then(Self::new).ok_or(NotALevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// How many of a thousand groups a level overlooks.
    fn overlooked(level: u8, moves_ahead: usize) -> usize {
        let position = Position::new(&"0123/1230/2301/3012".parse().unwrap());
        let level = Level::new(level).unwrap();
        let keys = (0..).map(|number| position.key().with(number));
        let groups = keys.flat_map(|key| position.moves().map(move |chosen| (key, chosen)));
        groups.take(1000).filter(|&(key, chosen)| level.overlooks(key, chosen, moves_ahead)).count()
    }

    #[test]
    fn as_many_groups_are_overlooked_as_the_level_says() {
        for (level, now, later) in [(1, 150, 0), (3, 30, 0), (4, 14, 60), (6, 0, 18), (10, 0, 0)] {
            for (moves_ahead, of_256) in [(0, now), (1, later), (3, later)] {
                let (found, expected) = (overlooked(level, moves_ahead), of_256 * 1000 / 256);
                let off = found.abs_diff(expected);
                assert!(off <= 10 + expected / 5, "level {level}: {found}, {expected} expected");
                assert!(of_256 > 0 || found == 0, "level {level}: {found}");
            }
        }
    }

    #[test]
    fn no_level_sees_less_far_than_the_one_below() {
        let depths: Vec<u32> = (1..=10).map(|level| Level::new(level).unwrap().depth()).collect();
        assert_eq!(depths, [1, 1, 1, 2, 2, 4, 4, 6, 8, u32::MAX]);
    }
}
