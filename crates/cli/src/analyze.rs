//! `fruitrage analyze`: the best lines of a position, and what they are worth.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use fruitrage_cli_support::{Failure, files, stop_on_signals, streams};
use fruitrage_engine::{Engine, Limits, Line, Options, Report, Stop};
use fruitrage_pictures::BoardPicture;
use fruitrage_protocol::as_json as as_json_line;
use fruitrage_rules::{Board, CellSet, Record, Size, plain_name};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::batch::BatchOptions;
use crate::drawing::draw;
use crate::outputs::PictureOptions;
use crate::positions;
use crate::review::sources::{LONGEST_FILE, Source, is_record, records};
use crate::values::{megabytes, positive_seconds, threads, whole_number};

/// How long a search takes if nothing else limits it.
const TIME: Duration = Duration::from_secs(5);

/// How many moves of a line are shown.
const LONGEST_LINE: usize = 12;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage analyze examples/figure-1/input.txt --lines 5
  fruitrage analyze game.fruitrage --move 12 --time 20
  fruitrage board --size 8 --seed 3 | fruitrage analyze -
  fruitrage analyze boards.txt --batch --nodes 100000 --output found.jsonl

Without a limit the search takes 5 seconds. Ctrl-C stops it and shows what it
found."
)]
pub(crate) struct AnalyzeOptions {
    /// An input.txt, a bare board, or a record with --move; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of best moves to show
    #[arg(long, value_name = "COUNT", default_value = "3", value_parser = whole_number(1..=Options::MOST_LINES as u16))]
    lines: u16,
    /// Analyse the position before this move of a record
    #[arg(long = "move", value_name = "NUMBER", value_parser = whole_number(1..=Size::MOST_CELLS))]
    number: Option<usize>,
    /// The game, in a file of many records
    #[arg(long, value_name = "NUMBER", requires = "number",
        value_parser = whole_number(1..=usize::MAX))]
    game: Option<usize>,
    /// Print JSON, one object per depth
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads,
        help_heading = "Search")]
    threads: u16,
    /// Memory for the transposition table, in megabytes
    #[arg(long, value_name = "MB", default_value = "256", value_parser = megabytes,
        help_heading = "Search")]
    hash: u32,
    #[command(flatten)]
    batch: BatchOptions,
    #[command(flatten)]
    pictures: PictureOptions,
}

/// How long a position is searched.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct LimitOptions {
    /// Stop searching a position after this long
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// Search at most this many moves ahead, and do not try to solve
    #[arg(long, value_name = "MOVES", value_parser = whole_number(1..=u32::MAX))]
    depth: Option<u32>,
    /// Search at most this many positions
    #[arg(long, value_name = "COUNT", value_parser = whole_number(1..=u64::MAX))]
    nodes: Option<u64>,
}

impl LimitOptions {
    /// The limits, with a time if nothing else was asked for.
    pub(crate) fn limits(&self, time: Duration) -> Limits {
        let Self { depth, nodes, .. } = *self;
        let is_limited = depth.is_some() || nodes.is_some();
        let move_time = self.time.or((!is_limited).then_some(time));
        Limits { move_time, depth, nodes, clock: None }
    }
}

/// What is analysed.
struct Position {
    board: Board,
    /// What is told of it, if it is from a game.
    heading: String,
}

pub(crate) fn run(options: &AnalyzeOptions, start: Instant) -> Result<(), Failure> {
    if options.batch.batch {
        return run_batch(options, start);
    }
    options.pictures.check(&[&options.file])?;
    if options.json && options.pictures.take_standard_output() {
        let message = "expected either --json or a picture on standard output, found both";
        return Err(Failure::Input(message.to_owned()));
    }
    let Position { board, heading } = position(options)?;
    let stop = Stop::new();
    stop_on_signals(&stop).map_err(anyhow::Error::from)?;
    let report = search(options, &board, start, &stop)?;
    let best = report.as_ref().and_then(|report| board.group_at(report.best().moves[0]));
    let marked = best.map_or(CellSet::EMPTY, |group| *group.cells());
    options.pictures.write(&BoardPicture::new(&board).with_marked(&marked).to_string())?;
    if options.pictures.take_standard_output() {
        return Ok(());
    }
    match &report {
        Some(report) if options.json => streams::print(as_json(&board, report, true)),
        None if options.json => streams::print("{\"final\":true,\"value\":0,\"lines\":[]}\n"),
        Some(report) => streams::print(format!(
            "{heading}{}\n{}{} positions, {:.3} s\n",
            draw(&board, &marked),
            table(&board, report),
            report.nodes,
            report.elapsed.as_secs_f64(),
        )),
        None => streams::print(format!("{heading}Value 0: the board is empty.\n")),
    }
}

/// Analyses every board by itself: what is found does not depend on the others.
fn run_batch(options: &AnalyzeOptions, start: Instant) -> Result<(), Failure> {
    if options.number.is_some() || options.pictures.are_asked_for() {
        let message = "expected boards alone with --batch, found --move or a picture";
        return Err(Failure::Input(message.to_owned()));
    }
    let stop = Stop::new();
    stop_on_signals(&stop).map_err(anyhow::Error::from)?;
    let limits = options.limits.limits(TIME);
    let find = |engine: &mut Engine, board: &Board| {
        engine.forget();
        let found = engine.search(board, &limits, &|| start.elapsed(), &stop, &mut |_| {});
        Ok((!stop.is_stopped()).then(|| as_json_line(board, found.as_ref())))
    };
    options.batch.run(&options.file, &stop, || engine(options), find).map(|_| ())
}

fn engine(options: &AnalyzeOptions) -> Engine {
    Engine::new(Options {
        hash_megabytes: options.hash as usize,
        threads: usize::from(options.threads),
        lines: usize::from(options.lines),
        ..Options::default()
    })
}

fn position(options: &AnalyzeOptions) -> Result<Position, Failure> {
    let path = &options.file;
    let bytes = files::read(path, LONGEST_FILE)?;
    match (is_record(&bytes), options.number) {
        (true, Some(number)) => {
            let record = chosen(path, records(path, &bytes)?, options.game)?;
            position_of_record(path, &record, number)
        }
        (true, None) => {
            Err(Failure::file(path, "expected --move NUMBER with a record, found none"))
        }
        (false, Some(_)) => {
            Err(Failure::file(path, "expected a record for --move, found another text"))
        }
        (false, None) => {
            let board = positions::parse(path, &bytes)?;
            Ok(Position { board, heading: String::new() })
        }
    }
}

/// One game of those in a file.
fn chosen(path: &Path, sources: Vec<Source>, game: Option<usize>) -> Result<Record, Failure> {
    let count = sources.len();
    let found = game.map_or_else(|| "none".to_owned(), |game| game.to_string());
    let index = game.or((count == 1).then_some(1)).unwrap_or(0).wrapping_sub(1);
    let source = sources.into_iter().nth(index);
    let refuse =
        || Failure::file(path, format!("expected --game from 1 to {count}, found {found}"));
    source.map(|source| source.record).ok_or_else(refuse)
}

fn position_of_record(path: &Path, record: &Record, number: usize) -> Result<Position, Failure> {
    let game = record.game();
    let boards = game.boards();
    let index = number.wrapping_sub(1);
    let Some(&board) = boards.get(index) else {
        let problem = format!("expected --move from 1 to {}, found {number}", boards.len());
        return Err(Failure::file(path, problem));
    };
    let name = plain_name(&record.players()[index % 2]);
    let played = game.turns().get(index).map_or_else(String::new, |turn| {
        let plural = if turn.points == 1 { "" } else { "s" };
        format!(", who played {} for {} point{plural}", turn.choice, turn.points)
    });
    Ok(Position { board, heading: format!("Move {number}: {name}{played}\n\n") })
}

fn search(
    options: &AnalyzeOptions,
    board: &Board,
    start: Instant,
    stop: &Stop,
) -> Result<Option<Report>, Failure> {
    let mut engine = engine(options);
    let live = io::stderr().is_terminal() && !options.json;
    let progress = if live { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    let mut failure = None;
    let mut hear = |report: &Report| {
        progress.set_message(format!("depth {}\n{}", report.depth, table(board, report)));
        if options.json && failure.is_none() {
            failure = streams::print(as_json(board, report, false)).err();
        }
    };
    let limits = options.limits.limits(TIME);
    let report = engine.search(board, &limits, &|| start.elapsed(), stop, &mut hear);
    progress.finish_and_clear();
    failure.map_or(Ok(report), Err)
}

fn points(board: &Board, line: &Line) -> u32 {
    board.group_at(line.moves[0]).map_or(0, |group| group.points())
}

fn cells(line: &Line) -> Vec<String> {
    line.moves.iter().map(ToString::to_string).collect()
}

fn table(board: &Board, report: &Report) -> String {
    let mut text = "move  points   value  known by   line\n".to_owned();
    for line in &report.lines {
        let mut moves = cells(line);
        let rest = moves.len().saturating_sub(LONGEST_LINE);
        moves.truncate(LONGEST_LINE);
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        let how = if line.exact { "proof".to_owned() } else { format!("depth {}", report.depth) };
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{:<4}  {:>6}  {:>+6}  {how:<9}  {}{more}",
            moves[0],
            points(board, line),
            line.value,
            moves.join(" "),
        );
    }
    text
}

fn as_json(board: &Board, report: &Report, is_final: bool) -> String {
    let lines: Vec<Value> = report
        .lines
        .iter()
        .map(|line| {
            let moves = cells(line);
            json!({
                "move": moves[0],
                "points": points(board, line),
                "value": line.value,
                "exact": line.exact,
                "line": moves,
            })
        })
        .collect();
    let object = json!({
        "final": is_final,
        "depth": report.depth,
        "value": report.best().value,
        "least": report.interval.least,
        "most": report.interval.most,
        "lines": lines,
        "nodes": report.nodes,
        "seconds": report.elapsed.as_secs_f64(),
    });
    format!("{object}\n")
}
