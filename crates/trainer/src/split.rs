//! What is learned from, and what is kept to see whether the rest was learned.

use fruitrage_rules::seed::mix;

/// One unit in so many is kept.
const ONE_IN: u64 = 10;

/// Parts with a tenth of the units the things to learn from and the things to validate with.
/// Things of one unit, such as positions of one game, are alike and stay together.
///
/// ```
/// use fruitrage_trainer::split::split;
///
/// let (learned, kept) = split(0..1000_u64, |number| number / 10, 7);
/// assert_eq!(learned.len() + kept.len(), 1000);
/// assert!(learned.iter().all(|number| !kept.contains(&(number / 10 * 10))));
/// ```
pub fn split<T>(
    things: impl IntoIterator<Item = T>,
    unit: impl Fn(&T) -> u64,
    seed: u64,
) -> (Vec<T>, Vec<T>) {
    things.into_iter().partition(|thing| !mix(&[seed, unit(thing)]).is_multiple_of(ONE_IN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_a_tenth_is_kept_and_another_seed_keeps_others() {
        let [first, second] = [1, 2].map(|seed| split(0..10_000_u64, |&unit| unit, seed).1);
        for kept in [&first, &second] {
            // The standard deviation is 30.
            assert!(kept.len().abs_diff(1000) < 150, "{}", kept.len());
        }
        let both = first.iter().filter(|unit| second.contains(unit)).count();
        assert!(both < 200, "{both}");
    }
}
