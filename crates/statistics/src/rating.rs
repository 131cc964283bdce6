//! Ratings of many agents from all their pairs at once.

use serde::Serialize;

use crate::mean::Z;
use crate::{Estimate, Score};

const MOST_ITERATIONS: usize = 10_000;

/// How far a rating may still move, in natural units, before it counts as found.
const PRECISION: f64 = 1e-7;

/// One pair between two agents, by their numbers; the score is the first one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The agent whose score it is.
    pub agent: usize,
    /// The other.
    pub opponent: usize,
    /// How the pair ended.
    pub score: Score,
}

/// A rating on the Elo scale, 0 for an average agent, with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating(pub Estimate);

/// Rates agents by the model of Bradley and Terry (1952): the strengths under which the
/// results are most likely. The order of the pairs does not matter.
///
/// Different from the plain model: a drawn pair is half a win for each, and each agent has
/// a drawn pair against an average opponent added, which keeps the strength of one who won
/// everything finite. The intervals come from the curvature of the likelihood (its Fisher
/// information), so they are wide where little is known, also after a perfect score. As a
/// drawn pair counts like half of a won and half of a lost one, draws make them rather too
/// wide than too narrow.
///
/// ```
/// use fruitrage_statistics::{Encounter, Score, rate};
///
/// let won = |agent, opponent| Encounter { agent, opponent, score: Score::Won };
/// let ratings = rate(3, &[won(0, 1), won(0, 1), won(1, 2), won(0, 2)]);
/// assert!(ratings[0].0.value > ratings[1].0.value);
/// assert!(ratings[1].0.value > ratings[2].0.value);
/// ```
pub fn rate(agents: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let results = Results::of(agents, encounters);
    let strengths = results.strengths();
    let errors = centred_errors(&inverse(results.information(&strengths)));
    let logarithms: Vec<f64> = strengths.into_iter().map(f64::ln).collect();
    let average = mean(&logarithms);
    let rating = |(logarithm, error): (f64, f64)| {
        let elo = |natural: f64| natural * 400.0 / std::f64::consts::LN_10;
        let (value, reach) = (elo(logarithm - average), elo(Z * error));
        Rating(Estimate { value, low: Some(value - reach), high: Some(value + reach) })
    };
    logarithms.into_iter().zip(errors).map(rating).collect()
}

/// How often any two agents met, and how much each of them won.
struct Results {
    played: Vec<Vec<f64>>,
    won: Vec<f64>,
}

impl Results {
    fn of(agents: usize, encounters: &[Encounter]) -> Self {
        let mut played = vec![vec![0.0; agents]; agents];
        // The added drawn pair is half a win.
        let mut won = vec![0.5; agents];
        for &Encounter { agent, opponent, score } in encounters {
            played[agent][opponent] += 1.0;
            played[opponent][agent] += 1.0;
            won[agent] += score.points();
            won[opponent] += score.reversed().points();
        }
        Self { played, won }
    }

    /// The strengths under which the results are most likely, by Zermelo's iteration (1929;
    /// an MM algorithm after Hunter, 2004). The average opponent has strength 1.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![1.0; self.won.len()];
        for _ in 0..MOST_ITERATIONS {
            let mut moved: f64 = 0.0;
            for (agent, (played, won)) in self.played.iter().zip(&self.won).enumerate() {
                let own = strengths[agent];
                let against = |(count, other): (&f64, &f64)| count / (own + other);
                let expected: f64 = played.iter().zip(&strengths).map(against).sum();
                let better = won / (expected + 1.0 / (own + 1.0));
                moved = moved.max((better / own).ln().abs());
                strengths[agent] = better;
            }
            if moved < PRECISION {
                break;
            }
        }
        strengths
    }

    /// The Fisher information of the logarithms of the strengths.
    fn information(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        // The variance of one result between two strengths.
        let variance = |own: f64, other: f64| own * other / (own + other).powi(2);
        let row = |(agent, played): (usize, &Vec<f64>)| {
            let own = strengths[agent];
            let against = |(count, other): (&f64, &f64)| -count * variance(own, *other);
            let mut row: Vec<f64> = played.iter().zip(strengths).map(against).collect();
            row[agent] = variance(own, 1.0) - row.iter().sum::<f64>();
            row
        };
        self.played.iter().enumerate().map(row).collect()
    }
}

/// The inverse of a matrix, by elimination. Each diagonal element outweighs the rest of its
/// row, so the pivots can be taken as they come.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for pivot in 0..matrix.len() {
        let divisor = std::mem::replace(&mut matrix[pivot][pivot], 1.0);
        matrix[pivot].iter_mut().for_each(|element| *element /= divisor);
        let taken = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = std::mem::take(&mut row[pivot]);
            for (element, part) in row.iter_mut().zip(&taken) {
                *element -= factor * part;
            }
        }
    }
    matrix
}

/// The standard errors of values less the average of all, from the values' covariance.
fn centred_errors(covariance: &[Vec<f64>]) -> Vec<f64> {
    let means: Vec<f64> = covariance.iter().map(|row| mean(row)).collect();
    let of_average = mean(&means);
    let variance = |(index, row): (usize, &Vec<f64>)| row[index] - 2.0 * means[index] + of_average;
    covariance.iter().enumerate().map(variance).map(|variance| variance.max(0.0).sqrt()).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected_score;
    use fruitrage_rules::Generator;

    fn encounters(agent: usize, opponent: usize, won: usize, lost: usize) -> Vec<Encounter> {
        let one = |score| Encounter { agent, opponent, score };
        [vec![one(Score::Won); won], vec![one(Score::Lost); lost]].concat()
    }

    #[test]
    fn two_agents_are_as_far_apart_as_their_score_says() {
        let ratings = rate(2, &encounters(0, 1, 640, 360));
        let difference = ratings[0].0.value - ratings[1].0.value;
        assert!((expected_score(difference) - 0.64).abs() < 0.002, "{difference}");
        let Estimate { value, low, high } = ratings[0].0;
        assert!(low.unwrap() < value && value < high.unwrap());
        // The standard error of the score is √(0.64 · 0.36 / 1000), which is 11.44 Elo here,
        // and half of that for each side of the difference.
        assert!((high.unwrap() - low.unwrap() - 2.0 * 1.96 * 5.72).abs() < 0.1);
    }

    #[test]
    fn neither_order_nor_point_of_view_matters() {
        let mut all =
            [encounters(0, 1, 7, 3), encounters(1, 2, 6, 4), encounters(0, 2, 9, 1)].concat();
        let ratings = rate(3, &all);
        all.reverse();
        assert_eq!(rate(3, &all), ratings);
        let turned: Vec<Encounter> = all
            .iter()
            .map(|one| Encounter {
                agent: one.opponent,
                opponent: one.agent,
                score: one.score.reversed(),
            })
            .collect();
        for (turned, rating) in rate(3, &turned).iter().zip(&ratings) {
            assert!((turned.0.value - rating.0.value).abs() < 1e-3);
        }
    }

    #[test]
    fn strength_passes_through_common_opponents() {
        let ratings = rate(3, &[encounters(0, 1, 75, 25), encounters(1, 2, 75, 25)].concat());
        let apart = |left: usize, right: usize| ratings[left].0.value - ratings[right].0.value;
        assert!((apart(0, 2) - apart(0, 1) - apart(1, 2)).abs() < 1e-6);
        assert!((apart(0, 1) - apart(1, 2)).abs() < 5.0);
    }

    #[test]
    fn after_a_perfect_score_the_rating_is_finite_and_its_interval_wide() {
        let rating = |pairs: usize| rate(2, &encounters(0, 1, pairs, 0))[0].0;
        let width = |pairs: usize| rating(pairs).high.unwrap() - rating(pairs).low.unwrap();
        // 5–0 leaves room for an even match, 20–0 does not.
        assert!(rating(5).value > 100.0 && rating(5).low.unwrap() < 0.0, "{:?}", rating(5));
        assert!(rating(20).low.unwrap() > 0.0, "{:?}", rating(20));
        assert!(rating(20).high.unwrap() > 400.0, "{:?}", rating(20));
        // A close result over as many pairs says much more about the difference.
        let close = rate(2, &encounters(0, 1, 10, 10))[0].0;
        assert!(width(20) > 1.5 * (close.high.unwrap() - close.low.unwrap()));
        let loser = rate(2, &encounters(0, 1, 20, 0))[1].0;
        assert!((loser.high.unwrap() + rating(20).low.unwrap()).abs() < 1e-3);
    }

    #[test]
    fn without_pairs_everybody_is_average() {
        assert!(rate(3, &[]).iter().all(|rating| rating.0.value.abs() < 1e-9));
        assert!(rate(0, &[]).is_empty());
    }

    #[test]
    fn about_95_percent_of_the_intervals_hold_the_strength() {
        let strengths = [200.0, 50.0, -50.0, -200.0];
        let mut generator = Generator::new(95);
        let mut held = [0; 4];
        for _ in 0..500 {
            let mut all = Vec::new();
            for agent in 0..4 {
                for opponent in agent + 1..4 {
                    let chance = expected_score(strengths[agent] - strengths[opponent]);
                    for _ in 0..15 {
                        let won = (generator.below(1_000_000) as f64) < chance * 1e6;
                        let score = if won { Score::Won } else { Score::Lost };
                        all.push(Encounter { agent, opponent, score });
                    }
                }
            }
            for ((rating, strength), held) in rate(4, &all).iter().zip(strengths).zip(&mut held) {
                let Estimate { low, high, .. } = rating.0;
                *held += u32::from(low.unwrap() <= strength && strength <= high.unwrap());
            }
        }
        // 475 of 500, give or take three standard errors of 4.9.
        assert!(held.iter().all(|held| (460..=490).contains(held)), "{held:?}");
    }

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let matrix = vec![vec![3.0, -1.0, -1.0], vec![-1.0, 2.5, -0.5], vec![-1.0, -0.5, 2.0]];
        let inverse = inverse(matrix.clone());
        for (index, row) in matrix.iter().enumerate() {
            // Symmetric like the matrix, so its rows are its columns.
            for (column, other) in inverse.iter().enumerate() {
                let element: f64 = row.iter().zip(other).map(|(left, right)| left * right).sum();
                let expected = if index == column { 1.0 } else { 0.0 };
                assert!((element - expected).abs() < 1e-12, "{index} {column}: {element}");
            }
        }
    }
}
