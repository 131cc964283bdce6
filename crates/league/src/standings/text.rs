//! Standings for a terminal.

use fruitrage_rules::plain_name;

use super::{Standings, absence, faults_shown, games_shown, half_width, shown};

/// How many faults are listed; the others are counted.
const MOST_FAULTS: usize = 20;

/// The standings as plain text.
pub fn text(standings: &Standings) -> String {
    let names: Vec<String> = standings.lines.iter().map(|line| plain_name(&line.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    let mut lines = vec![format!(
        "{:>4}  {:width$}  {:>6} {:>6}  {:>10}  {:>10}  {:>8}  {:>8}  faults",
        "rank", "agent", "rating", "±", "pairs", "games", "margin", "s/game"
    )];
    for (line, name) in standings.lines.iter().zip(&names) {
        let row = format!(
            "{:>4}  {name:width$}  {:>6.0} {:>6}  {:>10}  {:>10}  {:>+8.1}  {:>8.2}  {}",
            line.rank,
            line.rating.0.value,
            half_width(&line.rating),
            shown(&line.pairs),
            shown(&line.games),
            line.margin,
            line.seconds_per_game,
            faults_shown(line),
        );
        lines.push(row.trim_end().to_owned());
    }
    lines.push(games_shown(standings.games));
    lines.extend(standings.left_out.iter().map(absence));
    for fault in standings.faults.iter().take(MOST_FAULTS) {
        lines.push(format!(
            "game {}: {} lost to {} ({}): {}",
            fault.game,
            plain_name(&fault.loser),
            plain_name(&fault.opponent),
            fault.cause,
            fault.detail
        ));
    }
    let more = (standings.fault_count() as usize).checked_sub(MOST_FAULTS);
    if let Some(more) = more.filter(|more| *more > 0) {
        lines.push(format!("and {more} more lost by a fault"));
    }
    lines.join("\n") + "\n"
}
