//! Time: all arithmetic with the clock is in this file. [`control`] only compares.
//!
//! A clock may run from the start of a process to its end, so that each move to come costs
//! something even if nothing is searched.

mod control;
mod experience;

use std::time::Duration;

use fruitrage_rules::Board;

pub(crate) use control::{NodeCounter, SearchControl, Stopped};
pub use experience::{Experience, NotAnExperience};

use crate::Limits;
use crate::position::Position;

/// What a machine may take all of a sudden: kept to the end.
const RESERVE: Duration = Duration::from_millis(200);

/// How many times the longest pause that was seen is kept, if that is more.
const RESERVED_PAUSES: u32 = 4;

/// How many pauses may still come before an answer has arrived where it is wanted.
const PAUSES_AFTER: u32 = 3;

/// How much longer than greedy ones games may last.
const LONGER_GAME: f64 = 1.4;

/// The part of a short clock that is kept instead.
const RESERVED_PART: f64 = 0.6;

/// With so many moves left in the game it is solved in no time.
const MOVES_SOLVED_AT_ONCE: u32 = 20;

/// How many moves that claim a single fruit are kept as much time for as for one that claims a
/// group, where there are hardly any groups.
const SINGLE_FRUITS_PER_GROUP: u32 = 32;

/// How many moves more than expected may need time: where single fruits are claimed in turn, to make
/// the other open up something large, games last longer than greedy ones.
const MOVES_MORE: u32 = 3;

/// How many shares of the time one move may take if it is hard.
const MOST_SHARES: f64 = 2.5;

/// The part of the time for the rest of the game that is left to the other moves in any case.
const LEAST_LEFT: f64 = 0.75;

/// The part of its share after which no deeper search is begun while the best move stays the
/// same: the next depth would hardly be completed.
const PART_IF_STABLE: f64 = 0.6;

/// How many shares may pass before that if the best move has just changed.
const SHARES_IF_UNSTABLE: f64 = 1.5;

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
    /// costs `overhead` on its clock even if nothing is searched, on a machine that has made
    /// searches wait as long as `pause`.
    pub(crate) fn new(board: &Board, limits: &Limits, overhead: Duration, pause: Duration) -> Self {
        let of_game =
            limits.clock.map_or(Self::UNLIMITED, |left| plan(board, left, overhead, pause));
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

    /// When the search is stopped on a machine that makes it wait that long at times: if the clock
    /// of a game runs, early enough for such pauses.
    pub(crate) fn limit_with(&self, pause: Duration) -> Duration {
        let kept = if self.saves { pause.saturating_mul(PAUSES_AFTER) } else { Duration::ZERO };
        self.limit.saturating_sub(kept)
    }

    /// Whether so much of the time has passed that no deeper search is begun.
    pub(crate) fn is_spent(&self, elapsed: Duration, stable: bool) -> bool {
        elapsed >= if stable { self.if_stable } else { self.if_unstable }
    }
}

/// Plans the next move of a player with this much time for the rest of the game, where each
/// move costs `overhead` even if nothing is searched, on a machine that has made searches wait for
/// a processor as long as `pause`.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::plan;
///
/// let board = "01/21".parse().unwrap();
/// let plan = plan(&board, Duration::from_secs(60), Duration::from_millis(5), Duration::ZERO);
/// assert!(plan.if_stable <= plan.limit && plan.limit < Duration::from_secs(60));
/// ```
pub fn plan(board: &Board, left: Duration, overhead: Duration, pause: Duration) -> Plan {
    let game = GreedyGame::from(board);
    let own_moves = (f64::from(game.moves) * LONGER_GAME / 2.0).ceil() as u32;
    let reserve =
        RESERVE.max(pause.saturating_mul(RESERVED_PAUSES)).min(times(left, RESERVED_PART));
    let spendable = left.saturating_sub(reserve).saturating_sub(overhead.saturating_mul(own_moves));
    let shares = game.worth_thinking_about().div_ceil(2) + MOVES_MORE;
    let share = spendable / shares;
    let limit = times(share, MOST_SHARES).min(times(spendable, 1.0 - LEAST_LEFT));
    let target = share.min(limit);
    Plan {
        if_stable: times(target, PART_IF_STABLE),
        if_unstable: times(target, SHARES_IF_UNSTABLE).min(limit),
        limit,
        saves: true,
    }
}

/// A multiple of a time; the longest there is if it is longer.
fn times(time: Duration, factor: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}

/// A game in which both always claim the largest group: about as long as any.
struct GreedyGame {
    moves: u32,
    /// The moves that claim more than one fruit.
    groups: u32,
}

impl GreedyGame {
    fn from(board: &Board) -> Self {
        let mut position = Position::new(board);
        let mut next = position.clone();
        let mut game = Self { moves: 0, groups: 0 };
        loop {
            let Some(largest) = position.moves().next() else { return game };
            position.play(largest, &mut next);
            std::mem::swap(&mut position, &mut next);
            game.moves += 1;
            game.groups += u32::from(largest.size() > 1);
        }
    }

    /// How many moves of both players deserve time, all of them as much. With many kinds of fruit
    /// half of a game is single fruits, which hardly anybody can go wrong with; but some time is
    /// kept for them where they are all that is left.
    fn worth_thinking_about(&self) -> u32 {
        let worth = self.groups.max(self.moves / SINGLE_FRUITS_PER_GROUP);
        worth.min(self.moves.saturating_sub(MOVES_SOLVED_AT_ONCE))
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
                if left < OVERHEAD * GreedyGame::from(&board).moves {
                    continue;
                }
                while let Some(largest) = board.groups().max_by_key(Group::count) {
                    let spent = plan(&board, left, OVERHEAD, Duration::ZERO).limit + OVERHEAD;
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
        let plan = plan(&board(10, 4), Duration::from_millis(5), OVERHEAD, Duration::ZERO);
        assert_eq!(plan.limit, Duration::ZERO);
        assert!(plan.is_spent(Duration::ZERO, true) && plan.is_spent(Duration::ZERO, false));
    }

    #[test]
    fn there_is_no_time_too_long_to_plan() {
        for fruits in ["0", "01/21"] {
            let plan = plan(&fruits.parse().unwrap(), Duration::MAX, OVERHEAD, Duration::ZERO);
            assert!(plan.if_stable <= plan.limit && plan.limit < Duration::MAX);
        }
    }

    #[test]
    fn a_long_clock_is_used() {
        let plan = plan(&board(10, 4), Duration::from_secs(100), OVERHEAD, Duration::ZERO);
        assert!(plan.if_stable > Duration::from_secs(1) && plan.limit < Duration::from_secs(30));
    }

    #[test]
    fn every_move_that_deserves_time_gets_as_much() {
        let board = board(16, 5);
        let spent = |board: &Board, left| {
            let left = Duration::from_secs_f64(left);
            let plan = plan(board, left, Duration::ZERO, Duration::ZERO);
            plan.if_stable.as_secs_f64() / PART_IF_STABLE
        };
        let now = spent(&board, 100.0);
        let two_moves_later = (0..2).fold(board, |board, _| {
            let largest = Position::new(&board).moves().next().unwrap();
            board.play(largest.cell()).unwrap().0
        });
        let next = spent(&two_moves_later, 100.0 - now);
        assert!((next / now - 1.0).abs() < 1e-6, "{now}, {next}");
    }

    #[test]
    fn single_fruits_and_what_is_solved_at_once_take_no_time_from_other_moves() {
        let game = GreedyGame::from(&"**1/**1/002".parse().unwrap());
        assert_eq!((game.moves, game.groups), (3, 2));
        let moves_and_groups = [(100, 60), (100, 95), (10, 9), (676, 0), (22, 0)];
        let deserving = moves_and_groups
            .map(|(moves, groups)| GreedyGame { moves, groups }.worth_thinking_about());
        assert_eq!(deserving, [60, 80, 0, 21, 0]);
    }

    #[test]
    fn what_moves_cost_besides_is_kept_for_a_game_longer_than_a_greedy_one() {
        let board = board(16, 5);
        let moves = f64::from(GreedyGame::from(&board).moves);
        let limit = |own_moves_per_move: f64| {
            let left = RESERVE + OVERHEAD.mul_f64(moves * own_moves_per_move);
            plan(&board, left, OVERHEAD, Duration::ZERO).limit
        };
        assert_eq!(limit(0.65), Duration::ZERO);
        assert!(limit(0.75) > Duration::ZERO);
    }

    #[test]
    fn a_move_in_doubt_has_longer() {
        let plan = plan(&board(10, 4), Duration::from_secs(100), OVERHEAD, Duration::ZERO);
        let between = plan.if_stable * 2;
        assert!(plan.if_unstable > between);
        assert!(plan.is_spent(between, true) && !plan.is_spent(between, false));
    }

    #[test]
    fn a_machine_that_makes_searches_wait_has_more_time_kept_for_it() {
        let [none, some] = [0, 200].map(|pause| {
            let pause = Duration::from_millis(pause);
            plan(&board(10, 4), Duration::from_secs(10), OVERHEAD, pause)
        });
        assert!(some.limit < none.limit);
        assert_eq!(none.limit_with(Duration::ZERO), none.limit);
        let pause = Duration::from_millis(20);
        assert_eq!(none.limit_with(pause) + 3 * pause, none.limit);
        assert_eq!(none.limit_with(Duration::MAX), Duration::ZERO);
    }

    #[test]
    fn both_limits_of_time_hold() {
        let (short, long) = (Duration::from_millis(50), Duration::from_mins(10));
        let board = board(10, 4);
        let planned = |move_time, clock| {
            Plan::new(
                &board,
                &Limits { move_time, clock, ..Limits::NONE },
                OVERHEAD,
                Duration::ZERO,
            )
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
