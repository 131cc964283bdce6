//! `fruitrage-trainer sample`: positions with values.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_cli_support::{Failure, progress, streams};
use fruitrage_engine::Stop;
use fruitrage_trainer::journal::Journal;
use fruitrage_trainer::parallel::{Ended, in_order};
use fruitrage_trainer::samples::{Header, Sample};
use fruitrage_trainer::sampling::sample_game;
use indicatif::ProgressBar;

use crate::arguments::Jobs;
use crate::interruption;

#[derive(Debug, Args)]
pub(crate) struct SampleOptions {
    /// Where the samples go; what is there already is kept and counted
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) amount: Amount,
    /// The seed of the games
    #[arg(long, value_name = "S")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
}

/// How much is sampled.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Amount {
    /// How many positions the file has in the end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: u64,
    /// How many nodes each position is searched with
    #[arg(long, value_name = "K", default_value = "50000",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
}

pub(crate) fn run(options: &SampleOptions) -> Result<(), Failure> {
    let interruption = interruption::listen()?;
    let written = sample(options, &interruption)?;
    streams::print(format!("{written} positions in {}\n", options.file.display()))
}

/// Fills the file, and tells how many positions it has.
pub(crate) fn sample(options: &SampleOptions, interruption: &Stop) -> Result<u64, Failure> {
    let SampleOptions { file, amount, seed, jobs } = options;
    let header = Header { seed: *seed, nodes: amount.nodes };
    let mut filling = Filling::open(file, &header, amount.positions)?;
    filling.fill(&header, jobs.jobs, interruption)?;
    Ok(filling.written)
}

/// A file of samples that is being filled.
struct Filling<'a> {
    path: &'a Path,
    journal: Journal,
    written: u64,
    wanted: u64,
    /// The samples of the last game in the file, which may lack some: the game is played
    /// again, and what is there must be what comes out.
    last_game: Vec<Sample>,
    bar: ProgressBar,
}

impl<'a> Filling<'a> {
    fn open(path: &'a Path, header: &Header, wanted: u64) -> Result<Self, Failure> {
        let (journal, lines) =
            Journal::open(path, &header.to_string()).map_err(|error| error.of_file(path))?;
        let mut last_game: Vec<Sample> = Vec::new();
        for (number, line) in (2..).zip(&lines) {
            let sample =
                Sample::parse(number, line).map_err(|error| Failure::text(path, &error))?;
            if last_game.first().is_some_and(|first| first.unit != sample.unit) {
                last_game.clear();
            }
            last_game.push(sample);
        }
        let written = lines.len() as u64;
        let bar = progress::bar(written, wanted, "positions");
        Ok(Self { path, journal, written, wanted, last_game, bar })
    }

    fn fill(
        &mut self,
        header: &Header,
        jobs: NonZero<usize>,
        interruption: &Stop,
    ) -> Result<(), Failure> {
        if self.written >= self.wanted {
            return Ok(());
        }
        let first = self.last_game.first().map_or(0, |sample| sample.unit);
        let mut failure = None;
        let work = |unit, stop: &Stop| sample_game(header, unit, stop);
        let ended = in_order(first..u64::MAX, jobs, interruption, work, |_, samples| {
            match self.take(&samples) {
                Ok(()) if self.written < self.wanted => ControlFlow::Continue(()),
                outcome => {
                    failure = outcome.err();
                    ControlFlow::Break(())
                }
            }
        });
        self.bar.finish_and_clear();
        match (failure, ended) {
            (Some(failure), _) => Err(failure),
            (None, Ended::Complete) => Ok(()),
            (None, Ended::Interrupted) => Err(interruption::failure(format!(
                "after {} of {} positions",
                self.written, self.wanted
            ))),
        }
    }

    /// Writes the samples of the next game, apart from those that are there already.
    fn take(&mut self, samples: &[Sample]) -> Result<(), Failure> {
        let there = std::mem::take(&mut self.last_game);
        let Some(new) = samples.strip_prefix(&*there) else {
            let problem = "expected samples of this engine, found samples of another one";
            return Err(Failure::file(self.path, problem));
        };
        let wanted = (self.wanted - self.written).min(new.len() as u64);
        let new = &new[..wanted as usize];
        self.journal
            .append(new)
            .map_err(|error| Failure::file(self.path, format!("cannot be written: {error}")))?;
        self.written += wanted;
        self.bar.set_position(self.written);
        Ok(())
    }
}
