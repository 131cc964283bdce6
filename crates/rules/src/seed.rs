//! Seeds that follow from other numbers.

use crate::Generator;

/// A seed that follows from several numbers, and differs when any of them does.
///
/// ```
/// use fruitrage_rules::seed::mix;
///
/// assert_eq!(mix(&[7, 1]), mix(&[7, 1]));
/// assert_ne!(mix(&[7, 1]), mix(&[7, 2]));
/// ```
pub fn mix(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |seed, &number| Generator::new(seed ^ number).next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mixed_seed_depends_on_every_number_and_its_place() {
        let seeds = [mix(&[1, 2]), mix(&[2, 1]), mix(&[1, 3]), mix(&[1]), mix(&[1, 2, 0])];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(seed), "{index}");
        }
    }
}
