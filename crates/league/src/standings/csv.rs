//! Standings for a spreadsheet.

use fruitrage_rules::plain;

use super::Standings;

/// More than a cell of a table can show.
const LONGEST: usize = 1000;

/// The standings as comma-separated values, with a heading. Who never played has no rank.
pub fn csv(standings: &Standings) -> String {
    let mut lines = vec![
        "rank,agent,rating,low,high,pairs_won,pairs_drawn,pairs_lost,games_won,games_drawn,\
         games_lost,margin,faults,seconds_per_game"
            .to_owned(),
    ];
    let bound = |bound: Option<f64>| bound.map_or_else(String::new, |bound| format!("{bound:.1}"));
    for line in &standings.lines {
        let (pairs, games, rating) = (&line.pairs, &line.games, &line.rating.0);
        lines.push(format!(
            "{},{},{:.1},{},{},{},{},{},{},{},{},{:.2},{},{:.3}",
            line.rank,
            quoted(&line.name),
            rating.value,
            bound(rating.low),
            bound(rating.high),
            pairs.won,
            pairs.drawn,
            pairs.lost,
            games.won,
            games.drawn,
            games.lost,
            line.margin,
            line.faults.values().sum::<u32>(),
            line.seconds_per_game,
        ));
    }
    for left_out in standings.without_line() {
        lines.push(format!(",{},,,,0,0,0,0,0,0,,0,", quoted(&left_out.agent)));
    }
    lines.join("\n") + "\n"
}

/// Text of others as one value, whatever it contains: plain, and not without end. What a
/// spreadsheet would take for a formula and carry out gets an apostrophe, which makes it text
/// there.
pub(super) fn quoted(text: &str) -> String {
    let name = plain(text, LONGEST);
    let is_formula = name.trim_start().starts_with(['=', '+', '-', '@']);
    if is_formula || name.contains([',', ';', '"', '\'', ' ', '\t', '\r', '\n']) {
        let apostrophe = if is_formula { "'" } else { "" };
        format!("\"{apostrophe}{}\"", name.replace('"', "\"\""))
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_commas_and_quotes_stay_one_value() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }

    #[test]
    fn no_name_is_a_formula() {
        assert_eq!(quoted("=cmd|'/C calc'!A0"), "\"'=cmd|'/C calc'!A0\"");
        for name in ["=1", "+1", "-1", "@SUM(A1)", " =1"] {
            assert_eq!(quoted(name), format!("\"'{name}\""));
        }
        assert_eq!(quoted("\t=1"), "\"' =1\"");
        assert_eq!(quoted("a=1"), "a=1");
    }
}
