//! A place on the board, and sets of places.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Size;

/// A place on the board, such as `G8`: column A is leftmost, row 1 is the top.
///
/// ```
/// use fruitrage_rules::Cell;
///
/// let cell: Cell = "G8".parse().unwrap();
/// assert_eq!((cell.column(), cell.row()), (6, 7));
/// assert_eq!(cell.to_string(), "G8");
/// assert!("G27".parse::<Cell>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: u8,
    row: u8,
}

impl Cell {
    /// The cell in a column and row, both counted from 0, the row from the top.
    /// None outside the largest board.
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < Size::MAX && row < Size::MAX {
            Some(Self { column: column as u8, row: row as u8 })
        } else {
            None
        }
    }

    /// The column, 0 for A.
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row, 0 for the top row.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Whether a board of this size has the cell.
    pub const fn is_on(self, size: Size) -> bool {
        self.column() < size.get() && self.row() < size.get()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.column) as char, self.row + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a column letter A to Z and a row number 1 to 26, such as G8")]
pub struct NotACell;

impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(NotACell)?;
        if !letter.is_ascii_uppercase() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(NotACell);
        }
        let row: usize = text[1..].parse().map_err(|_| NotACell)?;
        let row = row.checked_sub(1).ok_or(NotACell)?;
        Self::new((letter - b'A') as usize, row).ok_or(NotACell)
    }
}

/// A set of cells: for each column its rows, bit 0 for the top row.
///
/// ```
/// use fruitrage_rules::{Cell, CellSet};
///
/// let corner: Cell = "A1".parse().unwrap();
/// let mut cells = CellSet::EMPTY;
/// cells.insert(corner);
/// assert!(cells.contains(corner));
/// assert_eq!(cells.iter().collect::<Vec<_>>(), [corner]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet {
    /// The rows in each column.
    pub columns: [u32; Size::MAX],
}

impl CellSet {
    /// No cell at all.
    pub const EMPTY: Self = Self { columns: [0; Size::MAX] };

    /// Adds a cell.
    pub const fn insert(&mut self, cell: Cell) {
        self.columns[cell.column()] |= 1 << cell.row();
    }

    /// Whether the cell is in the set.
    pub const fn contains(&self, cell: Cell) -> bool {
        self.columns[cell.column()] >> cell.row() & 1 != 0
    }

    /// How many cells there are.
    pub fn count(&self) -> u32 {
        self.columns.iter().map(|rows| rows.count_ones()).sum()
    }

    /// The first cell: leftmost column, then highest place.
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells by column, from the top of each.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.columns.iter().zip(0..).flat_map(|(&rows, column)| {
            rows_of(rows).map(move |row| Cell { column, row: row as u8 })
        })
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The numbers of the bits that are set, lowest first.
fn rows_of(mut rows: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if rows == 0 {
            return None;
        }
        let row = rows.trailing_zeros();
        rows &= rows - 1;
        Some(row)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_letter_and_digits_and_nothing_else() {
        assert_eq!("Z26".parse(), Ok(Cell { column: 25, row: 25 }));
        for text in ["", "A", "a1", "1A", "A0", "A27", "[1", "A+1", "A-1", "A1 ", "AA1", "Ä1"] {
            assert_eq!(text.parse::<Cell>(), Err(NotACell), "{text}");
        }
    }

    #[test]
    fn a_set_has_the_cells_that_were_put_in() {
        let [inside, beside, below] = ["C5", "B5", "C6"].map(|text| text.parse().unwrap());
        let mut cells = CellSet::EMPTY;
        cells.insert(inside);
        cells.insert(inside);
        assert_eq!([inside, beside, below].map(|cell| cells.contains(cell)), [true, false, false]);
        assert_eq!((cells.count(), format!("{cells:?}")), (1, "{C5}".to_owned()));
    }

    #[test]
    fn a_board_has_the_cells_up_to_its_size() {
        let size = Size::new(3).unwrap();
        let is_on = |text: &str| text.parse::<Cell>().unwrap().is_on(size);
        assert_eq!(
            ["A1", "C3", "D3", "C4", "A4", "D1"].map(is_on),
            [true, true, false, false, false, false]
        );
    }
}
