//! What the engine of The Fruit Rage is trained and measured with.
//!
//! [`sampling`] plays games and searches positions of them, [`ranges`] are the evaluation that
//! is fitted to such [`samples`], and [`solving`] is what solving them takes. [`comparison`]
//! tells by duplicate pairs which of two engines plays better, and [`spsa`] tunes constants by
//! the same pairs. Everything follows from seeds, in whatever order the work was done and however
//! often it was interrupted.

pub mod comparison;
pub mod contestant;
pub mod estimates;
mod fields;
pub mod journal;
pub mod network;
pub mod pair;
pub mod parallel;
pub mod ranges;
pub mod regression;
pub mod row;
pub mod samples;
pub mod sampling;
pub mod shape;
pub mod solving;
pub mod split;
pub mod spsa;
pub mod tunable;
