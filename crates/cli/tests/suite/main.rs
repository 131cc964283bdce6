//! The real binary on real files.

mod agent;
mod analyses;
mod arena;
mod bad_input;
mod board;
mod checks;
mod installation;
mod machines;
mod matches;
mod play;
mod postgres;
mod pseudo_terminal;
mod reviews;
mod run;
mod serve;
mod sins;
mod solve;
mod stores;
mod talkers;
mod tournaments;
mod tree;
mod words;
