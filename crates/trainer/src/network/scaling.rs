//! Features and targets as a network learns them best: around 0 and about as large as 1.

use super::Network;
use crate::row::Row;

/// How features and targets are moved and scaled for training.
#[derive(Clone, Debug)]
pub(super) struct Scaling<const INPUTS: usize> {
    features: [Measure; INPUTS],
    target: Measure,
}

/// The mean of some values and how far they are from it.
#[derive(Clone, Copy, Debug)]
struct Measure {
    mean: f32,
    deviation: f32,
}

impl Measure {
    fn of(values: impl Iterator<Item = f32> + Clone) -> Self {
        let count = values.clone().count().max(1) as f64;
        let mean = values.clone().map(f64::from).sum::<f64>() / count;
        let squares: f64 = values.map(|value| (f64::from(value) - mean).powi(2)).sum();
        let deviation = (squares / count).sqrt() as f32;
        // What is always the same says nothing, at any scale.
        Self { mean: mean as f32, deviation: if deviation > 0.0 { deviation } else { 1.0 } }
    }

    fn scale(self, value: f32) -> f32 {
        (value - self.mean) / self.deviation
    }
}

impl<const INPUTS: usize> Scaling<INPUTS> {
    pub(super) fn of(rows: &[Row<INPUTS>]) -> Self {
        Self {
            features: std::array::from_fn(|index| {
                Measure::of(rows.iter().map(|row| row.features[index]))
            }),
            target: Measure::of(rows.iter().map(|row| row.target)),
        }
    }

    pub(super) fn scale(&self, row: &Row<INPUTS>) -> Row<INPUTS> {
        Row {
            features: std::array::from_fn(|index| self.features[index].scale(row.features[index])),
            target: self.target.scale(row.target),
            weight: row.weight,
        }
    }

    /// An error of the scaled target as one of the target.
    pub(super) const fn original_error(&self, scaled: f32) -> f32 {
        scaled * self.target.deviation
    }

    /// The network that says of features what this one says of scaled features, as a
    /// target and not as a scaled one.
    pub(super) fn undo(&self, mut network: Network<INPUTS>) -> Network<INPUTS> {
        let Network { hidden, output } = &mut network;
        for (weights, bias) in output.units_mut() {
            for weight in weights {
                *weight *= self.target.deviation;
            }
            *bias = *bias * self.target.deviation + self.target.mean;
        }
        let first = hidden.first_mut().unwrap_or(output);
        for (weights, bias) in first.units_mut() {
            for (weight, measure) in weights.iter_mut().zip(&self.features) {
                *weight /= measure.deviation;
                *bias -= *weight * measure.mean;
            }
        }
        network
    }
}
