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

/// What is kept of a clock of one second to the end, for what a machine may do all of a sudden. Of
/// a clock four times as long it is twice as much: a smaller part, but a longer time.
const RESERVE_OF_A_SECOND: Duration = Duration::from_millis(100);

/// How many moves of one's own that is kept for. The fewer are left, the less may happen.
const MOVES_RESERVED_FOR: u32 = 24;

/// What is kept at least.
const LEAST_RESERVE: Duration = Duration::from_millis(50);

/// What is kept at most, however long the clock, on a machine that makes nobody wait.
const MOST_RESERVE: Duration = Duration::from_secs(1);

/// How many times the longest pause that was seen is kept, if that is more...
const RESERVED_PAUSES: u32 = 4;

/// ...and leaves this part of the time to think.
const LEFT_BY_PAUSES: f64 = 0.4;

/// How many pauses may still come before an answer has arrived where it is wanted.
const PAUSES_AFTER: u32 = 3;

/// How much longer than greedy ones games may last.
const LONGER_GAME: f64 = 1.4;

/// With so many moves left in the game it is solved in no time.
const MOVES_SOLVED_AT_ONCE: u32 = 20;

/// How many moves that claim a single fruit are kept as much time for as for one that claims a
/// group, where there are hardly any groups.
const SINGLE_FRUITS_PER_GROUP: u32 = 32;

/// How many moves more than expected may need time: where single fruits are claimed in turn, to make
/// the other open up something large, games last longer than greedy ones. With more, games on small
/// boards are solved before their clock is used.
const MOVES_MORE: u32 = 1;

/// How many shares of the time one move may take if it is hard.
const MOST_SHARES: f64 = 2.5;

/// The part of the time for the rest of the game that is left to the other moves in any case.
const LEAST_LEFT: f64 = 0.5;

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
    /// The plan for the next move on a board under some limits.
    pub(crate) fn new(board: &Board, limits: &Limits, conditions: &Conditions) -> Self {
        let of_game = limits.clock.map_or(Self::UNLIMITED, |left| plan(board, left, conditions));
        limits.move_time.map_or(of_game, |time| of_game.within(time))
    }

    /// As long as it takes.
    pub(crate) const UNLIMITED: Self = Self {
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

/// Under which conditions the clock of a game runs, as far as a player can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// What the clock showed when the player first saw the game.
    pub at_first: Duration,
    /// What each move costs on the clock even if nothing is searched.
    pub overhead: Duration,
    /// The longest that the machine has made a search wait for a processor.
    pub pause: Duration,
}

impl Conditions {
    /// What is assumed by who sees a game for the first time.
    pub const fn assumed(left: Duration, overhead: Duration) -> Self {
        Self { at_first: left, overhead, pause: Duration::ZERO }
    }

    /// What is kept by who has this much left for so many moves.
    fn reserve(&self, left: Duration, own_moves: u32) -> Duration {
        let pauses = self.pause.saturating_mul(RESERVED_PAUSES);
        let part = f64::from(own_moves.min(MOVES_RESERVED_FOR)) / f64::from(MOVES_RESERVED_FOR);
        times(RESERVE_OF_A_SECOND, self.at_first.as_secs_f64().sqrt() * part)
            .clamp(LEAST_RESERVE, MOST_RESERVE)
            .max(pauses.min(times(left, 1.0 - LEFT_BY_PAUSES)))
    }
}

/// Plans the next move of a player with this much time for the rest of the game.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::{Conditions, plan};
///
/// let board = "01/21".parse().unwrap();
/// let minute = Duration::from_mins(1);
/// let conditions = Conditions::assumed(minute, Duration::from_millis(5));
/// let plan = plan(&board, minute, &conditions);
/// assert!(plan.if_stable <= plan.limit && plan.limit < minute);
/// ```
pub fn plan(board: &Board, left: Duration, conditions: &Conditions) -> Plan {
    let game = GreedyGame::from(board);
    let own_moves = (f64::from(game.moves) * LONGER_GAME / 2.0).ceil() as u32;
    let overhead = conditions.overhead.saturating_mul(own_moves);
    let kept = conditions.reserve(left, own_moves).saturating_add(overhead);
    let spendable = left.saturating_sub(kept);
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

    const fn quiet(at_first: Duration) -> Conditions {
        Conditions::assumed(at_first, OVERHEAD)
    }

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
                let conditions = quiet(left);
                if left < OVERHEAD * GreedyGame::from(&board).moves {
                    continue;
                }
                while let Some(largest) = board.groups().max_by_key(Group::count) {
                    let spent = plan(&board, left, &conditions).limit + OVERHEAD;
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
        let left = Duration::from_millis(5);
        let plan = plan(&board(10, 4), left, &quiet(left));
        assert_eq!(plan.limit, Duration::ZERO);
        assert!(plan.is_spent(Duration::ZERO, true) && plan.is_spent(Duration::ZERO, false));
    }

    #[test]
    fn there_is_no_time_too_long_to_plan() {
        for fruits in ["0", "01/21"] {
            let left = Duration::MAX;
            let plan = plan(&fruits.parse().unwrap(), left, &quiet(left));
            assert!(plan.if_stable <= plan.limit && plan.limit < Duration::MAX);
        }
    }

    #[test]
    fn a_long_clock_is_used() {
        let left = Duration::from_secs(100);
        let plan = plan(&board(10, 4), left, &quiet(left));
        assert!(plan.if_stable > Duration::from_secs(3) && plan.limit < Duration::from_mins(1));
    }

    #[test]
    fn every_move_that_deserves_time_gets_as_much() {
        let board = board(16, 5);
        let spent = |board: &Board, left| {
            let left = Duration::from_secs_f64(left);
            let conditions =
                Conditions { overhead: Duration::ZERO, ..quiet(Duration::from_secs(100)) };
            let plan = plan(board, left, &conditions);
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
            let conditions = quiet(Duration::from_secs(10));
            let reserve = conditions.reserve(Duration::ZERO, MOVES_RESERVED_FOR);
            plan(&board, reserve + OVERHEAD.mul_f64(moves * own_moves_per_move), &conditions).limit
        };
        assert_eq!(limit(0.65), Duration::ZERO);
        assert!(limit(0.75) > Duration::ZERO);
    }

    #[test]
    fn a_move_in_doubt_has_longer() {
        let left = Duration::from_secs(100);
        let plan = plan(&board(10, 4), left, &quiet(left));
        let between = plan.if_stable * 2;
        assert!(plan.if_unstable > between);
        assert!(plan.is_spent(between, true) && !plan.is_spent(between, false));
    }

    #[test]
    fn a_machine_that_makes_searches_wait_has_more_time_kept_for_it() {
        let [none, some] = [0, 200].map(|pause| {
            let left = Duration::from_secs(10);
            let conditions = Conditions { pause: Duration::from_millis(pause), ..quiet(left) };
            plan(&board(10, 4), left, &conditions)
        });
        assert!(some.limit < none.limit);
        assert_eq!(none.limit_with(Duration::ZERO), none.limit);
        let pause = Duration::from_millis(20);
        assert_eq!(none.limit_with(pause) + 3 * pause, none.limit);
        assert_eq!(none.limit_with(Duration::MAX), Duration::ZERO);
    }

    #[test]
    fn the_reserve_grows_with_the_root_of_the_clock_at_first() {
        let reserved = |clock, pause, left| {
            let [clock, pause, left] = [clock, pause, left].map(Duration::from_millis);
            Conditions { pause, ..quiet(clock) }.reserve(left, 100).as_millis()
        };
        let of_clocks = [0, 100, 1000, 4000, 36_000_000].map(|clock| reserved(clock, 0, 10));
        assert_eq!(of_clocks, [50, 50, 100, 200, 1000]);
        let left = [5000, 500, 100].map(|left| reserved(1000, 100, left));
        assert_eq!(left, [400, 300, 100], "for pauses, while there is time");
    }

    #[test]
    fn the_reserve_is_used_when_few_moves_are_left() {
        let conditions = quiet(Duration::from_secs(16));
        let reserved =
            |own_moves| conditions.reserve(Duration::from_secs(1), own_moves).as_millis();
        assert_eq!([100, 24, 12, 6, 1, 0].map(reserved), [400, 400, 200, 100, 50, 50]);
    }

    #[test]
    fn both_limits_of_time_hold() {
        let (short, long) = (Duration::from_millis(50), Duration::from_mins(10));
        let board = board(10, 4);
        let planned = |move_time, clock| {
            let limits = Limits { move_time, clock, ..Limits::NONE };
            Plan::new(&board, &limits, &quiet(long))
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
