//! Groups of connected fruits: what a move claims.

use std::ops::RangeInclusive;

use crate::{Board, Cell, CellSet, Flood, Fruit, Links, Size};

/// All fruits of one kind connected horizontally or vertically: one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    fruit: Fruit,
    cells: CellSet,
    count: u32,
    first: usize,
    last: usize,
}

impl Group {
    pub(crate) fn new(fruit: Fruit, flood: &Flood) -> Self {
        let Flood { cells, first, last } = *flood;
        let count = cells.columns[first..=last].iter().map(|rows| rows.count_ones()).sum();
        Self { fruit, cells, count, first, last }
    }

    /// The kind of fruit.
    pub const fn fruit(&self) -> Fruit {
        self.fruit
    }

    /// Where the fruits are; never empty.
    pub const fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// The columns from the leftmost to the rightmost fruit; all of them have some.
    ///
    /// ```
    /// use fruitrage_rules::Board;
    ///
    /// let board: Board = "***/*10/000".parse().unwrap();
    /// assert_eq!(board.group_at("C2".parse().unwrap()).unwrap().columns(), 0..=2);
    /// ```
    pub const fn columns(&self) -> RangeInclusive<usize> {
        self.first..=self.last
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
        let flood = self.links.flood(cell);
        for column in flood.first..=flood.last {
            self.rest.columns[column] &= !flood.cells.columns[column];
        }
        Some(Group::new(fruit, &flood))
    }
}
