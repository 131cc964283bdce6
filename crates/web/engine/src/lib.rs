//! Rules and engine for the web page, compiled to WebAssembly.
//!
//! The page has no game logic of its own: it asks here. [`bindings`] is what JavaScript
//! sees; everything else is plain Rust over texts, and tested as such.

pub mod bindings;
mod boards;
mod games;
mod problem;
mod reviewing;
mod searching;

pub use boards::{
    GroupView, MoveView, PositionView, groups_of, picture_of, play_on, position_in, random,
};
pub use games::{Draft, DraftMove, Forfeit, GameView, TurnView, read_record, replay, write_record};
pub use problem::Problem;
pub use reviewing::{JudgementView, ReviewLimits, ReviewView, SummaryView};
pub use searching::{EngineOptions, LineView, ReportView, SearchLimits};
