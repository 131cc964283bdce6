//! The exact value of a position, for users of the library.

use std::time::Duration;

use fruitrage_rules::{Board, Cell};
use thiserror::Error;

use crate::search::Goal;
use crate::{Clock, Engine, Interval, Level, Limits, Options, OutOfMemory, Report, Stop};

/// What a position is worth with best play of both sides to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the player to move gains over the opponent; proved.
    pub value: i32,
    /// Best play of both sides to the end; empty on an empty board.
    pub line: Vec<Cell>,
    /// How many positions were searched.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Why a position has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// There is not enough memory for the table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// A limit was reached, or the search was stopped.
    #[error("not solved in {:.1} s, {nodes} positions: the value is {interval}", elapsed.as_secs_f64())]
    Stopped {
        /// Between what the value is proved to lie.
        interval: Interval,
        /// How many positions were searched.
        nodes: u64,
        /// How long the search took.
        elapsed: Duration,
    },
}

/// Solves a position: its exact value and a line of best play. `report` is called with the
/// estimates on the way, and with the interval in which the value is proved to lie as it
/// shrinks.
///
/// Up to about 40 fruits this takes seconds. What it takes beyond that differs from board to
/// board by orders of magnitude, so a limit is advisable. A proof has no use for a level, for
/// several lines or for a limited depth: these are taken to be full, one and none.
///
/// ```
/// use std::time::{Duration, Instant};
/// use fruitrage_engine::{Limits, Options, Stop, solve};
///
/// let board = "***/*10/000".parse().unwrap();
/// let start = Instant::now();
/// let clock = || start.elapsed();
/// let limits = Limits::move_time(Duration::from_secs(60));
/// let options = Options { hash_megabytes: 16, ..Options::default() };
/// let solution = solve(&board, options, &limits, &clock, &Stop::new(), &mut |_| {}).unwrap();
/// assert_eq!(solution.value, 15);
/// let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
/// assert_eq!(line, ["A3", "B3"]);
/// ```
pub fn solve(
    board: &Board,
    options: Options,
    limits: &Limits,
    clock: &dyn Clock,
    stop: &Stop,
    report: &mut dyn FnMut(&Report),
) -> Result<Solution, Unsolved> {
    let mut engine = Engine::try_new(Options { level: Level::FULL, lines: 1, ..options })?;
    let limits = Limits { depth: None, ..*limits };
    let Some(found) = engine.search_for(Goal::Solution, board, &limits, clock, stop, report) else {
        return Ok(Solution { value: 0, line: Vec::new(), nodes: 0, elapsed: Duration::ZERO });
    };
    let Report { mut lines, interval, nodes, elapsed, .. } = found;
    let best = lines.swap_remove(0);
    if best.exact {
        Ok(Solution { value: best.value, line: best.moves, nodes, elapsed })
    } else {
        Err(Unsolved::Stopped { interval, nodes, elapsed })
    }
}

#[cfg(test)]
mod tests {
    use fruitrage_rules::{FruitKinds, Size, random_board};

    use super::*;

    #[test]
    fn level_lines_and_depth_make_no_difference() {
        let board = random_board(Size::new(5).unwrap(), FruitKinds::new(3).unwrap(), 1);
        let usual = Options { hash_megabytes: 1, ..Options::default() };
        let other = Options { level: Level::new(1).unwrap(), lines: 3, ..usual };
        let [one, two] = [(usual, Limits::NONE), (other, Limits::depth(1))].map(|search| {
            let (options, limits) = search;
            solve(&board, options, &limits, &|| Duration::ZERO, &Stop::new(), &mut |_| {}).unwrap()
        });
        assert_eq!((one.value, one.line, one.nodes), (two.value, two.line, two.nodes));
    }
}
