//! `fruitrage agent`: one move, from `input.txt` to `output.txt`.

use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use fruitrage_cli_support::{Failure, files, streams};
use fruitrage_engine::{Engine, Limits, Line, Options, Report, Stop, plan};
use fruitrage_rules::{Board, Group, Input, Output, seconds};
use serde_json::json;

use crate::arguments::AgentOptions;
use crate::drawing::draw;
use crate::positions;

/// What starting the process, reading and writing the files takes on a busy machine.
const OVERHEAD: Duration = Duration::from_millis(10);

pub(crate) fn run(options: &AgentOptions, start: Instant) -> Result<(), Failure> {
    let directory = &options.directory;
    if directory.is_file() {
        let problem = "expected a directory with an input.txt, found a file";
        return Err(Failure::file(directory, problem));
    }
    let input_path = directory.join("input.txt");
    let text = files::read_regular(&input_path, positions::LONGEST)?;
    let input = Input::parse(&text).map_err(|error| Failure::text(&input_path, &error))?;
    let report = choose(&input, options.hash, start).ok_or_else(|| {
        Failure::file(&input_path, "expected a board with a fruit to claim, found an empty board")
    })?;
    let choice = report.best().moves[0];
    let (board, group) = input.board.play(choice).expect("the engine plays legal moves");

    let output_path = directory.join("output.txt");
    files::write(&output_path, Output { choice, board }.to_string())?;
    if options.json {
        streams::print(as_json(&group, &report, start))
    } else if options.quiet {
        Ok(())
    } else {
        streams::print(describe(&input, &group, &report, start))?;
        streams::print(format!("Wrote {}\n", output_path.display()))
    }
}

/// Finds a move in time, whatever happens; none if there is no move.
fn choose(input: &Input, hash: Option<u32>, start: Instant) -> Option<Report> {
    let Input { board, time_left, .. } = *input;
    let largest = largest_group(&board, start)?;
    let time = plan(&board, time_left, OVERHEAD).limit;
    if time.is_zero() {
        return Some(largest);
    }
    let hash_megabytes = hash.map_or_else(|| table_for(time), |megabytes| megabytes as usize);
    let options = Options { hash_megabytes, overhead: OVERHEAD, ..Options::default() };
    // In this thread: on a busy machine, waking another one costs more than it could save.
    let search = AssertUnwindSafe(|| {
        let limits = Limits::clock(time_left);
        let clock = || start.elapsed();
        Engine::new(options).search(&board, &limits, &clock, &Stop::new(), &mut |_| {})
    });
    // Even a bug in the search is no reason to lose the game.
    let searched = panic::catch_unwind(search).ok().flatten();
    Some(searched.unwrap_or(largest))
}

/// The megabytes of table that a search can fill in the time: more would only cost the
/// system the work of handing them out.
fn table_for(time: Duration) -> usize {
    const MEGABYTES_A_SECOND: f64 = 64.0;
    let most = Options::default().hash_megabytes;
    ((time.as_secs_f64() * MEGABYTES_A_SECOND) as usize).clamp(1, most)
}

/// The answer that needs no search: take the most.
fn largest_group(board: &Board, start: Instant) -> Option<Report> {
    let largest = board.groups().max_by_key(Group::count)?;
    let line = Line { value: largest.points() as i32, exact: false, moves: vec![largest.name()] };
    Some(Report { depth: 0, lines: vec![line], nodes: 0, elapsed: start.elapsed() })
}

fn describe(input: &Input, group: &Group, report: &Report, start: Instant) -> String {
    let best = report.best();
    let size = input.board.size();
    let plural = |count: u32| if count == 1 { "" } else { "s" };
    let (count, points) = (group.count(), group.points());
    let kind = if best.exact { "exact" } else { "estimated" };
    format!(
        "{size}×{size} board, {} kinds of fruit, {} s left\n\n{}\n\
         {} claims {count} fruit{} for {points} point{}.\n\
         Value {:+} ({kind}, depth {}, {} positions, {:.3} s)\n",
        input.kinds,
        seconds::display(input.time_left),
        draw(&input.board, group.cells()),
        best.moves[0],
        plural(count),
        plural(points),
        best.value,
        report.depth,
        report.nodes,
        start.elapsed().as_secs_f64(),
    )
}

fn as_json(group: &Group, report: &Report, start: Instant) -> String {
    let best = report.best();
    let line: Vec<String> = best.moves.iter().map(ToString::to_string).collect();
    let object = json!({
        "move": line[0],
        "fruits": group.count(),
        "points": group.points(),
        "value": best.value,
        "exact": best.exact,
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": start.elapsed().as_secs_f64(),
        "line": line,
    });
    format!("{object}\n")
}
