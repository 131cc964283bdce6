//! Rules and engine for the web page, compiled to WebAssembly.
//!
//! The page has no game logic of its own: it asks here, a [`Question`] in JSON, and a
//! [`Service`] answers. All of it is plain Rust over texts, and tested as such.

mod boards;
#[cfg(target_family = "wasm")]
mod exports;
mod games;
mod problem;
mod question;
mod reviewing;
mod searching;
mod service;

pub use boards::{GroupView, MoveView, PositionView, picture_of, play_on, position_in, random};
pub use games::{Draft, DraftMove, Forfeit, GameView, TurnView, read_record, replay, write_record};
pub use problem::Problem;
pub use question::Question;
pub use reviewing::{JudgementView, ReviewLimits, ReviewView, SummaryView};
pub use searching::{EngineOptions, LineView, ReportView, SearchLimits};
pub use service::{Page, Service};
