//! Reviews of games: every move judged, for people and programs. As text, as JSON, as a page;
//! kept and read again; and what the reviews of many games say about one player.
//!
//! Nothing here reads files or prints, and all searching is the engine's. Start with
//! [`review()`].

mod aggregate;
mod json;
mod kept;
mod page;
mod review;
mod reviewed;
mod shown;
mod text;

pub use aggregate::{Aggregate, Part, Tally, WorstMove};
pub use json::{aggregate_as_json, game_as_json};
pub use kept::{keep, read_kept};
pub use page::page;
pub use review::{Judgement, Review, Summary, accuracy, review};
pub use reviewed::ReviewedGame;
pub use text::{aggregate_as_text, game_as_line, game_as_text};
