//! What the cells of a part say about it, whatever else is on the board.
//!
//! Most parts are the same from one position to the next, so that what was found is kept.

use super::blocks::{Blocks, Portion};
use crate::packed::{Shape, Word};

/// Weights are in so many parts of a point, for they halve from share to share.
pub(super) const SCALE: i32 = 32;

/// How many parts are kept, as powers of two: a few at first, for clearing room takes more time
/// than a short search, and as many as stay in the processor's cache when so many were weighed.
const KEPT_FIRST: u32 = 10;
const WEIGHED_TO_KEEP_MORE: usize = 1 << 16;
const KEPT: u32 = 13;

/// The weight of a part, and what else follows from its cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weighed<W> {
    cells: W,
    pub(super) hash: [u64; 2],
    pub(super) fruits: i32,
    pub(super) weight: i32,
    /// What it weighs after its largest block is gone.
    pub(super) remainder: i32,
    height: u32,
    pub(super) portions: Vec<Portion<W>>,
}

impl<W: Word> Weighed<W> {
    #[inline(never)]
    fn weigh(&mut self, shape: &Shape<W>, cells: W, blocks: &mut Blocks<W>) {
        blocks.find(shape, cells);
        (self.cells, self.hash) = (cells, cells.hash());
        self.fruits = blocks.fruits();
        (self.weight, self.remainder) = blocks.weigh();
        self.height = shape.height;
        blocks.list_portions(shape, &mut self.portions);
    }

    /// Whether its fruits stay one group until they are claimed.
    pub(super) const fn is_one_block(&self) -> bool {
        self.remainder == 0
    }
}

/// The weights of parts that were met lately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights<W> {
    kept: Vec<Weighed<W>>,
    /// How many parts will be weighed before more of them are kept.
    until_growth: usize,
    /// Room for the blocks of the part that is weighed.
    blocks: Blocks<W>,
}

impl<W: Word> Weights<W> {
    /// What the cells of a part say; there is at least one.
    #[inline]
    pub(super) fn of(&mut self, shape: &Shape<W>, cells: W) -> &Weighed<W> {
        if self.until_growth == 0 {
            self.grow();
        }
        let place = cells.scatter(self.kept.len().trailing_zeros());
        let kept = &mut self.kept[place];
        if kept.cells != cells || kept.height != shape.height {
            self.until_growth -= 1;
            kept.weigh(shape, cells, &mut self.blocks);
        }
        kept
    }

    #[cold]
    fn grow(&mut self) {
        let (kept, until_growth) = if self.kept.is_empty() {
            (KEPT_FIRST, WEIGHED_TO_KEEP_MORE)
        } else {
            (KEPT, usize::MAX)
        };
        self.kept = vec![Weighed::default(); 1 << kept];
        self.until_growth = until_growth;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::Packed;
    use crate::position::Position;

    /// What the fruits of the kind that is named first say, all of them one part.
    fn weighed(board: &str) -> (i32, i32) {
        let (shape, packed) = Packed::<u64>::new(&Position::new(&board.parse().unwrap())).unwrap();
        let mut weights = Weights::default();
        let weighed = weights.of(&shape, packed.planes()[0]);
        (weighed.weight, weighed.remainder)
    }

    #[test]
    fn a_part_weighs_its_shares_each_half_as_much_as_the_one_before() {
        // Blocks of 2 and 1 fruits, with another kind between them: shares 3·2 and 1·1.
        assert_eq!(weighed("***0/***0/***1/***0"), (6 * SCALE + SCALE / 2, SCALE));
    }

    #[test]
    fn stacks_that_cannot_lose_touch_are_one_block() {
        // On the floor; and one over a fruit beside one that reaches as high.
        assert_eq!(weighed("**/00"), (4 * SCALE, 0));
        assert_eq!(weighed("***/00*/10*"), (9 * SCALE, 0));
        // Both over a fruit: either may fall without the other.
        assert_eq!(weighed("***/00*/12*"), (2 * SCALE + SCALE / 2, SCALE));
    }

    #[test]
    fn what_was_kept_for_another_height_is_not_taken() {
        let of = |board: &str| {
            let (shape, _) = Packed::<u64>::new(&Position::new(&board.parse().unwrap())).unwrap();
            shape
        };
        let mut weights = Weights::default();
        // Two cells one above the other, and two that lie on the floor side by side.
        assert_eq!(weights.of(&of("0*/0*"), 0b11).weight, 4 * SCALE);
        let cells = 0b101;
        assert_eq!(weights.of(&of("0*/0*"), cells).weight, 4 * SCALE);
        assert_eq!(weights.of(&of("0**/0**/0**"), cells).weight, 2 * SCALE + SCALE / 2);
    }
}
