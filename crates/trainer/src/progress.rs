//! How far a command is, and how it is asked to stop.

use std::io::IsTerminal;

use anyhow::Context;
use fruitrage_engine::Stop;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::failure::Failure;

/// A bar on a terminal, nothing elsewhere. It starts at what was done before.
pub(crate) fn bar(done: u64, all: u64, what: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}  {{msg}}  {{eta}} left");
    let style =
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(all).with_style(style);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.set_position(done);
    // What was done before says nothing about the speed.
    bar.reset_eta();
    bar
}

/// A handle that Ctrl-C and a polite kill stop.
pub(crate) fn interruption() -> Result<Stop, Failure> {
    let stop = Stop::new();
    fruitrage_arena::stop_on_signals(&stop).context("signals cannot be heard")?;
    Ok(stop)
}
