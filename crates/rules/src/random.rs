//! Random boards: the same seed gives the same board for ever, on every platform.

use crate::{Board, Fruit, FruitKinds, Generator, Size};

/// A full board with every cell drawn evenly, fixed by the seed.
///
/// The generator is part of the format: seeds are written into match results and
/// test data, so its output never changes.
///
/// ```
/// use fruitrage_rules::{FruitKinds, Size, random_board};
///
/// let board = random_board(Size::new(4).unwrap(), FruitKinds::new(3).unwrap(), 7);
/// assert_eq!(board.to_string(), "1021\n1010\n0102\n2221");
/// ```
pub fn random_board(size: Size, kinds: FruitKinds, seed: u64) -> Board {
    let mut generator = Generator::new(seed);
    Board::from_fn(size, |_| Fruit::new(generator.below(kinds.get())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(size: usize, kinds: usize, seed: u64) -> String {
        let size = Size::new(size).unwrap();
        let kinds = FruitKinds::new(kinds).unwrap();
        format!("{:#}", random_board(size, kinds, seed))
    }

    #[test]
    fn boards_never_change() {
        assert_eq!(board(1, 1, 0), "0");
        assert_eq!(board(3, 10, u64::MAX), "892/478/927");
        assert_eq!(board(6, 5, 2026), "423133/441114/113011/323330/223443/222230");
    }

    #[test]
    fn every_kind_is_drawn_about_as_often() {
        let size = Size::new(26).unwrap();
        let kinds = FruitKinds::new(10).unwrap();
        let mut drawn = [0; 10];
        for seed in 0..100 {
            let counts = random_board(size, kinds, seed).fruits_left_by_kind();
            for (sum, count) in drawn.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        // 67,600 draws: each kind 6,760 with a standard deviation of 78.
        assert!(drawn.iter().all(|count| count.abs_diff(6760) < 5 * 78), "{drawn:?}");
    }
}
