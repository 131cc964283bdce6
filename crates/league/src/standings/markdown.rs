//! Standings for a wiki or a README.

use fruitrage_rules::plain_name;

use super::{Standings, absence, faults_shown, half_width, shown};

/// The standings and the cross-table as Markdown.
pub fn markdown(standings: &Standings) -> String {
    let mut lines = vec![
        "| rank | agent | rating | pairs | games | margin | faults |".to_owned(),
        "|---:|---|---:|---:|---:|---:|---|".to_owned(),
    ];
    for line in &standings.lines {
        lines.push(format!(
            "| {} | {} | {:.0} ± {} | {} | {} | {:+.1} | {} |",
            line.rank,
            escaped(&line.name),
            line.rating.0.value,
            half_width(&line.rating),
            shown(&line.pairs),
            shown(&line.games),
            line.margin,
            faults_shown(line),
        ));
    }
    lines.push(String::new());
    let numbers: Vec<String> =
        (1..=standings.lines.len()).map(|number| number.to_string()).collect();
    lines.push(format!("| | agent | {} |", numbers.join(" | ")));
    lines.push(format!("|---:|---|{}", "---:|".repeat(numbers.len())));
    for ((number, line), row) in (1..).zip(&standings.lines).zip(&standings.table) {
        let cells: Vec<String> =
            row.iter().map(|cell| cell.as_ref().map_or_else(String::new, shown)).collect();
        lines.push(format!("| {number} | {} | {} |", escaped(&line.name), cells.join(" | ")));
    }
    if !standings.left_out.is_empty() {
        lines.push(String::new());
    }
    lines.extend(standings.left_out.iter().map(|it| format!("- {}", without_markup(&absence(it)))));
    lines.join("\n") + "\n"
}

/// A name that stays in its cell and means only itself.
fn escaped(name: &str) -> String {
    without_markup(&plain_name(name))
}

/// Text that means only itself.
fn without_markup(text: &str) -> String {
    let special = |character: char| "\\|`*_<>[]&".contains(character);
    let mut escaped = String::new();
    for character in text.chars() {
        if special(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_only_themselves() {
        assert_eq!(escaped("a|b <i> *x*"), "a\\|b \\<i\\> \\*x\\*");
        assert_eq!(escaped("a\u{202e}b"), "a\\\\u{202e}b");
    }
}
