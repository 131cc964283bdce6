//! The value of a position by looking at every game that can follow.

use std::collections::HashMap;

use fruitrage_rules::Board;

/// What the player to move gains over the opponent with best play of both.
pub(crate) fn value(board: &Board, known: &mut HashMap<Board, i32>) -> i32 {
    if board.is_empty() {
        return 0;
    }
    if let Some(&value) = known.get(board) {
        return value;
    }
    let outcomes = board.groups().map(|group| {
        let reply = value(&board.after(&group), known);
        group.points() as i32 - reply
    });
    // Collected, since the table is in use while the outcomes are found.
    let value = outcomes.collect::<Vec<_>>().into_iter().max().expect("there is a move");
    known.insert(*board, value);
    value
}
