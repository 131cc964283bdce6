//! What results mean: means with intervals, Elo, the sequential test, ratings.

mod elo;
mod mean;
mod rating;
mod sprt;
mod tally;

pub use elo::{Elo, expected_score};
pub use mean::Estimate;
pub use rating::{Encounter, Rating, rate};
pub use sprt::{Decision, NotASprt, Sprt};
pub use tally::{Count, Side, Tally};
