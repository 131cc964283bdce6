//! How far something is.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on a terminal, nothing elsewhere. It counts `what`, and starts at what was done
/// before.
///
/// ```
/// let bar = fruitrage_cli_support::progress::bar(3, 10, "games");
/// bar.inc(1);
/// assert_eq!(bar.position(), 4);
/// ```
pub fn bar(done: u64, all: u64, what: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}  {{msg}}  {{eta}} left");
    let style =
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(all).with_style(style);
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.set_position(done);
    // What was done before says nothing about the speed.
    bar.reset_eta();
    bar
}
