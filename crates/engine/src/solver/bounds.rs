//! Bounds by parts: what a position is worth at least and at most, proved without any search.
//! docs/theory.md has the proofs.
//!
//! Fruits never leave their column, so a column without a kind parts the fruits of that kind:
//! those on one side can never be in a group with those on the other. Such a *part* of `n`
//! fruits scores at most `n²`. Some of its fruits stay together whatever is played elsewhere: a
//! stack in one column, and neighbouring stacks that cannot lose touch. The part falls into
//! such *blocks* of `b₁ ≥ b₂ ≥ …` fruits. Whoever claims from it can have the largest block at
//! least, and takes it out of the points that the part may still bring the other: that is worth
//! the block's *share*, the product of its fruits and of those left in the part.
//!
//! So one player collects shares, and the other can do no better than to claim whole parts
//! before they are collected. A part whose shares are `s₁ ≥ s₂ ≥ …` has the *weight*
//! `s₁ + s₂/2 + s₃/4 + …`: collecting from it gains that much, losing it costs that much, and
//! who always collects from the heaviest part comes out ahead.

use super::blocks::Portion;
use super::claim::Claim;
use super::weights::{SCALE, Weighed, Weights};
use crate::Key;
use crate::packed::{IndependentGroups, Packed, Shape, Word};
use crate::table::INFINITE;

/// The rank of a part that is not heavier than what may be left of another.
const NO_RANK: u32 = u32::MAX;

/// Fruits of one kind in neighbouring columns, with columns without that kind beside them; or
/// an independent group that was set aside, which has no cells.
#[derive(Clone, Copy, Debug)]
struct Part<W> {
    cells: W,
    fruits: i32,
    weight: i32,
    /// Its place in the order of excesses; see [`Appraisal::excesses`].
    rank: u32,
}

/// What is proved of a position without searching.
#[derive(Clone, Debug, Default)]
pub(crate) struct Appraisal<W> {
    parts: Vec<Part<W>>,
    /// The sum of the hashes of the parts on the board.
    hash: [u64; 2],
    /// How many fruits are left, with those in independent groups.
    pub(crate) fruits: i32,
    /// The value is at least this.
    pub(crate) least: i32,
    /// The value is at most this.
    pub(crate) most: i32,
    /// What the parts score if each is claimed as a whole.
    points: i32,
    /// The sum of all weights.
    weight: i32,
    /// The most that a part weighs after its largest block is gone.
    remainder: i32,
    /// By how much parts are heavier than the remainder, largest first, and their indices.
    excesses: Vec<(i32, u32)>,
    /// The excesses with alternating signs: all of them, and all but the one of a rank.
    alternating: i32,
    alternating_without: Vec<i32>,
    /// How many moves are listed.
    pub(crate) replies: i32,
}

impl<W: Word> Appraisal<W> {
    /// Appraises a position, after setting aside what is independent in it.
    #[inline(never)]
    pub(crate) fn appraise(
        &mut self,
        shape: &Shape<W>,
        weights: &mut Weights<W>,
        position: &mut Packed<W>,
    ) {
        while let Some(independent) = self.list_parts(shape, weights, position) {
            position.set_aside(independent);
        }
        self.add_independent(position.independent);
        self.order_excesses();
        let collected_first = self.weight + self.alternating;
        let collected_second = (self.weight - self.remainder - self.alternating).max(0);
        self.least = at_least(collected_first - self.points * SCALE, self.fruits);
        self.most = at_most(self.points * SCALE - collected_second, self.fruits);
    }

    /// Lists the parts on the board, but stops at one that is independent and returns its cells.
    fn list_parts(
        &mut self,
        shape: &Shape<W>,
        weights: &mut Weights<W>,
        position: &Packed<W>,
    ) -> Option<W> {
        (self.fruits, self.points, self.weight, self.remainder) = (0, 0, 0, 0);
        self.hash = [0; 2];
        self.parts.clear();
        let filled = position.filled();
        for &plane in position.planes() {
            let mut columns = shape.columns(plane);
            while !columns.is_empty() {
                let first = columns.first();
                let width = (columns >> first).leading_run();
                let run = if first + width == W::BITS {
                    !W::ZERO << first
                } else {
                    W::bit(first + width).wrapping_sub(W::bit(first))
                };
                columns = columns.without(run);
                let cells = plane & run;
                let weight = weights.of(shape, cells);
                let is_covered = shape.up(cells).without(cells).meets(filled);
                if weight.is_one_block()
                    && !is_covered
                    && weight.fruits <= IndependentGroups::MOST as i32
                {
                    return Some(cells);
                }
                let &Weighed { fruits, weight, remainder, hash, .. } = weight;
                self.remainder = self.remainder.max(remainder);
                self.hash = sum_of(self.hash, hash);
                self.add(Part { cells, fruits, weight, rank: NO_RANK });
            }
        }
        None
    }

    fn add_independent(&mut self, independent: IndependentGroups) {
        for size in independent.sizes() {
            let fruits = size as i32;
            let weight = fruits * fruits * SCALE;
            self.add(Part { cells: W::ZERO, fruits, weight, rank: NO_RANK });
        }
    }

    #[inline]
    fn add(&mut self, part: Part<W>) {
        self.fruits += part.fruits;
        self.points += part.fruits * part.fruits;
        self.weight += part.weight;
        self.parts.push(part);
    }

    /// Which parts are heavier than what may be left of another: all that bounds without looking
    /// at moves need.
    fn order_excesses(&mut self) {
        self.excesses.clear();
        for (index, part) in self.parts.iter().enumerate() {
            let excess = part.weight - self.remainder;
            if excess > 0 {
                let mut place = self.excesses.len();
                self.excesses.push((excess, index as u32));
                while place > 0 && self.excesses[place - 1].0 < excess {
                    self.excesses.swap(place - 1, place);
                    place -= 1;
                }
            }
        }
        let mut sign = -1;
        self.alternating = self.excesses.iter().fold(0, |sum, &(excess, _)| {
            sign = -sign;
            sum + sign * excess
        });
    }

    /// Tells parts their ranks, and sums the excesses without each of them, for the moves.
    fn rank_parts(&mut self) {
        // What follows a part that is left out counts with the other sign.
        self.alternating_without.clear();
        let (mut before, mut sign) = (0, 1);
        for (rank, &(excess, index)) in self.excesses.iter().enumerate() {
            self.parts[index as usize].rank = rank as u32;
            self.alternating_without.push(2 * before + sign * excess);
            before += sign * excess;
            sign = -sign;
        }
        for without in &mut self.alternating_without {
            *without -= self.alternating;
        }
    }

    /// The excesses with alternating signs if no more than this is left of the one of a rank.
    fn alternating_with(&self, rank: u32, excess: i32) -> i32 {
        let rank = rank as usize;
        let mut sign = if rank.is_multiple_of(2) { 1 } else { -1 };
        let mut sum = self.alternating - sign * self.excesses[rank].0;
        // Those that are larger now come before it, with the other sign.
        for larger in self.excesses[rank + 1..].iter().take_while(|other| other.0 > excess) {
            sign = -sign;
            sum -= 2 * sign * larger.0;
        }
        sum + sign * excess
    }

    /// The key of the position: it names the cells of each part, whichever the kinds are, and
    /// the independent groups.
    pub(crate) fn key(&self, shape: &Shape<W>, independent: IndependentGroups, salt: u64) -> Key {
        // The same bits are other cells where columns have another height.
        let set_aside = independent.hash(salt ^ u64::from(shape.height));
        Key::from_halves(sum_of(set_aside, self.hash))
    }

    /// Lists the moves that may be worth more than alpha, and brings the bounds closer by what
    /// each move claims. Fruits of a part that are alone are one move of several cells, for their
    /// bounds are the same. The most that any other move may be worth is returned.
    #[inline(never)]
    pub(crate) fn list_claims(
        &mut self,
        shape: &Shape<W>,
        weights: &mut Weights<W>,
        alpha: i32,
        claims: &mut Vec<Claim<W>>,
    ) -> i32 {
        claims.clear();
        self.rank_parts();
        let mut replies = 0;
        let enough = at_least(alpha * SCALE + 1, self.fruits) * SCALE;
        let mut limits = Limits {
            least: -INFINITE * SCALE,
            most: -INFINITE * SCALE,
            refuted: -INFINITE * SCALE,
        };
        let mut has_independent = false;
        for part in &self.parts {
            let others = Others {
                weight: self.weight - part.weight,
                alternating: match part.rank {
                    NO_RANK => self.alternating,
                    rank => self.alternating_without[rank as usize],
                },
            };
            if part.cells.is_empty() {
                // Of the independent groups the largest is best, and it comes first.
                if !has_independent {
                    has_independent = true;
                    let size = part.fruits as u16;
                    let portion = Portion { cells: W::ZERO, size, moves: 1, rest: 0 };
                    replies += self.consider(part, others, portion, enough, &mut limits, claims);
                }
                continue;
            }
            for &portion in &weights.of(shape, part.cells).portions {
                replies += self.consider(part, others, portion, enough, &mut limits, claims);
            }
        }
        self.replies = replies;
        self.least = self.least.max(at_least(limits.least, self.fruits));
        self.most = self.most.min(at_most(limits.most, self.fruits));
        at_most(limits.refuted, self.fruits)
    }

    /// Bounds what a move is worth, and lists it if that may be more than alpha.
    #[inline]
    fn consider(
        &self,
        part: &Part<W>,
        others: Others,
        portion: Portion<W>,
        enough: i32,
        limits: &mut Limits,
        claims: &mut Vec<Claim<W>>,
    ) -> i32 {
        let Portion { cells, size, moves, rest } = portion;
        let size = i32::from(size);
        let weight = others.weight + rest;
        let alternating = if rest > self.remainder {
            self.alternating_with(part.rank, rest - self.remainder)
        } else {
            others.alternating
        };
        // Of the part, the player has what is claimed now and at most the rest as a whole.
        let points = (self.points - 2 * size * (part.fruits - size)) * SCALE;
        let most = points - weight - alternating;
        let collected = (weight - self.remainder - alternating).max(0);
        let least = (2 * part.fruits * size - self.points) * SCALE + collected;
        limits.least = limits.least.max(least);
        limits.most = limits.most.max(most);
        if most >= enough {
            claims.push(Claim { cells, size, most: at_most(most, self.fruits) });
            i32::from(moves)
        } else {
            limits.refuted = limits.refuted.max(most);
            0
        }
    }
}

/// What there is besides the part that a move claims from.
#[derive(Clone, Copy)]
struct Others {
    weight: i32,
    alternating: i32,
}

/// The sum of two hashes, half by half.
const fn sum_of(one: [u64; 2], other: [u64; 2]) -> [u64; 2] {
    [one[0].wrapping_add(other[0]), one[1].wrapping_add(other[1])]
}

/// What the moves of a position say about its value.
struct Limits {
    least: i32,
    most: i32,
    /// The most that a move may be worth that is not listed.
    refuted: i32,
}

/// The least value of the right parity that is not below a bound.
const fn at_least(bound: i32, fruits: i32) -> i32 {
    let value = -(-bound).div_euclid(SCALE);
    value + ((value ^ fruits) & 1)
}

/// The greatest value of the right parity that is not above a bound.
const fn at_most(bound: i32, fruits: i32) -> i32 {
    let value = bound.div_euclid(SCALE);
    value - ((value ^ fruits) & 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fruitrage_rules::{Board, Fruit, Size};
    use proptest::prelude::*;

    use super::*;
    use crate::brute_force;
    use crate::packed::Wide;
    use crate::position::Position;
    use crate::solver::claim::put_in_order;

    type Interval = (i32, i32);

    /// The bounds without looking at any move, those with all moves, and the moves by their size
    /// and what they are worth at most.
    fn appraised<W: Word>(board: &Board) -> (Interval, Interval, Vec<(i32, i32)>) {
        let (shape, mut packed) = Packed::<W>::new(&Position::new(board)).unwrap();
        let (mut appraisal, mut weights) = (Appraisal::default(), Weights::default());
        appraisal.appraise(&shape, &mut weights, &mut packed);
        let at_once = (appraisal.least, appraisal.most);
        let mut claims = Vec::new();
        if !packed.is_empty() {
            appraisal.list_claims(&shape, &mut weights, -INFINITE, &mut claims);
        }
        put_in_order(&mut claims);
        let claims = claims.iter().map(|claim| (claim.size, claim.most)).collect();
        (at_once, (appraisal.least, appraisal.most), claims)
    }

    fn bounds_of(board: &str) -> (i32, i32) {
        appraised::<u64>(&board.parse().unwrap()).1
    }

    /// Boards up to five wide with up to four kinds, some of them with fruit over holes, which
    /// then falls.
    fn boards() -> impl Strategy<Value = Board> {
        let cells = prop::collection::vec(prop::option::weighted(0.7, 0_usize..4), 25);
        (2_usize..=5, 1_usize..=4, cells).prop_map(|(width, kinds, cells)| {
            let cells: Vec<_> = cells.into_iter().enumerate().collect();
            let board = Board::from_fn(Size::new(width).unwrap(), |cell| {
                let (place, number) = cells[cell.column() * 5 + cell.row()];
                // The widest boards are thinned out, for brute force.
                let number = number.filter(|_| width < 5 || place % 3 > 0)?;
                Fruit::new(number % kinds)
            });
            settled(&board)
        })
    }

    fn settled(board: &Board) -> Board {
        let columns = board.columns().map(|mut column| {
            column.remove(column.holes(board.size()));
            column
        });
        Board::from_columns(board.size(), columns).unwrap()
    }

    proptest! {
        // Many of these boards fall apart at sight, and have no moves to look at.
        #![proptest_config(ProptestConfig {
            cases: 1024,
            max_global_rejects: 16 * 1024,
            ..ProptestConfig::default()
        })]

        #[test]
        fn values_are_within_bounds(board in boards()) {
            prop_assume!(!board.is_empty());
            let value = brute_force::value(&board, &mut HashMap::new());
            let (at_once, (least, most), _) = appraised::<u64>(&board);
            prop_assert!((least..=most).contains(&value), "{least} to {most}, {value}: {board}");
            prop_assert!(at_once.0 <= least && most <= at_once.1, "{at_once:?}: {board}");
            prop_assert_eq!((value - least) % 2, 0);
        }

        #[test]
        fn the_best_move_is_within_the_bound_of_some_move(board in boards()) {
            let (_, _, claims) = appraised::<u64>(&board);
            prop_assume!(!claims.is_empty());
            let value = brute_force::value(&board, &mut HashMap::new());
            prop_assert!(claims.iter().any(|claim| value <= claim.1), "{claims:?}: {board}");
        }

        #[test]
        fn no_move_is_worth_more_than_its_bound(board in boards()) {
            let (_, packed) = Packed::<u64>::new(&Position::new(&board)).unwrap();
            let (_, _, claims) = appraised::<u64>(&board);
            // Of what is set aside not all moves are listed.
            let listed: i32 = claims.iter().map(|claim| claim.0).sum();
            if listed as u32 == packed.filled().count() {
                let mut known = HashMap::new();
                for group in board.groups() {
                    let size = group.count() as i32;
                    let worth = size * size - brute_force::value(&board.after(&group), &mut known);
                    let of_size = claims.iter().filter(|claim| claim.0 == size);
                    let most = of_size.map(|claim| claim.1).max();
                    prop_assert!(Some(worth) <= most, "{worth}, {most:?}: {board}");
                }
            }
        }

        #[test]
        fn every_word_has_the_same_bounds(board in boards()) {
            prop_assume!(!board.is_empty());
            let expected = appraised::<u64>(&board);
            prop_assert_eq!(&appraised::<u128>(&board), &expected);
            prop_assert_eq!(&appraised::<Wide>(&board), &expected);
        }
    }

    #[test]
    fn stacks_that_nothing_can_change_are_claimed_in_turn() {
        assert_eq!(bounds_of("0*1/0*1/0*2"), (9 - 4 + 1, 9 - 4 + 1));
        assert_eq!(bounds_of("***/*1*/*00"), (4 - 1, 4 - 1));
    }

    #[test]
    fn equal_stacks_cancel_out() {
        assert_eq!(bounds_of("0*1/0*1/1*0"), (0, 0));
    }
}
