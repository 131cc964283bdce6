//! What is wrong, as exceptions of the package.

use fruitrage_engine::OutOfMemory;
use fruitrage_rules::{IllegalMove, PlayError, TextError};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// An exception that `fruitrage.errors` defines.
pub(crate) fn exception<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyErr {
    let made = || py.import("fruitrage.errors")?.getattr(name)?.call1(arguments);
    made().map_or_else(|error| error, PyErr::from_value)
}

pub(crate) fn bad_text(py: Python<'_>, error: TextError) -> PyErr {
    let TextError { line, column, expected, found } = error;
    exception(py, "TextError", (line, column, expected, found))
}

pub(crate) fn illegal_move(py: Python<'_>, error: IllegalMove) -> PyErr {
    exception(py, "IllegalMove", (error.to_string(),))
}

pub(crate) fn unplayable(py: Python<'_>, error: PlayError) -> PyErr {
    let name = match error {
        PlayError::Over => "GameOver",
        PlayError::OutOfTime { .. } => "OutOfTime",
        PlayError::Illegal(_) => "IllegalMove",
    };
    exception(py, name, (error.to_string(),))
}

pub(crate) fn out_of_memory(error: OutOfMemory) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// Something is not what was expected.
pub(crate) fn bad_value(expected: &str, found: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("expected {expected}, found {found}"))
}

/// Something is of another type than was expected.
pub(crate) fn bad_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, found {name}"))
}
