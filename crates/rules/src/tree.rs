//! The number of lines of play: a check on everything that makes a move.

use crate::Board;

/// How many sequences of moves there are from a board: those of `depth` moves, and
/// the shorter ones that empty the board before.
///
/// ```
/// use fruitrage_rules::{Board, count_lines};
///
/// let board: Board = "01/21".parse().unwrap();
/// assert_eq!(count_lines(&board, 1), 3);
/// assert_eq!(count_lines(&board, 9), 6);
/// ```
pub fn count_lines(board: &Board, depth: u32) -> u64 {
    if depth == 0 || board.is_empty() {
        return 1;
    }
    board
        .groups()
        .map(|group| match depth {
            1 => 1,
            _ => count_lines(&board.after(&group), depth - 1),
        })
        .sum()
}
