//! The engine.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use fruitrage_engine::{Conditions, Level, Options};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{bad_value, out_of_memory};
use crate::limits::{limits, positive_time, resources, up_to};
use crate::search::Search;

/// The engine: searches positions, and remembers between searches what it has found.
///
/// ``level`` is from 1, a beginner, to 10, full strength; ``hash`` is the memory for what
/// it remembers, in megabytes, taken as it is used. One engine does one search at a time:
/// another waits until it has ended.
///
/// >>> engine = Engine(level=10, threads=1, hash=16)
/// >>> engine.play(Board("***/*10/000"), nodes=1000)
/// Move('A3')
#[pyclass(module = "fruitrage", frozen)]
pub(crate) struct Engine {
    engine: Arc<Mutex<fruitrage_engine::Engine>>,
    options: Options,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (level=10, threads=1, hash=128))]
    fn new(level: usize, threads: usize, hash: usize) -> PyResult<Self> {
        let number = u8::try_from(level).ok().and_then(Level::new);
        let level = number.ok_or_else(|| bad_value("a level from 1 to 10", level))?;
        let options = Options { level, ..resources(threads, hash)? };
        let engine = fruitrage_engine::Engine::try_new(options).map_err(out_of_memory)?;
        Ok(Self { engine: Arc::new(Mutex::new(engine)), options })
    }

    /// The level, 1 to 10.
    #[getter]
    fn level(&self) -> u8 {
        self.options.level.number()
    }

    /// How many threads search together.
    #[getter]
    fn threads(&self) -> usize {
        self.options.threads
    }

    /// The memory for what is remembered, in megabytes.
    #[getter]
    fn hash(&self) -> usize {
        self.options.hash_megabytes
    }

    /// Begins a search and returns it: an iterator over reports as they come.
    ///
    /// The search ends at the first limit: ``time`` seconds for this move, ``nodes``
    /// positions, ``depth`` moves ahead, or a fitting part of a ``clock`` that is for the
    /// rest of the game; without any when the position is solved or the search is stopped.
    /// ``lines`` is how many best moves are wanted.
    ///
    /// >>> report = Engine().search(Board("***/*10/000"), lines=2).result()
    /// >>> [(str(line.move), line.value, line.exact) for line in report.lines]
    /// [('A3', 15, True), ('B2', -15, True)]
    #[pyo3(signature = (board, *, time=None, nodes=None, depth=None, clock=None, lines=1))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn search(
        &self,
        board: &Board,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        clock: Option<f64>,
        lines: usize,
    ) -> PyResult<Search> {
        let limits = limits(time, nodes, depth, clock)?;
        let lines = up_to("a number of lines", lines, Options::MOST_LINES)?;
        if board.0.is_empty() {
            return Err(bad_value("a board with a move", "an empty one"));
        }
        Search::begin(&self.engine, lines, &board.0, limits)
    }

    /// Searches and returns the best move; the limits are those of ``search``.
    ///
    /// >>> Engine().play(Board("01/21"), depth=3)
    /// Move('B1')
    #[pyo3(signature = (board, *, time=None, nodes=None, depth=None, clock=None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        board: &Board,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        clock: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let search = self.search(board, time, nodes, depth, clock, 1)?;
        search.result(py)?.getattr("move")
    }

    fn __repr__(&self) -> String {
        format!("Engine(level={}, threads={}, hash={})", self.level(), self.threads(), self.hash())
    }

    /// Another process gets an engine of the same kind, which has searched nothing yet.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (u8, usize, usize))> {
        Ok((py.get_type::<Self>().into_any(), (self.level(), self.threads(), self.hash())))
    }
}

/// The seconds that the engine would take for a move with this much left for the game: what
/// it aims at, and what it never exceeds.
#[pyfunction]
pub(crate) fn plan(board: &Board, seconds: f64) -> PyResult<(f64, f64)> {
    let left = positive_time("a time", seconds)?;
    let conditions = Conditions::assumed(left, Options::default().overhead);
    let plan = fruitrage_engine::plan(&board.0, left, &conditions);
    Ok((plan.if_stable.as_secs_f64(), plan.limit.as_secs_f64()))
}
