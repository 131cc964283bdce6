//! A position as people keep it: an `input.txt`, or a board and nothing else.

use crate::{Board, Input, TextError};

/// Reads the board of an `input.txt` or of a text that is a board and nothing else.
///
/// ```
/// use fruitrage_rules::read_position;
///
/// let board = "01/21".parse().unwrap();
/// assert_eq!(read_position(b"01/21"), Ok(board));
/// assert_eq!(read_position(b"01\r\n21\r\n"), Ok(board));
/// assert_eq!(read_position(b"2\n3\n123.6\n01\n21\n"), Ok(board));
/// ```
pub fn read_position(text: &[u8]) -> Result<Board, TextError> {
    match std::str::from_utf8(text) {
        Ok(text) if is_bare_board(text) => text.parse(),
        _ => Input::parse(text).map(|input| input.board),
    }
}

/// A bare board is one or as many lines as it is wide; an `input.txt` has more lines.
fn is_bare_board(text: &str) -> bool {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    let width = lines.first().map_or(0, |line| line.trim_start_matches('\u{feff}').len());
    lines.len() == width || text.contains('/')
}
