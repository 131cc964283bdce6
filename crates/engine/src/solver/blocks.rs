//! The blocks of a part: fruits that stay together whatever is played elsewhere, and are claimed
//! whole.

use super::weights::SCALE;
use crate::packed::{Shape, Word};

/// How many shares of a part count: the others would be fractions of [`SCALE`].
const SHARES: usize = 6;

#[derive(Clone, Copy, Debug)]
struct Block<W> {
    cells: W,
    size: i32,
}

/// What can be claimed of a part at once: a group, or any one of the fruits that are alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portion<W> {
    pub(super) cells: W,
    /// The size of what is claimed.
    pub(super) size: u16,
    /// How many such moves there are.
    pub(super) moves: u16,
    /// What the rest of the part weighs then.
    pub(super) rest: i32,
}

/// The blocks of a part, largest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks<W> {
    part: W,
    fruits: i32,
    list: Vec<Block<W>>,
}

impl<W: Word> Blocks<W> {
    /// Finds the blocks of a part, in the place of those of another.
    pub(super) fn find(&mut self, shape: &Shape<W>, part: W) {
        (self.part, self.fruits) = (part, 0);
        self.list.clear();
        let lasting = shape.lasting_contacts(part);
        let mut rest = part;
        while !rest.is_empty() {
            let cells = shape.flood_along(rest.lowest(), part, lasting);
            rest = rest.without(cells);
            let size = cells.count() as i32;
            self.fruits += size;
            let place = self.list.iter().position(|other| other.size < size);
            self.list.insert(place.unwrap_or(self.list.len()), Block { cells, size });
        }
    }

    /// How many fruits the part has.
    pub(super) const fn fruits(&self) -> i32 {
        self.fruits
    }

    /// The weight of the part, and its remainder.
    pub(super) fn weigh(&self) -> (i32, i32) {
        let weight = self.weight_without(W::ZERO, 0);
        (weight, 2 * (weight - self.fruits * self.list[0].size * SCALE))
    }

    /// What the part weighs without a group of some size.
    fn weight_without(&self, group: W, size: i32) -> i32 {
        let (mut weight, mut left) = (0, self.fruits - size);
        let blocks = self.list.iter().filter(|block| !block.cells.meets(group));
        for (index, block) in blocks.take(SHARES).enumerate() {
            weight += (left * block.size * SCALE) >> index;
            left -= block.size;
        }
        weight
    }

    /// Lists what can be claimed of the part, fruits that are alone last.
    pub(super) fn list_portions(&self, shape: &Shape<W>, portions: &mut Vec<Portion<W>>) {
        portions.clear();
        let mut linked = self.part & shape.around(self.part);
        let alone = self.part.without(linked);
        while !linked.is_empty() {
            let cells = shape.flood(linked.lowest(), self.part);
            linked = linked.without(cells);
            let size = cells.count() as u16;
            let rest = self.weight_without(cells, i32::from(size));
            portions.push(Portion { cells, size, moves: 1, rest });
        }
        if !alone.is_empty() {
            // Each of them is a block of one fruit, so that it does not matter which is claimed.
            let rest = self.weight_without(alone.lowest(), 1);
            portions.push(Portion { cells: alone, size: 1, moves: alone.count() as u16, rest });
        }
    }
}

#[cfg(test)]
mod tests {
    use fruitrage_rules::{FruitKinds, Size, random_board};
    use proptest::prelude::*;

    use super::*;
    use crate::packed::Packed;
    use crate::position::Position;

    fn blocks_of(shape: &Shape<u64>, part: u64) -> Blocks<u64> {
        let mut blocks = Blocks::default();
        blocks.find(shape, part);
        blocks
    }

    proptest! {
        /// What is known without taking it away is what is found when it is gone.
        #[test]
        fn the_rest_weighs_what_it_weighs_alone(size in 2_usize..=8, kinds in 2_usize..=4, seed: u64) {
            let (size, kinds) = (Size::new(size).unwrap(), FruitKinds::new(kinds).unwrap());
            let board = random_board(size, kinds, seed);
            let (shape, packed) = Packed::<u64>::new(&Position::new(&board)).unwrap();
            // Whether the fruits of a kind are one part or several, blocks are found alike.
            for &part in packed.planes() {
                let mut portions = Vec::new();
                blocks_of(&shape, part).list_portions(&shape, &mut portions);
                let fruits: u32 = portions.iter().map(|portion| portion.cells.count()).sum();
                prop_assert_eq!(fruits, part.count());
                for portion in portions {
                    let mut groups = portion.cells;
                    let mut moves = 0;
                    while !groups.is_empty() {
                        let group = shape.flood(groups.lowest(), part);
                        prop_assert_eq!(group.count(), u32::from(portion.size));
                        let rest = part.without(group);
                        let weight = if rest == 0 { 0 } else { blocks_of(&shape, rest).weigh().0 };
                        prop_assert_eq!(portion.rest, weight);
                        groups = groups.without(group);
                        moves += 1;
                    }
                    prop_assert_eq!(portion.moves, moves);
                }
            }
        }
    }
}
