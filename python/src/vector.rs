//! Many games at once, over numpy arrays.

use std::ops::Range;

use fruitrage_rules::seed::mix;
use fruitrage_rules::{Board, Cell, FruitKinds, Generator, Group, Size, random_board};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2,
};
use pyo3::prelude::*;

use crate::board::{EMPTY, read_kinds, read_size};
use crate::errors::{bad_value, exception};
use crate::limits::up_to;

/// The most games at once.
const MOST_GAMES: usize = 1 << 20;

/// Who answers the moves of whoever steps the games.
#[derive(Clone, Copy)]
enum Opponent {
    Greedy,
    Random,
}

/// One of the games. Margins are those of whoever steps it, or of the first player if there
/// is no opponent.
struct Playing {
    board: Board,
    fruits_left: u32,
    /// Whether the next move is of the second player.
    second_moves: bool,
    margin: i32,
    /// What an opponent who moved first has scored, before it is told in a reward.
    untold: i32,
    /// How many games have begun in this place.
    games: u64,
    chance: Generator,
}

/// Many games, stepped together: the core of ``fruitrage.env.VectorEnv``.
///
/// Boards are flat rows of numbers, -1 for an empty cell. With an ``opponent``, ``"greedy"``
/// or ``"random"``, each step is a move and the opponent's answer, and who begins
/// alternates; without one, each step is a move of the player to move.
#[pyclass(module = "fruitrage._fruitrage")]
pub(crate) struct Games {
    size: Size,
    kinds: FruitKinds,
    opponent: Option<Opponent>,
    seed: u64,
    playing: Vec<Playing>,
}

/// What a step writes for one game.
struct Place<'a> {
    cells: &'a mut [i8],
    mask: &'a mut [bool],
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (count, size, fruits, opponent=None))]
    fn new(count: usize, size: usize, fruits: usize, opponent: Option<&str>) -> PyResult<Self> {
        let count = up_to("a number of games", count, MOST_GAMES)?;
        let opponent = match opponent {
            None => None,
            Some("greedy") => Some(Opponent::Greedy),
            Some("random") => Some(Opponent::Random),
            Some(other) => {
                let expected = "opponent=None, 'greedy' or 'random'";
                return Err(bad_value(expected, fruitrage_rules::quoted(other)));
            }
        };
        let size = read_size(size)?;
        let playing = (0..count).map(|_| Playing {
            board: Board::empty(size),
            fruits_left: 0,
            second_moves: false,
            margin: 0,
            untold: 0,
            games: 0,
            chance: Generator::new(0),
        });
        Ok(Self { size, kinds: read_kinds(fruits)?, opponent, seed: 0, playing: playing.collect() })
    }

    /// Begins all games anew and writes their boards and which cells are moves.
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: u64,
        mut cells: PyReadwriteArray2<'_, i8>,
        mut mask: PyReadwriteArray2<'_, bool>,
    ) -> PyResult<()> {
        let (cells, mask) = (cells.as_slice_mut()?, mask.as_slice_mut()?);
        self.expect_length(cells.len(), mask.len())?;
        self.seed = seed;
        let width = self.size.get() * self.size.get();
        py.detach(|| {
            let places = cells.chunks_exact_mut(width).zip(mask.chunks_exact_mut(width));
            for (index, (cells, mask)) in places.enumerate() {
                self.playing[index].games = 0;
                self.begin(index);
                Place { cells, mask }.write_all(&self.playing[index].board);
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
        mut mask: PyReadwriteArray2<'_, bool>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut ended: PyReadwriteArray1<'_, bool>,
        mut margins: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let (cells, mask) = (cells.as_slice_mut()?, mask.as_slice_mut()?);
        let (rewards, ended) = (rewards.as_slice_mut()?, ended.as_slice_mut()?);
        let margins = margins.as_slice_mut()?;
        self.expect_length(cells.len(), mask.len())?;
        for length in [actions.len(), rewards.len(), ended.len(), margins.len()] {
            if length != self.playing.len() {
                let expected = format!("{} games", self.playing.len());
                return Err(bad_value(&expected, length));
            }
        }
        let width = self.size.get() * self.size.get();
        py.detach(|| {
            if let Some(index) = self.first_illegal(actions) {
                return Err((index, actions[index]));
            }
            let places = cells.chunks_exact_mut(width).zip(mask.chunks_exact_mut(width));
            for (index, (cells, mask)) in places.enumerate() {
                let before = self.playing[index].margin;
                let mut place = Place { cells, mask };
                let points = self.play(index, actions[index] as usize, &mut place);
                let playing = &mut self.playing[index];
                let gained = match self.opponent {
                    Some(_) => playing.margin - before + std::mem::take(&mut playing.untold),
                    None => points,
                };
                rewards[index] = gained as f32;
                ended[index] = playing.fruits_left == 0;
                margins[index] = if ended[index] { playing.margin } else { 0 };
                if ended[index] {
                    self.begin(index);
                    place.write_all(&self.playing[index].board);
                }
            }
            Ok(())
        })
        .map_err(|(index, action)| {
            let message = format!("expected a cell with a fruit in game {index}, found {action}");
            exception(py, "IllegalMove", (message,))
        })
    }

    /// Who is to move in each game: 0 or 1.
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let movers = self.playing.iter().map(|playing| i8::from(playing.second_moves));
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
        let width = self.size.get();
        let (owners, actions, points, features) = py.detach(|| {
            let (mut owners, mut actions) = (Vec::new(), Vec::new());
            let (mut points, mut features) = (Vec::new(), Vec::new());
            for (index, playing) in self.playing.iter().enumerate() {
                for group in playing.board.groups() {
                    let cell = group.name();
                    owners.push(index as i64);
                    actions.push((cell.row() * width + cell.column()) as i64);
                    points.push(group.points() as f32);
                    describe(&playing.board.after(&group), largest, &mut features);
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

impl Games {
    fn expect_length(&self, cells: usize, mask: usize) -> PyResult<()> {
        let wanted = self.playing.len() * self.size.get() * self.size.get();
        if cells == wanted && mask == wanted {
            return Ok(());
        }
        Err(bad_value(&format!("arrays of {wanted} cells"), format!("{cells} and {mask}")))
    }

    /// Begins the next game in a place, until one has a move for whoever steps it.
    fn begin(&mut self, index: usize) {
        let playing = &mut self.playing[index];
        loop {
            let seed = mix(&[self.seed, index as u64, playing.games]);
            playing.board = random_board(self.size, self.kinds, seed);
            playing.fruits_left = playing.board.fruits_left();
            playing.chance = Generator::new(mix(&[seed, 1]));
            playing.second_moves = false;
            playing.margin = 0;
            playing.untold = 0;
            playing.games += 1;
            if let Some(opponent) = self.opponent
                && playing.games % 2 == 0
            {
                if let Some(group) = opponent.choose(playing) {
                    playing.board.claim(&group);
                    playing.fruits_left -= group.count();
                    playing.second_moves = true;
                    playing.margin = -(group.points() as i32);
                    playing.untold = playing.margin;
                }
            }
            if playing.fruits_left > 0 {
                return;
            }
        }
    }

    fn cell(&self, action: i64) -> Option<Cell> {
        let width = self.size.get();
        let action = usize::try_from(action).ok().filter(|&action| action < width * width)?;
        Cell::new(action % width, action / width)
    }

    fn first_illegal(&self, actions: &[i64]) -> Option<usize> {
        let is_legal = |(playing, &action): (&Playing, &i64)| {
            self.cell(action).is_some_and(|cell| {
                let column = &playing.board.columns()[cell.column()];
                column.filled() >> cell.row() & 1 != 0
            })
        };
        self.playing.iter().zip(actions).position(|pair| !is_legal(pair))
    }

    /// Plays a legal move and the opponent's answer, if there is one: the points of the
    /// move.
    fn play(&mut self, index: usize, action: usize, place: &mut Place<'_>) -> i32 {
        let playing = &mut self.playing[index];
        let width = self.size.get();
        let cell = Cell::new(action % width, action / width);
        let Some(group) = cell.and_then(|cell| playing.board.group_at(cell)) else { return 0 };
        let points = group.points() as i32;
        let is_margin_holder = self.opponent.is_some() || !playing.second_moves;
        playing.margin += if is_margin_holder { points } else { -points };
        playing.claim(&group, place);
        if let Some(opponent) = self.opponent
            && let Some(answer) = opponent.choose(playing)
        {
            playing.margin -= answer.points() as i32;
            playing.claim(&answer, place);
        }
        points
    }
}

impl Opponent {
    fn choose(self, playing: &mut Playing) -> Option<Group> {
        let groups = playing.board.groups();
        match self {
            // Of equal ones the leftmost, as the arena's greedy does.
            Self::Greedy => {
                groups.reduce(|best, group| if group.count() > best.count() { group } else { best })
            }
            Self::Random => match groups.count() {
                0 => None,
                count => playing.board.groups().nth(playing.chance.below(count)),
            },
        }
    }
}

impl Playing {
    fn claim(&mut self, group: &Group, place: &mut Place<'_>) {
        self.board.claim(group);
        self.fruits_left -= group.count();
        self.second_moves = !self.second_moves;
        // Boards here are settled from the start: no other column has changed.
        for column in group.columns() {
            place.write_fall(&self.board, column, group.cells().columns[column]);
        }
    }
}

impl Place<'_> {
    fn write_all(&mut self, board: &Board) {
        for column in 0..board.size().get() {
            self.write_column(board, column);
        }
    }

    fn write_column(&mut self, board: &Board, column: usize) {
        self.write_rows(board, column, 0..board.size().get());
    }

    /// Writes what has changed in a column from which these rows were claimed: nothing below
    /// the lowest of them, nor above what had been the highest fruit.
    fn write_fall(&mut self, board: &Board, column: usize, rows: u32) {
        let end = 1 << board.size().get();
        let highest = (board.columns()[column].filled() | end).trailing_zeros();
        let before = highest.saturating_sub(rows.count_ones());
        let lowest = 32 - rows.leading_zeros();
        self.write_rows(board, column, before as usize..lowest as usize);
    }

    fn write_rows(&mut self, board: &Board, column: usize, rows: Range<usize>) {
        let width = board.size().get();
        let planes = board.columns()[column].planes();
        let mut place = rows.start * width + column;
        for row in rows {
            // A column spells 0 for an empty cell and the fruit's number plus one otherwise.
            let bit = |plane: usize| ((planes[plane] >> row & 1) << plane) as i8;
            let number = (bit(0) | bit(1) | bit(2) | bit(3)) + EMPTY;
            self.cells[place] = number;
            self.mask[place] = number != EMPTY;
            place += width;
        }
    }
}
