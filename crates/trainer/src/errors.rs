//! `fruitrage-trainer errors`: how far estimates and shallow searches are off.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use fruitrage_cli_support::{Failure, streams};
use fruitrage_trainer::estimates::{errors_of_depths, errors_of_estimates};
use fruitrage_trainer::split::split;

use crate::fit;

/// The depths that are told of.
const DEPTHS: std::ops::RangeInclusive<usize> = 1..=8;

#[derive(Debug, Args)]
pub(crate) struct ErrorsOptions {
    /// The file that `sample` filled
    #[arg(value_name = "SAMPLES")]
    samples: PathBuf,
}

pub(crate) fn run(options: &ErrorsOptions) -> Result<(), Failure> {
    let path = &options.samples;
    let (header, samples) = fit::read(path)?;
    let depths = errors_of_depths(&samples, DEPTHS);
    let (learned, kept) = split(samples, |sample| sample.unit, header.seed);
    let estimates =
        errors_of_estimates(&learned, &kept).map_err(|error| Failure::file(path, error))?;
    let mut text = "error in units of the largest group's points\n".to_owned();
    for errors in estimates.iter().chain(&depths) {
        let _ = writeln!(text, "{:26} {:.3}", errors.name, errors.kept);
    }
    streams::print(text)
}
