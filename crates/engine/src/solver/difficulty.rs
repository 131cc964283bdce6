//! How hard a position is to solve, learned from positions that were solved (docs/training.md).

use crate::position::Position;

/// What the work of solving a position depends on.
///
/// ```
/// use fruitrage_engine::{Difficulty, Position};
///
/// let difficulty = Difficulty::of(&Position::new(&"***/*10/000".parse().unwrap()));
/// assert_eq!(difficulty.counts(), [2, 5, 3, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    moves: u32,
    fruits: u32,
    columns: u32,
    kinds: u32,
}

/// What is learned, in 1/256 of a doubling: the work of any position, and how much each count of
/// [`Difficulty::counts`] adds. Three more moves double the work twice, but what lies in different
/// columns has less to do with each other, the more so the more kinds there are.
const OF_ANY: i32 = 1114;
const OF_EACH: [i32; Difficulty::COUNTS] = [176, 8, -169, -72];
const DOUBLING: i32 = 256;

impl Difficulty {
    /// How many counts there are.
    pub const COUNTS: usize = 4;

    /// What they count.
    pub const NAMES: [&str; Self::COUNTS] = ["move", "fruit", "column", "kind"];

    /// How hard a position is.
    pub fn of(position: &Position) -> Self {
        let filled = position.columns().iter().filter(|column| column.filled() != 0);
        Self {
            moves: position.moves().count() as u32,
            fruits: position.fruits_left(),
            columns: filled.count() as u32,
            kinds: position.kinds_left().count() as u32,
        }
    }

    /// How many moves there are to choose from, and how many fruits, columns with fruit and kinds
    /// of fruit are left.
    pub const fn counts(self) -> [u32; Self::COUNTS] {
        let Self { moves, fruits, columns, kinds } = self;
        [moves, fruits, columns, kinds]
    }

    /// How often the work of a single node is likely to double until the position is solved, to the
    /// nearest whole number. One position in three takes four times as many nodes, or a quarter.
    pub(crate) fn likely_doublings(self) -> i32 {
        let parts = OF_EACH.iter().zip(self.counts()).map(|(&each, count)| each * count as i32);
        let doublings = OF_ANY + parts.sum::<i32>();
        (doublings + DOUBLING / 2).div_euclid(DOUBLING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doublings(board: &str) -> i32 {
        Difficulty::of(&Position::new(&board.parse().unwrap())).likely_doublings()
    }

    #[test]
    fn more_to_choose_from_is_harder_and_more_columns_are_easier() {
        let stacked = doublings("01**/23**/45**/67**");
        let spread = doublings("****/****/0123/4567");
        let hard = doublings("0123/4567/1234/5670");
        assert!(spread < stacked && stacked < hard);
    }

    #[test]
    fn no_search_has_the_nodes_that_a_large_board_takes() {
        let row = |first: u8| (first..first + 26).map(|kind| (b'0' + kind % 8) as char).collect();
        let rows: Vec<String> = (0..26).map(row).collect();
        assert!(doublings(&rows.join("/")) > 63);
    }
}
