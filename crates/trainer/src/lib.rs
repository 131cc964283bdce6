//! What the engine of The Fruit Rage is trained and measured with.
//!
//! [`sampling`] plays games and searches positions of them, and [`comparison`] tells by
//! duplicate pairs which of two engines plays better. Everything follows from seeds, in
//! whatever order the work was done and however often it was interrupted.

pub mod comparison;
pub mod contestant;
mod fields;
pub mod journal;
pub mod network;
pub mod pair;
pub mod parallel;
pub mod regression;
pub mod row;
pub mod samples;
pub mod sampling;
pub mod shape;
pub mod spsa;
pub mod tunable;
