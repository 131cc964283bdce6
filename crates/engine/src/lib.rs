//! The player of The Fruit Rage: search, evaluation and time planning.
//!
//! One façade, [`Engine`]: limits in, a stream of reports and a result out, a handle
//! to stop it. Nothing here prints, reads files or asks the wall clock: the time comes
//! from whoever calls, so that the same code runs in a browser.
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

mod bench;
mod bounds;
#[cfg(test)]
#[path = "../tests/suite/brute_force.rs"]
mod brute_force;
mod deepening;
mod engine;
mod evaluation;
mod free;
mod key;
mod level;
mod limits;
mod options;
mod parameters;
mod position;
mod report;
mod review;
mod search;
mod sharing;
mod solver;
mod stop;
mod table;
mod team;
mod time;
mod watch;
mod window;

pub use bench::{Bench, bench};
pub use engine::Engine;
pub use evaluation::{Class, Evaluation, NotAnEvaluation, Span};
pub use key::Key;
pub use level::{Level, NotALevel};
pub use limits::{Clock, Goal, Limits, Time};
pub use options::Options;
pub use parameters::Parameters;
pub use position::{Move, Position};
pub use report::{Line, Report};
pub use review::{Judgement, Review, Summary, accuracy, review};
pub use stop::Stop;
pub use time::{Plan, plan};
