//! `input.txt`, for agents.

use fruitrage_rules::Input;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::bad_text;
use crate::results::made;

/// Reads the text of an ``input.txt``: the board, the kinds of fruit and the seconds left.
///
/// >>> parse_input("2\n3\n123.6\n01\n21\n")
/// Input(board=Board('01/21'), fruits=3, seconds=123.6)
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn parse_input<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let input = Input::parse(text.as_bytes()).map_err(|error| bad_text(py, error))?;
    made(py, "Input", (Board(input.board), input.kinds.get(), input.time_left.as_secs_f64()))
}
