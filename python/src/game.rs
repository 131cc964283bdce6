//! A game.

use std::time::Duration;

use fruitrage_rules::{Cause, Ending, Player, Record, Setup, TieRule, Turn, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::board::{Board, any_seed, read_kinds, read_size};
use crate::errors::{bad_text, bad_value, unplayable};
use crate::limits::{positive_time, time_or_none_at_all};
use crate::moves::{self, hash};
use crate::results;

/// A game from its first board to now: scores, clocks, moves and how it ended.
///
/// A game never changes: ``play`` returns another. Players are 0, who moves first, and 1.
/// ``clocks`` are the seconds of each player for the whole game, or one number for both;
/// ``ties`` is ``"draw"`` or ``"clock"``, by which more time left wins; with
/// ``call_final_leads`` a game ends as soon as a lead cannot be caught up with.
///
/// >>> game = Game(Board("01/21")).play("B1").play("A1").play("A2")
/// >>> game.scores, game.is_over, game.winner
/// ((5, 1), True, 0)
#[pyclass(module = "fruitrage", frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Game(pub(crate) fruitrage_rules::Game);

#[derive(FromPyObject)]
enum Clocks {
    Both(f64),
    Each((f64, f64)),
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (board, *, fruits=10, clocks=None, ties="draw", call_final_leads=false))]
    fn new(
        board: &Board,
        fruits: usize,
        clocks: Option<Clocks>,
        ties: &str,
        call_final_leads: bool,
    ) -> PyResult<Self> {
        let setup = Setup::new(board.0, read_kinds(fruits)?)
            .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
        let rule: TieRule = ties
            .parse()
            .map_err(|_| bad_value("ties='draw' or ties='clock'", fruitrage_rules::quoted(ties)))?;
        let mut setup = setup.with_ties(rule);
        if let Some(clocks) = clocks {
            let (first, second) = match clocks {
                Clocks::Both(seconds) => (seconds, seconds),
                Clocks::Each(seconds) => seconds,
            };
            let time = |seconds| positive_time("a clock", seconds);
            setup = setup.with_clocks([time(first)?, time(second)?]);
        }
        let setup = if call_final_leads { setup.calling_final_leads() } else { setup };
        Ok(Self(fruitrage_rules::Game::new(setup)))
    }

    /// An untimed game on a random board; see ``Board.random``.
    ///
    /// >>> Game.random(4, fruits=3, seed=7).board
    /// Board('1021/1010/0102/2221')
    #[staticmethod]
    #[pyo3(signature = (size=10, fruits=4, seed=None))]
    fn random(py: Python<'_>, size: usize, fruits: usize, seed: Option<u64>) -> PyResult<Self> {
        let (size, kinds) = (read_size(size)?, read_kinds(fruits)?);
        let seed = seed.map_or_else(|| any_seed(py), Ok)?;
        let board = fruitrage_rules::random_board(size, kinds, seed);
        let setup = Setup::new(board, kinds)
            .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
        Ok(Self(fruitrage_rules::Game::new(setup)))
    }

    /// The game after a move that took ``spent`` seconds.
    ///
    /// >>> Game(Board("01/21")).play("B1", spent=0.25).turns
    /// (Turn(move=Move('B1'), points=4, spent=0.25),)
    #[pyo3(signature = (r#move, /, *, spent=0.0))]
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>, spent: f64) -> PyResult<Self> {
        let spent = time_or_none_at_all("the time spent", spent)?;
        let mut game = self.0.clone();
        game.play(moves::read(r#move)?, spent).map_err(|error| unplayable(py, error))?;
        Ok(Self(game))
    }

    /// The game given up by the player to move.
    ///
    /// >>> Game(Board("01/21")).resign().winner
    /// 1
    fn resign(&self) -> Self {
        let mut game = self.0.clone();
        game.forfeit(game.to_move(), Cause::Resigned, "");
        Self(game)
    }

    /// The board as it stands.
    #[getter]
    fn board(&self) -> Board {
        Board(*self.0.board())
    }

    /// The board before each move, and the board as it stands.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.boards().into_iter().map(Board))
    }

    /// How many kinds of fruit the game has.
    #[getter]
    fn fruits(&self) -> usize {
        self.0.setup().kinds().get()
    }

    /// The points of both players.
    #[getter]
    fn scores(&self) -> (u32, u32) {
        self.0.scores().into()
    }

    /// What both players have left, in seconds; None in an untimed game.
    #[getter]
    fn clocks(&self) -> Option<(f64, f64)> {
        let left = |player| self.0.clock(player).map(|left| left.as_secs_f64());
        Some((left(Player::First)?, left(Player::Second)?))
    }

    /// Whose move it is, or would be if the game were not over: 0 or 1.
    #[getter]
    fn to_move(&self) -> usize {
        self.0.to_move().index()
    }

    /// The moves so far.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let turns: PyResult<Vec<_>> =
            self.0.turns().iter().map(|turn| results::turn(py, turn)).collect();
        PyTuple::new(py, turns?)
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.ending().is_some()
    }

    /// How the game ended, as in a record: ``"finished"``, ``"final-lead"``,
    /// ``"interrupted"`` or what a player lost by, such as ``"out-of-time"``; None while it
    /// goes on.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        Some(match self.0.ending()? {
            Ending::Finished => "finished",
            Ending::FinalLead => "final-lead",
            Ending::Agreed => "agreed",
            Ending::Interrupted => "interrupted",
            Ending::Forfeit { cause, .. } => cause.name(),
        })
    }

    /// Who won: 0 or 1; None for a draw and while the game goes on.
    #[getter]
    fn winner(&self) -> Option<usize> {
        match self.0.verdict() {
            Some(Verdict::Won(player)) => Some(player.index()),
            _ => None,
        }
    }

    fn _repr_svg_(&self) -> String {
        fruitrage_pictures::BoardPicture::new(self.0.board()).to_string()
    }

    fn __repr__(&self) -> String {
        let [first, second] = self.0.scores();
        let state = match self.0.ending() {
            None => format!("player {} to move", self.to_move()),
            Some(_) => self.ending().unwrap_or_default().to_owned(),
        };
        let moves = self.0.turns().len();
        let plural = if moves == 1 { "" } else { "s" };
        format!(
            "<Game {:#}: {first} to {second} after {moves} move{plural}, {state}>",
            self.0.board()
        )
    }

    fn __hash__(&self) -> u64 {
        let choices: Vec<_> = self.0.turns().iter().map(|turn| turn.choice).collect();
        hash(&(self.0.setup().board(), choices))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, bool))> {
        let restore = py.import("fruitrage._fruitrage")?.getattr("restore_game")?;
        let record = Record::new(["first", "second"], self.0.clone());
        Ok((restore, (record.to_string(), self.is_over())))
    }
}

/// The game that a pickle holds: a record, and whether the game had ended.
#[pyfunction]
pub(crate) fn restore_game(py: Python<'_>, text: &str, is_over: bool) -> PyResult<Game> {
    let record = Record::parse(text.as_bytes()).map_err(|error| bad_text(py, error))?;
    if is_over {
        return Ok(Game(record.game().clone()));
    }
    let mut game = fruitrage_rules::Game::new(*record.game().setup());
    for Turn { choice, spent, .. } in record.game().turns() {
        let spent: Duration = *spent;
        game.play(*choice, spent).map_err(|error| unplayable(py, error))?;
    }
    Ok(Game(game))
}
