//! Being asked to stop.

use std::fmt;

use anyhow::{Context, anyhow};
use fruitrage_cli_support::{Failure, stop_on_signals};
use fruitrage_engine::Stop;

/// A handle that Ctrl-C and a polite kill stop.
pub(crate) fn listen() -> Result<Stop, Failure> {
    let stop = Stop::new();
    stop_on_signals(&stop).context("signals cannot be heard")?;
    Ok(stop)
}

/// Why a command that was stopped has not done everything.
pub(crate) fn failure(how_far: impl fmt::Display) -> Failure {
    anyhow!("interrupted {how_far}; the same command goes on from there").into()
}
