//! A trained network in whole numbers, as an engine can afford it.
//!
//! Scales are powers of two. A hidden unit's 1 is [`IntegerNetwork::UNIT`], the value's 1 is
//! [`IntegerNetwork::VALUE`], a feature's 1 is what [`IntegerInputs`] says, and every layer's
//! weights have the largest scale with which they fit 16 bits and their sums 32.

use thiserror::Error;

use super::{Layer, Network};

/// The largest scale of weights, as a power of two.
const MOST_WEIGHT_BITS: u32 = 20;

/// The scale of hidden units, as a power of two.
const UNIT_BITS: u32 = 10;

/// The scale of the value, as a power of two.
const VALUE_BITS: u32 = 4;

/// How features become whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerInputs {
    /// A feature's 1 is two to the power of this.
    pub bits: u32,
    /// No input is larger than this, in either direction.
    pub most: i16,
}

impl IntegerInputs {
    /// A feature as an input, cut off at the most.
    pub fn round(&self, feature: f32) -> i16 {
        let most = f32::from(self.most);
        (feature * (1_u32 << self.bits) as f32).round().clamp(-most, most) as i16
    }
}

/// A network in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerNetwork<const INPUTS: usize> {
    inputs: IntegerInputs,
    hidden: Vec<IntegerLayer>,
    output: IntegerLayer,
}

/// Some weight is too large for the least scale that makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected weights and sums that fit 16 and 32 bits, found larger ones")]
pub struct TooLarge;

impl<const INPUTS: usize> IntegerNetwork<INPUTS> {
    /// What a hidden unit's 1 is.
    pub const UNIT: i32 = 1 << UNIT_BITS;

    /// What the value's 1 is.
    pub const VALUE: i32 = 1 << VALUE_BITS;

    /// Rounds a network, for inputs as described.
    pub fn round(network: &Network<INPUTS>, inputs: IntegerInputs) -> Result<Self, TooLarge> {
        let mut scales = Scales {
            input_bits: inputs.bits,
            most_input: f64::from(inputs.most),
            output_bits: UNIT_BITS,
        };
        let mut hidden = Vec::new();
        for layer in &network.hidden {
            hidden.push(IntegerLayer::round(layer, scales)?);
            scales.input_bits = UNIT_BITS;
            scales.most_input = f64::from(Self::UNIT);
        }
        scales.output_bits = VALUE_BITS;
        let output = IntegerLayer::round(&network.output, scales)?;
        Ok(Self { inputs, hidden, output })
    }

    /// How features become inputs.
    pub const fn inputs(&self) -> &IntegerInputs {
        &self.inputs
    }

    /// The layers from the inputs to the value.
    pub fn layers(&self) -> impl Iterator<Item = &IntegerLayer> {
        self.hidden.iter().chain([&self.output])
    }

    /// What the network says, times [`Self::VALUE`].
    pub fn evaluate(&self, inputs: &[i16; INPUTS]) -> i32 {
        let mut activity = inputs.to_vec();
        for layer in &self.hidden {
            let clipped = layer.sums(&activity).map(|sum| sum.clamp(0, Self::UNIT) as i16);
            activity = clipped.collect();
        }
        self.output.sums(&activity).sum()
    }
}

/// The scales of what goes into a layer and of what it tells, as powers of two.
#[derive(Clone, Copy, Debug)]
struct Scales {
    input_bits: u32,
    most_input: f64,
    output_bits: u32,
}

/// A layer in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerLayer {
    /// The weights of each unit.
    pub weights: Vec<Vec<i16>>,
    /// The bias of each unit, at the scale of the sums.
    pub biases: Vec<i32>,
    /// By how many bits sums are shifted to be at the scale of what comes next.
    pub shift: u32,
}

impl IntegerLayer {
    /// Rounds a layer at the largest scale of weights that fits.
    fn round(layer: &Layer, scales: Scales) -> Result<Self, TooLarge> {
        let least = scales.output_bits.saturating_sub(scales.input_bits);
        let mut weight_bits = (least..=MOST_WEIGHT_BITS).rev();
        weight_bits.find_map(|bits| Self::at_scale(layer, scales, bits)).ok_or(TooLarge)
    }

    /// Rounds a layer at one scale of its weights, if everything fits.
    fn at_scale(layer: &Layer, scales: Scales, weight_bits: u32) -> Option<Self> {
        let sum_bits = weight_bits + scales.input_bits;
        let at = |value: f32, bits: u32| (f64::from(value) * 2_f64.powi(bits as i32)).round();
        let (mut all_weights, mut biases) = (Vec::new(), Vec::new());
        for (weights, bias) in layer.units() {
            let weights: Vec<f64> = weights.iter().map(|&weight| at(weight, weight_bits)).collect();
            let bias = at(bias, sum_bits);
            let most_weights: f64 = weights.iter().map(|weight| weight.abs()).sum();
            // Half of the range: rounding before the shift must fit too.
            let fits = weights.iter().all(|weight| weight.abs() <= f64::from(i16::MAX))
                && bias.abs() + most_weights * scales.most_input < f64::from(i32::MAX / 2);
            if !fits {
                return None;
            }
            all_weights.push(weights.into_iter().map(|weight| weight as i16).collect());
            biases.push(bias as i32);
        }
        Some(Self { weights: all_weights, biases, shift: sum_bits - scales.output_bits })
    }

    /// The weighted sums, rounded to the scale of what comes next.
    fn sums(&self, inputs: &[i16]) -> impl Iterator<Item = i32> {
        let half = (1 << self.shift) >> 1;
        self.weights.iter().zip(&self.biases).map(move |(weights, bias)| {
            let products = weights
                .iter()
                .zip(inputs)
                .map(|(&weight, &input)| i32::from(weight) * i32::from(input));
            (bias + products.sum::<i32>() + half) >> self.shift
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;

    use fruitrage_rules::Generator;

    use crate::network::{Loss, Training, Widths};
    use crate::row::Row;

    const INPUTS: IntegerInputs = IntegerInputs { bits: 6, most: 640 };

    fn rows(count: usize) -> Vec<Row<4>> {
        let mut chance = Generator::new(9);
        // Multiples of 1/64: inputs that are whole numbers.
        let mut draw = || chance.below(1281) as f32 / 64.0 - 10.0;
        let row = |_| {
            let features = [draw(), draw(), draw(), draw()];
            let [x, y, z, w] = features;
            Row { features, target: x * y + 10.0 * (z - w).abs(), weight: 1.0 }
        };
        (0..count).map(row).collect()
    }

    fn trained(second: Option<usize>) -> Network<4> {
        let rows = rows(2000);
        let widths =
            Widths { first: NonZero::new(16).unwrap(), second: second.and_then(NonZero::new) };
        let batch = NonZero::new(50).unwrap();
        let training =
            Training { widths, loss: Loss::Squares, epochs: 10, batch, rate: 0.01, seed: 1 };
        training.train(&rows, &rows[..100], &mut |_, _| {}).network
    }

    #[test]
    fn whole_numbers_say_nearly_the_same() {
        let rows = rows(1000);
        for second in [None, Some(8)] {
            let network = trained(second);
            let rounded = IntegerNetwork::round(&network, INPUTS).unwrap();
            let mut squares = 0.0;
            let mut spread = 0.0;
            for row in &rows {
                let inputs = row.features.map(|feature| INPUTS.round(feature));
                let value = rounded.evaluate(&inputs) as f32 / IntegerNetwork::<4>::VALUE as f32;
                let exact = network.evaluate(&row.features);
                assert!((value - exact).abs() < 3.0, "{second:?}: {value} for {exact}");
                squares += (value - exact).powi(2);
                spread += row.target.powi(2);
            }
            assert!(squares < 1e-4 * spread, "{second:?}: {squares} of {spread}");
        }
    }

    #[test]
    fn inputs_at_their_most_do_not_overflow() {
        let rounded = IntegerNetwork::round(&trained(Some(8)), INPUTS).unwrap();
        for signs in 0..16_i16 {
            // Debug builds and tests check every sum.
            rounded.evaluate(&std::array::from_fn(|index| {
                if signs >> index & 1 == 0 { INPUTS.most } else { -INPUTS.most }
            }));
        }
        assert_eq!(INPUTS.round(1e9), INPUTS.most);
        assert_eq!(INPUTS.round(-1e9), -INPUTS.most);
        assert!(
            rounded.layers().all(|layer| layer.weights.concat().iter().any(|w| w.abs() > 1000))
        );
    }

    #[test]
    fn what_cannot_fit_is_refused() {
        let mut network = trained(None);
        network.parameters().for_each(|parameter| *parameter *= 1e6);
        assert_eq!(IntegerNetwork::round(&network, INPUTS), Err(TooLarge));
    }
}
