//! The sequential test: stop as soon as the result is clear.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Count, expected_score};

/// A sequential probability ratio test on the results of pairs: is the first side better
/// by `elo1`, or only by `elo0`?
///
/// This is the generalised test (GSPRT; Li, Liu and Ying, 2014) with Wald's bounds (1945),
/// as engine testers use it: the distribution of results is not known beforehand, so its
/// variance is estimated from the results so far, and the likelihood ratio is that of a
/// normal approximation of the mean. Different from what is usual there: the results are
/// those of pairs, won, drawn or lost by the sum of both margins (three outcomes, not the
/// five that two separate games have), and so `elo0` and `elo1` are Elo of pairs.
///
/// ```
/// use fruitrage_statistics::{Count, Decision, Sprt};
///
/// let test: Sprt = "elo0=0,elo1=50".parse().unwrap();
/// assert_eq!(test.decide(&Count { won: 2, drawn: 0, lost: 1 }), None);
/// assert_eq!(test.decide(&Count { won: 90, drawn: 0, lost: 30 }), Some(Decision::Better));
/// assert_eq!(test.decide(&Count { won: 60, drawn: 0, lost: 90 }), Some(Decision::NotBetter));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is not worth it.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
    /// How often `elo0` may be taken for `elo1`.
    pub alpha: f64,
    /// How often `elo1` may be taken for `elo0`.
    pub beta: f64,
}

/// What the test says in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Better by `elo1` rather than by `elo0`.
    Better,
    /// Better by `elo0` at most.
    NotBetter,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Better => "better",
            Self::NotBetter => "not better",
        })
    }
}

impl Sprt {
    /// The logarithm of how much more likely the result is under `elo1` than under
    /// `elo0`, with the variance that the results show.
    pub fn log_likelihood_ratio(&self, pairs: &Count) -> f64 {
        // Half a pair of each kind keeps the variance of the first few pairs above 0.
        let prior = 0.5;
        let counts = [pairs.won, pairs.drawn, pairs.lost].map(|count| f64::from(count) + prior);
        let total: f64 = counts.iter().sum();
        let mean = (counts[0] + counts[1] / 2.0) / total;
        let squares = (counts[0] + counts[1] / 4.0) / total;
        let variance = squares - mean * mean;
        let (low, high) = (expected_score(self.elo0), expected_score(self.elo1));
        let count = f64::from(pairs.total());
        count * (high - low) * (2.0 * pairs.score() - low - high) / (2.0 * variance)
    }

    /// Where the ratio decides: below the first it is not better, above the second it is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Whether the pairs so far decide.
    pub fn decide(&self, pairs: &Count) -> Option<Decision> {
        let ratio = self.log_likelihood_ratio(pairs);
        let (low, high) = self.bounds();
        if ratio >= high {
            Some(Decision::Better)
        } else if ratio <= low {
            Some(Decision::NotBetter)
        } else {
            None
        }
    }
}

/// The text describes no test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected `elo0=A,elo1=B` with A < B and perhaps `alpha` and `beta` between 0 and 0.5")]
pub struct NotASprt;

impl FromStr for Sprt {
    type Err = NotASprt;

    fn from_str(text: &str) -> Result<Self, NotASprt> {
        let mut read = Self { elo0: f64::NAN, elo1: f64::NAN, alpha: 0.05, beta: 0.05 };
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or(NotASprt)?;
            let value: f64 = value.trim().parse().map_err(|_| NotASprt)?;
            match name.trim() {
                "elo0" => read.elo0 = value,
                "elo1" => read.elo1 = value,
                "alpha" => read.alpha = value,
                "beta" => read.beta = value,
                _ => return Err(NotASprt),
            }
        }
        let probable = |value: f64| 0.0 < value && value < 0.5;
        let ordered = read.elo0.is_finite() && read.elo1.is_finite() && read.elo0 < read.elo1;
        (ordered && probable(read.alpha) && probable(read.beta)).then_some(read).ok_or(NotASprt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Generator;

    /// How often the test calls a player of this strength better, in percent.
    fn called_better(test: &Sprt, elo: f64) -> u32 {
        let mut generator = Generator::new(17);
        let mut better = 0;
        for _ in 0..400 {
            let mut pairs = Count::default();
            let decision = loop {
                // A quarter of the pairs is drawn, the rest goes by strength.
                let chance = generator.below(1_000_000) as f64 / 1e6;
                let win = expected_score(elo) - 0.125;
                match chance {
                    chance if chance < win => pairs.won += 1,
                    chance if chance < win + 0.25 => pairs.drawn += 1,
                    _ => pairs.lost += 1,
                }
                if let Some(decision) = test.decide(&pairs) {
                    break decision;
                }
            };
            better += u32::from(decision == Decision::Better);
        }
        better / 4
    }

    /// With half a pair of each kind added, a third each of won, drawn and lost has a mean of 1/2
    /// and a variance of 1/6.
    #[test]
    fn the_ratio_is_that_of_two_normal_distributions() {
        let three_quarters = 400.0 * 3_f64.log10();
        let test = Sprt { elo0: 0.0, elo1: three_quarters, alpha: 0.1, beta: 0.2 };
        let pairs = Count { won: 2, drawn: 2, lost: 2 };
        let expected = 6.0 * ((0.5_f64 - 0.5).powi(2) - (0.5_f64 - 0.75).powi(2)) / (2.0 / 6.0);
        assert!((test.log_likelihood_ratio(&pairs) - expected).abs() < 1e-9);
        let (low, high) = test.bounds();
        assert!((low.exp() - 0.2 / 0.9).abs() < 1e-12 && (high.exp() - 0.8 / 0.1).abs() < 1e-12);
    }

    #[test]
    fn errors_are_about_as_rare_as_asked() {
        let test: Sprt = "elo0=0,elo1=60".parse().unwrap();
        assert!(called_better(&test, 0.0) <= 8);
        assert!(called_better(&test, 60.0) >= 92);
        assert!((25..=75).contains(&called_better(&test, 30.0)));
    }

    #[test]
    fn a_test_is_what_its_text_says() {
        let test: Sprt = "elo0=-5, elo1=10, alpha=0.1, beta=0.2".parse().unwrap();
        assert_eq!(test, Sprt { elo0: -5.0, elo1: 10.0, alpha: 0.1, beta: 0.2 });
        let words = [Decision::Better, Decision::NotBetter].map(|decision| decision.to_string());
        assert_eq!(words, ["better", "not better"]);
    }

    #[test]
    fn what_is_no_test_is_refused() {
        let unordered = ["elo0=5,elo1=5", "elo0=6,elo1=5", "elo0=0,elo1=inf", "elo0=-inf,elo1=0"];
        let improbable = ["elo0=0,elo1=9,alpha=0.5", "elo0=0,elo1=9,beta=0"];
        let no_test = ["", "elo0=0", "elo0=0,elo2=9", "x"];
        for bad in [&unordered[..], &improbable, &no_test].concat() {
            assert_eq!(bad.parse::<Sprt>(), Err(NotASprt), "{bad}");
        }
    }
}
