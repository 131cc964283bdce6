//! What comes back from searches, as the named tuples of `fruitrage.results`.

use fruitrage_engine::{Line, Report, Solution};
use fruitrage_rules::{Cell, Turn};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::moves::Move;

/// A named tuple of `fruitrage.results`.
pub(crate) fn made<'py>(
    py: Python<'py>,
    name: &str,
    fields: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("fruitrage.results")?.getattr(name)?.call1(fields)
}

pub(crate) fn moves<'py>(py: Python<'py>, cells: &[Cell]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, cells.iter().copied().map(Move))
}

pub(crate) fn turn<'py>(py: Python<'py>, turn: &Turn) -> PyResult<Bound<'py, PyAny>> {
    made(py, "Turn", (Move(turn.choice), turn.points, turn.spent.as_secs_f64()))
}

fn line<'py>(py: Python<'py>, line: &Line) -> PyResult<Bound<'py, PyAny>> {
    made(py, "Line", (line.value, line.exact, moves(py, &line.moves)?))
}

pub(crate) fn report<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    let lines: PyResult<Vec<_>> = report.lines.iter().map(|it| line(py, it)).collect();
    let &Report { depth, nodes, elapsed, hashfull, .. } = report;
    let lines = PyTuple::new(py, lines?)?;
    made(py, "Report", (depth, lines, nodes, elapsed.as_secs_f64(), hashfull))
}

pub(crate) fn solution<'py>(py: Python<'py>, found: &Solution) -> PyResult<Bound<'py, PyAny>> {
    let Solution { value, line, nodes, elapsed, .. } = found;
    made(py, "Solution", (*value, moves(py, line)?, *nodes, elapsed.as_secs_f64()))
}
