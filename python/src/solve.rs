//! The exact value of a position.

use std::time::Instant;

use fruitrage_engine::Unsolved;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{exception, out_of_memory};
use crate::limits::{limits, resources};
use crate::results;
use crate::waiting::done;

/// Solves a position: its exact value for the player to move, and a line of best play.
///
/// Raises ``Unsolved`` if the limit was not enough. Up to about 40 fruits this takes
/// seconds; beyond that a limit is advisable.
///
/// >>> solution = solve(Board("***/*10/000"), time=60)
/// >>> solution.value, [str(move) for move in solution.moves]
/// (15, ['A3', 'B3'])
#[pyfunction]
#[pyo3(signature = (board, *, time=None, nodes=None, threads=1, hash=256))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    board: &Board,
    time: Option<f64>,
    nodes: Option<u64>,
    threads: usize,
    hash: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = limits(time, nodes, None, None)?;
    let options = resources(threads, hash)?;
    let board = board.0;
    let outcome = done(py, move |stop| {
        let start = Instant::now();
        let clock = || start.elapsed();
        fruitrage_engine::solve(&board, options, &limits, &clock, stop, &mut |_| {})
    })?;
    match outcome {
        Ok(solution) => results::solution(py, &solution),
        Err(Unsolved::OutOfMemory(error)) => Err(out_of_memory(error)),
        Err(error @ Unsolved::Stopped { interval, nodes, elapsed }) => {
            let between = (interval.least, interval.most);
            let details = (error.to_string(), nodes, elapsed.as_secs_f64(), between);
            Err(exception(py, "Unsolved", details))
        }
    }
}
