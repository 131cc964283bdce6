//! The board: what lies where, what a move claims, and what falls after it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::text::{Lines, TextError};
use crate::{Cell, CellSet, Column, Flood, Fruit, FruitKinds, Group, Groups, Links, Size};

/// A square board of fruits and empty cells.
///
/// Fruit may hang over a hole: groups are taken as the board stands, and gravity
/// settles everything after the move. A board that came from a move is settled.
///
/// As text a board is its rows from the top, a digit for a fruit and `*` for an empty
/// cell, on lines of their own or separated by `/`.
///
/// ```
/// use fruitrage_rules::{Board, Cell};
///
/// let board: Board = "***/*10/000".parse().unwrap();
/// let (after, claimed) = board.play("C2".parse().unwrap()).unwrap();
/// assert_eq!(claimed.points(), 16);
/// assert_eq!(after, "***/***/*1*".parse().unwrap());
/// assert_eq!(after.to_string(), "***\n***\n*1*");
/// assert_eq!(format!("{after:?}"), "Board(***/***/*1*)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// Columns past the size are empty, as are rows past it.
    columns: [Column; Size::MAX],
}

impl Board {
    /// A board without fruit.
    pub const fn empty(size: Size) -> Self {
        Self { size, columns: [Column::EMPTY; Size::MAX] }
    }

    /// A board from a function that returns the content of each cell on it.
    ///
    /// ```
    /// use fruitrage_rules::{Board, Fruit, Size};
    ///
    /// let checks = Board::from_fn(Size::new(2).unwrap(), |cell| {
    ///     Fruit::new((cell.column() + cell.row()) % 2)
    /// });
    /// assert_eq!(checks.to_string(), "01\n10");
    /// ```
    pub fn from_fn(size: Size, mut fruit: impl FnMut(Cell) -> Option<Fruit>) -> Self {
        let mut board = Self::empty(size);
        for cell in size.cells() {
            board.columns[cell.column()].set(cell.row(), fruit(cell));
        }
        board
    }

    /// A board from its columns; `None` if there is fruit in rows or columns past the size.
    ///
    /// ```
    /// use fruitrage_rules::{Board, Size};
    ///
    /// let board: Board = "01/21".parse().unwrap();
    /// assert_eq!(Board::from_columns(board.size(), *board.columns()), Some(board));
    /// for outside in ["**/01", "1*/0*", "**/*1"] {
    ///     let board: Board = outside.parse().unwrap();
    ///     assert_eq!(Board::from_columns(Size::new(1).unwrap(), *board.columns()), None);
    /// }
    /// ```
    pub fn from_columns(size: Size, columns: [Column; Size::MAX]) -> Option<Self> {
        let (inside, outside) = columns.split_at(size.get());
        let fits = inside.iter().all(|column| column.filled() & !size.full_column() == 0);
        (fits && outside.iter().all(|column| column.filled() == 0))
            .then_some(Self { size, columns })
    }

    /// The board's width and height.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The columns; those past the size are empty.
    pub const fn columns(&self) -> &[Column; Size::MAX] {
        &self.columns
    }

    /// The fruit in a cell; none outside the board.
    pub fn fruit_at(&self, cell: Cell) -> Option<Fruit> {
        self.columns[cell.column()].fruit(cell.row())
    }

    /// The cells that hold a fruit.
    pub fn filled(&self) -> CellSet {
        CellSet { columns: self.columns.map(|column| column.filled()) }
    }

    /// How many fruits are left.
    pub fn fruits_left(&self) -> u32 {
        self.filled().count()
    }

    /// How many fruits of each kind are left.
    pub fn fruits_left_by_kind(&self) -> [u32; FruitKinds::MAX] {
        std::array::from_fn(|number| {
            let fruit = Fruit::new(number).expect("the array has one entry per kind");
            let rows = self.columns.iter().map(|column| column.rows_with(fruit));
            rows.map(u32::count_ones).sum()
        })
    }

    /// Whether the game is over: no fruit is left.
    pub fn is_empty(&self) -> bool {
        self.own_columns().iter().all(|column| column.filled() == 0)
    }

    /// The columns that the board has.
    fn own_columns(&self) -> &[Column] {
        &self.columns[..self.size.get()]
    }

    /// Whether no fruit hangs over a hole.
    ///
    /// ```
    /// use fruitrage_rules::Board;
    ///
    /// let is_settled = |board: &str| board.parse::<Board>().unwrap().is_settled();
    /// assert!(is_settled("**/01") && !is_settled("0*/*1"));
    /// ```
    pub fn is_settled(&self) -> bool {
        self.own_columns().iter().all(|column| column.holes(self.size) == 0)
    }

    /// The most that the rest of the game can change the margin by: every kind of
    /// fruit claimed at once, all by one player. A lead beyond this is final.
    ///
    /// ```
    /// use fruitrage_rules::Board;
    ///
    /// let board: Board = "01/21".parse().unwrap();
    /// assert_eq!(board.most_points_left(), 1 + 4 + 1);
    /// ```
    pub fn most_points_left(&self) -> u32 {
        self.fruits_left_by_kind().iter().map(|count| count * count).sum()
    }

    /// Which neighbours hold the same fruit.
    pub fn links(&self) -> Links {
        Links::of(&self.columns, self.size)
    }

    /// The group that a cell belongs to; none if it is empty or outside the board.
    pub fn group_at(&self, cell: Cell) -> Option<Group> {
        let fruit = self.fruit_at(cell)?;
        Some(Group::new(fruit, &Flood::at(self.own_columns(), cell)?))
    }

    /// All groups, that is all moves, by their first cell.
    ///
    /// ```
    /// use fruitrage_rules::Board;
    ///
    /// let board: Board = "01/21".parse().unwrap();
    /// let points: Vec<u32> = board.groups().map(|group| group.points()).collect();
    /// assert_eq!(points, [1, 1, 4]);
    /// ```
    pub fn groups(&self) -> Groups<'_> {
        Groups::new(self)
    }

    /// Claims the group at a cell: the settled board after it, and the group.
    pub fn play(&self, cell: Cell) -> Result<(Self, Group), IllegalMove> {
        let group = self.group_at(cell).ok_or(if cell.is_on(self.size) {
            IllegalMove::Empty { cell }
        } else {
            IllegalMove::Outside { cell, size: self.size }
        })?;
        Ok((self.after(&group), group))
    }

    /// The settled board after one of its own groups is claimed.
    #[must_use]
    pub fn after(&self, group: &Group) -> Self {
        let mut after = *self;
        after.claim(group);
        after
    }

    /// Claims one of the board's own groups: takes it off and lets everything fall.
    ///
    /// ```
    /// use fruitrage_rules::Board;
    ///
    /// let mut board: Board = "***/*10/000".parse().unwrap();
    /// let group = board.group_at("C2".parse().unwrap()).unwrap();
    /// board.claim(&group);
    /// assert_eq!(board, "***/***/*1*".parse().unwrap());
    /// ```
    pub fn claim(&mut self, group: &Group) {
        let size = self.size;
        let columns = self.columns.iter_mut().zip(group.cells().columns);
        for (column, rows) in columns.take(size.get()) {
            column.remove(rows | column.holes(size));
        }
    }

    /// Reads rows from lines of text; every fruit must be one of `kinds`.
    pub(crate) fn read(
        lines: &mut Lines,
        size: Size,
        kinds: FruitKinds,
    ) -> Result<Self, TextError> {
        let mut board = Self::empty(size);
        for row in 0..size.get() {
            let what = || format!("row {} of {size} of the board", row + 1);
            let line = lines.next_or(what)?;
            for (column, content) in line.chars().take(size.get()).enumerate() {
                let fruit = Fruit::from_digit(content).filter(|&fruit| kinds.contains(fruit));
                if fruit.is_none() && content != '*' {
                    let highest = kinds.get() - 1;
                    let wanted = format!("a fruit 0 to {highest} or `*` in {}", what());
                    return Err(line.error_at(column, wanted));
                }
                board.columns[column].set(row, fruit);
            }
            line.expect_length(size.get(), || format!("{size} characters in {}", what()))?;
        }
        Ok(board)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.size.cells() {
            if cell.column() == 0 && cell.row() > 0 {
                f.write_str(if f.alternate() { "/" } else { "\n" })?;
            }
            let content = self.fruit_at(cell).map_or('*', Fruit::digit);
            write!(f, "{content}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self:#})")
    }
}

impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let rows = text.replace('/', "\n");
        let mut lines = Lines::new(rows.as_bytes())?;
        let width = lines.peek().map_or(0, |line| line.chars().count());
        let size = Size::new(width).ok_or_else(|| lines.error("a board of 1 to 26 columns"))?;
        let any_fruit = FruitKinds::new(FruitKinds::MAX).expect("the most kinds are allowed");
        let board = Self::read(&mut lines, size, any_fruit)?;
        lines.expect_end()?;
        Ok(board)
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The cell holds no fruit.
    #[error("expected a cell with a fruit, but {cell} is empty")]
    Empty {
        /// The cell that was named.
        cell: Cell,
    },
    /// The cell is not on the board.
    #[error("expected a cell of the {size}×{size} board, but {cell} is outside it")]
    Outside {
        /// The cell that was named.
        cell: Cell,
        /// The board's size.
        size: Size,
    },
}
