//! Learning from rows: Adam on small batches, everything drawn from a seed.

use std::num::NonZero;

use fruitrage_rules::Generator;

use super::scaling::Scaling;
use super::{Activity, Network, Widths};
use crate::row::Row;

/// How fast Adam forgets slopes and their squares, and what keeps it from dividing by 0:
/// the values that Kingma and Ba (2015) recommend.
const MOMENTUM: f32 = 0.9;
const SQUARES_MOMENTUM: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// The network's hidden layers.
    pub widths: Widths,
    /// How often each row is learned from.
    pub epochs: usize,
    /// How many rows are learned from at a time.
    pub batch: NonZero<usize>,
    /// How far a step goes at first; it shrinks evenly to nothing.
    pub rate: f32,
    /// Fixes the first weights and the order of rows.
    pub seed: u64,
}

/// A trained network: that of the epoch with the least error on rows not learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained<const INPUTS: usize> {
    /// The network.
    pub network: Network<INPUTS>,
    /// The root of the mean squared error on rows not learned from, after each epoch.
    pub errors: Vec<f32>,
}

impl Training {
    /// Trains a network; `hear` is told of every epoch and its error on `validation`, rows
    /// that are not learned from (see [`split`](crate::split::split)).
    pub fn train<const INPUTS: usize>(
        &self,
        rows: &[Row<INPUTS>],
        validation: &[Row<INPUTS>],
        hear: &mut dyn FnMut(usize, f32),
    ) -> Trained<INPUTS> {
        let scaling = Scaling::of(rows);
        let scale = |rows: &[Row<INPUTS>]| rows.iter().map(|row| scaling.scale(row)).collect();
        let (mut rows, validation): (Vec<Row<INPUTS>>, Vec<Row<INPUTS>>) =
            (scale(rows), scale(validation));
        let mut chance = Generator::new(self.seed);
        let mut learner = Learner::new(self, &mut chance);
        let mut best = (f32::INFINITY, learner.network.clone());
        let mut errors = Vec::with_capacity(self.epochs);
        for epoch in 0..self.epochs {
            shuffle(&mut rows, &mut chance);
            for (index, batch) in rows.chunks(self.batch.get()).enumerate() {
                let done = (epoch * rows.len() + index * self.batch.get()) as f32;
                learner.learn(batch, 1.0 - done / (self.epochs * rows.len()) as f32);
            }
            let error = scaling.original_error(error(&learner.network, &validation));
            hear(epoch, error);
            errors.push(error);
            if error < best.0 {
                best = (error, learner.network.clone());
            }
        }
        Trained { network: scaling.undo(best.1), errors }
    }
}

/// The root of the mean squared error.
fn error<const INPUTS: usize>(network: &Network<INPUTS>, rows: &[Row<INPUTS>]) -> f32 {
    let mut activity = Activity::default();
    let (mut squares, mut weights) = (0.0, 0.0);
    for row in rows {
        let error = network.activate(&row.features, &mut activity) - row.target;
        squares += f64::from(row.weight * error * error);
        weights += f64::from(row.weight);
    }
    (squares / weights.max(f64::MIN_POSITIVE)).sqrt() as f32
}

fn shuffle<T>(items: &mut [T], chance: &mut Generator) {
    for end in (1..items.len()).rev() {
        items.swap(end, chance.below(end + 1));
    }
}

/// A network that learns, with what Adam remembers of the slopes.
struct Learner<'a, const INPUTS: usize> {
    training: &'a Training,
    network: Network<INPUTS>,
    gradient: Network<INPUTS>,
    slopes: Network<INPUTS>,
    squares: Network<INPUTS>,
    activity: Activity,
    /// What is left of the zeros that the memory began with.
    forgotten: [f32; 2],
}

impl<'a, const INPUTS: usize> Learner<'a, INPUTS> {
    fn new(training: &'a Training, chance: &mut Generator) -> Self {
        let network = Network::random(training.widths, chance);
        Self {
            training,
            gradient: network.zeros_like(),
            slopes: network.zeros_like(),
            squares: network.zeros_like(),
            network,
            activity: Activity::default(),
            forgotten: [1.0; 2],
        }
    }

    fn learn(&mut self, batch: &[Row<INPUTS>], rate_left: f32) {
        let Self { network, gradient, activity, .. } = self;
        gradient.parameters().for_each(|slope| *slope = 0.0);
        for row in batch {
            let error = network.activate(&row.features, activity) - row.target;
            let slope = row.weight * error / batch.len() as f32;
            network.learn(&row.features, slope, activity, gradient);
        }
        self.step(self.training.rate * rate_left);
    }

    fn step(&mut self, rate: f32) {
        self.forgotten[0] *= MOMENTUM;
        self.forgotten[1] *= SQUARES_MOMENTUM;
        let [slope_known, squares_known] = self.forgotten.map(|zeros| 1.0 - zeros);
        let parameters = self.network.parameters().zip(self.gradient.parameters());
        let memory = self.slopes.parameters().zip(self.squares.parameters());
        for ((parameter, &mut slope), (mean, square)) in parameters.zip(memory) {
            *mean += (1.0 - MOMENTUM) * (slope - *mean);
            *square += (1.0 - SQUARES_MOMENTUM) * (slope * slope - *square);
            let size = (*square / squares_known).sqrt() + EPSILON;
            *parameter -= rate * (*mean / slope_known) / size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn training(second: Option<usize>) -> Training {
        Training {
            widths: Widths {
                first: NonZero::new(16).unwrap(),
                second: second.and_then(NonZero::new),
            },
            epochs: 30,
            batch: NonZero::new(32).unwrap(),
            rate: 0.01,
            seed: 4,
        }
    }

    /// Rows of a function that no linear one comes near, on features of unlike scales.
    fn rows(count: usize, seed: u64) -> Vec<Row<3>> {
        let mut chance = Generator::new(seed);
        let mut draw = || chance.below(2001) as f32 / 1000.0 - 1.0;
        let row = |_| {
            let [x, y, z] = [draw(), draw(), draw()];
            let target = 500.0 + 100.0 * (x * y + (z - 0.2).abs());
            Row { features: [50.0 * x, y + 7.0, z], target, weight: 1.0 }
        };
        (0..count).map(row).collect()
    }

    fn spread(rows: &[Row<3>]) -> f32 {
        let mean = rows.iter().map(|row| row.target).sum::<f32>() / rows.len() as f32;
        (rows.iter().map(|row| (row.target - mean).powi(2)).sum::<f32>() / rows.len() as f32).sqrt()
    }

    #[test]
    fn what_is_not_linear_is_learned_and_holds_for_rows_not_seen() {
        let (rows, others) = (rows(4000, 1), rows(500, 2));
        for second in [None, Some(8)] {
            let trained = training(second).train(&rows, &others, &mut |_, _| {});
            let least = trained.errors.iter().copied().fold(f32::INFINITY, f32::min);
            assert!(least < 0.2 * spread(&others), "{second:?}: {:?}", trained.errors);
            // The network is the best one, and understands features that are not scaled.
            let found = error(&trained.network, &others);
            assert!((found - least).abs() < 0.01 * spread(&others), "{found} {least}");
        }
    }

    #[test]
    fn the_same_seed_trains_the_same_network() {
        let (rows, others) = (rows(300, 1), rows(50, 2));
        let few = Training { epochs: 2, ..training(None) };
        let train = |training: Training| training.train(&rows, &others, &mut |_, _| {});
        assert_eq!(train(few), train(few));
        assert_ne!(train(few), train(Training { seed: 5, ..few }));
    }

    #[test]
    fn nothing_to_learn_from_is_no_disaster() {
        let trained = training(None).train::<3>(&[], &[], &mut |_, _| {});
        assert!(trained.network.evaluate(&[1.0; 3]).is_finite());
    }
}
