//! Chance that can be repeated.

/// The generator `SplitMix64` of Steele, Lea and Flood (2014): numbers that look random
/// and depend on the seed alone, on every platform and for ever.
///
/// ```
/// use fruitrage_rules::Generator;
///
/// let mut generator = Generator::new(1_234_567);
/// assert_eq!(generator.next(), 6_457_827_717_110_365_317);
/// assert!(generator.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    state: u64,
}

impl Generator {
    /// A generator that starts with a seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.state;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// An even draw from 0 to `bound` − 1; uneven by less than `bound` / 2⁶⁴.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_its_published_numbers() {
        let mut generator = Generator::new(1_234_567);
        assert_eq!(generator.next(), 6_457_827_717_110_365_317);
        assert_eq!(generator.next(), 3_203_168_211_198_807_973);
    }
}
