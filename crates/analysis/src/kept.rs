//! Reviews that are kept, so that nothing is searched twice.

use fruitrage_rules::{Board, Cell, Game};
use serde::{Deserialize, Serialize};

use crate::{Judgement, Review};

/// What of a review does not follow from its game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// What was reviewed, and how.
    key: String,
    positions: Vec<KeptPosition>,
    /// What the last position is worth to the player whose turn it would be.
    rest: i32,
}

/// The position before a move.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptPosition {
    value: i32,
    exact: bool,
    /// Best play, its cells separated by blanks.
    best: String,
}

/// A review as text to be kept under a key that says what was reviewed, and how.
pub fn keep(key: &str, review: &Review) -> String {
    let positions = review.judgements.iter().map(|judgement| {
        let cells: Vec<String> = judgement.best.iter().map(ToString::to_string).collect();
        KeptPosition { value: judgement.best_value, exact: judgement.exact, best: cells.join(" ") }
    });
    let rest = match review.judgements.last() {
        Some(last) => last.points - last.played_value,
        None => review.start_value,
    };
    let kept = Kept { key: key.to_owned(), positions: positions.collect(), rest };
    serde_json::to_string(&kept).expect("texts and numbers can always be written")
}

/// The review of a game as it was kept; none if the text is of another key or game, or
/// cannot be a review at all.
pub fn read_kept(text: &[u8], key: &str, game: &Game) -> Option<Review> {
    let kept: Kept = serde_json::from_slice(text).ok().filter(|kept: &Kept| kept.key == key)?;
    let turns = game.turns();
    if kept.positions.len() != turns.len() {
        return None;
    }
    // Beyond what a game can be worth, sums might overflow.
    let most = game.setup().board().most_points_left();
    let values = || kept.positions.iter().map(|position| position.value).chain([kept.rest]);
    if values().any(|value| value.unsigned_abs() > most) {
        return None;
    }
    let boards = game.boards();
    let mut judgements = Vec::with_capacity(turns.len());
    for ((index, turn), (position, next)) in
        turns.iter().enumerate().zip(kept.positions.iter().zip(values().skip(1)))
    {
        let board = &boards[index];
        let judgement = Judgement {
            index,
            played: turn.choice,
            points: turn.points as i32,
            largest: board.groups().map(|group| group.points()).max()? as i32,
            played_value: turn.points as i32 - next,
            best_value: position.value,
            best: line(&position.best, *board)?,
            exact: position.exact,
        };
        judgements.push(judgement);
    }
    let adds_up = judgements.iter().all(|judgement| judgement.lost() >= 0);
    let start_value = values().next()?;
    adds_up.then_some(Review { start_value, judgements })
}

/// A line of play that is possible on the board, and not empty.
fn line(text: &str, mut board: Board) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    for cell in text.split(' ') {
        let cell = cell.parse().ok()?;
        board = board.play(cell).ok()?.0;
        cells.push(cell);
    }
    Some(cells)
}
