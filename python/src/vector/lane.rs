//! The board of one of many games, and its part of the array.

use fruitrage_rules::{Board, Cell, Column, Flood, Size};

use crate::board::EMPTY;

/// One of many boards, settled, with the part of the array that shows it.
pub(super) struct Lane<'a> {
    pub(super) columns: &'a mut [Column],
    /// The numbers of the fruits, row by row.
    pub(super) cells: &'a mut [i8],
}

impl Lane<'_> {
    /// Puts a full board here.
    pub(super) fn deal(&mut self, board: &Board) {
        let width = self.columns.len();
        self.columns.copy_from_slice(&board.columns()[..width]);
        for column in 0..width {
            self.write(column, 0, width);
        }
    }

    /// The board by itself.
    pub(super) fn board(&self) -> Board {
        board_of(self.columns)
    }

    /// Takes off what is connected to a cell and lets the rest fall: how many fruits.
    #[inline]
    pub(super) fn claim(&mut self, cell: Cell) -> u32 {
        let Some(flood) = Flood::at(self.columns, cell) else { return 0 };
        let mut count = 0;
        for column in flood.first..=flood.last {
            count += self.remove(column, flood.cells.columns[column]);
        }
        count
    }

    /// Takes rows out of a column. Nothing changes below the lowest of them, nor above what
    /// had been the highest fruit.
    #[inline]
    fn remove(&mut self, column: usize, rows: u32) -> u32 {
        let before = self.highest(column);
        self.columns[column].remove(rows);
        let lowest = u32::BITS - rows.leading_zeros();
        self.write(column, before, lowest as usize);
        (self.highest(column) - before) as u32
    }

    /// The row of a column's highest fruit, or the one past the board.
    #[inline]
    fn highest(&self, column: usize) -> usize {
        let past_the_board = 1 << self.columns.len();
        (self.columns[column].filled() | past_the_board).trailing_zeros() as usize
    }

    /// Writes rows of a column, eight at a time.
    #[inline]
    fn write(&mut self, column: usize, from: usize, to: usize) {
        let width = self.columns.len();
        let planes = self.columns[column].planes();
        let mut place = from * width + column;
        for first in (from..to).step_by(8) {
            // A column spells 0 for an empty cell and the fruit's number plus one otherwise.
            let bytes = |plane: usize| BYTES[(planes[plane] >> first & 0xFF) as usize] << plane;
            let mut contents = bytes(0) | bytes(1) | bytes(2) | bytes(3);
            for _ in first..to.min(first + 8) {
                self.cells[place] = (contents & 0xFF) as i8 + EMPTY;
                contents >>= 8;
                place += width;
            }
        }
    }
}

/// The bits of a number as bytes of their own.
const BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut number = 0;
    while number < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[number] |= (number as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        number += 1;
    }
    bytes
};

/// The board that has these columns.
pub(super) fn board_of(columns: &[Column]) -> Board {
    let mut all = [Column::EMPTY; Size::MAX];
    all[..columns.len()].copy_from_slice(columns);
    Size::new(columns.len())
        .and_then(|size| Board::from_columns(size, all))
        .expect("as many columns as a board has, with as many rows")
}
