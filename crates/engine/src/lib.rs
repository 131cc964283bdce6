//! The player of The Fruit Rage: search, exact solver, evaluation and time planning.
//!
//! ```
//! use std::time::Instant;
//! use fruitrage_engine::{Engine, Limits, Options, Stop};
//!
//! let board = "***/*10/000".parse().unwrap();
//! let start = Instant::now();
//! let clock = || start.elapsed();
//! let answer = Engine::new(Options::default())
//!     .search(&board, &Limits::default(), &clock, &Stop::new(), &mut |_| {})
//!     .unwrap();
//! assert_eq!(answer.best().moves[0].to_string(), "A3");
//! assert_eq!((answer.best().value, answer.best().exact), (15, true));
//! ```
//!
//! One façade, [`Engine`]: limits in, a stream of reports and an answer out, a handle to stop
//! it; and [`solve()`] for the exact value of a position. Nothing here prints, reads files or
//! asks the wall clock: the time comes from the caller, so that the same code runs in a
//! browser.

mod bench;
#[cfg(test)]
#[path = "../tests/suite/brute_force.rs"]
mod brute_force;
mod engine;
pub mod evaluation;
mod interval;
mod level;
mod limits;
mod options;
mod packed;
mod parity;
mod position;
mod report;
mod search;
mod solve;
mod solver;
mod stop;
mod table;
mod threads;
mod time;

pub use bench::{Bench, bench};
pub use engine::Engine;
pub use evaluation::Evaluation;
pub use interval::Interval;
pub use level::{Level, NotALevel};
pub use limits::{Clock, Limits};
pub use options::Options;
pub use position::{Key, Move, Position};
pub use report::{Line, Report};
pub use search::Parameters;
pub use solve::{Solution, Unsolved, solve};
pub use solver::Difficulty;
pub use stop::Stop;
pub use table::{NotASnapshot, OutOfMemory};
pub use time::{Conditions, Experience, NotAnExperience, Plan, plan};
