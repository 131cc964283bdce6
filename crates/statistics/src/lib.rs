//! What results mean: means with intervals, Elo, the sequential test, ratings.
//!
//! Results are wins, draws and losses and by how much; what was played is not known here.
//! Only the generator of repeatable random numbers comes from the rules.

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
