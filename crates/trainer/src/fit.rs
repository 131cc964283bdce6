//! `fruitrage-trainer fit`: from samples to an evaluation.

use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_cli_support::{Failure, files, streams};
use fruitrage_trainer::ranges::{self, Seen, Trial};
use fruitrage_trainer::samples::{self, Header, Sample};
use fruitrage_trainer::split::split;

#[derive(Debug, Args)]
pub(crate) struct FitOptions {
    /// The file that `sample` filled
    #[arg(value_name = "SAMPLES")]
    pub(crate) samples: PathBuf,
    /// Where the evaluation goes
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) tail: Tail,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Tail {
    /// Which part of the positions may be worth less than the evaluation thinks, and which
    /// part more
    #[arg(long, value_name = "PART", default_value = "0.03", value_parser = part)]
    pub(crate) tail: f64,
}

/// A part that leaves something in the middle.
fn part(text: &str) -> Result<f64, String> {
    let part = text.parse().ok().filter(|part| (0.0..0.5).contains(part));
    part.ok_or_else(|| "expected a number from 0 to below 0.5".to_owned())
}

pub(crate) fn run(options: &FitOptions) -> Result<(), Failure> {
    let said = fit(options)?;
    streams::print(said)
}

/// The samples of a file.
pub(crate) fn read(path: &Path) -> Result<(Header, Vec<Sample>), Failure> {
    let missing = || Failure::file(path, "expected a file of samples, found none");
    let text = files::read_if_there(path)?.ok_or_else(missing)?;
    samples::read(&text).map_err(|error| Failure::text(path, &error))
}

/// Fits, writes the evaluation, and tells how it does on games that were kept out of it.
pub(crate) fn fit(options: &FitOptions) -> Result<String, Failure> {
    let FitOptions { samples: path, output, tail: Tail { tail } } = options;
    let (header, samples) = read(path)?;
    let (learned, kept) = split(&samples, |sample| sample.unit, header.seed);
    let see = |samples: Vec<_>| samples.into_iter().filter_map(Seen::of).collect::<Vec<Seen>>();
    let (learned, kept) = (see(learned), see(kept));
    let evaluation = ranges::fit(&learned, *tail).map_err(|error| Failure::file(path, error))?;
    let title = format!("# {header} positions={} tail={tail}\n", samples.len());
    files::write(output, format!("{title}{evaluation}"))?;
    let trial = Trial::of(&evaluation, &kept).map(|Trial { below, above, width }| {
        let (below, above) = (100.0 * below, 100.0 * above);
        format!("; {} kept: {below:.1}% below, {above:.1}% above, width {width:.3}", kept.len())
    });
    Ok(format!("{} positions learned{}\n", learned.len(), trial.unwrap_or_default()))
}
