//! Chance that can be repeated: `SplitMix64`, fixed by its seed.

/// A generator of numbers that looks random and depends on the seed alone.
#[derive(Clone, Debug)]
pub(crate) struct Generator(u64);

impl Generator {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// An even draw from 0 to `bound` − 1; uneven by less than `bound` / 2⁶⁴.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }
}

/// A seed that follows from several numbers, and differs when any of them does.
pub(crate) fn mix(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |seed, &number| Generator::new(seed ^ number).next())
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

    #[test]
    fn a_mixed_seed_depends_on_every_number_and_its_place() {
        let seeds = [mix(&[1, 2]), mix(&[2, 1]), mix(&[1, 3]), mix(&[1]), mix(&[1, 2, 0])];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(seed), "{index}");
        }
    }
}
