//! Parity: a value is odd if and only if the number of fruits left is (docs/theory.md, theorem 2).

/// The greatest value that a position with so many fruits can have, up to this one.
pub(crate) const fn round_down(value: i32, fruits: i32) -> i32 {
    value - ((value ^ fruits) & 1)
}

/// The least value that a position with so many fruits can have, from this one on.
pub(crate) const fn round_up(value: i32, fruits: i32) -> i32 {
    value + ((value ^ fruits) & 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_values_with_the_parity_of_the_fruits() {
        assert_eq!([-3, -2, 4, 5].map(|value| round_down(value, 8)), [-4, -2, 4, 4]);
        assert_eq!([-3, -2, 4, 5].map(|value| round_up(value, 8)), [-2, -2, 4, 6]);
        assert_eq!([-3, -2, 4, 5].map(|value| round_down(value, 7)), [-3, -3, 3, 5]);
        assert_eq!([-3, -2, 4, 5].map(|value| round_up(value, 7)), [-3, -1, 5, 5]);
    }
}
