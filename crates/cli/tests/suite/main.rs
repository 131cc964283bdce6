//! The real binary on real files.

mod agent;
mod analyses;
mod arena;
mod bad_input;
mod board;
mod checks;
mod matches;
mod play;
mod pseudo_terminal;
mod reviews;
mod run;
mod sins;
mod solve;
mod talkers;
mod tournaments;
