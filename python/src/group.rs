//! A group of connected fruits: what a move claims.

use fruitrage_rules::Cell;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::moves::{Move, hash};

/// Connected fruits of one kind: what a move claims.
///
/// >>> group = Board("***/*10/000").group("C2")
/// >>> group.fruit, group.count, group.points
/// (0, 4, 16)
/// >>> group.move
/// Move('A3')
/// >>> [str(cell) for cell in group.cells]
/// ['A3', 'B3', 'C2', 'C3']
#[pyclass(module = "fruitrage", frozen, eq)]
#[derive(PartialEq, Eq)]
pub(crate) struct Group(pub(crate) fruitrage_rules::Group);

#[pymethods]
impl Group {
    /// The kind of fruit, 0 to 9.
    #[getter]
    fn fruit(&self) -> usize {
        self.0.fruit().number()
    }

    /// How many fruits there are.
    #[getter]
    fn count(&self) -> u32 {
        self.0.count()
    }

    /// What claiming the group scores: the square of its count.
    #[getter]
    fn points(&self) -> u32 {
        self.0.points()
    }

    /// The move that claims the group, named by its leftmost, then highest cell.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.0.name())
    }

    /// Where the fruits are, by column, from the top of each.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.cells().iter().map(Move).collect::<Vec<_>>())
    }

    fn __len__(&self) -> usize {
        self.0.count() as usize
    }

    fn __contains__(&self, cell: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.cells().contains(crate::moves::read(cell)?))
    }

    fn __hash__(&self) -> u64 {
        hash(self.0.cells())
    }

    fn __repr__(&self) -> String {
        let (name, fruit, count): (Cell, _, _) = (self.0.name(), self.0.fruit(), self.0.count());
        format!("<Group {name}: {count} of fruit {fruit}, {} points>", self.0.points())
    }

    /// Kept as a board with nothing else on it.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (crate::board::Board, Move))> {
        let alone = fruitrage_rules::Board::from_fn(fruitrage_rules::Size::LARGEST, |cell| {
            self.0.cells().contains(cell).then(|| self.0.fruit())
        });
        let method = py.get_type::<crate::board::Board>().getattr("group")?;
        Ok((method, (crate::board::Board(alone), Move(self.0.name()))))
    }
}
