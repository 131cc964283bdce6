//! `fruitrage solve`: the exact value of a position, and a best line.

use std::io::{self, IsTerminal};
use std::time::Instant;

use fruitrage_cli_support::{Failure, streams};
use fruitrage_engine::{Engine, Limits, Options, Report, Stop, Time};
use fruitrage_rules::{Board, CellSet};
use serde_json::json;

use crate::arguments::SolveOptions;
use crate::drawing::draw;
use crate::positions;

pub(crate) fn run(options: &SolveOptions, start: Instant) -> Result<(), Failure> {
    let board = positions::read(&options.file)?;
    let time = options.time.map_or(Time::Unlimited, Time::Move);
    let mut engine = Engine::new(Options {
        hash_megabytes: options.hash as usize,
        threads: usize::from(options.threads),
        ..Options::default()
    });
    let shows_progress = io::stderr().is_terminal() && !options.json;
    let mut progress = |report: &Report| {
        if shows_progress {
            let best = report.best();
            let (value, nodes) = (best.value, report.nodes);
            streams::print_error(&format!(
                "depth {}: about {value:+}, {nodes} positions",
                report.depth
            ));
        }
    };
    let limits = Limits::solution(time);
    let report = engine.search(&board, &limits, &|| start.elapsed(), &Stop::new(), &mut progress);
    let Some(report) = report else {
        return streams::print(if options.json {
            "{\"solved\":true,\"value\":0,\"move\":null,\"line\":[]}\n"
        } else {
            "Value 0: the board is empty.\n"
        });
    };
    let is_solved = report.best().exact;
    if options.json {
        streams::print(as_json(&report))?;
    } else if is_solved {
        streams::print(describe(&board, &report))?;
    }
    if is_solved { Ok(()) } else { Err(not_solved(&report)) }
}

fn not_solved(report: &Report) -> Failure {
    let seconds = report.elapsed.as_secs_f64();
    anyhow::anyhow!("not solved in {seconds:.1} s, {} positions", report.nodes).into()
}

fn describe(board: &Board, report: &Report) -> String {
    let best = report.best();
    let claimed = board.group_at(best.moves[0]).map_or(CellSet::EMPTY, |group| *group.cells());
    let line: Vec<String> = best.moves.iter().map(ToString::to_string).collect();
    format!(
        "{}\nValue {:+} (exact): best is {}\nLine {}\n{} positions, {:.3} s\n",
        draw(board, &claimed),
        best.value,
        line[0],
        line.join(" "),
        report.nodes,
        report.elapsed.as_secs_f64(),
    )
}

fn as_json(report: &Report) -> String {
    let best = report.best();
    let line: Vec<String> = best.moves.iter().map(ToString::to_string).collect();
    let object = if best.exact {
        json!({
            "solved": true,
            "value": best.value,
            "move": line[0],
            "line": line,
            "nodes": report.nodes,
            "seconds": report.elapsed.as_secs_f64(),
        })
    } else {
        json!({
            "solved": false,
            "nodes": report.nodes,
            "seconds": report.elapsed.as_secs_f64(),
        })
    };
    format!("{object}\n")
}
