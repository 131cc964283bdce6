//! How much of the game's clock a move may take: all clock arithmetic is here.
//!
//! A clock may run from the start of a process to its end, so that each move to come costs
//! something even if nothing is searched.

use std::time::Duration;

use fruitrage_rules::Board;

use crate::position::Position;

/// What a machine may take all of a sudden: kept to the end.
const RESERVE: Duration = Duration::from_millis(150);

/// The part of a short clock that is kept instead.
const RESERVED_PART: f64 = 0.2;

/// With so many moves left in the game it is solved in no time.
const MOVES_SOLVED_AT_ONCE: u32 = 20;

/// How many shares of the time one move may take if it is hard.
const MOST_SHARES: u32 = 4;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// No further deepening is begun after this, unless the best move is in doubt.
    pub target: Duration,
    /// The search is stopped at this.
    pub limit: Duration,
}

impl Plan {
    /// As long as it takes.
    pub(crate) const UNLIMITED: Self = Self { target: Duration::MAX, limit: Duration::MAX };

    /// All of this time.
    pub(crate) const fn exactly(time: Duration) -> Self {
        Self { target: time, limit: time }
    }
}

/// Plans the next move of a player with this much time for the rest of the game, where
/// each move costs so much even if nothing is searched.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::plan;
///
/// let board = "01/21".parse().unwrap();
/// let plan = plan(&board, Duration::from_secs(60), Duration::from_millis(5));
/// assert!(plan.target <= plan.limit && plan.limit < Duration::from_secs(60));
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
    Plan { target: share.min(limit), limit }
}

/// How many moves a game lasts in which both always claim the largest group: about as
/// many as any game.
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

    /// Every move takes its limit and the overhead besides: if that is possible at all,
    /// the clock does not run out.
    #[test]
    fn a_game_of_moves_at_their_limit_stays_within_the_clock() {
        for (size, kinds) in [(1, 1), (5, 3), (10, 4), (26, 2), (26, 9)] {
            for milliseconds in [300, 1000, 60_000, 36_000_000] {
                let kinds = FruitKinds::new(kinds).unwrap();
                let mut board = random_board(Size::new(size).unwrap(), kinds, 5);
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
        let board = random_board(Size::new(10).unwrap(), FruitKinds::new(4).unwrap(), 1);
        let no_time = Plan::exactly(Duration::ZERO);
        assert_eq!(plan(&board, Duration::from_millis(5), OVERHEAD), no_time);
    }

    #[test]
    fn there_is_no_time_too_long_to_plan() {
        for fruits in ["0", "01/21"] {
            let plan = plan(&fruits.parse().unwrap(), Duration::MAX, OVERHEAD);
            assert!(plan.target <= plan.limit && plan.limit < Duration::MAX);
        }
    }

    #[test]
    fn a_long_clock_is_used() {
        let board = random_board(Size::new(10).unwrap(), FruitKinds::new(4).unwrap(), 1);
        let plan = plan(&board, Duration::from_secs(100), OVERHEAD);
        assert!(plan.target > Duration::from_secs(2) && plan.limit < Duration::from_secs(30));
    }
}
