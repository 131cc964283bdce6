//! `input.txt`: the position that an agent is asked about.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::text::{Lines, TextError};
use crate::{Board, FruitKinds, seconds};

/// The content of `input.txt`: width, kinds of fruit, seconds left, the board.
///
/// ```
/// use fruitrage_rules::Input;
///
/// let input = Input::parse(b"2\r\n3\r\n123.6\r\n01\r\n21").unwrap();
/// assert_eq!(input.to_string(), "2\n3\n123.6\n01\n21\n");
///
/// let error = Input::parse(b"2\n3\n123.6\n01\n25\n").unwrap_err();
/// assert_eq!((error.line, error.column), (5, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// How many kinds of fruit the game has; the board has no others.
    pub kinds: FruitKinds,
    /// What the player to move has left on the clock; more than nothing.
    pub time_left: Duration,
    /// The board before the move.
    pub board: Board,
}

impl Input {
    /// Reads the text of an `input.txt`.
    pub fn parse(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = Lines::new(text)?;
        let size = read_value(&mut lines, "the board's width n, a whole number from 1 to 26")?;
        let kinds = "the number p of kinds of fruit, a whole number from 1 to 10";
        let kinds = read_value(&mut lines, kinds)?;
        let expected = || "the seconds left, a number above 0";
        let line = lines.next_or(expected)?;
        let time_left =
            seconds::parse_positive(line.text()).ok_or_else(|| line.error(expected()))?;
        let board = Board::read(&mut lines, size, kinds)?;
        lines.expect_end()?;
        Ok(Self { kinds, time_left, board })
    }
}

/// Reads a line that is one value.
fn read_value<T: FromStr>(lines: &mut Lines, expected: &str) -> Result<T, TextError> {
    let line = lines.next_or(|| expected)?;
    line.text().parse().map_err(|_| line.error(expected))
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kinds, time_left, board } = self;
        let time_left = seconds::display(*time_left);
        writeln!(f, "{}\n{kinds}\n{time_left}\n{board}", board.size())
    }
}
