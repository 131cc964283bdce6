//! Bounds by parts: what a position is worth at least and at most, proved without any search.
//! docs/theory.md has the proof.
//!
//! Fruits never leave their column, so a column without a kind parts the fruits of that kind:
//! those on one side can never be in a group with those on the other. Such a *part* of `n`
//! fruits scores at most `n²`. Some of its fruits stay together whatever is played elsewhere: a
//! stack in one column, and neighbouring stacks that stand on the floor. Whoever claims from a
//! part first can have its largest such *block* of `b` fruits or more, after which the other
//! player has at most `(n−b)²` of it. So the part is worth `n² − 2bn` to the other then, and
//! not `n²`; call `bn` its *share*.
//!
//! A player who always claims from the untouched part with the largest share gets every second
//! of them, whatever the opponent does. Only the first move is looked at closer: what it can
//! claim is known. Best for who makes it is either the largest group of a part, or as little as
//! possible, which leaves `n−1` or `n−2` fruits to be claimed at once.

use arrayvec::ArrayVec;
use fruitrage_rules::{FruitKinds, Size};

use super::independent::IndependentGroups;
use crate::position::Position;

/// Each kind has at most a part in every second column; independent groups leave one of each size.
const MOST_PARTS: usize = FruitKinds::MAX * Size::MAX.div_ceil(2) + IndependentGroups::SIZES;

/// Fruits of one kind in neighbouring columns, with columns without that kind beside them.
#[derive(Clone, Copy, Default)]
struct Part {
    fruits: i32,
    /// The most fruits that stay together.
    block: i32,
    /// The fruits that stand on the floor up to the last column, without a gap.
    on_floor: i32,
    /// The most fruits that are together now.
    largest: i32,
    /// Whether a fruit has none of its kind beside it.
    has_single: bool,
}

impl Part {
    /// A part that is one group and stays so.
    const fn whole(size: i32) -> Self {
        Self { fruits: size, block: size, on_floor: size, largest: size, has_single: size == 1 }
    }

    fn add_column(&mut self, rows: u32, linked: u32, height: usize) {
        self.fruits += rows.count_ones() as i32;
        let on_floor = (rows << (u32::BITS as usize - height)).leading_ones() as i32;
        self.on_floor = if on_floor > 0 { self.on_floor + on_floor } else { 0 };
        self.block = self.block.max(self.on_floor).max(longest_run(rows));
        self.has_single |= rows & !linked != 0;
        self.largest = self.largest.max(i32::from(self.has_single));
    }

    const fn share(&self) -> i32 {
        self.fruits * self.block
    }

    /// The most that the part can be worth to who claims from it now, less its whole points.
    fn most_by_claiming(&self) -> i32 {
        let part = |claimed: i32| -2 * claimed * (self.fruits - claimed);
        let smallest = if self.has_single { 1 } else { self.largest.min(2) };
        part(self.largest).max(part(smallest))
    }
}

/// The most ones beside each other.
const fn longest_run(mut rows: u32) -> i32 {
    let mut length = 0;
    while rows != 0 {
        rows &= rows << 1;
        length += 1;
    }
    length
}

/// What a position and the groups set aside from it are worth to the player to move, at least
/// and at most.
// Its list of parts is large, and must not become part of a frame of the recursion.
#[inline(never)]
pub(crate) fn bounds(position: &Position, independent: IndependentGroups) -> (i32, i32) {
    let mut parts = parts_of(position);
    // Two independent groups that are alike cancel out: who claims one is answered by the other.
    let odd = independent.by_size().filter(|(_, count)| count % 2 == 1);
    parts.extend(odd.map(|(size, _)| Part::whole(size)));
    parts.sort_unstable_by_key(|part| std::cmp::Reverse(part.share()));
    let points: i32 = parts.iter().map(|part| part.fruits * part.fruits).sum();
    let sum_of_every_second =
        |first: usize| -> i32 { parts.iter().skip(first).step_by(2).map(Part::share).sum() };
    // The shares of the parts after the current one whose index is even, and odd.
    let mut after = [sum_of_every_second(0), sum_of_every_second(1)];
    let mut before = [0, 0];
    let (mut least, mut most) = (i32::MIN, i32::MIN);
    for (index, part) in parts.iter().enumerate() {
        let parity = index % 2;
        after[parity] -= part.share();
        // Of the other parts the opponent has the first, third and so on.
        let [own, opponents] = [before[1] + after[0], before[0] + after[1]];
        least = least.max(2 * (part.fruits * part.largest + own) - points);
        most = most.max(points + part.most_by_claiming() - 2 * opponents);
        before[parity] += part.share();
    }
    (least, most)
}

fn parts_of(position: &Position) -> ArrayVec<Part, MOST_PARTS> {
    let mut parts: ArrayVec<Part, MOST_PARTS> = ArrayVec::new();
    let mut part_of = [[0_u8; Size::MAX]; FruitKinds::MAX];
    for fruit in position.kinds_left() {
        let mut is_new = true;
        for (index, column) in position.columns().iter().enumerate() {
            let rows = column.rows_with(fruit);
            if rows == 0 {
                is_new = true;
                continue;
            }
            if is_new {
                parts.push(Part::default());
                is_new = false;
            }
            let last = parts.len() - 1;
            part_of[fruit.number()][index] = last as u8;
            parts[last].add_column(rows, position.linked(index), position.width());
        }
    }
    for &group in position.groups() {
        let part = &mut parts[usize::from(part_of[position.fruit(group).number()][group.column()])];
        part.largest = part.largest.max(group.size() as i32);
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fruitrage_rules::{Board, Fruit};
    use proptest::prelude::*;

    use super::*;
    use crate::brute_force;

    fn bounds_of(board: &Board) -> (i32, i32) {
        bounds(&Position::new(board), IndependentGroups::default())
    }

    /// Boards up to four wide with up to four kinds, also with fruit that hangs over holes.
    fn boards() -> impl Strategy<Value = Board> {
        let cells = prop::collection::vec(prop::option::weighted(0.8, 0_usize..4), 16);
        (2_usize..=4, 1_usize..=4, cells).prop_map(|(width, kinds, cells)| {
            Board::from_fn(Size::new(width).unwrap(), |cell| {
                let number = cells[cell.column() * 4 + cell.row()]?;
                Fruit::new(number % kinds)
            })
        })
    }

    proptest! {
        #[test]
        fn values_are_within_bounds(board in boards()) {
            prop_assume!(!board.is_empty());
            let (least, most) = bounds_of(&board);
            let value = brute_force::value(&board, &mut HashMap::new());
            prop_assert!((least..=most).contains(&value), "{least} to {most}, {value}: {board}");
        }
    }

    #[test]
    fn stacks_that_nothing_can_change_are_claimed_in_turn() {
        assert_eq!(bounds_of(&"0*1/0*1/0*2".parse().unwrap()), (9 - 4 + 1, 9 - 4 + 1));
        assert_eq!(bounds_of(&"***/*1*/*00".parse().unwrap()), (4 - 1, 4 - 1));
    }
}
