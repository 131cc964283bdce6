//! Ratings of many agents from all their pairs at once.

use fruitrage_rules::Generator;
use serde::Serialize;

use crate::{Estimate, Score};

/// How many times the pairs are drawn again for the intervals.
const RESAMPLES: usize = 400;

const MOST_ITERATIONS: usize = 10_000;

/// How far a rating may still move, in natural units, before it counts as found.
const PRECISION: f64 = 1e-7;

/// One pair between two agents, by their numbers; the score is the first one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// Rates agents by a Bradley–Terry fit: the strengths under which the results are most
/// likely. A drawn pair is half a win for each. Each agent has a drawn pair against an
/// average opponent added, which keeps the strength of one who won everything finite. The
/// intervals come from drawing the pairs again with replacement. The order of the pairs
/// does not matter.
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
    let mut sorted = encounters.to_vec();
    sorted.sort_unstable();
    let fitted = fit(agents, &sorted, None);
    let mut generator = Generator::new(0x5EED);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(RESAMPLES); agents];
    for _ in 0..RESAMPLES {
        let again: Vec<Encounter> =
            sorted.iter().map(|_| sorted[generator.below(sorted.len())]).collect();
        for (values, value) in drawn.iter_mut().zip(fit(agents, &again, Some(&fitted))) {
            values.push(value);
        }
    }
    fitted.into_iter().zip(drawn).map(|(value, drawn)| Rating(interval(value, drawn))).collect()
}

fn interval(value: f64, mut drawn: Vec<f64>) -> Estimate {
    let elo = |natural: f64| natural * 400.0 / std::f64::consts::LN_10;
    drawn.sort_unstable_by(f64::total_cmp);
    let cut = RESAMPLES / 40;
    let (low, high) = (drawn[cut].min(value), drawn[RESAMPLES - 1 - cut].max(value));
    Estimate { value: elo(value), low: Some(elo(low)), high: Some(elo(high)) }
}

/// The strengths as natural logarithms, around 0. `start` is a guess.
fn fit(agents: usize, encounters: &[Encounter], start: Option<&[f64]>) -> Vec<f64> {
    let mut played = vec![vec![0.0; agents]; agents];
    // The added drawn pair is half a win.
    let mut won = vec![0.5; agents];
    for encounter in encounters {
        let Encounter { agent, opponent, score } = *encounter;
        played[agent][opponent] += 1.0;
        played[opponent][agent] += 1.0;
        won[agent] += score.points();
        won[opponent] += score.reversed().points();
    }
    let mut strengths: Vec<f64> = start
        .map_or_else(|| vec![1.0; agents], |start| start.iter().map(|log| log.exp()).collect());
    for _ in 0..MOST_ITERATIONS {
        let mut moved: f64 = 0.0;
        for agent in 0..agents {
            let own = strengths[agent];
            let against = |(count, other): (&f64, &f64)| count / (own + other);
            let expected: f64 = played[agent].iter().zip(&strengths).map(against).sum();
            let better = won[agent] / (expected + 1.0 / (own + 1.0));
            moved = moved.max((better / own).ln().abs());
            strengths[agent] = better;
        }
        if moved < PRECISION {
            break;
        }
    }
    let logs: Vec<f64> = strengths.into_iter().map(f64::ln).collect();
    let middle = logs.iter().sum::<f64>() / agents.max(1) as f64;
    logs.into_iter().map(|log| log - middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected_score;

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
        // The standard error of the difference is about 11.4: half of it for each.
        assert!((high.unwrap() - low.unwrap() - 2.0 * 1.96 * 5.7).abs() < 5.0);
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
    fn who_won_everything_or_nothing_still_has_a_rating() {
        let ratings = rate(2, &encounters(0, 1, 20, 0));
        assert!(ratings[0].0.value.is_finite() && ratings[0].0.value > 100.0);
        assert!(rate(3, &[]).iter().all(|rating| rating.0.value.abs() < 1e-9));
        assert!(rate(0, &[]).is_empty());
    }
}
