//! The pairs of two engines on one kind of board, and what they say.

use std::fmt;

use fruitrage_statistics::{Count, Decision, Sprt, Tally};

use crate::pair::{Depths, Pair};

/// What the pairs so far say, from the first engine's point of view.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    tally: Tally,
    depths: [Depths; 2],
}

impl Comparison {
    /// A pair more.
    pub fn add(&mut self, pair: &Pair) {
        let result = pair.result();
        let games = result.games.map(|game| game.score);
        self.tally.add(result.score, result.margin as f64, games);
        for (sum, more) in self.depths.iter_mut().zip(pair.depths) {
            sum.add(more);
        }
    }

    /// The pairs won, drawn and lost.
    pub const fn pairs(&self) -> &Count {
        &self.tally.pairs
    }

    /// What a sequential test decides.
    pub fn decision(&self, test: Option<&Sprt>) -> Option<Decision> {
        test?.decide(&self.tally.pairs)
    }

    /// What the test says, in words.
    pub fn verdict(&self, test: &Sprt) -> String {
        let (low, high) = test.bounds();
        let ratio = test.log_likelihood_ratio(&self.tally.pairs);
        let decision = self.decision(Some(test));
        let decision = decision.map_or_else(|| "not decided".to_owned(), |said| said.to_string());
        format!("{decision}, {ratio:+.2} of {low:+.2} to {high:+.2}")
    }
}

/// As in `12–3–5, margin +4.2 ± 3.1 a pair, depth 11.2 and 10.9`.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count { won, drawn, lost } = self.tally.pairs;
        write!(f, "{won}–{drawn}–{lost}")?;
        if let Some(margin) = self.tally.margin() {
            write!(f, ", margin {:+.1}", margin.value)?;
            if let Some(high) = margin.high {
                write!(f, " ± {:.1}", high - margin.value)?;
            }
            f.write_str(" a pair")?;
        }
        if let [Some(own), Some(other)] = self.depths.map(|depths| depths.mean()) {
            write!(f, ", depth {own:.1} and {other:.1}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(pairs: &[&str]) -> Comparison {
        let mut comparison = Comparison::default();
        for pair in pairs {
            comparison.add(&Pair::parse(1, pair).unwrap());
        }
        comparison
    }

    #[test]
    fn a_comparison_is_told_in_a_line() {
        assert_eq!(comparison(&[]).to_string(), "0–0–0");
        assert_eq!(comparison(&["5x5/3 0 5 -3 0/0 0/0"]).to_string(), "1–0–0, margin +2.0 a pair");
        let lines = ["5x5/3 0 5 -1 30/4 30/6", "5x5/3 1 2 -2 10/4 0/0", "5x5/3 2 2 0 0/0 0/0"];
        // 2 ± 4.303 · 2 / √3
        assert_eq!(
            comparison(&lines).to_string(),
            "2–1–0, margin +2.0 ± 5.0 a pair, depth 5.0 and 5.0"
        );
    }

    #[test]
    fn the_test_decides_when_it_is_clear() {
        let test = "elo0=0,elo1=100".parse().unwrap();
        let few = comparison(&["5x5/3 0 5 0 0/0 0/0"; 3]);
        assert_eq!(few.decision(Some(&test)), None);
        assert!(few.verdict(&test).starts_with("not decided, +"));
        let many = comparison(&["5x5/3 0 5 0 0/0 0/0"; 60]);
        assert_eq!(many.decision(Some(&test)), Some(Decision::Better));
        assert_eq!(many.decision(None), None);
        assert!(many.verdict(&test).starts_with("better, +"), "{}", many.verdict(&test));
    }
}
