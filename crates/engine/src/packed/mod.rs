//! A board as one word of bits for each kind of fruit: all that the solver needs, in as few
//! instructions as possible.
//!
//! Runs of empty columns are as good as one, so that the endgames of large boards fit small
//! words, too. Which kind is which does not matter to the value, nor is it kept.

mod shape;
mod word;

use fruitrage_rules::{FruitKinds, Size};

pub(crate) use shape::Shape;
use word::mix;
pub(crate) use word::{Wide, Word};

use crate::position::Position;

/// A settled board, and the groups that were set aside from it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Packed<W> {
    /// The cells of each kind; those of the kinds that are left come first.
    planes: [W; FruitKinds::MAX],
    kinds: usize,
    pub(crate) independent: IndependentGroups,
}

impl<W: Word> Packed<W> {
    /// A settled position with the shape of its word; `None` if it does not fit.
    pub(crate) fn new(position: &Position) -> Option<(Shape<W>, Self)> {
        let filled = |index: &usize| position.columns()[*index].filled() != 0;
        let height = position.columns().iter().map(|column| column.filled().count_ones()).max()?;
        let mut packed = Self::default();
        let (mut width, mut last) = (0, None);
        let mut floors = [None; Size::MAX];
        for index in (0..position.width()).filter(filled) {
            // A single empty column stands for any number of them.
            width += u32::from(last.is_some_and(|last| last + 1 < index));
            floors[index] = Some(width * height);
            (width, last) = (width + 1, Some(index));
        }
        let shape = Shape::new(width, height.max(1))?;
        for fruit in position.kinds_left() {
            let plane = &mut packed.planes[packed.kinds];
            packed.kinds += 1;
            for (column, floor) in position.columns().iter().zip(floors) {
                let Some(floor) = floor else { continue };
                let from_floor =
                    column.rows_with(fruit).reverse_bits() >> (32 - position.width() as u32);
                *plane = *plane | W::from_rows(from_floor) << floor;
            }
        }
        Some((shape, packed))
    }

    /// The cells of each kind that is left.
    pub(crate) fn planes(&self) -> &[W] {
        &self.planes[..self.kinds]
    }

    /// Whether nothing is left but independent groups.
    pub(crate) const fn is_empty(&self) -> bool {
        self.kinds == 0
    }

    #[inline]
    pub(crate) fn filled(&self) -> W {
        self.planes().iter().fold(W::ZERO, |filled, &plane| filled | plane)
    }

    /// Takes a group away, and what lies above it falls.
    #[inline]
    pub(crate) fn claim(&mut self, shape: &Shape<W>, cells: W) {
        let mut filled = self.filled().without(cells);
        self.clear(cells);
        loop {
            let settled = shape.settled(filled);
            if settled == filled {
                return;
            }
            filled = settled | filled.without(settled) >> 1;
            for plane in &mut self.planes[..self.kinds] {
                *plane = *plane & settled | plane.without(settled) >> 1;
            }
        }
    }

    /// Takes a whole part away that is independent.
    pub(crate) fn set_aside(&mut self, cells: W) {
        self.independent.toggle(cells.count());
        self.clear(cells);
    }

    /// Empties cells; nothing falls.
    #[inline]
    fn clear(&mut self, cells: W) {
        for index in (0..self.kinds).rev() {
            self.planes[index] = self.planes[index].without(cells);
            if self.planes[index].is_empty() {
                self.kinds -= 1;
                self.planes.swap(index, self.kinds);
            }
        }
    }
}

/// The sizes of which an odd number of independent groups was set aside: two that are alike
/// cancel out, and claiming one changes nothing but the score (docs/theory.md).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IndependentGroups(u64);

impl IndependentGroups {
    /// The largest size: larger groups stay on the board.
    pub(crate) const MOST: u32 = u64::BITS;

    /// Adds a group of this size, or takes one away.
    pub(crate) const fn toggle(&mut self, size: u32) {
        self.0 ^= 1 << (size - 1);
    }

    /// The sizes, largest first.
    pub(crate) fn sizes(self) -> impl Iterator<Item = u32> {
        let next = |&rest: &u64| Some(rest & !(1 << rest.checked_ilog2()?));
        std::iter::successors(Some(self.0), next).filter_map(|rest| Some(rest.checked_ilog2()? + 1))
    }

    /// What they are worth to the player to move if there is nothing else: both take the
    /// largest in turn.
    pub(crate) fn value(self) -> i32 {
        let points = self.sizes().map(|size| (size * size) as i32);
        points.enumerate().map(|(turn, points)| if turn % 2 == 0 { points } else { -points }).sum()
    }

    /// The least groups that the same board may have in the place of these, none or a single fruit,
    /// and by how much its value may change with them (docs/theory.md, near pairs).
    pub(crate) fn least_like(self) -> (Self, i32) {
        let least = Self(u64::from(self.0.count_ones() & 1));
        (least, Self(self.0 ^ least.0).value())
    }

    /// Two numbers that name them; others for each salt.
    pub(crate) const fn hash(self, salt: u64) -> [u64; 2] {
        let salted = self.0 ^ mix(salt ^ 0x8BB8_4B93_962E_ACC9);
        [mix(salted ^ 0x2D35_8DCC_AA6C_78A5), mix(salted ^ 0x4D5A_2DA5_1DE1_AA47)]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use fruitrage_rules::{Board, Fruit, random_board};
    use proptest::prelude::*;

    use super::*;
    use crate::brute_force;

    /// The cells of each kind of a board without empty columns, packed one by one.
    fn packed_cell_by_cell<W: Word>(board: &Board, shape: &Shape<W>) -> Vec<W> {
        let size = board.size().get();
        let kinds = (0..FruitKinds::MAX).filter_map(Fruit::new).map(|fruit| {
            let cells = (0..size).flat_map(|column| (0..size).map(move |row| (column, row)));
            cells.fold(W::ZERO, |plane, (column, row)| {
                let is_here = board.columns()[column].fruit(row) == Some(fruit);
                let place = column as u32 * shape.height + (size - 1 - row) as u32;
                if is_here { plane | W::bit(place) } else { plane }
            })
        });
        kinds.filter(|plane| !plane.is_empty()).collect()
    }

    fn check_claims<W: Word>(board: &Board) {
        let (shape, packed) = Packed::<W>::new(&Position::new(board)).unwrap();
        assert_eq!(packed.planes(), packed_cell_by_cell(board, &shape));
        for group in board.groups() {
            let alone = board.size();
            let cells = Board::from_fn(alone, |cell| {
                group.cells().contains(cell).then(|| Fruit::new(0)).flatten()
            });
            let cells = packed_cell_by_cell(&cells, &shape)[0];
            let mut after = packed;
            after.claim(&shape, cells);
            let expected = packed_cell_by_cell(&board.after(&group), &shape);
            let is_same = |plane: &W| after.planes().contains(plane);
            assert!(expected.iter().all(is_same), "{group:?} on {board:?}");
            assert_eq!(after.planes().len(), expected.len());
        }
    }

    proptest! {
        #[test]
        fn claims_are_what_the_rules_say(size in 1_usize..=8, kinds in 1_usize..=5, seed: u64) {
            let (size, kinds) = (Size::new(size).unwrap(), FruitKinds::new(kinds).unwrap());
            let board = random_board(size, kinds, seed);
            check_claims::<u64>(&board);
            check_claims::<u128>(&board);
            check_claims::<Wide>(&board);
        }

        #[test]
        fn the_largest_board_fits(kinds in 2_usize..=10, seed: u64) {
            let board = random_board(Size::LARGEST, FruitKinds::new(kinds).unwrap(), seed);
            let position = Position::new(&board);
            prop_assert!(Packed::<u128>::new(&position).is_none());
            let (shape, packed) = Packed::<Wide>::new(&position).unwrap();
            prop_assert_eq!(packed.planes(), packed_cell_by_cell(&board, &shape));
        }
    }

    #[test]
    fn empty_columns_are_as_good_as_one() {
        let pack =
            |board: &str| Packed::<u64>::new(&Position::new(&board.parse().unwrap())).unwrap();
        let (_, one) = pack("***/***/0*0");
        let (_, many) = pack("*****/*****/*****/*****/0***0");
        assert_eq!((one.planes(), one.planes()), (&[0b101][..], many.planes()));
    }

    #[test]
    fn either_half_of_a_hash_tells_which_groups_were_set_aside() {
        let sets = (1..=IndependentGroups::MOST).flat_map(|one| {
            (1..=one).map(move |other| {
                let mut independent = IndependentGroups::default();
                independent.toggle(one);
                independent.toggle(other);
                independent
            })
        });
        // Two that are alike are none at all.
        let sets: HashSet<u64> = sets.map(|set| set.0).collect();
        for half in [0, 1] {
            let hashes: HashSet<u64> = (0..8)
                .flat_map(|salt| sets.iter().map(move |&set| (set, salt)))
                .map(|(set, salt)| IndependentGroups(set).hash(salt)[half])
                .collect();
            assert_eq!(hashes.len(), 8 * sets.len());
        }
    }

    fn groups_of(sizes: &[u32]) -> IndependentGroups {
        let mut independent = IndependentGroups::default();
        for &size in sizes {
            independent.toggle(size);
        }
        independent
    }

    /// A board of three columns and, apart from them, stacks that nothing can change.
    fn with_stacks(cells: &[usize], stacks: &[usize]) -> Board {
        Board::from_fn(Size::new(8).unwrap(), |cell| {
            let (column, from_floor) = (cell.column(), 7 - cell.row());
            if column < 3 && from_floor < 3 {
                return Fruit::new(cells[3 * column + from_floor]);
            }
            let is_stacked =
                stacks.get(column.checked_sub(4)?).is_some_and(|&size| from_floor < size);
            if is_stacked { Fruit::new(3 + column % 2) } else { None }
        })
    }

    proptest! {
        #[test]
        fn values_differ_by_no_more_than_what_was_exchanged(
            cells in prop::collection::vec(0_usize..3, 9),
            stacks in prop::sample::subsequence(vec![4_usize, 3, 2, 1], 1..=4),
        ) {
            let sizes: Vec<u32> = stacks.iter().map(|&size| size as u32).collect();
            let (least, most_changed) = groups_of(&sizes).least_like();
            let least: Vec<usize> = least.sizes().map(|size| size as usize).collect();
            let [value, other] = [&stacks, &least].map(|stacks| {
                brute_force::value(&with_stacks(&cells, stacks), &mut HashMap::new())
            });
            prop_assert!(
                (value - other).abs() <= most_changed,
                "{value} with {stacks:?}, {other} with {least:?}: {cells:?}"
            );
        }
    }

    #[test]
    fn every_other_group_is_exchanged_for_the_next_smaller() {
        let (none, single) = (groups_of(&[]), groups_of(&[1]));
        assert_eq!(none.least_like(), (none, 0));
        assert_eq!(single.least_like(), (single, 0));
        assert_eq!(groups_of(&[3]).least_like(), (single, 9 - 1));
        assert_eq!(groups_of(&[5, 3]).least_like(), (none, 25 - 9));
        assert_eq!(groups_of(&[5, 3, 1]).least_like(), (single, 25 - 9));
    }

    #[test]
    fn both_take_the_largest_in_turn_and_pairs_cancel_out() {
        let mut independent = IndependentGroups::default();
        for size in [3, 2, 2, 2, 1] {
            independent.toggle(size);
        }
        assert_eq!(independent.sizes().collect::<Vec<_>>(), [3, 2, 1]);
        assert_eq!(independent.value(), 9 - 4 + 1);
        independent.toggle(3);
        assert_eq!(independent.value(), 4 - 1);
        assert_eq!(IndependentGroups::default().value(), 0);
    }
}
