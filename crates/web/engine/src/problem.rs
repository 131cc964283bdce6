//! What the page is told when it asked for something that cannot be.

use std::fmt;

use fruitrage_engine::OutOfMemory;
use fruitrage_rules::{IllegalMove, NotACell, PlayError, TextError, UnknownFruit, quoted};
use thiserror::Error;

/// Why a call was refused; the page shows the text.
#[derive(Debug, Error)]
pub enum Problem {
    /// A text that cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Not the name of a cell.
    #[error("{error}, found {found}")]
    Cell {
        /// What was expected.
        error: NotACell,
        /// What came, quoted.
        found: String,
    },
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] IllegalMove),
    /// A move of a game that cannot be played.
    #[error("move {number}: {error}")]
    Turn {
        /// Counted from 1.
        number: usize,
        /// Why.
        error: PlayError,
    },
    /// A board with more kinds of fruit than was said.
    #[error(transparent)]
    Fruit(#[from] UnknownFruit),
    /// A value outside its range.
    #[error("expected {expected}, found {found}")]
    Value {
        /// What was expected.
        expected: String,
        /// What came.
        found: String,
    },
    /// A question of the wrong shape.
    #[error(transparent)]
    Shape(serde_json::Error),
    /// A table that the browser has no memory for.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

impl Problem {
    /// A value that is not what was expected; text comes quoted.
    pub(crate) fn value(expected: impl Into<String>, found: &dyn fmt::Display) -> Self {
        Self::Value { expected: expected.into(), found: found.to_string() }
    }

    pub(crate) fn cell(error: NotACell, found: &str) -> Self {
        Self::Cell { error, found: quoted(found) }
    }
}
