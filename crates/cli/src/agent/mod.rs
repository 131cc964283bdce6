//! `fruitrage agent`: one move, from `input.txt` to `output.txt`.
//!
//! Its clock runs from before the process starts until after it has ended. What of that nobody
//! inside can see is measured where possible: how old the process is when it begins
//! ([`process`]), how long the search was kept waiting for a processor, and what the move before
//! really cost ([`note`]).

mod note;
mod process;

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fruitrage_cli_support::{Failure, files, streams};
use fruitrage_engine::{Engine, Interval, Limits, Line, Options, Report, Stop};
use fruitrage_rules::{Board, Group, Input, Output, TextError, seconds};
use serde_json::json;

use crate::arguments::AgentOptions;
use crate::drawing::draw;
use crate::positions;
use note::Note;

/// What starting the process, reading and writing the files takes on a machine with little else to
/// do.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A process that begins no later than this has not been waiting: its age is known to a hundredth
/// of a second.
const PROMPT_START: Duration = Duration::from_millis(20);

/// No start takes longer than this. An older process was another program before, which `exec` has
/// replaced: `cargo run` does that, and its compiling is not on the clock.
const LATEST_START: Duration = Duration::from_secs(1);

pub(crate) fn run(options: &AgentOptions, start: Instant) -> Result<(), Failure> {
    let (input_path, output_path) = match &options.directory {
        Some(directory) => (directory.join("input.txt"), directory.join("output.txt")),
        None => (PathBuf::from("input.txt"), PathBuf::from("output.txt")),
    };
    let text = files::read_regular(&input_path, positions::LONGEST)
        .map_err(|failure| explain(failure, options.directory.as_deref(), &input_path))?;
    let input = Input::parse(&text).map_err(|error| Failure::text(&input_path, &error))?;
    let note = (!options.no_state).then(|| Note::take(options.directory.as_deref()));
    let (report, engine) = choose(&input, options, note.as_ref(), start)
        .ok_or_else(|| nothing_to_claim(&input_path))?;
    let choice = report.best().moves[0];
    let (board, group) = input.board.play(choice).expect("the engine plays legal moves");

    make_way(&output_path);
    files::write(&output_path, Output { choice, board }.to_string())?;
    if let (Some(note), Some(engine)) = (note, engine) {
        note.write(&engine, start);
    }
    if options.json {
        streams::print(as_json(&group, &report, start))
    } else if options.quiet {
        Ok(())
    } else {
        streams::print(describe(&input, &group, &report, start))?;
        streams::print(format!("Wrote {}\n", output_path.display()))
    }
}

/// Removes a file that is about to be written anew. A file that takes the place of another is
/// written to the disk at once by some file systems (ext4 among them), and on a busy disk the
/// clock runs meanwhile: 0.4 s were seen.
fn make_way(path: &Path) {
    if path.is_file() {
        let _ = fs::remove_file(path);
    }
}

/// Why there is no input: the directory itself may be what is wrong, or somebody new has
/// called the program without a command.
fn explain(failure: Failure, directory: Option<&Path>, input: &Path) -> Failure {
    match directory {
        Some(directory) => files::expect_directory(directory).err().unwrap_or(failure),
        None if !input.exists() => Failure::Input(format!(
            "{failure} in this directory (`fruitrage --help` lists what else can be done)"
        )),
        None => failure,
    }
}

/// The refusal of an empty board, at the place where it begins: below n, p and the time.
fn nothing_to_claim(input: &Path) -> Failure {
    let (expected, found) = ("a board with a fruit to claim", "an empty board");
    let (expected, found) = (expected.to_owned(), found.to_owned());
    Failure::text(input, &TextError { line: 4, column: 1, expected, found })
}

/// Finds a move in time, whatever happens; none if there is no move. With it comes the engine that
/// has found it, which knows what was seen of the clock.
fn choose(
    input: &Input,
    options: &AgentOptions,
    note: Option<&Note>,
    start: Instant,
) -> Option<(Report, Option<Engine>)> {
    let Input { board, time_left, .. } = *input;
    let largest = largest_group(&board, start)?;
    if time_left < 2 * OVERHEAD {
        return Some((largest, None));
    }
    let before = note.and_then(Note::experience);
    let default = Options::default();
    let options = Options {
        hash_megabytes: options.hash.map_or(default.hash_megabytes, |size| size as usize),
        threads: options.threads.into(),
        overhead: assumed_overhead(),
        ..default
    };
    // In this thread: on a busy machine, waking another one costs more than it could save.
    let search = AssertUnwindSafe(|| {
        let mut engine = Engine::new(options);
        if let Some(note) = note {
            note.teach(&mut engine);
        }
        if let Some(before) = before {
            engine.recall(before);
        }
        let (limits, clock) = (Limits::clock(time_left), || start.elapsed());
        let report = engine.search(&board, &limits, &clock, &Stop::new(), &mut |_| {})?;
        Some((report, Some(engine)))
    });
    // Even a bug in the search is no reason to lose the game.
    let searched = panic::catch_unwind(search).ok().flatten();
    Some(searched.unwrap_or((largest, None)))
}

/// What a move costs besides the search, as far as that can be told without the move before: the
/// process began to run late, and to end it will take as long.
fn assumed_overhead() -> Duration {
    OVERHEAD.max(2 * time_waited(process::age().unwrap_or_default()))
}

/// How long a process of this age has been waiting for a processor.
fn time_waited(age: Duration) -> Duration {
    if age > PROMPT_START && age <= LATEST_START { age } else { Duration::ZERO }
}

/// The answer that needs no search: take the most.
fn largest_group(board: &Board, start: Instant) -> Option<Report> {
    let largest = board.groups().max_by_key(Group::count)?;
    let line = Line { value: largest.points() as i32, exact: false, moves: vec![largest.name()] };
    let squares = board.fruits_left_by_kind().map(|count| (count * count) as i32);
    let most: i32 = squares.iter().sum();
    let interval = Interval { least: -most, most };
    let (lines, elapsed) = (vec![line], start.elapsed());
    Some(Report { depth: 0, lines, interval, nodes: 0, elapsed, hashfull: 0 })
}

fn describe(input: &Input, group: &Group, report: &Report, start: Instant) -> String {
    let best = report.best();
    let size = input.board.size();
    let plural = |count: u32| if count == 1 { "" } else { "s" };
    let (count, points) = (group.count(), group.points());
    format!(
        "{size}×{size} board, {} kind{} of fruit, {} s left\n\n{}\n\
         {} claims {count} fruit{} for {points} point{}.\n\
         Value {:+} ({}, {} position{}, {:.3} s)\n",
        input.kinds,
        plural(input.kinds.get() as u32),
        seconds::display(input.time_left),
        draw(&input.board, group.cells()),
        best.moves[0],
        plural(count),
        plural(points),
        best.value,
        certainty(report),
        report.nodes,
        if report.nodes == 1 { "" } else { "s" },
        start.elapsed().as_secs_f64(),
    )
}

/// How sure the value is: proved, or searched so many moves ahead.
fn certainty(report: &Report) -> String {
    if report.best().exact {
        "exact".to_owned()
    } else {
        format!("estimated, depth {}", report.depth)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plausible_start_counts_as_waiting() {
        let waited = |milliseconds| time_waited(Duration::from_millis(milliseconds)).as_millis();
        assert_eq!((waited(0), waited(20), waited(300)), (0, 0, 300));
        // As old as the compiler that ran before it in the same process.
        assert_eq!(waited(74_000), 0);
    }
}
