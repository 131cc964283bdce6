//! `fruitrage solve`: the exact value of a position, and a best line.

use std::io::{self, IsTerminal};
use std::time::Instant;

use fruitrage_cli_support::{Failure, streams};
use fruitrage_engine::{Limits, Options, Report, Solution, Stop, Unsolved, solve};
use fruitrage_rules::{Board, CellSet};
use serde_json::json;

use crate::arguments::SolveOptions;
use crate::drawing::draw;
use crate::positions;

pub(crate) fn run(options: &SolveOptions, start: Instant) -> Result<(), Failure> {
    let board = positions::read(&options.file)?;
    let limits = Limits { move_time: options.time, ..Limits::NONE };
    let engine = Options {
        hash_megabytes: options.hash as usize,
        threads: usize::from(options.threads),
        ..Options::default()
    };
    let shows_progress = io::stderr().is_terminal() && !options.json;
    let mut progress = |report: &Report| {
        if shows_progress {
            let best = report.best();
            let (value, nodes) = (best.value, report.nodes);
            streams::print_error(&format!(
                "depth {}: estimated {value:+}, {nodes} positions",
                report.depth
            ));
        }
    };
    let clock = || start.elapsed();
    let outcome = solve(&board, engine, &limits, &clock, &Stop::new(), &mut progress);
    if options.json {
        streams::print(as_json(outcome.as_ref()))?;
    } else if let Ok(solution) = &outcome {
        streams::print(describe(&board, solution))?;
    }
    outcome.map(|_| ()).map_err(|error| anyhow::Error::from(error).into())
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

fn as_json(outcome: Result<&Solution, &Unsolved>) -> String {
    let object = match outcome {
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
        Err(Unsolved::Stopped { nodes, elapsed }) => json!({
            "solved": false,
            "nodes": nodes,
            "seconds": elapsed.as_secs_f64(),
        }),
    };
    format!("{object}\n")
}
