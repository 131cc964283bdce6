//! `fruitrage-trainer tune`: constants of the search, by SPSA.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_cli_support::{Failure, files, progress, streams};
use fruitrage_engine::Stop;
use fruitrage_rules::{TextError, quoted_within};
use fruitrage_statistics::Count;
use fruitrage_trainer::journal::LONGEST_TITLE;
use fruitrage_trainer::pair::{Pair, Resources};
use fruitrage_trainer::parallel::{Ended, in_order};
use fruitrage_trainer::shape::Shape;
use fruitrage_trainer::spsa::{Spsa, State, Trial};
use fruitrage_trainer::tunable::Tunable;

use crate::arguments::Jobs;
use crate::interruption;
use crate::resources::ResourceOptions;

#[derive(Debug, Args)]
pub(crate) struct TuneOptions {
    /// Constants of the search, as NAME or NAME:MIN:MAX:STEP, separated by commas
    #[arg(long, value_name = "NAMES", required = true, value_delimiter = ',')]
    parameters: Vec<Tunable>,
    /// Boards as WIDTHxWIDTH/KINDS, played on in turn
    #[arg(long = "board", value_name = "BOARD", required = true, num_args = 1..)]
    boards: Vec<Shape>,
    /// How often all constants are moved
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// How many pairs are played in each iteration
    #[arg(long, value_name = "COUNT", default_value = "4",
        value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Fixes the boards and the directions that are tried
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Where the values are kept from iteration to iteration
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(options: &TuneOptions) -> Result<(), Failure> {
    refuse_repetition(&options.parameters)?;
    let tuning = Tuning::new(options);
    let mut state = tuning.restore(&options.state)?;
    let interruption = interruption::listen()?;
    let bar = progress::bar(state.iteration(), options.iterations, "iterations");
    while let Some(trial) = tuning.spsa.trial(&state) {
        let Some(outcome) = tuning.play(state.iteration(), &trial, &interruption) else {
            bar.finish_and_clear();
            let iterations = options.iterations;
            let how_far = format!("after {} of {iterations} iterations", state.iteration());
            return Err(interruption::failure(how_far));
        };
        tuning.spsa.learn(&mut state, &trial, outcome);
        tuning.keep(&options.state, &state)?;
        bar.set_message(tuning.spsa.tuned(&state).to_string());
        bar.inc(1);
    }
    bar.finish_and_clear();
    streams::print(tuning.describe(&state))
}

fn refuse_repetition(tunables: &[Tunable]) -> Result<(), Failure> {
    for (index, tunable) in tunables.iter().enumerate() {
        let name = tunable.name();
        if tunables[..index].iter().any(|before| before.name() == name) {
            let problem = format!("--parameters: expected each name once, found `{name}` twice");
            return Err(Failure::Input(problem));
        }
    }
    Ok(())
}

/// What is tuned, and how trials are played.
struct Tuning<'a> {
    spsa: Spsa,
    boards: &'a [Shape],
    pairs: u64,
    resources: Resources,
    jobs: Jobs,
}

impl<'a> Tuning<'a> {
    fn new(options: &'a TuneOptions) -> Self {
        let TuneOptions { parameters, boards, iterations, pairs, resources, seed, jobs, .. } =
            options;
        let (tunables, iterations, seed) = (parameters.clone(), *iterations, *seed);
        let spsa = Spsa { tunables, iterations, seed };
        Self { spsa, boards, pairs: *pairs, resources: resources.resources(), jobs: *jobs }
    }

    /// All that the result depends on: the first line of the state's file.
    fn title(&self) -> String {
        let Self { spsa: Spsa { tunables, iterations, seed }, boards, pairs, resources, .. } = self;
        let tunables: Vec<String> = tunables.iter().map(ToString::to_string).collect();
        let boards: Vec<String> = boards.iter().map(ToString::to_string).collect();
        format!(
            "fruitrage tuning 1: {} on {}, {resources}, {pairs} pairs, {iterations} iterations, seed {seed}",
            tunables.join(","),
            boards.join(" "),
        )
    }

    fn keep(&self, path: &Path, state: &State) -> Result<(), Failure> {
        files::write(path, format!("{}\n{}", self.title(), self.spsa.lines(state)))
    }

    /// The state that was kept, or the first one.
    fn restore(&self, path: &Path) -> Result<State, Failure> {
        let Some(text) = files::read_if_there(path)? else { return Ok(self.spsa.start()) };
        let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let state = if title == self.title() {
            self.spsa.parse(2, rest)
        } else {
            let expected = format!("`{}`", self.title());
            let found = quoted_within(title, LONGEST_TITLE);
            Err(TextError { line: 1, column: 1, expected, found })
        };
        state.map_err(|error| Failure::text(path, &error))
    }

    /// Plays a trial and tells its outcome; none if it was interrupted.
    fn play(&self, iteration: u64, trial: &Trial, interruption: &Stop) -> Option<f64> {
        let contestants = self.spsa.contestants(trial);
        let mut count = Count::default();
        let work = |number: u64, stop: &Stop| {
            // No board comes twice.
            let number = iteration.wrapping_mul(self.pairs).wrapping_add(number);
            let shape = self.boards[(number % self.boards.len() as u64) as usize];
            Pair::play(
                &contestants,
                &self.resources,
                shape,
                self.spsa.seed.wrapping_add(number),
                stop,
            )
        };
        let ended = in_order(0..self.pairs, self.jobs.jobs, interruption, work, |_, pair| {
            count.add(pair.result().score);
            ControlFlow::Continue(())
        });
        (ended == Ended::Complete).then(|| 2.0 * count.score() - 1.0)
    }

    fn describe(&self, state: &State) -> String {
        let values = self.spsa.tunables.iter().zip(state.values());
        let lines = values.map(|(tunable, value)| {
            let moved = value - tunable.start();
            let steps = moved / tunable.step();
            let (name, start) = (tunable.name(), tunable.start());
            format!("{name}: {value:.2}, from {start} by {moved:+.2} or {steps:+.1} steps\n")
        });
        let lines: String = lines.collect();
        format!("{lines}tuned: {}\n", self.spsa.tuned(state))
    }
}
