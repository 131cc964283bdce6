//! The real binary on real files.

mod agent;
mod bad_input;
mod board;
mod run;
mod solve;
