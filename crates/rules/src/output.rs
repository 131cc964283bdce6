//! `output.txt`: an agent's answer.

use std::fmt;

use crate::text::{Lines, TextError};
use crate::{Board, Cell, FruitKinds, Size};

/// The content of `output.txt`: the chosen cell and the board after the move.
///
/// Whether the choice is legal and the board right is for the referee to say.
///
/// ```
/// use fruitrage_rules::{Output, Size};
///
/// let output = Output::parse(b"B1\r\n0*\r\n2*", Size::new(2).unwrap()).unwrap();
/// assert_eq!(output.to_string(), "B1\n0*\n2*\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The cell that was chosen.
    pub choice: Cell,
    /// The board that the agent says comes after the move.
    pub board: Board,
}

impl Output {
    /// Reads the text of an `output.txt` for a board of a known size.
    pub fn parse(text: &[u8], size: Size) -> Result<Self, TextError> {
        let mut lines = Lines::new(text)?;
        let expected = || "the move, a column letter A to Z and a row number 1 to 26";
        let line = lines.next_or(expected)?;
        let choice = line.text().parse().map_err(|_| line.error(expected()))?;
        let any_fruit = FruitKinds::new(FruitKinds::MAX).expect("the most kinds are allowed");
        let board = Board::read(&mut lines, size, any_fruit)?;
        lines.expect_end()?;
        Ok(Self { choice, board })
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.choice, self.board)
    }
}
