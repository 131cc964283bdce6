//! Everything connected to a cell.

use crate::{Cell, CellSet, Column, Fruit, Size};

/// The cells reached by flooding, and the columns from the first to the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flood {
    /// The cells.
    pub cells: CellSet,
    /// The leftmost column that has any of them.
    pub first: usize,
    /// The rightmost column that has any of them.
    pub last: usize,
}

impl Flood {
    /// All fruits of one kind connected to the one in a cell; none if there is no fruit. As
    /// [`Links::flood`](crate::Links::flood), for who has no links: columns that it does not
    /// reach are hardly looked at.
    ///
    /// ```
    /// use fruitrage_rules::{Board, Flood};
    ///
    /// let board: Board = "***/*10/000".parse().unwrap();
    /// let flood = Flood::at(board.columns(), "C2".parse().unwrap()).unwrap();
    /// assert_eq!((flood.cells.count(), flood.first, flood.last), (4, 0, 2));
    /// assert_eq!(Flood::at(board.columns(), "A1".parse().unwrap()), None);
    /// ```
    #[inline]
    pub fn at(columns: &[Column], from: Cell) -> Option<Self> {
        // No board has more.
        let columns = &columns[..columns.len().min(Size::MAX)];
        let start = from.column();
        let fruit = columns.get(start)?.fruit(from.row())?;
        let mut flood = Self { cells: CellSet::EMPTY, first: start, last: start };
        flood.cells.columns[start] = spread(1 << from.row(), columns[start].rows_with(fruit));
        // Sweep to and fro until a sweep adds nothing.
        flood.sweep_right(columns, fruit);
        while flood.sweep_left(columns, fruit) && flood.sweep_right(columns, fruit) {}
        Some(flood)
    }

    #[inline]
    fn sweep_right(&mut self, columns: &[Column], fruit: Fruit) -> bool {
        let mut grown = false;
        let mut column = self.first;
        while column <= self.last && column + 1 < columns.len() {
            if self.grow(columns, column, column + 1, fruit) {
                grown = true;
                self.last = self.last.max(column + 1);
            }
            column += 1;
        }
        grown
    }

    #[inline]
    fn sweep_left(&mut self, columns: &[Column], fruit: Fruit) -> bool {
        let mut grown = false;
        let mut column = self.last;
        while column >= self.first && column > 0 {
            if self.grow(columns, column, column - 1, fruit) {
                grown = true;
                self.first = self.first.min(column - 1);
            }
            column -= 1;
        }
        grown
    }

    /// Floods from one column into its neighbour; whether there was anything to add.
    #[allow(clippy::inline_always, reason = "small, and called for every column")]
    #[inline(always)]
    fn grow(&mut self, columns: &[Column], from: usize, to: usize, fruit: Fruit) -> bool {
        let (reached, known) = (self.cells.columns[from], self.cells.columns[to]);
        let same = columns[to].rows_with(fruit);
        let added = reached & same & !known;
        if added == 0 {
            return false;
        }
        self.cells.columns[to] = spread(known | added, same);
        true
    }
}

/// The rows of a column that hold a fruit and are connected to some of them.
#[inline]
const fn spread(mut rows: u32, same: u32) -> u32 {
    loop {
        let wider = same & (rows | rows << 1 | rows >> 1);
        if wider == rows {
            return rows;
        }
        rows = wider;
    }
}
