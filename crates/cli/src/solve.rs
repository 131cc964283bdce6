//! `fruitrage solve`: the exact value of a position and a best line, or of many positions.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use fruitrage_cli_support::{Failure, stop_on_signals, streams};
use fruitrage_engine::{Limits, Options, Report, Solution, Stop, Unsolved, solve};
use fruitrage_rules::{Board, CellSet};
use serde_json::{Map, Value, json};

use crate::batch::BatchOptions;
use crate::drawing::draw;
use crate::positions;
use crate::values::{megabytes, positive_seconds, threads};

/// The memory of all tables together unless it is said otherwise, in megabytes.
const MEGABYTES: u32 = 1024;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage solve input.txt --time 60 --threads 4
  fruitrage board --size 6 --seed 1 | fruitrage solve -
  fruitrage solve boards.txt --batch --jobs 4 --time 10 --output values.jsonl

If the time given is not enough, or after Ctrl-C, the answer is between what the
value is proved to lie, and the exit status is 1."
)]
pub(crate) struct SolveOptions {
    /// An input.txt or a bare board; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Give up a board after this long [default: never]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// Number of threads for a board
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: u16,
    /// Memory for the transposition table of a board, in megabytes [default: 1024, or its share
    /// with --jobs]
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    hash: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    batch: BatchOptions,
}

impl SolveOptions {
    fn engine(&self) -> Options {
        let megabytes = self.hash.unwrap_or((MEGABYTES / u32::from(self.batch.jobs)).max(1));
        Options {
            hash_megabytes: megabytes as usize,
            threads: usize::from(self.threads),
            ..Options::default()
        }
    }

    fn limits(&self) -> Limits {
        Limits { move_time: self.time, ..Limits::NONE }
    }
}

pub(crate) fn run(options: &SolveOptions, start: Instant) -> Result<(), Failure> {
    let stop = Stop::new();
    stop_on_signals(&stop).map_err(anyhow::Error::from)?;
    if options.batch.batch {
        run_batch(options, start, &stop)
    } else {
        run_one(options, start, &stop)
    }
}

/// Solves every board by itself: what is found does not depend on the others.
fn run_batch(options: &SolveOptions, start: Instant, stop: &Stop) -> Result<(), Failure> {
    let (engine, limits) = (options.engine(), options.limits());
    let clock = || start.elapsed();
    let find = |(): &mut (), board: &Board| {
        let outcome = solve(board, engine, &limits, &clock, stop, &mut |_| {});
        if let Err(error @ Unsolved::OutOfMemory(_)) = outcome {
            return Err(anyhow::Error::from(error).into());
        }
        let mut found = Map::from_iter([("board".to_owned(), format!("{board:#}").into())]);
        found.extend(as_json(outcome.as_ref()));
        // What was broken off is solved when the file is resumed.
        Ok((outcome.is_ok() || !stop.is_stopped()).then_some(found))
    };
    let unsolved = options.batch.run(&options.file, stop, || (), find)?;
    match unsolved.count {
        0 => Ok(()),
        count => Err(anyhow!("{} of {} boards solved", unsolved.of - count, unsolved.of).into()),
    }
}

fn run_one(options: &SolveOptions, start: Instant, stop: &Stop) -> Result<(), Failure> {
    let board = positions::read(&options.file)?;
    let shows_progress = io::stderr().is_terminal() && !options.json;
    let mut progress = |report: &Report| {
        if shows_progress {
            streams::print_error(&describe_progress(report));
        }
    };
    let clock = || start.elapsed();
    let outcome = solve(&board, options.engine(), &options.limits(), &clock, stop, &mut progress);
    if options.json {
        streams::print(format!("{}\n", Value::Object(as_json(outcome.as_ref()))))?;
    } else if let Ok(solution) = &outcome {
        streams::print(describe(&board, solution))?;
    }
    outcome.map(|_| ()).map_err(|error| anyhow::Error::from(error).into())
}

fn describe_progress(report: &Report) -> String {
    let Report { depth, interval, nodes, .. } = report;
    let value = report.best().value;
    format!("depth {depth}: estimated {value:+}, proved {interval}, {nodes} positions")
}

fn cells(solution: &Solution) -> Vec<String> {
    solution.line.iter().map(ToString::to_string).collect()
}

fn describe(board: &Board, solution: &Solution) -> String {
    let line = cells(solution);
    let Some(best) = line.first() else {
        return "Value 0: the board is empty.\n".to_owned();
    };
    let claimed = board.group_at(solution.line[0]).map_or(CellSet::EMPTY, |group| *group.cells());
    format!(
        "{}\nValue {:+} (exact): best is {best}\nLine {}\n{} positions, {:.3} s\n",
        draw(board, &claimed),
        solution.value,
        line.join(" "),
        solution.nodes,
        solution.elapsed.as_secs_f64(),
    )
}

fn as_json(outcome: Result<&Solution, &Unsolved>) -> Map<String, Value> {
    let fields = match outcome {
        Ok(solution) => {
            let line = cells(solution);
            json!({
                "solved": true,
                "value": solution.value,
                "move": line.first(),
                "line": line,
                "nodes": solution.nodes,
                "seconds": solution.elapsed.as_secs_f64(),
            })
        }
        Err(Unsolved::OutOfMemory(_)) => json!({ "solved": false }),
        Err(Unsolved::Stopped { interval, nodes, elapsed }) => json!({
            "solved": false,
            "least": interval.least,
            "most": interval.most,
            "nodes": nodes,
            "seconds": elapsed.as_secs_f64(),
        }),
    };
    let Value::Object(fields) = fields else { unreachable!("objects were made above") };
    fields
}
