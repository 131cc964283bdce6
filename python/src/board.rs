//! The board.

use fruitrage_engine::Stop;
use fruitrage_pictures::BoardPicture;
use fruitrage_rules::{CellSet, Fruit, FruitKinds, Size, count_lines, random_board};
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::{bad_text, bad_type, bad_value, illegal_move};
use crate::group::Group;
use crate::moves::{self, Move, hash};
use crate::waiting::done;

/// What an array has for an empty cell.
pub(crate) const EMPTY: i8 = -1;

/// A square board of fruits and empty cells.
///
/// Made from text, rows from the top on lines of their own or separated by ``/``, a digit
/// for a fruit and ``*`` for an empty cell; from an array of whole numbers, -1 for an empty
/// cell; or by chance, with ``Board.random``. A board never changes: ``play`` returns
/// another.
///
/// >>> board = Board("***/*10/000")
/// >>> board.play("C2")
/// Board('***/***/*1*')
/// >>> print(board)
/// ***
/// *10
/// 000
/// >>> Board([[0, 1], [2, 1]]) == Board("01/21")
/// True
/// >>> Board("01/2x")
/// Traceback (most recent call last):
///     ...
/// fruitrage.errors.TextError: line 2, column 2: expected a fruit 0 to 9 or `*` in row 2 of 2 of the board, found `x`
#[pyclass(module = "fruitrage", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board(pub(crate) fruitrage_rules::Board);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (board, /))]
    fn new(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = board.cast::<PyString>() {
            let parsed = text.to_str()?.parse();
            return parsed.map(Self).map_err(|error| bad_text(board.py(), error));
        }
        match board.cast::<Self>() {
            Ok(board) => Ok(*board.get()),
            Err(_) => from_array(board),
        }
    }

    /// A full board with every cell drawn evenly. The same seed gives the same board for
    /// ever, and the same as ``fruitrage board --seed``; without one it is another each
    /// time.
    ///
    /// >>> Board.random(4, fruits=3, seed=7)
    /// Board('1021/1010/0102/2221')
    #[staticmethod]
    #[pyo3(signature = (size=10, fruits=4, seed=None))]
    fn random(py: Python<'_>, size: usize, fruits: usize, seed: Option<u64>) -> PyResult<Self> {
        let (size, kinds) = (read_size(size)?, read_kinds(fruits)?);
        let seed = seed.map_or_else(|| any_seed(py), Ok)?;
        Ok(Self(random_board(size, kinds, seed)))
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> usize {
        self.0.size().get()
    }

    /// How many fruits are left.
    #[getter]
    fn fruits_left(&self) -> u32 {
        self.0.fruits_left()
    }

    /// Whether the game is over: no fruit is left.
    #[getter]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether no fruit hangs over a hole. What comes from a move always is.
    #[getter]
    fn is_settled(&self) -> bool {
        self.0.is_settled()
    }

    /// The most that the rest of the game can change the margin by: a lead beyond this is
    /// final.
    ///
    /// >>> Board("01/21").most_points_left
    /// 6
    #[getter]
    fn most_points_left(&self) -> u32 {
        self.0.most_points_left()
    }

    /// All groups, that is all moves, by their first cell.
    ///
    /// >>> [group.points for group in Board("01/21").groups]
    /// [1, 1, 4]
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.groups().map(Group).collect::<Vec<_>>())
    }

    /// All moves, one for each group, by their first cell.
    ///
    /// >>> Board("01/21").moves
    /// (Move('A1'), Move('A2'), Move('B1'))
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.groups().map(|group| Move(group.name())).collect::<Vec<_>>())
    }

    /// The group that a cell belongs to.
    ///
    /// >>> Board("01/21").group("B2")
    /// <Group B1: 2 of fruit 1, 4 points>
    #[pyo3(signature = (cell, /))]
    fn group(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<Group> {
        let played = self.0.play(moves::read(cell)?);
        played.map(|(_, group)| Group(group)).map_err(|error| illegal_move(py, error))
    }

    /// The settled board after a move, which is a ``Move``, a ``Group``, a text such as
    /// ``"G8"`` or ``(row, column)``.
    ///
    /// >>> Board("01/21").play("B1")
    /// Board('0*/2*')
    /// >>> Board("0*/2*").play("B1")
    /// Traceback (most recent call last):
    ///     ...
    /// fruitrage.errors.IllegalMove: expected a cell with a fruit, but B1 is empty
    #[pyo3(signature = (r#move, /))]
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let played = self.0.play(moves::read(r#move)?);
        played.map(|(after, _)| Self(after)).map_err(|error| illegal_move(py, error))
    }

    /// How many lines of play there are, of ``depth`` moves or shorter if they empty the
    /// board: a check for rules of one's own.
    ///
    /// >>> Board("01/21").count_lines(9)
    /// 6
    #[pyo3(signature = (depth, /))]
    fn count_lines(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let board = self.0;
        done(py, move |stop| lines_until(&board, depth, stop))
    }

    /// The board as an array of rows, -1 for an empty cell.
    ///
    /// >>> Board("0*/21").to_numpy()
    /// array([[ 0, -1],
    ///        [ 2,  1]], dtype=int8)
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        // Where it is missing this is an exception, and what follows would be a panic.
        py.import("numpy")?;
        let width = self.size();
        let mut cells = vec![EMPTY; width * width];
        write(&self.0, &mut cells);
        PyArrayMethods::reshape(&numpy::PyArray1::from_vec(py, cells), [width, width])
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(bad_value("copy=None or copy=True", "False, but an array is always made"));
        }
        let array = self.to_numpy(py)?.into_any();
        dtype.map_or(Ok(array.clone()), |dtype| array.call_method1("astype", (dtype,)))
    }

    /// The fruit in a cell, or None if it is empty.
    ///
    /// >>> board = Board("0*/21")
    /// >>> board["A1"], board["B1"], board[1, 0]
    /// (0, None, 2)
    fn __getitem__(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let cell = moves::read(cell)?;
        if !cell.is_on(self.0.size()) {
            let outside = fruitrage_rules::IllegalMove::Outside { cell, size: self.0.size() };
            return Err(illegal_move(py, outside));
        }
        Ok(self.0.fruit_at(cell).map(Fruit::number))
    }

    /// The board as an SVG document, with the groups of some moves marked.
    ///
    /// >>> Board("01/21").svg("B1").startswith("<svg ")
    /// True
    #[pyo3(signature = (*marked))]
    fn svg(&self, py: Python<'_>, marked: &Bound<'_, PyTuple>) -> PyResult<String> {
        let mut cells = CellSet::EMPTY;
        for chosen in marked {
            let group = self.group(py, &chosen)?;
            for cell in group.0.cells().iter() {
                cells.insert(cell);
            }
        }
        Ok(BoardPicture::new(&self.0).with_marked(&cells).to_string())
    }

    fn _repr_svg_(&self) -> String {
        BoardPicture::new(&self.0).to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{:#}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().into_any(), (format!("{:#}", self.0),)))
    }
}

/// Counts lines of play; what was counted means nothing once it is stopped.
fn lines_until(board: &fruitrage_rules::Board, depth: u32, stop: &Stop) -> u64 {
    if depth <= 2 || board.is_empty() || stop.is_stopped() {
        return count_lines(board, depth.min(2));
    }
    board.groups().map(|group| lines_until(&board.after(&group), depth - 1, stop)).sum()
}

pub(crate) fn read_size(size: usize) -> PyResult<Size> {
    Size::new(size).ok_or_else(|| bad_value("a size from 1 to 26", size))
}

pub(crate) fn read_kinds(fruits: usize) -> PyResult<FruitKinds> {
    FruitKinds::new(fruits).ok_or_else(|| bad_value("1 to 10 kinds of fruit", fruits))
}

/// A seed that nobody chose.
pub(crate) fn any_seed(py: Python<'_>) -> PyResult<u64> {
    py.import("secrets")?.call_method1("randbits", (64,))?.extract()
}

/// Writes a board as rows of numbers.
pub(crate) fn write(board: &fruitrage_rules::Board, cells: &mut [i8]) {
    for (place, cell) in cells.iter_mut().zip(board.size().cells()) {
        *place = board.fruit_at(cell).map_or(EMPTY, |fruit| fruit.number() as i8);
    }
}

/// A board from anything that numpy takes for an array of whole numbers.
fn from_array(object: &Bound<'_, PyAny>) -> PyResult<Board> {
    let py = object.py();
    let array = py.import("numpy")?.call_method1("asarray", (object,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        let expected = "a text or an array of whole numbers";
        // Of an array the type says nothing, and what is in it does.
        let is_array = array.is(object);
        let dtype = array.getattr("dtype")?.str()?;
        return Err(if is_array {
            PyTypeError::new_err(format!("expected {expected}, found an array of {dtype}"))
        } else {
            bad_type(expected, object)
        });
    }
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let size = match shape[..] {
        [rows, columns] if rows == columns => Size::new(rows),
        _ => None,
    };
    let expected = "a square array of 1 to 26 rows";
    let size = size.ok_or_else(|| bad_value(expected, format!("the shape {shape:?}")))?;
    let numbers: PyReadonlyArray2<'_, i64> = array.call_method1("astype", ("int64",))?.extract()?;
    let numbers = numbers.as_array();
    for ((row, column), &number) in numbers.indexed_iter() {
        if !(-1..=9).contains(&number) {
            // As it was given: what is unsigned may not fit.
            let given = array.get_item((row, column))?.str()?;
            let found = format!("{given} in row {row}, column {column}");
            return Err(bad_value("numbers from -1 to 9", found));
        }
    }
    let fruit = |cell: fruitrage_rules::Cell| {
        usize::try_from(numbers[[cell.row(), cell.column()]]).ok().and_then(Fruit::new)
    };
    Ok(Board(fruitrage_rules::Board::from_fn(size, fruit)))
}
