//! What the page can ask.

use serde::Deserialize;

use crate::{Draft, EngineOptions, ReviewLimits, SearchLimits};

/// A question, which comes as JSON: `{"ask": "play", "board": "01/21", "cell": "B1"}`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase", deny_unknown_fields)]
pub enum Question {
    /// The board of a seed; the same for ever.
    RandomBoard {
        /// Its width.
        size: u32,
        /// How many kinds of fruit.
        kinds: u32,
        /// A whole number, as text: JavaScript's numbers are too short for it.
        seed: String,
    },
    /// A board as an SVG document.
    BoardPicture {
        /// The board.
        board: String,
    },
    /// The group at a cell claimed.
    Play {
        /// The board before it.
        board: String,
        /// Any cell of the group.
        cell: String,
    },
    /// An `input.txt` or a bare board read.
    ParsePosition {
        /// What is read.
        text: String,
    },
    /// The text of a record read.
    ParseRecord {
        /// What is read.
        text: String,
    },
    /// A game replayed.
    Replay {
        /// The game.
        draft: Draft,
    },
    /// The record of a game; one under way is recorded as interrupted.
    WriteRecord {
        /// The game.
        draft: Draft,
    },
    /// The fixed searches of `fruitrage bench`.
    Bench,
    /// An engine that has searched nothing yet. The answer is its number.
    NewEngine {
        /// How it is set up.
        options: EngineOptions,
    },
    /// The best lines of a position, or null if there is no move. Every depth is told.
    Search {
        /// Which engine.
        engine: usize,
        /// The position.
        board: String,
        /// How long and how well.
        limits: SearchLimits,
    },
    /// Every move of a record judged, from the last to the first; each is told. Null if it
    /// was stopped.
    Review {
        /// Which engine.
        engine: usize,
        /// The record's text.
        record: String,
        /// What may be spent on each position.
        limits: ReviewLimits,
    },
}
