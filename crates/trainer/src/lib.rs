//! What the engine of The Fruit Rage is trained and measured with.
//!
//! [`sampling`] plays games and searches positions of them. Everything follows from seeds, in
//! whatever order the work was done and however often it was interrupted.

mod fields;
pub mod journal;
pub mod parallel;
pub mod samples;
pub mod sampling;
