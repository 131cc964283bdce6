//! `fruitrage puzzles`: positions whose one best move is proved.

use std::path::PathBuf;

use clap::Args;
use fruitrage_analysis::Puzzle;
use fruitrage_cli_support::{Failure, stop_on_signals, streams};
use fruitrage_engine::Stop;
use fruitrage_rules::{Board, FruitKinds, Size};
use serde_json::{Value, json};

use crate::review::sources;
use crate::values::{seed, whole_number};

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage puzzles --count 5
  fruitrage puzzles --seed 100 --size 7 --fruits 4 --difficulty 4 --json
  fruitrage puzzles tournament.db games.fruitrage

The best move of a puzzle is proved to be better than every other one by four
points or more, and is not the largest group. The same seeds and records give
the same puzzles on every machine. docs/analysis.md explains the difficulty."
)]
pub(crate) struct PuzzlesOptions {
    /// Take positions from these records, folders of records or tournament stores instead
    #[arg(value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// How many puzzles
    #[arg(long, value_name = "COUNT", default_value = "10", value_parser = whole_number(1..=100_000_usize))]
    count: usize,
    /// Only puzzles of this difficulty, 1 to 5
    #[arg(long, value_name = "N", value_parser = whole_number(1..=5_u8))]
    difficulty: Option<u8>,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Seed of the first board that is tried
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, help_heading = "Board")]
    seed: u64,
    /// Width and height of the boards, 4 to 10
    #[arg(long, value_name = "N", default_value = "6", value_parser = whole_number(4..=10_usize),
        help_heading = "Board")]
    size: usize,
    /// Kinds of fruit, 1 to 10
    #[arg(long, value_name = "P", default_value = "3", help_heading = "Board")]
    fruits: FruitKinds,
}

pub(crate) fn run(options: &PuzzlesOptions) -> Result<(), Failure> {
    let stop = Stop::new();
    stop_on_signals(&stop).map_err(anyhow::Error::from)?;
    let found: Box<dyn Iterator<Item = (String, Puzzle)>> = if options.records.is_empty() {
        Box::new(from_seeds(options, &stop))
    } else {
        Box::new(from_records(&options.records, &stop)?)
    };
    let wanted =
        |puzzle: &Puzzle| options.difficulty.is_none_or(|level| level == puzzle.difficulty);
    let puzzles = found.filter(|(_, puzzle)| wanted(puzzle)).take(options.count);
    let mut count = 0;
    // Each is shown as soon as it is there: the next may take a while.
    for (source, puzzle) in puzzles {
        let told = if options.json {
            as_json(&source, &puzzle).to_string() + "\n"
        } else {
            as_text(&source, &puzzle)
        };
        streams::print(told)?;
        count += 1;
    }
    if stop.is_stopped() {
        return Err(anyhow::anyhow!("stopped after {count} of {} puzzles", options.count).into());
    }
    if count == 0 {
        return Err(anyhow::anyhow!("there is no such puzzle in what was given").into());
    }
    Ok(())
}

/// Puzzles of boards with one seed after the other.
fn from_seeds<'a>(
    options: &PuzzlesOptions,
    stop: &'a Stop,
) -> impl Iterator<Item = (String, Puzzle)> + use<'a> {
    let size = Size::new(options.size).expect("within the range of sizes");
    let kinds = options.fruits;
    let seeds = (options.seed..).take_while(|_| !stop.is_stopped());
    seeds.filter_map(move |seed| {
        let puzzle = Puzzle::of_seed(size, kinds, seed, stop)?;
        Some((format!("seed {seed}"), puzzle))
    })
}

/// Puzzles among the positions of games, at most one of each game.
fn from_records<'a>(
    paths: &[PathBuf],
    stop: &'a Stop,
) -> Result<impl Iterator<Item = (String, Puzzle)> + use<'a>, Failure> {
    let games = sources::read(paths)?;
    let games = games.into_iter().take_while(|_| !stop.is_stopped());
    Ok(games.filter_map(|source| {
        let boards: Vec<Board> = source.record.game().boards();
        let puzzle = boards.iter().find_map(|board| Puzzle::in_position(board, stop))?;
        Some((source.name, puzzle))
    }))
}

fn as_json(source: &str, puzzle: &Puzzle) -> Value {
    json!({
        "board": format!("{:#}", puzzle.board),
        "best": puzzle.best.to_string(),
        "value": puzzle.value,
        "second": puzzle.second,
        "largest": puzzle.largest.to_string(),
        "difficulty": puzzle.difficulty,
        "source": source,
    })
}

fn as_text(source: &str, puzzle: &Puzzle) -> String {
    let Puzzle { board, best, value, second, largest, difficulty } = puzzle;
    format!(
        "{board}\nDifficulty {difficulty}, {source}. The largest group is {largest}. \
         Best is {best}: {value:+}, any other move {second:+} or less.\n\n"
    )
}
