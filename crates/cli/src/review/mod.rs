//! `fruitrage review`: finished games, move by move.

mod cache;
pub(crate) mod sources;
mod work;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use fruitrage_analysis::{
    Aggregate, ReviewedGame, aggregate_as_json, aggregate_as_text, game_as_json, game_as_line,
    game_as_text, page,
};
use fruitrage_cli_support::{Failure, files, stop_on_signals, streams};
use fruitrage_engine::Stop;
use fruitrage_pictures::{Animation, MarginGraph};
use fruitrage_rules::plain_json;

use self::cache::Cache;
use self::sources::Source;
use self::work::Work;
use crate::analyze::LimitOptions;
use crate::outputs;
use crate::values::{megabytes, threads};

/// How long a position is searched if nothing else limits it.
const TIME: Duration = Duration::from_millis(500);

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage review game.fruitrage --html game.html
  fruitrage review games.fruitrage --agent ./mine
  fruitrage review tournament.db --agent mine --json

Without a limit each position is searched for half a second. docs/analysis.md
explains the figures."
)]
pub(crate) struct ReviewOptions {
    /// Records, folders of records (*.fruitrage) or tournament stores; - for standard input
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
    /// Review only the games of this player, and sum them up
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Write a page with graphs, and boards to step through
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    html: Option<PathBuf>,
    /// Draw the graph of one game as SVG
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    graph: Option<PathBuf>,
    /// Draw one game as an animated SVG
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    animation: Option<PathBuf>,
    /// Where finished reviews are kept [default: fruitrage/reviews in the user's cache]
    #[arg(long, value_name = "FOLDER", help_heading = "Files")]
    cache: Option<PathBuf>,
    /// Neither keep reviews nor use those that were kept
    #[arg(long, conflicts_with = "cache", help_heading = "Files")]
    no_cache: bool,
    #[command(flatten)]
    limits: LimitOptions,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Search")]
    threads: Option<u16>,
    /// Transposition table of each game under review, in megabytes
    #[arg(long, value_name = "MB", default_value = "128", value_parser = megabytes,
        help_heading = "Search")]
    hash: u32,
}

impl ReviewOptions {
    fn outputs(&self) -> Vec<&Path> {
        let outputs = [&self.html, &self.graph, &self.animation];
        outputs.into_iter().flatten().map(PathBuf::as_path).collect()
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

pub(crate) fn run(options: &ReviewOptions) -> Result<(), Failure> {
    let inputs: Vec<&Path> = options.records.iter().map(PathBuf::as_path).collect();
    outputs::check(&options.outputs(), &inputs)?;
    if let Some(folder) = options.cache.as_deref().filter(|folder| folder.exists()) {
        files::expect_directory(folder)?;
    }
    let sources = games(options)?;
    let stop = Stop::new();
    stop_on_signals(&stop).map_err(anyhow::Error::from)?;
    let work = Work {
        limits: options.limits.limits(TIME),
        threads: options.threads(),
        hash_megabytes: options.hash as usize,
        cache: (!options.no_cache).then(|| Cache::new(options.cache.clone())).flatten(),
        stop: &stop,
    };
    let games = work.review(sources)?;
    let aggregates = match &options.agent {
        Some(name) => vec![Aggregate::new(name, &games)],
        None if games.len() > 1 => Aggregate::of_all(&games),
        None => Vec::new(),
    };
    write_outputs(options, &games, &aggregates)?;
    if options.outputs().contains(&Path::new("-")) {
        return Ok(());
    }
    if options.json {
        streams::print(plain_json(&as_json(&games, &aggregates)))
    } else {
        streams::print_text(&as_text(&games, &aggregates))
    }
}

/// Reads all games before anything is searched, so that a bad one costs no time.
fn games(options: &ReviewOptions) -> Result<Vec<Source>, Failure> {
    let mut sources = sources::read(&options.records)?;
    if let Some(name) = &options.agent {
        let mut names: Vec<String> =
            sources.iter().flat_map(|source| source.record.players().clone()).collect();
        sources.retain(|source| source.record.players().contains(name));
        if sources.is_empty() {
            names.sort();
            names.dedup();
            let names = names.join("`, `");
            return Err(Failure::Input(format!(
                "expected --agent with one of the players `{names}`, found `{name}`"
            )));
        }
    }
    if sources.len() > 1 && (options.graph.is_some() || options.animation.is_some()) {
        let count = sources.len();
        let message = format!("expected one game for --graph or --animation, found {count}");
        return Err(Failure::Input(message));
    }
    Ok(sources)
}

fn write_outputs(
    options: &ReviewOptions,
    games: &[ReviewedGame],
    aggregates: &[Aggregate],
) -> Result<(), Failure> {
    if let Some(path) = &options.html {
        outputs::write(path, page(games, aggregates).as_bytes())?;
    }
    let [game] = games else { return Ok(()) };
    if let Some(path) = &options.graph {
        let graph = MarginGraph {
            names: game.record.players().each_ref().map(String::as_str),
            expected: &game.review.expected_margins(),
            scored: &game.scored_margins(),
            exact_from: game.exact_from(),
            turning_points: &game.review.turning_points(),
        };
        outputs::write(path, graph.to_string().as_bytes())?;
    }
    if let Some(path) = &options.animation {
        outputs::write(path, Animation::new(&game.record).to_string().as_bytes())?;
    }
    Ok(())
}

fn as_json(games: &[ReviewedGame], aggregates: &[Aggregate]) -> String {
    let games_told = games.iter().map(game_as_json);
    let aggregates = aggregates.iter().map(|aggregate| aggregate_as_json(aggregate, games));
    let lines: Vec<String> =
        games_told.chain(aggregates).map(|object| object.to_string()).collect();
    lines.join("\n") + "\n"
}

fn as_text(games: &[ReviewedGame], aggregates: &[Aggregate]) -> String {
    let mut text: String = match games {
        [game] => game_as_text(game),
        _ => games.iter().map(game_as_line).collect(),
    };
    for aggregate in aggregates {
        text += "\n";
        text += &aggregate_as_text(aggregate, games);
    }
    text
}
