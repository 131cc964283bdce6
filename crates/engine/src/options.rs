//! How the engine is set up.

use std::time::Duration;

use fruitrage_rules::Size;

use crate::{Level, Parameters};

/// How the engine is set up.
///
/// ```
/// use fruitrage_engine::{Engine, Options};
///
/// let engine = Engine::new(Options { hash_megabytes: 16, ..Options::default() });
/// assert_eq!(engine.options().threads, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most memory that the transposition table takes; it is taken as it is used.
    pub hash_megabytes: usize,
    /// How many threads search together.
    pub threads: usize,
    /// How many best lines are searched.
    pub lines: usize,
    /// How strong the engine plays.
    pub level: Level,
    /// What a move is assumed to cost on the game's clock beyond the search: from the second move
    /// on the engine sees what it really costs.
    pub overhead: Duration,
    /// The constants of the search.
    pub parameters: Parameters,
}

impl Options {
    /// The most memory for the table, 64 GiB.
    pub const MOST_MEGABYTES: usize = 65_536;

    /// The most threads.
    pub const MOST_THREADS: usize = 256;

    /// The most lines: a position has no more moves.
    pub const MOST_LINES: usize = Size::MOST_CELLS;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_megabytes: 128,
            threads: 1,
            lines: 1,
            level: Level::FULL,
            overhead: Duration::from_millis(1),
            parameters: Parameters::default(),
        }
    }
}
