//! How wide a board is.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Cell;

/// The width and height of a board: 1 to 26.
///
/// ```
/// use fruitrage_rules::Size;
///
/// assert_eq!(Size::new(10).unwrap().get(), 10);
/// assert_eq!(Size::new(27), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// The largest width: one column for each letter A to Z.
    pub const MAX: usize = 26;

    /// The largest size.
    pub const LARGEST: Self = Self(Self::MAX as u8);

    /// How many cells the largest board has: no game has more moves, no position more groups.
    ///
    /// ```
    /// use fruitrage_rules::Size;
    ///
    /// assert_eq!(Size::LARGEST.cells().count(), Size::MOST_CELLS);
    /// ```
    pub const MOST_CELLS: usize = Self::MAX * Self::MAX;

    /// A size, unless `n` is outside 1 to 26.
    pub const fn new(n: usize) -> Option<Self> {
        if 1 <= n && n <= Self::MAX { Some(Self(n as u8)) } else { None }
    }

    /// The size as a number.
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The rows of a full column, one bit per row.
    pub const fn full_column(self) -> u32 {
        (1 << self.0) - 1
    }

    /// Every cell of a board of this size, row by row from the top.
    ///
    /// ```
    /// use fruitrage_rules::Size;
    ///
    /// let cells = Size::new(2).unwrap().cells();
    /// let names: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    /// assert_eq!(names, ["A1", "B1", "A2", "B2"]);
    /// ```
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let width = self.get();
        (0..width).flat_map(move |row| (0..width).filter_map(move |column| Cell::new(column, row)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a whole number from 1 to 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a whole number from 1 to 26")]
pub struct NotSize;

impl FromStr for Size {
    type Err = NotSize;

    fn from_str(text: &str) -> Result<Self, NotSize> {
        text.parse().ok().and_then(Self::new).ok_or(NotSize)
    }
}
