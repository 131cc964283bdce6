//! The review of a game.

use std::time::Instant;

use fruitrage_analysis::{Judgement, Review, Summary};
use fruitrage_engine::Engine;
use fruitrage_rules::Player;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{bad_type, out_of_memory};
use crate::game::Game;
use crate::limits::{limits, resources};
use crate::record::Record;
use crate::results::{made, moves};
use crate::waiting::done;

/// The time for each position if nothing else limits it.
const TIME: f64 = 0.5;

/// Judges every move of a game: what it was worth, and what it gave away.
///
/// The limits are for each position; without any, half a second.
///
/// >>> found = review(Game(Board("***/*10/000")).play("B2").play("A3"))
/// >>> found.start_value, found.judgements[0].lost, found.turning_points
/// (15, 30, (0,))
#[pyfunction]
#[pyo3(signature = (game, *, time=None, nodes=None, depth=None, threads=1, hash=128))]
pub(crate) fn review<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: usize,
    hash: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let reviewed = if let Ok(record) = game.cast::<Record>() {
        record.get().0.game().clone()
    } else if let Ok(game) = game.cast::<Game>() {
        game.get().0.clone()
    } else {
        return Err(bad_type("a Game or a Record", game));
    };
    let is_limited = nodes.is_some() || depth.is_some();
    let limits = limits(time.or((!is_limited).then_some(TIME)), nodes, depth, None)?;
    let mut engine = Engine::try_new(resources(threads, hash)?).map_err(out_of_memory)?;
    let found = done(py, move |stop| {
        let start = Instant::now();
        let clock = || start.elapsed();
        fruitrage_analysis::review(&mut engine, &reviewed, &limits, &clock, stop, &mut |_| {})
    })?;
    // It is stopped by Ctrl-C alone, which has been raised by now.
    found.map_or_else(|| Ok(py.None().into_bound(py)), |found| as_tuple(py, &found))
}

fn as_tuple<'py>(py: Python<'py>, review: &Review) -> PyResult<Bound<'py, PyAny>> {
    let judgements: PyResult<Vec<_>> =
        review.judgements.iter().map(|found| judgement(py, found)).collect();
    let summaries = Player::BOTH.map(|player| summary(py, &review.summary(player)));
    let [first, second] = summaries;
    made(
        py,
        "Review",
        (
            review.start_value,
            PyTuple::new(py, judgements?)?,
            PyTuple::new(py, review.expected_margins())?,
            PyTuple::new(py, review.turning_points())?,
            PyTuple::new(py, [first?, second?])?,
        ),
    )
}

fn judgement<'py>(py: Python<'py>, found: &Judgement) -> PyResult<Bound<'py, PyAny>> {
    let fields = (
        found.player().index(),
        crate::moves::Move(found.played),
        found.points,
        found.played_value,
        found.best_value,
        moves(py, &found.best)?,
        found.exact,
    );
    made(py, "Judgement", fields)
}

fn summary<'py>(py: Python<'py>, found: &Summary) -> PyResult<Bound<'py, PyAny>> {
    made(py, "Summary", (found.moves, found.flawless, found.lost, found.accuracy))
}
