//! How the programs of Fruit Rage meet their users: files and standard streams, how far
//! something is, and failures with the exit status that says whose they are.

mod failure;
pub mod files;
pub mod progress;
pub mod streams;

pub use failure::{Failure, exit_code};
