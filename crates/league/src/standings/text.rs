//! Standings for a terminal.

use super::{Standings, faults_shown, games_shown, half_width, shown};

/// How many faults are listed; the others are counted.
const MOST_FAULTS: usize = 20;

/// The standings as plain text.
pub fn text(standings: &Standings) -> String {
    let width =
        standings.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(5);
    let mut lines = vec![format!(
        "{:>4}  {:width$}  {:>6} {:>6}  {:>10}  {:>10}  {:>8}  {:>8}  faults",
        "rank", "agent", "rating", "±", "pairs", "games", "margin", "s/game"
    )];
    for line in &standings.lines {
        let row = format!(
            "{:>4}  {:width$}  {:>6.0} {:>6.0}  {:>10}  {:>10}  {:>+8.1}  {:>8.2}  {}",
            line.rank,
            line.name,
            line.rating.0.value,
            half_width(&line.rating),
            shown(&line.pairs),
            shown(&line.games),
            line.margin,
            line.seconds_a_game,
            faults_shown(line),
        );
        lines.push(row.trim_end().to_owned());
    }
    lines.push(games_shown(standings.games));
    for fault in standings.faults.iter().take(MOST_FAULTS) {
        lines.push(format!(
            "game {}: {} lost to {} ({}): {}",
            fault.game, fault.loser, fault.opponent, fault.cause, fault.detail
        ));
    }
    if let Some(more) = standings.faults.len().checked_sub(MOST_FAULTS).filter(|more| *more > 0) {
        lines.push(format!("and {more} more lost by a fault"));
    }
    lines.join("\n") + "\n"
}
