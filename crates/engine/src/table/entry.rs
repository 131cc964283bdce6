//! What the table knows of one position, and how that is packed into a word.

use super::{INFINITE, PROVED};
use crate::position::Move;

/// What is known of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this.
    pub(crate) lower: i32,
    /// The value is at most this.
    pub(crate) upper: i32,
    /// The depth of the search that found the bounds, or [`PROVED`].
    pub(crate) depth: u8,
    /// The place of the best move; see [`Move::place`].
    pub(crate) best: u16,
    /// The logarithm of the number of nodes it took: what losing the entry costs.
    pub(crate) work: u8,
}

/// The most work that an entry can tell of.
pub(super) const MOST_WORK: u8 = 31;

/// The layout of an entry's word, from bit 0: lower 20, upper 20, best 10, depth 7, work 5,
/// age 2. The bounds are stored with [`INFINITE`] added.
impl Entry {
    pub(super) const fn pack(self, age: u8) -> u64 {
        (self.lower + INFINITE) as u64
            | ((self.upper + INFINITE) as u64) << 20
            | (self.best as u64) << 40
            | (self.depth as u64) << 50
            | (self.work as u64) << 57
            | (age as u64) << 62
    }

    pub(super) const fn unpack(word: u64) -> Self {
        Self {
            lower: (word & 0xF_FFFF) as i32 - INFINITE,
            upper: (word >> 20 & 0xF_FFFF) as i32 - INFINITE,
            best: (word >> 40 & 0x3FF) as u16,
            depth: (word >> 50 & 0x7F) as u8,
            work: (word >> 57 & 0x1F) as u8,
        }
    }

    /// The age that a word was packed with.
    pub(super) const fn age(word: u64) -> u8 {
        (word >> 62) as u8
    }

    /// Whether the bounds are proved.
    pub(crate) const fn is_proved(&self) -> bool {
        self.depth == PROVED
    }

    /// Whether a move is the best one known.
    pub(crate) const fn is_best(&self, chosen: Move) -> bool {
        chosen.place() == self.best
    }
}

/// The logarithm of a number of nodes, as an entry keeps it.
pub(crate) fn logarithm(nodes: u64) -> u8 {
    nodes.checked_ilog2().unwrap_or(0).min(u32::from(MOST_WORK)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_at_every_end_of_its_range() {
        for (lower, upper) in [(-INFINITE, INFINITE), (-456_976, 456_976), (0, 0), (-1, 1)] {
            for (depth, best, work, age) in [(0, 0, 0, 0), (PROVED, 0x3FF, 31, 3), (64, 7, 9, 2)] {
                let entry = Entry { lower, upper, depth, best, work };
                let word = entry.pack(age);
                assert_eq!((Entry::unpack(word), Entry::age(word)), (entry, age));
            }
        }
    }

    #[test]
    fn work_is_a_logarithm_that_fits() {
        assert_eq!([0, 1, 2, 3, 1024, u64::MAX].map(logarithm), [0, 0, 1, 1, 10, 31]);
    }
}
