//! Ratings of many agents from all their pairs at once.

use serde::Serialize;

use crate::mean::Z;
use crate::{Estimate, Score};

/// Newton's method doubles the right digits with every step, so this is never reached.
const MOST_STEPS: usize = 200;

/// How far a strength may still move before it counts as found.
const PRECISION: f64 = 1e-10;

/// The longest step: far from the solution the curvature says little.
const LONGEST_STEP: f64 = 2.0;

/// One pair between two agents, by their numbers; the score is the first one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The agent whose score it is.
    pub agent: usize,
    /// The other.
    pub opponent: usize,
    /// How the pair ended.
    pub score: Score,
    /// Which board it was played on: pairs on one board have that in common.
    pub board: u64,
}

/// A rating on the Elo scale, 0 for an average agent, with its 95% interval. Without bounds
/// where all was played on one board, which says nothing about others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating(pub Estimate);

/// Rates agents by the model of Bradley and Terry (1952): the strengths under which the
/// results are most likely. The order of the pairs does not matter.
///
/// Different from the plain model: a drawn pair is half a win for each, and each agent has
/// a drawn pair against an average opponent added, which keeps the strength of one who won
/// everything finite.
///
/// The intervals have two parts. The first comes from the curvature of the likelihood (its
/// Fisher information), the added pair included, so they are wide where little is known, also
/// after a perfect score. The second is what other boards would change: an agent may do better
/// on one board than on another, against everybody, and then its pairs there are not
/// independent. How much that is follows from the products of an agent's deviations on one
/// board. It is what resampling boards instead of pairs shows, without the noise of a draw.
/// As a drawn pair counts like half of a won and half of a lost one, draws make intervals
/// rather too wide than too narrow.
///
/// ```
/// use fruitrage_statistics::{Encounter, Score, rate};
///
/// let won = |agent, opponent, board| Encounter { agent, opponent, score: Score::Won, board };
/// let ratings = rate(3, &[won(0, 1, 1), won(0, 1, 2), won(1, 2, 3), won(0, 2, 4)]);
/// assert!(ratings[0].0.value > ratings[1].0.value);
/// assert!(ratings[1].0.value > ratings[2].0.value);
/// ```
pub fn rate(agents: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let results = Results::of(agents, encounters);
    let strengths = results.strengths();
    let sampling = centred_variances(&inverse(results.information(&strengths)));
    let boards = Boards::of(agents, encounters, &strengths).map(|boards| boards.variances());
    let average = mean(&strengths);
    let elo = |natural: f64| natural * 400.0 / std::f64::consts::LN_10;
    let rating = |agent: usize| {
        let value = elo(strengths[agent] - average);
        let reach = boards.as_ref().map(|boards| elo(Z * (sampling[agent] + boards[agent]).sqrt()));
        let (low, high) = (reach.map(|reach| value - reach), reach.map(|reach| value + reach));
        Rating(Estimate { value, low, high })
    };
    (0..agents).map(rating).collect()
}

/// The chance to win at this difference of strengths, in natural units.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The variance of one result at this difference.
fn variance(difference: f64) -> f64 {
    let chance = chance(difference);
    chance * (1.0 - chance)
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
        for &Encounter { agent, opponent, score, .. } in encounters {
            played[agent][opponent] += 1.0;
            played[opponent][agent] += 1.0;
            won[agent] += score.points();
            won[opponent] += score.reversed().points();
        }
        Self { played, won }
    }

    /// The strengths under which the results are most likely, in natural units, by Newton's
    /// method. With the added pairs, whose opponent has strength 0, the likelihood has one
    /// maximum and is curved everywhere.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.won.len()];
        for _ in 0..MOST_STEPS {
            let factor = Factor::of(self.information(&strengths));
            let step = factor.solve(self.slope(&strengths));
            let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
            let part = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(own, step)| *own += part * step);
            if longest < PRECISION {
                break;
            }
        }
        strengths
    }

    /// How the likelihood's logarithm rises with each strength: what was won less what was
    /// to be expected.
    fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let row = |(agent, (played, won)): (usize, (&Vec<f64>, &f64))| {
            let own = strengths[agent];
            let against = |(count, other): (&f64, &f64)| {
                if *count > 0.0 { count * chance(own - other) } else { 0.0 }
            };
            let expected: f64 = played.iter().zip(strengths).map(against).sum();
            won - expected - chance(own)
        };
        self.played.iter().zip(&self.won).enumerate().map(row).collect()
    }

    /// The Fisher information of the strengths.
    fn information(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let row = |(agent, played): (usize, &Vec<f64>)| {
            let own = strengths[agent];
            let against = |(count, other): (&f64, &f64)| {
                if *count > 0.0 { -count * variance(own - other) } else { 0.0 }
            };
            let mut row: Vec<f64> = played.iter().zip(strengths).map(against).collect();
            row[agent] = variance(own) - row.iter().sum::<f64>();
            row
        };
        self.played.iter().enumerate().map(row).collect()
    }
}

/// What an agent did on one board against all its opponents there.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// Won less expected, summed.
    deviation: f64,
    /// The squares of won less expected, summed.
    squares: f64,
    /// What results there can tell about its strength.
    information: f64,
    /// The squares of what each of them can tell, summed.
    information_squares: f64,
}

/// How much agents differ from board to board.
struct Boards {
    /// Of each agent, its boards.
    visits: Vec<Vec<Visit>>,
    /// The variance of an agent's strength from board to board.
    spread: f64,
}

impl Boards {
    /// None if agents met several opponents on their only board.
    fn of(agents: usize, encounters: &[Encounter], strengths: &[f64]) -> Option<Self> {
        let mut seats: Vec<(usize, u64, f64, f64)> = Vec::with_capacity(2 * encounters.len());
        for &Encounter { agent, opponent, score, board } in encounters {
            let difference = strengths[agent] - strengths[opponent];
            let (deviation, weight) = (score.points() - chance(difference), variance(difference));
            seats.push((agent, board, deviation, weight));
            seats.push((opponent, board, -deviation, weight));
        }
        seats.sort_by_key(|&(agent, board, ..)| (agent, board));
        let mut visits = vec![Vec::new(); agents];
        for visit in seats.chunk_by(|left, right| (left.0, left.1) == (right.0, right.1)) {
            let mut sum = Visit::default();
            for (.., deviation, weight) in visit {
                sum.deviation += deviation;
                sum.squares += deviation.powi(2);
                sum.information += weight;
                sum.information_squares += weight.powi(2);
            }
            visits[visit[0].0].push(sum);
        }
        Some(Self { spread: spread(&visits)?, visits })
    }

    /// What it adds to the variance of each agent's strength that it saw only these boards.
    fn variances(&self) -> Vec<f64> {
        let of_own = |visits: &Vec<Visit>| {
            let all: f64 = visits.iter().map(|visit| visit.information).sum();
            let squares: f64 = visits.iter().map(|visit| visit.information.powi(2)).sum();
            if all > 0.0 { self.spread * squares / all.powi(2) } else { 0.0 }
        };
        let own: Vec<f64> = self.visits.iter().map(of_own).collect();
        let count = own.len().max(1) as f64;
        let of_average = mean(&own) / count;
        // Less the average of all, in which its own has a part.
        own.iter().map(|own| own * (1.0 - 2.0 / count) + of_average).collect()
    }
}

/// The variance of strength from board to board, by the method of moments: were results on
/// one board independent, the product of two deviations would be 0 on average. None if no
/// agent was seen on two boards though agents met several opponents on one.
fn spread(visits: &[Vec<Visit>]) -> Option<f64> {
    let (mut products, mut weights, mut noise, mut is_shared) = (0.0, 0.0, 0.0, false);
    for visits in visits {
        let count = visits.len() as f64;
        let cross = |visit: &Visit| visit.information.powi(2) - visit.information_squares;
        let crossed: f64 = visits.iter().map(cross).sum();
        is_shared |= crossed > 1e-12;
        if visits.len() < 2 {
            continue;
        }
        // The strengths were fitted to these results, which takes the share of one board from
        // the squares of the sums.
        let information: f64 = visits.iter().map(|visit| visit.information).sum();
        products += visits.iter().map(|visit| visit.deviation.powi(2) - visit.squares).sum::<f64>()
            + information / count * f64::from(u8::from(crossed > 1e-12));
        weights += crossed * (1.0 - 1.0 / count);
        // Twice for the two orders of a product, twice because every result has two sides.
        noise += 4.0 * crossed;
    }
    if is_shared && weights == 0.0 {
        return None;
    }
    if !is_shared || products <= 0.0 {
        return Some(0.0);
    }
    // Chance alone is above 0 half of the time: what is hardly more than its standard error
    // counts little (as the positive part of a James–Stein estimate).
    Some(products / weights * (1.0 - noise / products.powi(2)).max(0.0))
}

/// The lower triangle whose product with its transpose is a matrix (Cholesky). The matrices
/// here are symmetric, and each diagonal element outweighs the rest of its row.
struct Factor(Vec<Vec<f64>>);

impl Factor {
    fn of(mut matrix: Vec<Vec<f64>>) -> Self {
        for row in 0..matrix.len() {
            let (above, rest) = matrix.split_at_mut(row);
            let own = &mut rest[0];
            for (column, other) in above.iter().enumerate() {
                let sum = product(&own[..column], &other[..column]);
                own[column] = (own[column] - sum) / other[column];
            }
            let sum = product(&own[..row], &own[..row]);
            own[row] = (own[row] - sum).max(f64::MIN_POSITIVE).sqrt();
            own.truncate(row + 1);
        }
        Self(matrix)
    }

    /// The solution of the matrix times it being `values`.
    fn solve(&self, mut values: Vec<f64>) -> Vec<f64> {
        for (index, row) in self.0.iter().enumerate() {
            let sum = product(&row[..index], &values[..index]);
            values[index] = (values[index] - sum) / row[index];
        }
        for (index, row) in self.0.iter().enumerate().rev() {
            let value = values[index] / row[index];
            values[index] = value;
            values[..index].iter_mut().zip(row).for_each(|(left, part)| *left -= value * part);
        }
        values
    }
}

fn product(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// The inverse of a matrix, row by row, which as it is symmetric are its columns.
fn inverse(matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let factor = Factor::of(matrix);
    let unit = |index: usize| (0..size).map(|at| f64::from(u8::from(at == index))).collect();
    (0..size).map(|index| factor.solve(unit(index))).collect()
}

/// The variances of values less the average of all, from the values' covariance.
fn centred_variances(covariance: &[Vec<f64>]) -> Vec<f64> {
    let means: Vec<f64> = covariance.iter().map(|row| mean(row)).collect();
    let of_average = mean(&means);
    let variance = |(index, row): (usize, &Vec<f64>)| row[index] - 2.0 * means[index] + of_average;
    covariance.iter().enumerate().map(variance).map(|variance| variance.max(0.0)).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected_score;
    use fruitrage_rules::Generator;

    /// Pairs on boards of their own.
    fn encounters(agent: usize, opponent: usize, won: usize, lost: usize) -> Vec<Encounter> {
        let board = |number: usize| ((agent << 40) + (opponent << 20) + number) as u64;
        let one = |number: usize| {
            let score = if number < won { Score::Won } else { Score::Lost };
            Encounter { agent, opponent, score, board: board(number) }
        };
        (0..won + lost).map(one).collect()
    }

    fn width(rating: &Rating) -> f64 {
        rating.0.high.unwrap() - rating.0.low.unwrap()
    }

    #[test]
    fn a_board_with_one_opponent_says_nothing_about_boards() {
        let boards = Boards::of(2, &encounters(0, 1, 1, 0), &[0.0, 0.0]).unwrap();
        assert_eq!(boards.variances(), [0.0, 0.0]);
        let together = [1, 2].map(|opponent| encounters(0, opponent, 1, 0)[0]);
        let on_one_board = together.map(|encounter| Encounter { board: 7, ..encounter });
        assert!(Boards::of(3, &on_one_board, &[0.0; 3]).is_none());
    }

    #[test]
    fn boards_spread_strength_by_no_less_than_nothing() {
        let visit = |deviation, squares, information, information_squares| {
            vec![Visit { deviation, squares, information, information_squares }; 2]
        };
        // One opponent for each visit, and two that went against each other.
        let (alone, against) = (visit(1.0, 1.0, 1.0, 1.0), visit(0.0, 10.0, 2.0, 2.0));
        assert_eq!(spread(&[alone.clone(), against]), Some(0.0));
        let alike = visit(8.0, 32.0, 2.0, 2.0);
        assert!(spread(&[alone, alike]).is_some_and(|spread| (1.0..100.0).contains(&spread)));
    }

    /// Equal agents, each result a deviation of a half and a variance of a quarter.
    #[test]
    fn what_was_seen_on_a_board_is_summed_up() {
        let won = |opponent| Encounter { agent: 0, opponent, score: Score::Won, board: 1 };
        let other_board = Encounter { board: 2, ..won(1) };
        let boards = Boards::of(4, &[won(1), won(2), other_board], &[0.0; 4]).unwrap();
        let sums = |agent: usize| -> Vec<_> {
            let visits = boards.visits[agent].iter();
            visits
                .map(|it| (it.deviation, it.squares, it.information, it.information_squares))
                .collect()
        };
        assert_eq!(sums(0), [(1.0, 0.5, 0.5, 0.125), (0.5, 0.25, 0.25, 0.0625)]);
        assert_eq!(sums(2), [(-0.5, 0.25, 0.25, 0.0625)]);
        assert_eq!(sums(3), []);
        assert!(boards.variances().iter().all(|variance| variance.is_finite()));
    }

    /// Of four agents that vary alike and on their own, each varies about their average by three
    /// quarters of that.
    #[test]
    fn an_agent_varies_less_about_an_average_that_it_is_part_of() {
        let visit = Visit { information: 2.0, ..Visit::default() };
        let boards = Boards { spread: 10.0, visits: vec![vec![visit; 5]; 4] };
        let alone = 10.0 / 5.0;
        assert!(boards.variances().iter().all(|found| (found - 0.75 * alone).abs() < 1e-12));
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
        assert!((width(&ratings[0]) - 2.0 * 1.96 * 5.72).abs() < 0.1);
    }

    #[test]
    fn neither_order_nor_point_of_view_matters() {
        let mut all =
            [encounters(0, 1, 7, 3), encounters(1, 2, 6, 4), encounters(0, 2, 9, 1)].concat();
        let ratings = rate(3, &all);
        all.reverse();
        let turned: Vec<Encounter> = all
            .iter()
            .map(|one| Encounter {
                agent: one.opponent,
                opponent: one.agent,
                score: one.score.reversed(),
                board: one.board,
            })
            .collect();
        for other in [rate(3, &all), rate(3, &turned)] {
            for (other, rating) in other.iter().zip(&ratings) {
                assert!((other.0.value - rating.0.value).abs() < 1e-6);
                assert!((width(other) - width(rating)).abs() < 1e-6);
            }
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
        // 5–0 leaves room for an even match, 20–0 does not.
        assert!(rating(5).value > 100.0 && rating(5).low.unwrap() < 0.0, "{:?}", rating(5));
        assert!(rating(20).low.unwrap() > 0.0, "{:?}", rating(20));
        assert!(rating(20).high.unwrap() > 400.0, "{:?}", rating(20));
        // A close result over as many pairs says much more about the difference.
        let close = rate(2, &encounters(0, 1, 10, 10))[0];
        assert!(width(&Rating(rating(20))) > 1.5 * width(&close));
        let loser = rate(2, &encounters(0, 1, 20, 0))[1].0;
        assert!((loser.high.unwrap() + rating(20).low.unwrap()).abs() < 1e-3);
    }

    #[test]
    fn without_pairs_everybody_is_average() {
        assert!(rate(3, &[]).iter().all(|rating| rating.0.value.abs() < 1e-9));
        assert!(rate(0, &[]).is_empty());
    }

    /// Everybody loses to all that come earlier, the hardest case to fit: the strengths are
    /// held together by the added pairs alone.
    #[test]
    fn the_strengths_are_found_whatever_the_results() {
        for agents in [2, 30, 300] {
            let mut all = Vec::new();
            for agent in 0..agents {
                for opponent in agent + 1..agents {
                    all.extend(encounters(agent, opponent, 1, 0));
                }
            }
            let results = Results::of(agents, &all);
            let strengths = results.strengths();
            let slope = results.slope(&strengths);
            assert!(slope.iter().all(|slope| slope.abs() < 1e-8), "{agents}: {slope:?}");
            assert!(strengths.windows(2).all(|two| two[0] > two[1]));
            let ratings = rate(agents, &all);
            // The best has not lost a pair: its interval is as wide as that of nobody in the
            // middle of a large field.
            assert!(width(&ratings[0]) >= width(&ratings[agents / 2]) - 1e-6);
        }
    }

    /// Results that contradict each other, from which Newton's method runs away unless its steps
    /// are kept short.
    #[test]
    fn the_strengths_are_found_where_whole_steps_lead_astray() {
        let met = [
            (0, 2, 3, 100),
            (0, 3, 100, 1),
            (0, 5, 10_000, 0),
            (1, 3, 10_000, 1),
            (1, 5, 0, 100),
            (2, 4, 1, 1),
            (2, 5, 100, 0),
            (3, 4, 0, 100),
        ];
        let all = met.map(|(agent, opponent, won, lost)| encounters(agent, opponent, won, lost));
        let results = Results::of(6, &all.concat());
        let slope = results.slope(&results.strengths());
        assert!(slope.iter().all(|slope| slope.abs() < 1e-6), "{slope:?}");
    }

    /// A field of agents on boards that some like more than others.
    struct Field {
        strengths: Vec<f64>,
        /// How much an agent's strength differs from board to board, in Elo.
        spread: f64,
        generator: Generator,
    }

    impl Field {
        fn new(agents: usize, spread: f64, seed: u64) -> Self {
            let place = |agent: usize| 400.0 * (0.5 - (agent as f64 + 0.5) / agents as f64);
            let strengths = (0..agents).map(place).collect();
            Self { strengths, spread, generator: Generator::new(seed) }
        }

        fn normal(&mut self) -> f64 {
            // The sum of twelve even draws is close to normal.
            (0..12).map(|_| self.generator.below(1 << 20) as f64 / f64::from(1 << 20)).sum::<f64>()
                - 6.0
        }

        /// Everybody against everybody on each of these boards.
        fn play(&mut self, boards: u64) -> Vec<Encounter> {
            let mut all = Vec::new();
            for board in 0..boards {
                let mut here = self.strengths.clone();
                for strength in &mut here {
                    *strength += self.spread * self.normal();
                }
                for agent in 0..here.len() {
                    for opponent in agent + 1..here.len() {
                        let chance = expected_score(here[agent] - here[opponent]);
                        let won = (self.generator.below(1 << 20) as f64) < chance * 1_048_576.0;
                        let score = if won { Score::Won } else { Score::Lost };
                        all.push(Encounter { agent, opponent, score, board });
                    }
                }
            }
            all
        }

        /// How many of a hundred intervals hold the rating that countless boards would give.
        fn coverage(agents: usize, spread: f64, boards: u64, times: usize) -> f64 {
            let truth = rate(agents, &Self::new(agents, spread, 1).play(4000));
            let mut field = Self::new(agents, spread, 2);
            let mut held = 0;
            for _ in 0..times {
                for (rating, truth) in rate(agents, &field.play(boards)).iter().zip(&truth) {
                    let Estimate { low, high, .. } = rating.0;
                    held += usize::from(
                        low.unwrap() <= truth.0.value && truth.0.value <= high.unwrap(),
                    );
                }
            }
            100.0 * held as f64 / (times * agents) as f64
        }
    }

    #[test]
    fn about_95_percent_of_the_intervals_hold_the_strength() {
        let mut all = Vec::new();
        for (agents, spread, boards) in [
            (4, 0.0, 15),
            (10, 0.0, 4),
            (10, 150.0, 4),
            (10, 150.0, 20),
            (30, 100.0, 2),
            (30, 300.0, 8),
        ] {
            let coverage = Field::coverage(agents, spread, boards, 300);
            println!(
                "{agents} agents, {spread} Elo from board to board, {boards} boards: {coverage:.1}%"
            );
            all.push((agents, spread, boards, coverage));
        }
        assert!(all.iter().all(|case| (92.0..=97.0).contains(&case.3)), "{all:?}");
    }

    /// Draws boards with replacement, fits anew with the added pairs, and takes the standard
    /// deviation: the same as the two parts of the interval, where there are enough boards.
    #[test]
    fn the_intervals_are_those_of_resampled_boards() {
        let (agents, boards) = (8, 60);
        let mut field = Field::new(agents, 200.0, 3);
        let all = field.play(boards);
        let mut drawn = vec![Vec::new(); agents];
        for _ in 0..300 {
            let mut sample = Vec::new();
            for place in 0..boards {
                let board = field.generator.below(boards as usize) as u64;
                let here = all.iter().filter(|one| one.board == board);
                sample.extend(here.map(|one| Encounter { board: place, ..*one }));
            }
            for (values, rating) in drawn.iter_mut().zip(rate(agents, &sample)) {
                values.push(rating.0.value);
            }
        }
        let reach = |values: &Vec<f64>| {
            let average = mean(values);
            let squares: f64 = values.iter().map(|value| (value - average).powi(2)).sum();
            Z * (squares / values.len() as f64).sqrt()
        };
        let resampled = mean(&drawn.iter().map(reach).collect::<Vec<_>>());
        let ratings = rate(agents, &all);
        let ours = mean(&ratings.iter().map(|rating| width(rating) / 2.0).collect::<Vec<_>>());
        assert!((ours / resampled - 1.0).abs() < 0.15, "{ours} against {resampled}");
        // Taken for independent, the pairs would promise far too much.
        let own = |(board, one): (u64, &Encounter)| Encounter { board, ..*one };
        let independent: Vec<Encounter> = (0..).zip(&all).map(own).collect();
        assert!(width(&rate(agents, &independent)[0]) < 0.8 * width(&ratings[0]));
    }

    #[test]
    fn one_board_says_nothing_about_others() {
        let all = Field::new(5, 0.0, 4).play(1);
        assert!(rate(5, &all).iter().all(|rating| rating.0.low.is_none()));
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
