//! What is said about a game, in few words.

use std::time::Duration;

use fruitrage_engine::Report;
use fruitrage_rules::{Board, Cell, Player};

use crate::state::{Hint, State};
use crate::symbols::symbol_of;

/// A clock: tenths when it gets tight.
pub(super) fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, seconds) {
        (1.., _) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        (_, 0..10) => format!("0:{:04.1}", left.as_millis() as f64 / 1000.0),
        _ => format!("{minutes}:{:02}", seconds % 60),
    }
}

/// A player's clock with a word, if there is one.
pub(super) fn clock_of(state: &State, player: Player) -> String {
    state.contest.clock(player, state.now).map_or_else(String::new, clock)
}

/// Whose turn it is, or that it is over.
pub(super) fn turn(state: &State) -> String {
    let contest = &state.contest;
    let name = contest.name(contest.game().to_move());
    let number = contest.game().turns().len() + 1;
    match (contest.is_over(), contest.awaits_rival(), contest.rival()) {
        (true, ..) => "The game is over.".to_owned(),
        (_, true, _) => format!("Move {number}: {name} thinks"),
        (_, _, Some(_)) => format!("Move {number}: your turn"),
        (_, _, None) => format!("Move {number}: {name}"),
    }
}

/// The last move.
pub(super) fn last_move(state: &State) -> String {
    state.last_move().map_or_else(String::new, |(player, turn)| {
        format!("Last: {} +{} by {}", turn.choice, turn.points, state.contest.name(player))
    })
}

/// What is under the cursor and what it would score.
pub(super) fn selection(state: &State) -> String {
    match state.selected() {
        Some(group) => {
            let (count, points) = (group.count(), group.points());
            let name = symbol_of(group.fruit()).name;
            format!("{}: {count} × {name} = +{points}", state.cursor.cell)
        }
        None => format!("{}: empty", state.cursor.cell),
    }
}

/// What the engine advises, in two parts: the move with its value, and the work.
pub(super) fn hint(state: &State) -> Option<[String; 2]> {
    Some(match state.hint.as_ref()? {
        Hint::Awaited => ["Hint: thinking".to_owned(), String::new()],
        Hint::Found { report, is_final } => {
            let best = report.best();
            let points = points_of(state.contest.board(), best.moves[0]);
            let dots = if *is_final { "" } else { " ..." };
            let advice = format!("Hint: {} +{points}, value {:+}", best.moves[0], best.value);
            [advice, format!("{}{dots}", work(report))]
        }
    })
}

/// What the opponent thinks, in two parts as a hint.
pub(super) fn thinking(state: &State) -> Option<[String; 2]> {
    let report = state.thinking.as_ref()?;
    let best = report.best();
    Some([format!("Thinks of {}, value {:+}", best.moves[0], best.value), work(report)])
}

fn work(report: &Report) -> String {
    let certainty = if report.best().exact { "exact" } else { "estimated" };
    format!("{certainty}, depth {}, {} positions", report.depth, short(report.nodes))
}

/// What claiming a cell would score.
pub(super) fn points_of(board: &Board, cell: Cell) -> u32 {
    board.group_at(cell).map_or(0, |group| group.points())
}

fn short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{:.1}k", count as f64 / 1e3),
        _ => format!("{:.1}M", count as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_short_and_exact_when_it_matters() {
        for (milliseconds, text) in [
            (0, "0:00.0"),
            (9_940, "0:09.9"),
            (10_000, "0:10"),
            (59_999, "0:59"),
            (61_000, "1:01"),
            (3_599_000, "59:59"),
            (3_661_000, "1:01:01"),
        ] {
            assert_eq!(clock(Duration::from_millis(milliseconds)), text);
        }
    }
}
