//! Standings for a spreadsheet.

use super::Standings;

/// The standings as comma-separated values, with a heading.
pub fn csv(standings: &Standings) -> String {
    let mut lines = vec![
        "rank,agent,rating,low,high,pairs_won,pairs_drawn,pairs_lost,games_won,games_drawn,\
         games_lost,margin,faults,seconds_a_game"
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
            line.seconds_a_game,
        ));
    }
    lines.join("\n") + "\n"
}

/// A name as one value, whatever it contains.
fn quoted(name: &str) -> String {
    if name.contains([',', '"', ' ']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
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
}
