//! A move as the solver sees it.

use crate::packed::Word;
use crate::position::Move;

/// The place of an independent group that was set aside, on no board.
const NOWHERE: u16 = 0x3FD;

/// What a fruit that is claimed, a group that is left, and a reply that is not refuted at sight
/// count when moves are ordered, in quarters of a point: they do not make a move better, but its
/// proof shorter.
const QUARTERS_PER_FRUIT: i32 = 4;
const QUARTERS_PER_GROUP: i32 = 5;
const QUARTERS_PER_REPLY: i32 = 3;

/// A group that can be claimed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim<W> {
    /// Its cells; none if it is an independent group that was set aside.
    pub(crate) cells: W,
    pub(crate) size: i32,
    /// What claiming it is worth at most, without any search.
    pub(crate) most: i32,
}

impl<W: Word> Claim<W> {
    pub(crate) const fn points(&self) -> i32 {
        self.size * self.size
    }

    /// How promising it is if it leaves so many groups and replies, in quarters of a point.
    pub(crate) const fn score(&self, groups: i32, replies: i32) -> i32 {
        4 * self.points() + QUARTERS_PER_FRUIT * self.size
            - QUARTERS_PER_GROUP * groups
            - QUARTERS_PER_REPLY * replies
    }

    /// What the table knows the move by.
    pub(crate) fn place(&self) -> u16 {
        if self.cells.is_empty() { NOWHERE } else { self.cells.first() as u16 }
    }
}

/// The best claim so far, by what it is worth at least; the place is that of no move where it
/// is not known which it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestClaim {
    pub(crate) value: i32,
    pub(crate) place: u16,
}

impl BestClaim {
    /// Something that is worth so much at most, or nothing.
    pub(crate) const fn unknown(value: i32) -> Self {
        Self { value, place: Move::NONE.place() }
    }

    pub(crate) const fn improve(&mut self, value: i32, place: u16) {
        if value > self.value {
            *self = Self { value, place };
        }
    }
}
