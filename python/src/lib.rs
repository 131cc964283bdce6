//! The Fruit Rage for Python: what `import fruitrage` is made of.
//!
//! Each file here is one class, a thin cover over the crate that has the concept. Text and
//! arrays become validated values where they come in; whatever is wrong with them is an
//! exception of `fruitrage.errors`. Anything that searches does so in a thread of its own,
//! without Python's lock, and looks for Ctrl-C while it waits.

mod board;
mod engine;
mod errors;
mod game;
mod group;
mod input;
mod limits;
mod moves;
mod record;
mod results;
mod review;
mod search;
mod solve;
mod vector;
mod waiting;

use pyo3::prelude::*;

/// The part of the package that is written in Rust; use `fruitrage` itself.
#[pymodule]
mod _fruitrage {
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::{Engine, plan};
    #[pymodule_export]
    use super::game::{Game, restore_game};
    #[pymodule_export]
    use super::group::Group;
    #[pymodule_export]
    use super::input::parse_input;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::record::{Record, parse_records};
    #[pymodule_export]
    use super::review::review;
    #[pymodule_export]
    use super::search::Search;
    #[pymodule_export]
    use super::solve::solve;
    #[pymodule_export]
    use super::vector::Games;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "it is Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
