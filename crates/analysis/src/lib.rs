//! Reviews of games: every move judged, for people and programs. As text, as JSON, as a page;
//! kept and read again; what the reviews of many games say about one player; and puzzles.
//!
//! ```
//! use std::time::Duration;
//! use fruitrage_analysis::review;
//! use fruitrage_engine::{Engine, Limits, Options, Stop};
//! use fruitrage_rules::{FruitKinds, Game, Setup};
//!
//! let setup = Setup::new("***/*10/000".parse().unwrap(), FruitKinds::new(2).unwrap());
//! let mut game = Game::new(setup.unwrap());
//! for cell in ["B2", "A3"] {
//!     game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
//! }
//! let mut engine = Engine::new(Options::default());
//! let clock = || Duration::ZERO;
//! let found = review(&mut engine, &game, &Limits::default(), &clock, &Stop::new(), &mut |_| {});
//! assert_eq!(found.unwrap().judgements[0].lost(), 30);
//! ```
//!
//! Nothing here reads files or prints, and all searching is the engine's. Start with
//! [`review()`].

mod aggregate;
mod json;
mod kept;
mod page;
mod puzzle;
mod review;
mod reviewed;
mod shown;
mod text;

pub use aggregate::{Aggregate, Part, Tally, WorstMove};
pub use json::{aggregate_as_json, game_as_json};
pub use kept::{keep, read_kept};
pub use page::page;
pub use puzzle::Puzzle;
pub use review::{Judgement, Review, Summary, accuracy, review};
pub use reviewed::ReviewedGame;
pub use text::{aggregate_as_text, game_as_line, game_as_text};
