//! What results mean: means with intervals, Elo, the sequential test, ratings.
//!
//! ```
//! use fruitrage_statistics::Estimate;
//!
//! // The margins of five pairs: is the first player better?
//! let mean = Estimate::mean(&[4.0, -2.0, 6.0, 10.0, 2.0]).unwrap();
//! assert_eq!(mean.value, 4.0);
//! assert!(mean.low.unwrap() < 0.0, "five pairs do not tell");
//! ```
//!
//! A result is a win, a draw or a loss, and by how much; what was played is not known here.
//! The unit is the pair: two games from the same start, each side beginning once. Elo
//! differences here are those of pairs, which are larger than those of games.

mod elo;
mod mean;
mod rating;
mod score;
mod sprt;
mod tally;

pub use elo::{Elo, expected_score};
pub use mean::Estimate;
pub use rating::{Encounter, Rating, rate};
pub use score::Score;
pub use sprt::{Decision, NotASprt, Sprt};
pub use tally::{Count, Tally};
