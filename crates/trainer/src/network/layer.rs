//! One layer: weighted sums of what is below it.

use fruitrage_rules::Generator;

/// How many sums are kept side by side, so that a processor does them at once.
const LANES: usize = 8;

/// Weighted sums with biases.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer {
    inputs: usize,
    /// All weights of the first unit, then all of the second, and so on.
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl Layer {
    /// Weights as large as keeps sums at the size of their inputs; sums start inside the
    /// range that is not clipped.
    pub(super) fn random(inputs: usize, outputs: usize, chance: &mut Generator) -> Self {
        let mut between = |low: f32, high: f32| {
            low + (high - low) * (chance.next() >> 40) as f32 / (1_u64 << 24) as f32
        };
        let reach = (1.0 / inputs.max(1) as f32).sqrt();
        let weights = (0..inputs * outputs).map(|_| between(-reach, reach)).collect();
        let biases = (0..outputs).map(|_| between(0.0, 1.0)).collect();
        Self { inputs, weights, biases }
    }

    pub(super) fn zeros_like(&self) -> Self {
        let zeros = |of: &[f32]| vec![0.0; of.len()];
        Self { inputs: self.inputs, weights: zeros(&self.weights), biases: zeros(&self.biases) }
    }

    pub(super) fn parameters(&mut self) -> impl Iterator<Item = &mut f32> {
        self.weights.iter_mut().chain(&mut self.biases)
    }

    /// Each unit's weights and bias.
    pub(super) fn units(&self) -> impl Iterator<Item = (&[f32], f32)> {
        self.weights.chunks(self.inputs.max(1)).zip(self.biases.iter().copied())
    }

    /// The same, to change them.
    pub(super) fn units_mut(&mut self) -> impl Iterator<Item = (&mut [f32], &mut f32)> {
        self.weights.chunks_mut(self.inputs.max(1)).zip(&mut self.biases)
    }

    pub(super) fn sums(&self, input: &[f32], sums: &mut Vec<f32>) {
        sums.clear();
        sums.extend(self.units().map(|(weights, bias)| bias + dot(weights, input)));
    }

    /// Takes the layer for a gradient: adds the slopes of weights and biases, given those of
    /// the sums.
    pub(super) fn add_slopes(&mut self, input: &[f32], slopes: &[f32]) {
        for ((weights, bias), &slope) in self.units_mut().zip(slopes) {
            *bias += slope;
            add_scaled(weights, slope, input);
        }
    }

    /// The slopes of the inputs, given those of the sums.
    pub(super) fn slopes_below(&self, slopes: &[f32], below: &mut Vec<f32>) {
        below.clear();
        below.resize(self.inputs, 0.0);
        for ((weights, _), &slope) in self.units().zip(slopes) {
            add_scaled(below, slope, weights);
        }
    }
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (left_chunks, right_chunks) = (left.chunks_exact(LANES), right.chunks_exact(LANES));
    let rest = left_chunks.remainder().iter().zip(right_chunks.remainder());
    let rest: f32 = rest.map(|(left, right)| left * right).sum();
    let mut lanes = [0.0; LANES];
    for (left, right) in left_chunks.zip(right_chunks) {
        for ((lane, left), right) in lanes.iter_mut().zip(left).zip(right) {
            *lane += left * right;
        }
    }
    rest + lanes.iter().sum::<f32>()
}

fn add_scaled(sums: &mut [f32], factor: f32, values: &[f32]) {
    if factor != 0.0 {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += factor * value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_any_length_are_complete() {
        for length in 0..40_u16 {
            let values: Vec<f32> = (0..length).map(f32::from).collect();
            let squares = values.iter().map(|value| value * value).sum::<f32>();
            assert!((dot(&values, &values) - squares).abs() < 0.5, "{length}");
        }
    }
}
