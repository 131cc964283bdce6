//! What stands beside or above the board during a review.

use fruitrage_rules::Player;
use ratatui::text::Line;

use super::style::Style;
use super::words::points_of;
use crate::state::State;
use crate::stepping::Stepping;

/// Beside the board: the move, the players, and the moves around it with what they lost.
pub(super) fn beside(
    state: &State,
    stepping: &Stepping,
    style: Style,
    height: usize,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled("Review", Style::title())];
    lines.extend(about_move(state, stepping).map(|text| Line::raw(style.in_reach(&text))));
    lines.push(Line::default());
    lines.extend(about_players(state, stepping).into_iter().map(Line::raw));
    lines.push(Line::default());
    let room = height.saturating_sub(lines.len());
    lines.extend(moves(state, stepping, style, room));
    lines
}

/// Above the board: three lines.
pub(super) fn above(state: &State, stepping: &Stepping, style: Style) -> Vec<Line<'static>> {
    let [played, verdict, better, _] = about_move(state, stepping);
    [played, verdict, better].map(|text| Line::raw(style.in_reach(&text))).into()
}

/// What was played, what it lost, what was better, and the values.
fn about_move(state: &State, stepping: &Stepping) -> [String; 4] {
    let turn = stepping.turn();
    let name = state.contest.name(Player::BOTH[stepping.index() % 2]);
    let number = stepping.index() + 1;
    let played = format!("{number}/{} {name}: {} +{}", stepping.length(), turn.choice, turn.points);
    let Some(judgement) = stepping.judgement() else {
        return [played, "Being judged".to_owned(), String::new(), String::new()];
    };
    let estimated = if judgement.exact { "" } else { ", estimated" };
    if judgement.lost() == 0 {
        let value = format!("value {:+}{estimated}", judgement.best_value);
        return [played, "Nothing lost: a best move".to_owned(), String::new(), value];
    }
    let better = judgement.best.first().map_or_else(String::new, |&cell| {
        format!("Better: {cell} +{}", points_of(stepping.board(), cell))
    });
    let values = format!(
        "value {:+} instead of {:+}{estimated}",
        judgement.played_value, judgement.best_value
    );
    let plural = if judgement.lost() == 1 { "" } else { "s" };
    let lost = format!("Lost {} point{plural}", judgement.lost());
    [played, lost, better, values]
}

/// How the players did, or how far the judging is.
fn about_players(state: &State, stepping: &Stepping) -> Vec<String> {
    let Some(review) = &stepping.review else {
        return vec![format!("{} of {} moves judged", stepping.judged(), stepping.length())];
    };
    let players = Player::BOTH.into_iter().flat_map(|player| {
        let summary = review.summary(player);
        let accuracy =
            summary.accuracy.map_or_else(String::new, |part| format!(", accuracy {part:.0}%"));
        let lost = format!("  lost {}{accuracy}", summary.lost);
        [state.contest.name(player).to_owned(), lost]
    });
    let turning: Vec<String> =
        review.turning_points().iter().map(|index| (index + 1).to_string()).collect();
    let turning = match turning.as_slice() {
        [] => None,
        [only] => Some(format!("turned once, at {only}")),
        [.., last] => Some(format!("turned {} times, last at {last}", turning.len())),
    };
    players.chain(turning).collect()
}

/// The moves around the one that is shown.
fn moves(state: &State, stepping: &Stepping, style: Style, room: usize) -> Vec<Line<'static>> {
    let first =
        stepping.index().saturating_sub(room / 2).min(stepping.length().saturating_sub(room));
    let shown = stepping.moves().enumerate().skip(first).take(room);
    let lines = shown.map(|(index, (turn, judgement))| {
        let is_shown = index == stepping.index();
        let mark = if is_shown { style.turn_mark() } else { "  " };
        let choice = turn.choice.to_string();
        let lost = match judgement.map(fruitrage_analysis::Judgement::lost) {
            None | Some(0) => String::new(),
            Some(lost) => format!("lost {lost}"),
        };
        let name: String = state.contest.name(Player::BOTH[index % 2]).chars().take(3).collect();
        let text = format!("{mark}{:>3} {name:<3} {choice:<3} {lost}", index + 1);
        Line::styled(text, if is_shown { Style::title() } else { ratatui::style::Style::new() })
    });
    lines.collect()
}
