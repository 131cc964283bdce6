//! What the cells of a part say about it, whatever else is on the board.
//!
//! Most parts are the same from one position to the next, so that what was found is kept.

use crate::packed::{Shape, Word};

/// Weights are in so many parts of a point, for they halve from share to share.
pub(super) const SCALE: i32 = 32;

/// How many shares of a part count: the others would be fractions of that.
const SHARES: usize = 6;

/// How many parts are kept, as a power of two; all of them stay in the processor's cache.
const KEPT: u32 = 12;

/// The weight of a part, and what else follows from its cells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weighed<W> {
    cells: W,
    height: u32,
    pub(super) fruits: i32,
    pub(super) weight: i32,
    /// What it weighs after its largest block is gone.
    pub(super) remainder: i32,
    pub(super) hash: [u64; 2],
}

impl<W: Word> Weighed<W> {
    fn new(shape: &Shape<W>, cells: W) -> Self {
        let (weight, remainder) = Blocks::new(shape, cells).weigh();
        let fruits = cells.count() as i32;
        Self { cells, height: shape.height, fruits, weight, remainder, hash: cells.hash() }
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
}

impl<W: Word> Weights<W> {
    /// What the cells of a part, or of what is left of one, say; there is at least one.
    #[inline]
    pub(super) fn of(&mut self, shape: &Shape<W>, cells: W) -> &Weighed<W> {
        if self.kept.is_empty() {
            self.kept.resize(1 << KEPT, Weighed::default());
        }
        let place = cells.scatter(KEPT);
        let kept = &mut self.kept[place];
        if kept.cells != cells || kept.height != shape.height {
            *kept = Weighed::new(shape, cells);
        }
        kept
    }
}

/// The largest blocks of a part, in order.
#[derive(Default)]
struct Blocks {
    sizes: [i32; SHARES],
    fruits: i32,
}

impl Blocks {
    #[inline(never)]
    fn new<W: Word>(shape: &Shape<W>, cells: W) -> Self {
        let mut blocks = Self { fruits: cells.count() as i32, ..Self::default() };
        let lasting = shape.lasting_contacts(cells);
        let mut rest = cells;
        while !rest.is_empty() {
            let block = shape.flood_along(rest.lowest(), cells, lasting);
            rest = rest.without(block);
            blocks.add(block.count() as i32);
        }
        blocks
    }

    fn add(&mut self, mut size: i32) {
        for place in &mut self.sizes {
            if size > *place {
                std::mem::swap(place, &mut size);
            }
        }
    }

    /// The weight of the part, and its remainder.
    fn weigh(&self) -> (i32, i32) {
        let (mut weight, mut left) = (0, self.fruits);
        for (index, size) in self.sizes.into_iter().enumerate() {
            weight += (left * size * SCALE) >> index;
            left -= size;
        }
        (weight, 2 * (weight - self.fruits * self.sizes[0] * SCALE))
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
        let weight = *Weights::default().of(&shape, packed.planes()[0]);
        (weight.weight, weight.remainder)
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
