//! Time: all arithmetic with the clock is in this file. [`control`] only compares.
//!
//! A clock may run from the start of a process to its end, so that each move to come costs
//! something even if nothing is searched.

mod control;

use std::time::Duration;

use fruitrage_rules::Board;

pub(crate) use control::{NodeCounter, SearchControl, Stopped};

use crate::Limits;
use crate::position::Position;

/// What a machine may take all of a sudden: kept to the end.
const RESERVE: Duration = Duration::from_millis(150);

/// The part of a short clock that is kept instead.
const RESERVED_PART: f64 = 0.2;

/// With so many moves left in the game it is solved in no time.
const MOVES_SOLVED_AT_ONCE: u32 = 20;

/// How many shares of the time one move may take if it is hard.
const MOST_SHARES: u32 = 4;

/// The part of its share after which no deeper search is begun while the best move stays the
/// same: the next depth would hardly be completed.
const PART_IF_STABLE: f64 = 0.5;

/// How many shares may pass before that if the best move has just changed.
const SHARES_IF_UNSTABLE: u32 = 2;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// No deeper search is begun after this while the best move stays the same.
    pub if_stable: Duration,
    /// No deeper search is begun after this if the best move has just changed.
    pub if_unstable: Duration,
    /// The search is stopped at this.
    pub limit: Duration,
    /// Whether time that is not used now can be used later: then a move that is the only one
    /// needs no thought.
    pub saves: bool,
}

impl Plan {
    /// The plan for the next move on a board under some limits, where each move of the game
    /// costs `overhead` on its clock even if nothing is searched.
    pub(crate) fn new(board: &Board, limits: &Limits, overhead: Duration) -> Self {
        let of_game = limits.clock.map_or(Self::UNLIMITED, |left| plan(board, left, overhead));
        limits.move_time.map_or(of_game, |time| of_game.within(time))
    }

    /// As long as it takes.
    const UNLIMITED: Self = Self {
        if_stable: Duration::MAX,
        if_unstable: Duration::MAX,
        limit: Duration::MAX,
        saves: false,
    };

    /// The same plan with a limit on this move besides.
    fn within(self, time: Duration) -> Self {
        Self {
            if_stable: self.if_stable.min(time),
            if_unstable: self.if_unstable.min(time),
            limit: self.limit.min(time),
            ..self
        }
    }

    /// Whether so much of the time has passed that no deeper search is begun.
    pub(crate) fn is_spent(&self, elapsed: Duration, stable: bool) -> bool {
        elapsed >= if stable { self.if_stable } else { self.if_unstable }
    }
}

/// Plans the next move of a player with this much time for the rest of the game, where each
/// move costs `overhead` even if nothing is searched.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::plan;
///
/// let board = "01/21".parse().unwrap();
/// let plan = plan(&board, Duration::from_secs(60), Duration::from_millis(5));
/// assert!(plan.if_stable <= plan.limit && plan.limit < Duration::from_secs(60));
/// ```
pub fn plan(board: &Board, left: Duration, overhead: Duration) -> Plan {
    let moves_left = greedy_game_length(board);
    let own_moves = moves_left.div_ceil(2);
    let reserve = RESERVE.min(left.mul_f64(RESERVED_PART));
    let spendable = left.saturating_sub(reserve).saturating_sub(overhead * own_moves);
    // The moves that need thinking; one more, so that the last of them is not the end.
    let shares = moves_left.saturating_sub(MOVES_SOLVED_AT_ONCE).div_ceil(2) + 1;
    let share = spendable / shares;
    let limit = share.saturating_mul(MOST_SHARES).min(spendable / 4);
    let target = share.min(limit);
    Plan {
        if_stable: target.mul_f64(PART_IF_STABLE),
        if_unstable: target.saturating_mul(SHARES_IF_UNSTABLE),
        limit,
        saves: true,
    }
}

/// How many moves a game lasts in which both always claim the largest group: about as many as
/// any game.
fn greedy_game_length(board: &Board) -> u32 {
    let mut position = Position::new(board);
    let mut next = position.clone();
    let mut moves = 0;
    loop {
        let Some(largest) = position.moves().next() else { return moves };
        position.play(largest, &mut next);
        std::mem::swap(&mut position, &mut next);
        moves += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{FruitKinds, Group, Size, random_board};

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn board(size: usize, kinds: usize) -> Board {
        random_board(Size::new(size).unwrap(), FruitKinds::new(kinds).unwrap(), 5)
    }

    /// Every move takes its limit and the overhead besides: if that is possible at all, the
    /// clock does not run out.
    #[test]
    fn a_game_of_moves_at_their_limit_stays_within_the_clock() {
        for (size, kinds) in [(1, 1), (5, 3), (10, 4), (26, 2), (26, 9)] {
            for milliseconds in [300, 1000, 60_000, 36_000_000] {
                let mut board = board(size, kinds);
                let mut left = Duration::from_millis(milliseconds);
                if left < OVERHEAD * greedy_game_length(&board) {
                    continue;
                }
                while let Some(largest) = board.groups().max_by_key(Group::count) {
                    let spent = plan(&board, left, OVERHEAD).limit + OVERHEAD;
                    assert!(spent < left, "{size}×{size}, {milliseconds} ms");
                    left -= spent;
                    board = board.after(&largest);
                    // The opponent's move.
                    if let Some(largest) = board.groups().max_by_key(Group::count) {
                        board = board.after(&largest);
                    }
                }
            }
        }
    }

    #[test]
    fn next_to_no_time_is_no_time_to_think() {
        let plan = plan(&board(10, 4), Duration::from_millis(5), OVERHEAD);
        assert_eq!(plan.limit, Duration::ZERO);
        assert!(plan.is_spent(Duration::ZERO, true) && plan.is_spent(Duration::ZERO, false));
    }

    #[test]
    fn there_is_no_time_too_long_to_plan() {
        for fruits in ["0", "01/21"] {
            let plan = plan(&fruits.parse().unwrap(), Duration::MAX, OVERHEAD);
            assert!(plan.if_stable <= plan.limit && plan.limit < Duration::MAX);
        }
    }

    #[test]
    fn a_long_clock_is_used() {
        let plan = plan(&board(10, 4), Duration::from_secs(100), OVERHEAD);
        assert!(plan.if_stable > Duration::from_secs(1) && plan.limit < Duration::from_secs(30));
    }

    #[test]
    fn a_move_in_doubt_has_four_times_as_long() {
        let plan = plan(&board(10, 4), Duration::from_secs(100), OVERHEAD);
        let between = plan.if_stable * 2;
        assert!(plan.if_unstable >= plan.if_stable * 4);
        assert!(plan.is_spent(between, true) && !plan.is_spent(between, false));
    }

    #[test]
    fn both_limits_of_time_hold() {
        let (short, long) = (Duration::from_millis(50), Duration::from_mins(10));
        let board = board(10, 4);
        let planned = |move_time, clock| {
            Plan::new(&board, &Limits { move_time, clock, ..Limits::NONE }, OVERHEAD)
        };
        let both = planned(Some(short), Some(long));
        assert_eq!((both.if_stable, both.if_unstable, both.limit), (short, short, short));
        assert!(both.saves, "what is left of the clock is for later moves");
        assert_eq!(planned(Some(long), Some(short)), planned(None, Some(short)));
        assert_eq!(planned(Some(short), None).limit, short);
        assert!(!planned(Some(short), None).saves);
        assert_eq!(planned(None, None), Plan::UNLIMITED);
    }
}
