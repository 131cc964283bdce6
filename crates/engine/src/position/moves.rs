//! A move as the search sees it.

use fruitrage_rules::{Cell, Flood};

/// A move: a group by its size and its first cell. Larger groups compare greater.
///
/// Moves come from a [`Position`](crate::Position), and mean something only there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move(u32);

impl Move {
    /// No move; its place is on no board.
    pub(crate) const NONE: Self = Self(0x3FE);

    pub(super) const fn new(size: u32, column: usize, row: u32) -> Self {
        Self(size << 16 | (column as u32) << 5 | row)
    }

    /// The move that claims these cells, all that are connected.
    pub(super) fn of(claimed: &Flood) -> Self {
        let row = claimed.cells.columns[claimed.first].trailing_zeros();
        Self::new(claimed.cells.count(), claimed.first, row)
    }

    /// How many fruits it claims.
    pub const fn size(self) -> u32 {
        self.0 >> 16
    }

    /// What it scores.
    pub const fn points(self) -> i32 {
        (self.size() * self.size()) as i32
    }

    pub(crate) const fn column(self) -> usize {
        (self.0 >> 5 & 31) as usize
    }

    pub(super) const fn row(self) -> u32 {
        self.0 & 31
    }

    /// The group's first cell: leftmost, then highest.
    pub fn cell(self) -> Cell {
        Cell::new(self.column(), self.row() as usize).expect("a move is made from a cell")
    }

    /// The first cell as a number that fits ten bits.
    pub(crate) const fn place(self) -> u16 {
        (self.0 & 0x3FF) as u16
    }
}
