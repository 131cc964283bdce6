//! Many games at once, over numpy arrays.

mod lane;
mod playing;

use fruitrage_rules::{Board, Cell, Column, Size};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::board::{read_kinds, read_size};
use crate::errors::{bad_value, exception};
use crate::limits::up_to;
use lane::{Lane, board_of};
use playing::{Opponent, Playing, Terms};

/// The most games at once.
const MOST_GAMES: usize = 1 << 20;

/// Many games, stepped together: the core of ``fruitrage.env.VectorEnv``.
///
/// Boards are flat rows of numbers, -1 for an empty cell. With an ``opponent``, ``"greedy"``
/// or ``"random"``, each step is a move and the opponent's answer, and who begins
/// alternates; without one, each step is a move of the player to move.
#[pyclass(module = "fruitrage._fruitrage")]
pub(crate) struct Games {
    terms: Terms,
    /// The cell of each action.
    places: Vec<Cell>,
    /// The boards, close together: those of the size's columns that each of them has.
    columns: Vec<Column>,
    playing: Vec<Playing>,
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (count, size, fruits, opponent=None))]
    fn new(
        py: Python<'_>,
        count: usize,
        size: usize,
        fruits: usize,
        opponent: Option<&str>,
    ) -> PyResult<Self> {
        // Where it is missing this is an exception, and what follows would be a panic.
        py.import("numpy")?;
        let count = up_to("a number of games", count, MOST_GAMES)?;
        let opponent = opponent.map(Opponent::read).transpose()?;
        let size = read_size(size)?;
        Ok(Self {
            terms: Terms { size, kinds: read_kinds(fruits)?, opponent, seed: 0 },
            places: size.cells().collect(),
            columns: vec![Column::EMPTY; count * size.get()],
            playing: vec![Playing::new(); count],
        })
    }

    /// Begins all games anew and writes their boards.
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: u64,
        mut cells: PyReadwriteArray2<'_, i8>,
    ) -> PyResult<()> {
        let cells = self.expect_cells(&mut cells)?;
        self.terms.seed = seed;
        let terms = self.terms;
        py.detach(|| {
            for (index, (playing, mut lane)) in self.lanes(cells).enumerate() {
                *playing = Playing::new();
                playing.begin(&terms, index, &mut lane);
            }
        });
        Ok(())
    }

    /// Plays a move in each game, and begins a new one where that was the end. Rewards are
    /// points: those of the move, less those of an opponent's answer. ``margins`` is how a
    /// game that ended was won. Nothing is played if any move is illegal.
    #[allow(clippy::too_many_arguments, reason = "one for each array")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut cells: PyReadwriteArray2<'_, i8>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut ended: PyReadwriteArray1<'_, bool>,
        mut margins: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let cells = self.expect_cells(&mut cells)?;
        let (rewards, ended) = (rewards.as_slice_mut()?, ended.as_slice_mut()?);
        let margins = margins.as_slice_mut()?;
        for length in [actions.len(), rewards.len(), ended.len(), margins.len()] {
            if length != self.playing.len() {
                let expected = format!("{} games", self.playing.len());
                return Err(bad_value(&expected, length));
            }
        }
        py.detach(|| {
            let chosen = self.read(actions)?;
            let terms = self.terms;
            let told = rewards.iter_mut().zip(ended).zip(margins);
            let games = self.lanes(cells).zip(chosen).zip(told);
            for (index, (((playing, mut lane), cell), ((reward, ended), margin))) in
                games.enumerate()
            {
                *reward = playing.step(&terms, cell, &mut lane) as f32;
                *ended = playing.is_over();
                *margin = if *ended { playing.margin() } else { 0 };
                if *ended {
                    playing.begin(&terms, index, &mut lane);
                }
            }
            Ok(())
        })
        .map_err(|Illegal { index, action }| {
            let message = format!("expected a cell with a fruit in game {index}, found {action}");
            exception(py, "IllegalMove", (message,))
        })
    }

    /// Who is to move in each game: 0 or 1.
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let movers = self.playing.iter().map(|playing| i8::from(playing.second_moves()));
        PyArray1::from_vec(py, movers.collect())
    }

    /// Every move of every game: whose it is, its action, its points, and what the board
    /// after it looks like: the sizes of the ``largest`` groups, the number of groups and
    /// the number of fruits.
    #[pyo3(signature = (largest=8))]
    #[allow(clippy::type_complexity, reason = "four arrays")]
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
        largest: usize,
    ) -> PyResult<(
        Bound<'py, PyArray1<i64>>,
        Bound<'py, PyArray1<i64>>,
        Bound<'py, PyArray1<f32>>,
        Bound<'py, PyArray2<f32>>,
    )> {
        let largest = up_to("a number of groups", largest, Size::MOST_CELLS)?;
        let width = self.terms.size.get();
        let (owners, actions, points, features) = py.detach(|| {
            let (mut owners, mut actions) = (Vec::new(), Vec::new());
            let (mut points, mut features) = (Vec::new(), Vec::new());
            for (index, columns) in self.columns.chunks_exact(width).enumerate() {
                let board = board_of(columns);
                for group in board.groups() {
                    let cell = group.name();
                    owners.push(index as i64);
                    actions.push((cell.row() * width + cell.column()) as i64);
                    points.push(group.points() as f32);
                    describe(&board.after(&group), largest, &mut features);
                }
            }
            (owners, actions, points, features)
        });
        let rows = owners.len();
        let features = PyArray1::from_vec(py, features).reshape([rows, largest + 2])?;
        Ok((
            PyArray1::from_vec(py, owners),
            PyArray1::from_vec(py, actions),
            PyArray1::from_vec(py, points),
            features,
        ))
    }
}

/// What a board looks like, as numbers.
fn describe(board: &Board, largest: usize, features: &mut Vec<f32>) {
    let mut counts: Vec<u32> = board.groups().map(|group| group.count()).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let padded = counts.iter().copied().chain(std::iter::repeat(0)).take(largest);
    features.extend(padded.map(|count| count as f32));
    features.push(counts.len() as f32);
    features.push(counts.iter().sum::<u32>() as f32);
}

/// An action that is no move, and in which game.
struct Illegal {
    index: usize,
    action: i64,
}

impl Games {
    /// The array that boards are written to, a game after the other and row by row.
    fn expect_cells<'a>(&self, array: &'a mut PyReadwriteArray2<'_, i8>) -> PyResult<&'a mut [i8]> {
        let wanted = [self.playing.len(), self.places.len()];
        if array.shape() != wanted || !array.is_c_contiguous() {
            let found = format!("the shape {:?} and strides {:?}", array.shape(), array.strides());
            return Err(bad_value(&format!("an array of shape {wanted:?} in C order"), found));
        }
        Ok(array.as_slice_mut()?)
    }

    /// Each game with its part of the array.
    fn lanes<'a>(
        &'a mut self,
        cells: &'a mut [i8],
    ) -> impl Iterator<Item = (&'a mut Playing, Lane<'a>)> {
        let (width, area) = (self.terms.size.get(), self.places.len());
        let lanes = self.columns.chunks_exact_mut(width).zip(cells.chunks_exact_mut(area));
        let lanes = lanes.map(|(columns, cells)| Lane { columns, cells });
        self.playing.iter_mut().zip(lanes)
    }

    /// The cell of every action, all of which must have a fruit.
    fn read(&self, actions: &[i64]) -> Result<Vec<Cell>, Illegal> {
        let boards = self.columns.chunks_exact(self.terms.size.get());
        let read = |(index, (columns, &action)): (usize, (&[Column], &i64))| {
            let cell = usize::try_from(action).ok().and_then(|action| self.places.get(action));
            let is_filled = |cell: &&Cell| columns[cell.column()].filled() >> cell.row() & 1 != 0;
            cell.filter(is_filled).copied().ok_or(Illegal { index, action })
        };
        boards.zip(actions).enumerate().map(read).collect()
    }
}
