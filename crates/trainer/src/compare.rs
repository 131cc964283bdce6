//! `fruitrage-trainer compare`: two engines over pairs of games.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_cli_support::{Failure, progress, streams};
use fruitrage_engine::Stop;
use fruitrage_statistics::Sprt;
use fruitrage_trainer::comparison::Comparison;
use fruitrage_trainer::contestant::Contestant;
use fruitrage_trainer::journal::Journal;
use fruitrage_trainer::pair::{Pair, Resources};
use fruitrage_trainer::parallel::{Ended, in_order};
use fruitrage_trainer::shape::Shape;

use crate::arguments::Jobs;
use crate::interruption;
use crate::resources::ResourceOptions;

#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// An engine: `default`, or constants of its search and evaluation=FILE as NAME=VALUE,NAME=VALUE
    #[arg(value_name = "A")]
    first: Contestant,
    /// The other engine
    #[arg(value_name = "B")]
    second: Contestant,
    #[command(flatten)]
    extent: Extent,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Keep the pairs in a file, and play none again that is in it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
}

/// Which pairs are played.
#[derive(Clone, Debug, Args)]
pub(crate) struct Extent {
    /// Boards as WIDTHxWIDTH/KINDS; each kind of board is told of on its own
    #[arg(long = "board", value_name = "BOARD", required = true, num_args = 1..)]
    pub(crate) boards: Vec<Shape>,
    /// How many boards of each kind, each played from both sides
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) pairs: u64,
    /// Stop early by a sequential test: `elo0=A,elo1=B[,alpha=…][,beta=…]`
    #[arg(long, value_name = "TEST")]
    pub(crate) sprt: Option<Sprt>,
    /// The seed of the first board; each next board has the next
    #[arg(long, value_name = "S")]
    pub(crate) seed: u64,
}

pub(crate) fn run(options: &CompareOptions) -> Result<(), Failure> {
    let duel = Duel {
        contestants: [options.first.clone(), options.second.clone()],
        extent: options.extent.clone(),
        resources: options.resources.resources(),
        jobs: options.jobs,
    };
    duel.run(options.log.as_deref(), &interruption::listen()?)
}

/// Two engines and what is played between them.
#[derive(Clone, Debug)]
pub(crate) struct Duel {
    pub(crate) contestants: [Contestant; 2],
    pub(crate) extent: Extent,
    pub(crate) resources: Resources,
    pub(crate) jobs: Jobs,
}

impl Duel {
    /// Plays on every kind of board and prints what came out.
    pub(crate) fn run(&self, log: Option<&Path>, interruption: &Stop) -> Result<(), Failure> {
        let mut log = Log::open(log, &self.title())?;
        let seed = self.extent.seed;
        streams::print(format!("{}, seed {seed}\n", self.title()))?;
        for &shape in &self.extent.boards {
            let comparison = self.play(shape, &mut log, interruption)?;
            streams::print(self.describe(shape, &comparison))?;
        }
        Ok(())
    }

    fn title(&self) -> String {
        let [first, second] = &self.contestants;
        format!("fruitrage comparison 1: {first} against {second}, {}", self.resources)
    }

    fn describe(&self, shape: Shape, comparison: &Comparison) -> String {
        let test = self.extent.sprt.as_ref();
        let verdict = test.map(|test| format!(", test: {}", comparison.verdict(test)));
        format!("{shape}: {comparison}{}\n", verdict.unwrap_or_default())
    }

    fn play(
        &self,
        shape: Shape,
        log: &mut Log,
        interruption: &Stop,
    ) -> Result<Comparison, Failure> {
        let Extent { pairs, seed, ref sprt, .. } = self.extent;
        let mut comparison = Comparison::default();
        let bar = progress::bar(0, pairs, &format!("pairs on {shape}"));
        let mut failure = None;
        let known = std::mem::take(&mut log.known);
        let work = |number: u64, stop: &Stop| {
            let seed = seed.wrapping_add(number);
            let play = || Pair::play(&self.contestants, &self.resources, shape, seed, stop);
            known.get(&(shape, seed)).copied().unwrap_or_else(play)
        };
        let ended = in_order(0..pairs, self.jobs.jobs, interruption, work, |_, pair| {
            if !known.contains_key(&(shape, pair.seed)) {
                failure = log.append(&pair).err();
            }
            comparison.add(&pair);
            bar.set_message(comparison.to_string());
            bar.inc(1);
            let enough = failure.is_some() || comparison.decision(sprt.as_ref()).is_some();
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        bar.finish_and_clear();
        log.known = known;
        match (failure, ended) {
            (Some(failure), _) => Err(failure),
            (None, Ended::Complete) => Ok(comparison),
            (None, Ended::Interrupted) => Err(interrupted(shape, &comparison, pairs, log)),
        }
    }
}

fn interrupted(shape: Shape, comparison: &Comparison, pairs: u64, log: &Log) -> Failure {
    let played = comparison.pairs().total();
    let how_far = format!("after {played} of {pairs} pairs on {shape}: {comparison}");
    if log.journal.is_some() {
        interruption::failure(how_far)
    } else {
        Failure::Other(anyhow::anyhow!("interrupted {how_far}; without --log nothing is kept"))
    }
}

/// The pairs that were played before, and where those go that are played now.
struct Log<'a> {
    journal: Option<(&'a Path, Journal)>,
    known: HashMap<(Shape, u64), Pair>,
}

impl<'a> Log<'a> {
    fn open(path: Option<&'a Path>, title: &str) -> Result<Self, Failure> {
        let mut known = HashMap::new();
        let Some(path) = path else { return Ok(Self { journal: None, known }) };
        let (journal, lines) = Journal::open(path, title).map_err(|error| error.of_file(path))?;
        for (number, line) in (2..).zip(&lines) {
            let pair = Pair::parse(number, line).map_err(|error| Failure::text(path, &error))?;
            known.insert((pair.shape, pair.seed), pair);
        }
        Ok(Self { journal: Some((path, journal)), known })
    }

    fn append(&mut self, pair: &Pair) -> Result<(), Failure> {
        let Some((path, journal)) = &mut self.journal else { return Ok(()) };
        let refuse = |error| Failure::file(path, format!("cannot be written: {error}"));
        journal.append([pair]).map_err(refuse)
    }
}
