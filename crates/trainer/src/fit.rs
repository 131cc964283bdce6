//! `fruitrage-trainer fit`: from samples to an engine.

use std::path::PathBuf;

use clap::Args;
use fruitrage_trainer::contestant::Contestant;
use fruitrage_trainer::{evaluation, samples};

use crate::failure::Failure;
use crate::{atomic, output};

#[derive(Debug, Args)]
pub(crate) struct FitOptions {
    /// The file that `sample` filled
    #[arg(value_name = "SAMPLES")]
    pub(crate) samples: PathBuf,
    /// Where the engine goes that comes of it
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

pub(crate) fn run(options: &FitOptions) -> Result<(), Failure> {
    let fitted = fit(options)?;
    output::print(&format!("{fitted}\n"))
}

/// Fits, unless the output is of the same samples already, and tells the engine.
pub(crate) fn fit(options: &FitOptions) -> Result<Contestant, Failure> {
    let FitOptions { samples: path, output } = options;
    let missing = || Failure::file(path, "expected a file of samples, found none");
    let text = atomic::read(path)?.ok_or_else(missing)?;
    let (header, samples) = samples::read(&text).map_err(|error| Failure::text(path, &error))?;
    let title = format!("fruitrage fit 1: {} positions of {header}", samples.len());
    let known = atomic::read(output)?;
    let known = known.as_deref().and_then(|text| text.strip_prefix(&title));
    if let Some(fitted) = known.and_then(|rest| rest.trim().parse().ok()) {
        return Ok(fitted);
    }
    let fitted = evaluation::fit(&samples).map_err(|error| Failure::file(path, error))?;
    atomic::write(output, &format!("{title}\n{fitted}\n"))?;
    Ok(fitted)
}
