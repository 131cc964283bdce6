//! The real binary on real files.

mod agent;
mod analyses;
mod arena;
mod bad_input;
mod board;
mod checks;
mod matches;
mod reviews;
mod run;
mod sins;
mod solve;
mod talkers;
mod tournaments;
