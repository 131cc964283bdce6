//! The engine as a conversation: one line per message, after the conventions of UCI, or as
//! JSON with many questions at once.
//!
//! ```
//! use std::time::Instant;
//!
//! let start = Instant::now();
//! let mut output = Vec::new();
//! let talk = "position board 01/21\ngo depth 3\nquit\n";
//! output = fruitrage_protocol::converse(talk.as_bytes(), output, move || start.elapsed()).unwrap();
//! assert!(String::from_utf8(output).unwrap().ends_with("bestmove B1\n"));
//! ```
//!
//! `docs/protocol.md` describes both. Input, output and clock are parameters, so that the
//! same code serves standard input and output, a test and any other host.

mod analysis;
mod command;
mod conversation;
mod findings;
mod question;

pub use analysis::{Resources, analyse};
pub use command::{Command, CommandError, Setting};
pub use conversation::converse;
pub use findings::as_json;
pub use question::{NotAQuestion, Question, Request};
