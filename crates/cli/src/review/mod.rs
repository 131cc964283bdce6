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
use fruitrage_cli_support::{Failure, stop_on_signals, streams};
use fruitrage_engine::Stop;
use fruitrage_pictures::{Animation, MarginGraph};

use self::cache::Cache;
use self::sources::Source;
use self::work::Work;
use crate::analyze::LimitOptions;
use crate::outputs;

/// How long a position is searched if nothing else limits it.
const TIME: Duration = Duration::from_millis(500);

#[derive(Debug, Args)]
pub(crate) struct ReviewOptions {
    /// Records, folders of records (*.fruitrage) or tournaments' stores; - for standard
    /// input
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
    /// Only the games of this player, and what they say of it
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    #[command(flatten)]
    limits: LimitOptions,
    /// How many threads search, many games at once or one together; as many as there are
    /// cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The size of each game's table in megabytes
    #[arg(long, value_name = "MB", default_value = "128", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,
    /// Write a page with graphs, and boards to step through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw the graph of one game as SVG
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// Draw one whole game as a moving SVG
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// Where reviews are kept, so that nothing is searched twice; a folder of the user's
    /// cache if not given
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Keep no reviews and use none that were kept
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
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
    let told = if options.json { as_json } else { as_text };
    streams::print(told(&games, &aggregates))
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
