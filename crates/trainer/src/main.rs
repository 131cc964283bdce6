//! The trainer's command line: arguments, wiring and printing.

mod arguments;
mod compare;
mod difficulty;
mod errors;
mod fit;
mod interruption;
mod reproduce;
mod resources;
mod sample;
mod tune;

use std::process::ExitCode;

use clap::Parser;
use fruitrage_cli_support::exit_code;

use crate::arguments::{Arguments, Command};

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Sample(options) => sample::run(&options),
        Command::Errors(options) => errors::run(&options),
        Command::Difficulty(options) => difficulty::run(&options),
        Command::Fit(options) => fit::run(&options),
        Command::Compare(options) => compare::run(&options),
        Command::Tune(options) => tune::run(&options),
        Command::Reproduce(options) => reproduce::run(&options),
    };
    exit_code(outcome)
}
