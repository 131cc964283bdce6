//! What stands beside or above the board during a game.

use fruitrage_rules::Player;
use ratatui::text::Line;

use super::style::Style;
use super::words;
use crate::layout::Layout;
use crate::state::State;

/// Beside the board: everything, and as many of the last moves as there is room for.
pub(super) fn beside(
    state: &State,
    layout: &Layout,
    style: Style,
    height: usize,
) -> Vec<Line<'static>> {
    let setup = state.contest.game().setup();
    let size = setup.board().size();
    let about = format!("{size}×{size}, {} fruits, seed {}", setup.kinds(), state.contest.seed());
    let mut lines = vec![
        Line::styled("Fruit Rage", Style::title()),
        Line::styled(style.in_reach(&about), Style::quiet()),
    ];
    lines.extend(Player::BOTH.into_iter().flat_map(|player| score(state, player, style)));
    lines.push(Line::raw(words::turn(state)));
    lines.push(Line::raw(words::last_move(state)));
    lines.push(Line::default());
    lines.push(Line::styled(style.in_reach(&words::selection(state)), Style::title()));
    let thoughts = [words::hint(state), words::thinking(state)].into_iter().flatten().flatten();
    lines.extend(thoughts.map(|thought| Line::raw(style.in_reach(&thought))));
    if layout.most_scroll() > 0 {
        let first = state.scroll() + 1;
        let last = state.scroll() + layout.rows;
        lines.push(Line::styled(format!("rows {first} to {last} of {size}"), Style::quiet()));
    }
    lines.push(Line::default());
    let room = height.saturating_sub(lines.len());
    lines.extend(last_moves(state, room));
    lines
}

fn score(state: &State, player: Player, style: Style) -> [Line<'static>; 2] {
    let contest = &state.contest;
    let is_to_move = !contest.is_over() && contest.game().to_move() == player;
    let mark = if is_to_move { style.turn_mark() } else { "  " };
    let attributes = if is_to_move { Style::title() } else { ratatui::style::Style::new() };
    let points = contest.game().scores()[player.index()];
    let clock = words::clock_of(state, player);
    [
        Line::styled(format!("{mark}{}", contest.name(player)), attributes),
        Line::styled(format!("  {points:>7}  {clock:>8}"), attributes),
    ]
}

fn last_moves(state: &State, room: usize) -> Vec<Line<'static>> {
    let turns = state.contest.game().turns();
    let shown = turns.iter().enumerate().skip(turns.len().saturating_sub(room));
    let lines = shown.map(|(index, turn)| {
        let name = state.contest.name(Player::BOTH[index % 2]);
        let choice = turn.choice.to_string();
        Line::raw(format!("{:>3} {choice:<3} +{:<5} {name}", index + 1, turn.points))
    });
    lines.collect()
}

/// Above the board: three lines.
pub(super) fn above(state: &State, style: Style) -> Vec<Line<'static>> {
    let contest = &state.contest;
    let scores = Player::BOTH.map(|player| {
        let is_to_move = !contest.is_over() && contest.game().to_move() == player;
        let mark = if is_to_move { style.turn_mark() } else { "" };
        let points = contest.game().scores()[player.index()];
        let clock = words::clock_of(state, player);
        format!("{mark}{} {points} {clock}", contest.name(player)).trim_end().to_owned()
    });
    let second = match words::last_move(state) {
        last if last.is_empty() => words::turn(state),
        last => last,
    };
    let thought = words::hint(state).or_else(|| words::thinking(state));
    let third = thought.map_or_else(|| words::selection(state), |[thought, _]| thought);
    vec![
        Line::styled(scores.join(" : "), Style::title()),
        Line::raw(second),
        Line::raw(style.in_reach(&third)),
    ]
}
