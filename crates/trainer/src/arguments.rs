//! What can be said on the command line.

use std::num::NonZero;

use clap::{Args, Parser, Subcommand};

use crate::compare::CompareOptions;
use crate::difficulty::DifficultyOptions;
use crate::errors::ErrorsOptions;
use crate::fit::FitOptions;
use crate::reproduce::ReproduceOptions;
use crate::sample::SampleOptions;
use crate::tune::TuneOptions;

/// Trains the engine of The Fruit Rage, and measures what it has learned.
///
/// Every command can be interrupted or killed: the same command again goes on where it
/// was, or begins anew if it writes no file, and ends with what it would have ended with.
#[derive(Debug, Parser)]
#[command(version, about)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Collect positions with the values that searches give them
    Sample(SampleOptions),
    /// Tell how far estimates and shallow searches are off
    Errors(ErrorsOptions),
    /// Fit what solving is likely to take to such positions
    Difficulty(DifficultyOptions),
    /// Fit the engine's evaluation to such positions
    Fit(FitOptions),
    /// Play two engines against each other, every board from both sides
    Compare(Box<CompareOptions>),
    /// Tune constants of the search by playing pairs
    Tune(Box<TuneOptions>),
    /// Sample, fit and compare in a folder, apart from what is finished there
    Reproduce(Box<ReproduceOptions>),
}

/// How much of the machine is used.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Jobs {
    /// How many threads work; the results are the same with any number
    #[arg(long, value_name = "COUNT", default_value = "2")]
    pub(crate) jobs: NonZero<usize>,
}
