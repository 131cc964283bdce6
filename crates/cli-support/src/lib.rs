//! What the command-line programs `fruitrage` and `fruitrage-trainer` share: files and
//! standard streams, progress bars, stopping on signals, and failures with the exit status
//! that says whether the user's input or anything else was at fault.

mod failure;
pub mod files;
mod interruption;
pub mod progress;
pub mod streams;

pub use failure::{Failure, exit_code};
pub use interruption::{on_interruption, stop_on_signals};
