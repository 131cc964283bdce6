//! `fruitrage-trainer difficulty`: what solving is likely to take.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use fruitrage_cli_support::{Failure, progress, streams};
use fruitrage_trainer::parallel::{Ended, in_order};
use fruitrage_trainer::samples::Sample;
use fruitrage_trainer::solving::{Fit, Solved};

use crate::arguments::Jobs;
use crate::{fit, interruption};

#[derive(Debug, Args)]
pub(crate) struct DifficultyOptions {
    /// The file that `sample` filled
    #[arg(value_name = "SAMPLES")]
    samples: PathBuf,
    /// How many of its positions are solved, the first ones with 10 to 24 moves
    #[arg(long, value_name = "N", default_value = "3000",
        value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(options: &DifficultyOptions) -> Result<(), Failure> {
    let DifficultyOptions { samples: path, positions, jobs: Jobs { jobs } } = options;
    let (header, samples) = fit::read(path)?;
    let wanted = samples.into_iter().filter(Solved::is_wanted).take(*positions as usize);
    let wanted: Vec<Sample> = wanted.collect();
    let count = wanted.len() as u64;
    let interruption = interruption::listen()?;
    let bar = progress::bar(0, count, "positions");
    let mut solved = Vec::with_capacity(wanted.len());
    let ended = in_order(
        0..count,
        *jobs,
        &interruption,
        |number, stop| Solved::of(&wanted[number as usize], stop),
        |_, position| {
            solved.push(position);
            bar.inc(1);
            ControlFlow::Continue(())
        },
    );
    bar.finish_and_clear();
    if ended == Ended::Interrupted {
        let how_far = format!("interrupted after {} of {count} positions", solved.len());
        return Err(anyhow::anyhow!(how_far).into());
    }
    let fit = Fit::to(&solved, header.seed).map_err(|error| Failure::file(path, error))?;
    streams::print(fit.to_string())
}
