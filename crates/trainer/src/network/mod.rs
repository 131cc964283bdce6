//! A small fully connected network: features, one or two layers of clipped units, a value.

mod layer;
mod scaling;
mod training;

use std::iter::once;
use std::num::NonZero;

use fruitrage_rules::Generator;

use layer::Layer;

pub use training::{Trained, Training};

/// How many units the layers between features and value have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// The first layer.
    pub first: NonZero<usize>,
    /// The second layer, if there is one.
    pub second: Option<NonZero<usize>>,
}

/// A network. Each hidden unit is a weighted sum of what is below it, clipped to 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Network<const INPUTS: usize> {
    hidden: Vec<Layer>,
    output: Layer,
}

impl<const INPUTS: usize> Network<INPUTS> {
    /// A network that has learned nothing.
    fn random(widths: Widths, chance: &mut Generator) -> Self {
        let mut inputs = INPUTS;
        let mut hidden = Vec::new();
        for width in [Some(widths.first), widths.second].into_iter().flatten() {
            hidden.push(Layer::random(inputs, width.get(), chance));
            inputs = width.get();
        }
        Self { hidden, output: Layer::random(inputs, 1, chance) }
    }

    /// What the network says of features.
    pub fn evaluate(&self, features: &[f32; INPUTS]) -> f32 {
        let mut activity = Activity::default();
        self.activate(features, &mut activity)
    }

    /// The same, and what every hidden unit is at.
    fn activate(&self, features: &[f32; INPUTS], activity: &mut Activity) -> f32 {
        activity.layers.resize_with(self.hidden.len(), Vec::new);
        for (index, layer) in self.hidden.iter().enumerate() {
            let (below, own) = activity.layers.split_at_mut(index);
            let input = below.last().map_or(&features[..], Vec::as_slice);
            layer.sums(input, &mut own[0]);
            for sum in &mut own[0] {
                *sum = sum.clamp(0.0, 1.0);
            }
        }
        let input = activity.layers.last().map_or(&features[..], Vec::as_slice);
        self.output.sums(input, &mut activity.output);
        activity.output[0]
    }

    /// Adds to the gradient what one row contributes, given the loss's slope at its value.
    fn learn(
        &self,
        features: &[f32; INPUTS],
        slope: f32,
        work: &mut Activity,
        gradient: &mut Self,
    ) {
        let Activity { layers, slopes, below, .. } = work;
        slopes.clear();
        slopes.push(slope);
        let layers_down = once(&self.output).chain(self.hidden.iter().rev());
        let gradients_down = once(&mut gradient.output).chain(gradient.hidden.iter_mut().rev());
        let mut inputs_down = layers.iter().rev();
        for (layer, gradient) in layers_down.zip(gradients_down) {
            let Some(input) = inputs_down.next() else {
                gradient.add_slopes(features, slopes);
                return;
            };
            gradient.add_slopes(input, slopes);
            layer.slopes_below(slopes, below);
            // A unit that is clipped does not answer to small changes.
            for (slope, &unit) in below.iter_mut().zip(input) {
                *slope = if 0.0 < unit && unit < 1.0 { *slope } else { 0.0 };
            }
            std::mem::swap(slopes, below);
        }
    }

    /// A network of the same widths with nothing but zeros.
    fn zeros_like(&self) -> Self {
        Self {
            hidden: self.hidden.iter().map(Layer::zeros_like).collect(),
            output: self.output.zeros_like(),
        }
    }

    fn parameters(&mut self) -> impl Iterator<Item = &mut f32> {
        self.hidden.iter_mut().chain([&mut self.output]).flat_map(Layer::parameters)
    }
}

/// What the units are at for some features; kept from row to row to save memory's time.
#[derive(Clone, Debug, Default)]
struct Activity {
    layers: Vec<Vec<f32>>,
    output: Vec<f32>,
    slopes: Vec<f32>,
    below: Vec<f32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_small_differences() {
        let widths = Widths { first: NonZero::new(5).unwrap(), second: NonZero::new(4) };
        let mut network = Network::<3>::random(widths, &mut Generator::new(3));
        let features = [0.3, -0.4, 0.7];
        let mut activity = Activity::default();
        let mut gradient = network.zeros_like();
        network.activate(&features, &mut activity);
        network.learn(&features, 1.0, &mut activity, &mut gradient);
        let slopes: Vec<f32> = gradient.parameters().map(|slope| *slope).collect();
        assert_eq!(slopes.len(), 3 * 5 + 5 + 5 * 4 + 4 + 4 + 1);
        assert!(slopes.iter().filter(|&&slope| slope != 0.0).count() > 20);
        for (index, slope) in slopes.into_iter().enumerate() {
            let step = 1e-2;
            let mut moved = |by| {
                *network.parameters().nth(index).unwrap() += by;
                network.evaluate(&features)
            };
            let difference = moved(step) - moved(-2.0 * step);
            moved(step);
            assert!((difference / (2.0 * step) - slope).abs() < 1e-2, "parameter {index}");
        }
    }
}
