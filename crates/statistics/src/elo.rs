//! Differences of strength on the Elo scale.

use serde::Serialize;

use crate::mean::Z;

/// A difference of strength on the Elo scale with its 95% interval. A side that won
/// everything is so much stronger that no number says how much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The most likely difference.
    pub value: Option<f64>,
    /// The interval's lower end.
    pub low: Option<f64>,
    /// The interval's upper end.
    pub high: Option<f64>,
}

/// The score that a player so much stronger is expected to make.
///
/// ```
/// use fruitrage_statistics::expected_score;
///
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// The difference that a score stands for; none for a score of nothing or everything.
pub(crate) fn difference(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

impl Elo {
    /// The difference shown by a score over a number of pairs. The interval is Wilson's (1927):
    /// it takes a draw for half a win, which makes it rather too wide than too narrow,
    /// and it stays sound when one side wins everything.
    pub fn of_score(score: f64, pairs: u32) -> Self {
        let pairs = f64::from(pairs.max(1));
        let square = Z * Z / pairs;
        let middle = (score + square / 2.0) / (1.0 + square);
        let variance = score * (1.0 - score) / pairs + square / (4.0 * pairs);
        let reach = Z / (1.0 + square) * variance.sqrt();
        Self {
            value: difference(score),
            // Rounding must not make a bound for a score that has none.
            low: if score <= 0.0 { None } else { difference(middle - reach) },
            high: if score >= 1.0 { None } else { difference(middle + reach) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Generator;

    #[test]
    fn a_score_and_its_difference_belong_together() {
        for elo in [-300.0, -10.0, 0.0, 55.5, 600.0] {
            assert!((difference(expected_score(elo)).unwrap() - elo).abs() < 1e-9);
        }
    }

    /// Wilson's bounds are the scores that are just so many standard errors of their own away.
    #[test]
    fn the_bounds_are_as_far_away_as_chance_may_be() {
        for (score, pairs) in [(0.6, 50), (0.5, 7), (0.93, 1000)] {
            let elo = Elo::of_score(score, pairs);
            for bound in [elo.low, elo.high].map(|bound| expected_score(bound.unwrap())) {
                let error = (bound * (1.0 - bound) / f64::from(pairs)).sqrt();
                assert!(((bound - score).abs() - Z * error).abs() < 1e-12, "{score}, {pairs}");
            }
        }
    }

    #[test]
    fn the_interval_holds_the_value_and_is_open_where_nothing_is_known() {
        let elo = Elo::of_score(0.6, 100);
        assert!(elo.low < elo.value && elo.value < elo.high);
        assert!((elo.value.unwrap() - 70.4).abs() < 0.1);
        let elo = Elo::of_score(1.0, 20);
        assert!(elo.low.unwrap() > 100.0);
        assert_eq!((elo.value, elo.high), (None, None));
        let elo = Elo::of_score(0.0, 20);
        assert_eq!((elo.low, elo.value), (None, None));
        assert!(elo.high.unwrap() < -100.0);
    }

    #[test]
    fn about_95_percent_of_the_intervals_hold_the_difference() {
        let mut generator = Generator::new(1927);
        for (elo, pairs) in [(0.0, 40), (100.0, 40), (400.0, 60)] {
            let mut held = 0;
            for _ in 0..2000 {
                let wins = (0..pairs)
                    .filter(|_| (generator.below(1_000_000) as f64) < expected_score(elo) * 1e6);
                let estimate = Elo::of_score(wins.count() as f64 / f64::from(pairs), pairs);
                let above = estimate.low.is_none_or(|low| low <= elo);
                held += u32::from(above && estimate.high.is_none_or(|high| elo <= high));
            }
            // Scores are whole numbers of wins, so that exactly 95% cannot be had.
            assert!((1860..=1960).contains(&held), "{elo}: {held} of 2000");
        }
    }
}
