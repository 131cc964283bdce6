//! The player of The Fruit Rage: search, evaluation and time planning.
//!
//! One façade, [`Engine`]: limits in, a stream of reports and a result out, a handle
//! to stop it. Nothing here prints, reads files or asks the wall clock: the time comes
//! from whoever calls, so that the same code runs in a browser.
//!
//! ```
//! use std::time::Instant;
//! use fruitrage_engine::{Engine, Limits, Stop};
//!
//! let board = "***/*10/000".parse().unwrap();
//! let start = Instant::now();
//! let clock = || start.elapsed();
//! let answer = Engine::new()
//!     .search(&board, &Limits::depth(9), &clock, &Stop::new(), &mut |_| {})
//!     .unwrap();
//! assert_eq!(answer.best().moves[0].to_string(), "A3");
//! assert_eq!((answer.best().value, answer.best().exact), (15, true));
//! ```

mod engine;
mod evaluation;
mod limits;
mod report;
mod search;
mod stop;
mod time;

pub use engine::Engine;
pub use limits::{Clock, Limits, Time};
pub use report::{Line, Report};
pub use stop::Stop;
pub use time::{Plan, plan};
