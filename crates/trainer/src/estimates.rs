//! How far estimates are off: those that a search could make where it stops, and those of
//! searches that go less deep. All errors are in units of the largest group's points.
//!
//! A smaller error alone does not make a better player: what an estimate costs, and how many
//! more positions the search needs with it, is for a comparison to say (docs/notebook.md).

use std::num::NonZero;

use fruitrage_engine::{Move, Position};

use crate::network::{Training, Widths};
use crate::regression::{Undetermined, least_squares, predict};
use crate::row::Row;
use crate::samples::Sample;
use crate::split::split;

/// How many groups are looked at, from the second largest on.
const GROUPS: usize = 8;

/// The groups, how many there are, how many moves and fruits, and a constant.
const FEATURES: usize = GROUPS + 4;

/// The share of the largest group's points that the engine takes.
const HALF: f64 = 0.5;

/// How the network is trained: enough for its error not to fall any further.
const TRAINING: Training = Training {
    widths: Widths { first: NonZero::new(16).unwrap(), second: None },
    epochs: 30,
    batch: NonZero::new(64).unwrap(),
    rate: 0.003,
    seed: 1,
};

/// An estimate and the root of its mean squared error.
#[derive(Clone, Debug, PartialEq)]
pub struct Errors {
    /// Which estimate.
    pub name: String,
    /// On the positions that were kept out of it.
    pub kept: f64,
}

/// What an estimate can know of a position, and its value; nothing if it has no value.
fn row(sample: &Sample) -> Option<Row<FEATURES>> {
    let position = Position::new(&sample.board);
    let points: Vec<i32> = position.moves().take(GROUPS + 1).map(Move::points).collect();
    let (&largest, others) = points.split_first()?;
    let mut features = [0.0; FEATURES];
    for (feature, &points) in features.iter_mut().zip(others) {
        *feature = points as f32 / largest as f32;
    }
    let counts = [position.groups().len(), position.moves().count()];
    let logarithm = |count: f32| (1.0 + count).ln() / 8.0;
    features[GROUPS] = logarithm(counts[0] as f32);
    features[GROUPS + 1] = logarithm(counts[1] as f32);
    features[GROUPS + 2] = logarithm(position.fruits_left() as f32);
    features[GROUPS + 3] = 1.0;
    let target = (sample.value()? / f64::from(largest)) as f32;
    Some(Row { features, target, weight: 1.0 })
}

/// The errors of estimates without a search: fitted to some samples, tried on others. Those
/// others have no say in anything, not even in which epoch of the network's training is taken.
pub fn errors_of_estimates(
    learned: &[Sample],
    kept: &[Sample],
) -> Result<Vec<Errors>, Undetermined> {
    fn rows<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> Vec<Row<FEATURES>> {
        samples.into_iter().filter_map(row).collect()
    }
    let linear = least_squares(&rows(learned), 0.0)?;
    let (learned, validation) = split(learned, |sample| sample.unit, TRAINING.seed);
    let network = TRAINING.train(&rows(learned), &rows(validation), &mut |_, _| {}).network;
    let kept = rows(kept);
    let errors = |name: &str, estimate: &dyn Fn(&Row<FEATURES>) -> f64| Errors {
        name: name.to_owned(),
        kept: root_of_mean_square(kept.iter().map(|row| estimate(row) - f64::from(row.target))),
    };
    Ok(vec![
        errors("half of the largest group", &|_| HALF),
        errors("linear in the groups", &|row| predict(&linear, &row.features)),
        errors("network of 16 units", &|row| f64::from(network.evaluate(&row.features))),
    ])
}

/// The errors of searches to some depths, on samples that were searched deeper still.
pub fn errors_of_depths(
    samples: &[Sample],
    depths: std::ops::RangeInclusive<usize>,
) -> Vec<Errors> {
    let error = |sample: &Sample, depth: usize| {
        let largest = Position::new(&sample.board).moves().next()?.points();
        let deeper = sample.exact.is_some() || sample.values.len() > depth + 2;
        let value = sample.values.get(depth - 1).filter(|_| deeper)?;
        Some((f64::from(*value) - sample.value()?) / f64::from(largest))
    };
    let errors = depths.map(|depth| Errors {
        name: format!("search of depth {depth}"),
        kept: root_of_mean_square(samples.iter().filter_map(|sample| error(sample, depth))),
    });
    errors.collect()
}

fn root_of_mean_square(errors: impl Iterator<Item = f64>) -> f64 {
    let (count, squares) =
        errors.fold((0_u32, 0.0), |(count, squares), error| (count + 1, squares + error * error));
    (squares / f64::from(count)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{FruitKinds, Size, random_board};

    fn sample(line: &str) -> Sample {
        Sample::parse(1, line).unwrap()
    }

    #[test]
    fn searches_are_compared_with_deeper_ones_only() {
        let samples =
            [sample("0 2 00/00 - 8,4,8,4"), sample("1 2 00/00 16 8"), sample("2 2 00/00 - 2,2")];
        let errors = errors_of_depths(&samples, 1..=1);
        // 8 instead of 6 and of 16, with 16 points in the largest group.
        let expected = f64::midpoint(4.0 / 256.0, 64.0 / 256.0).sqrt();
        assert!((errors[0].kept - expected).abs() < 1e-9, "{errors:?}");
    }

    /// A random board that is worth its largest group less half of the second.
    fn made_up(seed: u64) -> Sample {
        let size = Size::new(5 + seed as usize % 7).unwrap();
        let kinds = FruitKinds::new(3 + seed as usize % 4).unwrap();
        let board = random_board(size, kinds, seed);
        let points: Vec<i32> = Position::new(&board).moves().map(Move::points).collect();
        let value = points[0] - points[1] / 2;
        Sample { unit: seed, kinds, board, exact: Some(value), values: Vec::new() }
    }

    #[test]
    fn what_follows_from_the_groups_is_learned() {
        let (learned, kept): (Vec<u64>, Vec<u64>) = (0..1500).partition(|seed| seed % 5 > 0);
        let samples = |seeds: Vec<u64>| seeds.into_iter().map(made_up).collect::<Vec<Sample>>();
        let errors = errors_of_estimates(&samples(learned), &samples(kept)).unwrap();
        let [half, linear, network] = [0, 1, 2].map(|index: usize| errors[index].kept);
        assert!(half > 0.15 && linear < 0.02 && network < 0.05, "{errors:?}");
    }
}
