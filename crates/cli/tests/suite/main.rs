//! The real binary on real files.

mod agent;
mod arena;
mod bad_input;
mod board;
mod checks;
mod matches;
mod play;
mod pseudo_terminal;
mod run;
mod serve;
mod sins;
mod solve;
mod talkers;
mod tournaments;
