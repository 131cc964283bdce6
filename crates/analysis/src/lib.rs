//! Reviews of games for people and programs: as text, as JSON, as a page; kept and read
//! again; and what the reviews of many games say about one player.
//!
//! Nothing here searches, reads files or prints.

mod aggregate;
mod json;
mod kept;
mod page;
mod reviewed;
mod shown;
mod text;

pub use aggregate::{Aggregate, Part, Tally, WorstMove};
pub use json::{aggregate_as_json, game_as_json};
pub use kept::{keep, read_kept};
pub use page::page;
pub use reviewed::ReviewedGame;
pub use text::{aggregate_as_text, game_as_line, game_as_text};
