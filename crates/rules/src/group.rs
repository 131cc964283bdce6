//! Groups of connected fruits: what a move claims.

use crate::{Board, Cell, CellSet, Fruit, Links, Size};

/// All fruits of one kind connected horizontally or vertically: one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    fruit: Fruit,
    cells: CellSet,
    count: u32,
}

impl Group {
    pub(crate) fn new(fruit: Fruit, cells: CellSet) -> Self {
        let count = cells.count();
        Self { fruit, cells, count }
    }

    /// The kind of fruit.
    pub const fn fruit(&self) -> Fruit {
        self.fruit
    }

    /// Where the fruits are; never empty.
    pub const fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// How many fruits there are.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// What claiming the group scores: the square of its count.
    pub const fn points(&self) -> u32 {
        self.count * self.count
    }

    /// The group's name as a move: its leftmost, then highest cell.
    pub fn name(&self) -> Cell {
        self.cells.first().expect("a group has at least one cell")
    }
}

/// The groups of a board, by their first cell; see [`Board::groups`].
#[derive(Clone, Debug)]
pub struct Groups<'a> {
    board: &'a Board,
    links: Links,
    /// The filled cells whose group has not been yielded.
    rest: CellSet,
    column: usize,
}

impl<'a> Groups<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Self { board, links: board.links(), rest: board.filled(), column: 0 }
    }
}

impl Iterator for Groups<'_> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        while self.column < Size::MAX && self.rest.columns[self.column] == 0 {
            self.column += 1;
        }
        let rows = self.rest.columns.get(self.column)?;
        let cell = Cell::new(self.column, rows.trailing_zeros() as usize)?;
        let fruit = self.board.fruit_at(cell)?;
        let cells = self.links.flood(cell).cells;
        for (rest, taken) in self.rest.columns.iter_mut().zip(cells.columns) {
            *rest &= !taken;
        }
        Some(Group::new(fruit, cells))
    }
}
