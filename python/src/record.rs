//! Records of games.

use fruitrage_pictures::Animation;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::bad_text;
use crate::game::Game;
use crate::moves::hash;

/// A finished game with its players' names, as the text of docs/records.md.
///
/// A game still under way is recorded as interrupted. Reading replays the game, so a record
/// that was read is one that could have happened.
///
/// >>> record = Record(Game(Board("0")).play("A1"), "Ada", "Grace")
/// >>> record.players, record.game.scores
/// (('Ada', 'Grace'), (1, 0))
/// >>> Record.parse(str(record)) == record
/// True
#[pyclass(module = "fruitrage", frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Record(pub(crate) fruitrage_rules::Record);

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (game, first="unnamed", second="unnamed", *, notes=Vec::new()))]
    fn new(game: &Game, first: &str, second: &str, notes: Vec<String>) -> Self {
        let record = fruitrage_rules::Record::new([first, second], game.0.clone());
        Self(notes.iter().fold(record, |record, note| record.with_note(note)))
    }

    /// Reads the text of one record.
    ///
    /// >>> Record.parse("fruitrage record 2")
    /// Traceback (most recent call last):
    ///     ...
    /// fruitrage.errors.TextError: line 1, column 1: expected `fruitrage record 1`, found `fruitrage record 2`
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        fruitrage_rules::Record::parse(text.as_bytes())
            .map(Self)
            .map_err(|error| bad_text(py, error))
    }

    /// The names of the first and the second player.
    #[getter]
    fn players(&self) -> (String, String) {
        self.0.players().clone().into()
    }

    /// The remarks.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.notes())
    }

    /// The game, which has ended.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.game().clone())
    }

    /// The whole game as a moving picture, an SVG document.
    fn _repr_svg_(&self) -> String {
        Animation::new(&self.0).to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let [first, second] = self.0.players();
        let [points, others] = self.0.game().scores();
        format!("<Record {first} {points} - {others} {second}>")
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("parse")?, (self.0.to_string(),)))
    }
}

/// Reads a text of many records, one after the other, as ``fruitrage match --records``
/// writes it.
///
/// >>> record = str(Record(Game(Board("0")).play("A1")))
/// >>> len(parse_records(record * 3))
/// 3
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn parse_records(py: Python<'_>, text: &str) -> PyResult<Vec<Record>> {
    let mut records = Vec::new();
    let mut lines_before = 0;
    for text in texts(text) {
        let record = fruitrage_rules::Record::parse(text.as_bytes()).map_err(|mut error| {
            error.line += lines_before;
            bad_text(py, error)
        })?;
        lines_before += text.matches('\n').count();
        records.push(Record(record));
    }
    Ok(records)
}

/// The text of each record. What comes before the first is a text of its own, which is then
/// refused.
fn texts(text: &str) -> Vec<&str> {
    let heading = format!("\n{}", fruitrage_rules::Record::HEADING);
    let starts = text.match_indices(&heading).map(|(place, _)| place + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(starts).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let texts = starts.iter().zip(ends).map(|(&start, end)| &text[start..end]);
    texts.filter(|text| !text.trim().is_empty()).collect()
}
