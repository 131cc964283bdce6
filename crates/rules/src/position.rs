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

/// A bare board has as many lines as it is wide, or one with `/` between its rows; an
/// `input.txt` has more lines. If rows are missing or too many, its first two
/// lines still give it away: in an `input.txt` these are numbers of one or two digits.
fn is_bare_board(text: &str) -> bool {
    let lines: Vec<&str> =
        text.trim_start_matches('\u{feff}').trim_end().lines().map(str::trim_end).collect();
    let width = |index: usize| lines.get(index).map(|line| line.chars().count());
    let first = width(0).unwrap_or(0);
    let is_row = first > 2 && lines[0].starts_with(|it: char| it.is_ascii_digit() || it == '*');
    let has_rows = is_row && width(1).is_none_or(|second| second == first);
    lines.len() == first || has_rows || text.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read_position(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_bare_board_with_too_few_or_too_many_rows_is_told_so() {
        let missing =
            "line 3, column 1: expected row 3 of 3 of the board, found the end of the text";
        assert_eq!(message("012\n120\n"), missing);
        assert_eq!(message("\u{feff}012\r\n120\r\n"), missing);
        let alone = "line 2, column 1: expected row 2 of 5 of the board, found the end of the text";
        assert_eq!(message("01234"), alone);
        let too_many = "line 4, column 1: expected the end of the text, found `210`";
        assert_eq!(message("012\n120\n201\n210\n"), too_many);
    }

    #[test]
    fn an_input_is_told_what_is_wrong_with_it_as_an_input() {
        assert!(message("100\n4\n9.5\n0\n").contains("expected the board's width n"));
        assert!(message("10\n10\n0\n").contains("expected the seconds left"));
        assert!(message("hello\n").contains("expected the board's width n"));
    }
}
