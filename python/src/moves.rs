//! A move: the cell that names it.

use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};

use fruitrage_rules::{Cell, Size, quoted};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{bad_text, bad_type, bad_value};
use crate::group::Group;

/// A move, named by a cell: column A is leftmost, row 1 is the top.
///
/// Any cell of a group names the same move; ``Board.moves`` has one for each group.
///
/// >>> move = Move("G8")
/// >>> move.row, move.column
/// (7, 6)
/// >>> move == Move(7, 6) == Move.from_index(76, size=10)
/// True
/// >>> print(move)
/// G8
/// >>> Move("G0")
/// Traceback (most recent call last):
///     ...
/// fruitrage.errors.TextError: line 1, column 1: expected a column letter A to Z and a row number 1 to 26, such as G8, found `G0`
#[pyclass(module = "fruitrage", frozen, eq, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Move(pub(crate) Cell);

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (cell, column=None, /))]
    fn new(cell: &Bound<'_, PyAny>, column: Option<usize>) -> PyResult<Self> {
        match column {
            Some(column) => Self::at(cell.extract()?, column),
            None => read(cell).map(Self),
        }
    }

    /// The move at a place in the flattened board, as environments number their actions.
    ///
    /// >>> Move.from_index(0, size=5), Move.from_index(24, size=5)
    /// (Move('A1'), Move('E5'))
    #[staticmethod]
    fn from_index(index: usize, size: usize) -> PyResult<Self> {
        let size = Size::new(size).ok_or_else(|| bad_value("a size from 1 to 26", size))?;
        let width = size.get();
        if index >= width * width {
            let expected = format!("an index from 0 to {}", width * width - 1);
            return Err(bad_value(&expected, index));
        }
        Self::at(index / width, index % width)
    }

    /// The place of the move in the flattened board: ``row * size + column``.
    ///
    /// >>> Move("E5").index(size=5)
    /// 24
    fn index(&self, size: usize) -> PyResult<usize> {
        let on_board = Size::new(size).filter(|&size| self.0.is_on(size));
        let size = on_board.ok_or_else(|| bad_value("a board that has the cell", size))?;
        Ok(self.0.row() * size.get() + self.0.column())
    }

    /// The row, 0 for the top row.
    #[getter]
    fn row(&self) -> usize {
        self.0.row()
    }

    /// The column, 0 for A.
    #[getter]
    fn column(&self) -> usize {
        self.0.column()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().into_any(), (self.0.to_string(),)))
    }
}

impl Move {
    fn at(row: usize, column: usize) -> PyResult<Self> {
        Cell::new(column, row).map(Self).ok_or_else(|| bad_place(row, column))
    }
}

fn bad_place(row: impl Display, column: impl Display) -> PyErr {
    bad_value("a row and a column from 0 to 25", format!("{row} and {column}"))
}

/// A hash that is the same for equal values.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What names a move: a move, a group, a text such as `G8`, or a row and a column.
pub(crate) fn read(named: &Bound<'_, PyAny>) -> PyResult<Cell> {
    if let Ok(chosen) = named.cast::<Move>() {
        return Ok(chosen.get().0);
    }
    if let Ok(group) = named.cast::<Group>() {
        return Ok(group.get().0.name());
    }
    if let Ok(text) = named.extract::<String>() {
        return text.parse().map_err(|error: fruitrage_rules::NotACell| {
            let expected = error.to_string();
            let expected = expected.strip_prefix("expected ").unwrap_or(&expected).to_owned();
            let error =
                fruitrage_rules::TextError { line: 1, column: 1, expected, found: quoted(&text) };
            bad_text(named.py(), error)
        });
    }
    if let Ok(pair) = named.cast::<PyTuple>()
        && let Ok((row, column)) = pair.extract::<(i64, i64)>()
    {
        let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let cell = place.and_then(|(row, column)| Cell::new(column, row));
        return cell.ok_or_else(|| bad_place(row, column));
    }
    Err(bad_type("a Move, a Group, a text such as 'G8' or (row, column)", named))
}
