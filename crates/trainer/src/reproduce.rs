//! `fruitrage-trainer reproduce`: everything from nothing, in order.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use fruitrage_cli_support::{Failure, streams};
use fruitrage_trainer::contestant::Contestant;
use fruitrage_trainer::pair::{Limit, Resources};

use crate::arguments::Jobs;
use crate::compare::{Duel, Extent};
use crate::fit::{self, FitOptions, Tail};
use crate::interruption;
use crate::sample::{self, Amount, SampleOptions};

#[derive(Debug, Args)]
pub(crate) struct ReproduceOptions {
    /// Where everything goes: samples.txt, evaluation.txt and comparison.txt
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    tail: Tail,
    #[command(flatten)]
    extent: Extent,
    /// How many nodes each move of the comparison may take
    #[arg(long, value_name = "K", default_value = "10000",
        value_parser = clap::value_parser!(u64).range(1..))]
    game_nodes: u64,
    /// The table of each engine of the comparison in megabytes
    #[arg(long, value_name = "MB", default_value = "64",
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    #[command(flatten)]
    jobs: Jobs,
}

/// Each step skips what it finds done, so that there is nothing to resume but to start.
pub(crate) fn run(options: &ReproduceOptions) -> Result<(), Failure> {
    let ReproduceOptions { folder, amount, tail, extent, game_nodes, hash, jobs } = options;
    let refuse = |error| Failure::file(folder, format!("cannot be made: {error}"));
    fs::create_dir_all(folder).map_err(refuse)?;
    let interruption = interruption::listen()?;

    let samples = folder.join("samples.txt");
    let sampling =
        SampleOptions { file: samples.clone(), amount: *amount, seed: extent.seed, jobs: *jobs };
    let positions = sample::sample(&sampling, &interruption)?;
    streams::print(format!("sampled: {positions} positions\n"))?;

    let fitted = folder.join("evaluation.txt");
    let said = fit::fit(&FitOptions { samples, output: fitted.clone(), tail: *tail })?;
    streams::print(format!("fitted: {said}"))?;
    let fitted =
        Contestant::with_evaluation(&fitted).map_err(|error| Failure::Input(error.to_string()))?;
    let duel = Duel {
        contestants: [fitted, Contestant::default()],
        extent: extent.clone(),
        resources: Resources { limit: Limit::Nodes(*game_nodes), hash_megabytes: *hash as usize },
        jobs: *jobs,
    };
    duel.run(Some(&folder.join("comparison.txt")), &interruption)
}
