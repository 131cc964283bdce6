//! `fruitrage tournament`: many agents, to be stopped and resumed at any moment.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use fruitrage_arena::standings::{Standings, text};
use fruitrage_arena::tournament::{
    Configuration, ConfigurationError, Format, Progress, RunError, Store, StoreError, read_folder,
    run as play,
};
use fruitrage_arena::{Specification, stop_on_signals, sweep};
use fruitrage_rules::{Ending, FruitKinds, Size};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arguments::positive_seconds;
use crate::failure::Failure;
use crate::files;
use crate::hosting::{HostOptions, Sandbox};

#[derive(Debug, Args)]
pub(crate) struct TournamentOptions {
    /// A tournament file (TOML), or a folder of agents
    #[arg(value_name = "FILE|FOLDER")]
    source: PathBuf,
    /// Where the games are kept; FILE with the ending .db, or FOLDER/tournament.db
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// How many games at one time
    #[arg(long, value_name = "COUNT", default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Who meets whom, instead of what the file says
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// How many boards two agents play in each event, each from both sides
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: Option<u32>,
    /// How many rounds a Swiss tournament has
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// The seed of the first board
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The boards' width and height in every event, 1 to 26
    #[arg(long, value_name = "N")]
    size: Option<Size>,
    /// How many kinds of fruit in every event, 1 to 10
    #[arg(long, value_name = "P")]
    fruits: Option<FruitKinds>,
    /// The clock of each player for a whole game in every event
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    host: HostOptions,
    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatName {
    RoundRobin,
    Gauntlet,
    Swiss,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::RoundRobin => Self::RoundRobin,
            FormatName::Gauntlet => Self::Gauntlet,
            FormatName::Swiss => Self::Swiss,
        }
    }
}

pub(crate) fn run(options: &TournamentOptions) -> Result<(), Failure> {
    let tournament = configuration(options)?;
    if tournament.entrants.len() < 2 {
        let found = tournament.entrants.len();
        let problem = format!("expected at least two agents, found {found}");
        return Err(Failure::file(&options.source, problem));
    }
    let agents: Vec<&Specification> =
        tournament.entrants.iter().map(|entrant| &entrant.specification).collect();
    let mut host = options.host.host(Sandbox::On, &[])?;
    crate::hosting::tell_what_is_missing(&host, options.host.sandbox(Sandbox::On), &agents)?;
    if let Some(base) = base_of(&options.source) {
        host.base = base;
    }
    stop_on_signals(&host.stop).map_err(anyhow::Error::from)?;
    sweep();
    let mut store = Store::open(&store_path(options)).map_err(refused_store)?;
    let progress = progress();
    let played = play(&tournament, &mut store, &host, usize::from(options.jobs), &mut |told| {
        tell(&progress, told);
    });
    progress.finish_and_clear();
    played.map_err(|error| match error {
        RunError::Start { .. } => Failure::Input(error.to_string()),
        RunError::Store(error) => refused_store(error),
    })?;
    let agents = store.agents().map_err(refused_store)?;
    let games = store.games().map_err(refused_store)?;
    let standings = Standings::new(&agents, &games);
    files::print(&if options.json {
        serde_json::to_string(&standings).map_err(anyhow::Error::from)? + "\n"
    } else {
        text(&standings)
    })?;
    if host.stop.is_stopped() {
        return Err(anyhow!("interrupted; the same command goes on from here").into());
    }
    Ok(())
}

fn configuration(options: &TournamentOptions) -> Result<Configuration, Failure> {
    let mut tournament = read_configuration(&options.source)?;
    if let Some(format) = options.format {
        tournament.format = format.into();
    }
    tournament.pairs = options.pairs.unwrap_or(tournament.pairs);
    tournament.rounds = options.rounds.unwrap_or(tournament.rounds);
    tournament.seed = options.seed.unwrap_or(tournament.seed);
    for event in &mut tournament.events {
        let conditions = &mut event.conditions;
        conditions.size = options.size.unwrap_or(conditions.size);
        conditions.kinds = options.fruits.unwrap_or(conditions.kinds);
        conditions.time = options.time.unwrap_or(conditions.time);
    }
    let mut kept = Vec::new();
    tournament.events.retain(|event| {
        let new = !kept.contains(&event.name());
        kept.push(event.name());
        new
    });
    Ok(tournament)
}

/// What a tournament's file or folder says.
pub(crate) fn read_configuration(source: &Path) -> Result<Configuration, Failure> {
    let refused = |error: ConfigurationError| Failure::Input(error.to_string());
    if source.is_dir() {
        return read_folder(source).map_err(refused);
    }
    let text = fs::read_to_string(source)
        .map_err(|error| Failure::file(source, format!("cannot be read: {error}")))?;
    Configuration::parse(&text, source).map_err(refused)
}

/// Where relative commands start: beside the tournament's file, or in its folder.
fn base_of(source: &Path) -> Option<PathBuf> {
    let source = source.canonicalize().ok()?;
    if source.is_dir() { Some(source) } else { source.parent().map(Path::to_owned) }
}

fn store_path(options: &TournamentOptions) -> PathBuf {
    options.store.clone().unwrap_or_else(|| store_of(&options.source))
}

/// Whether a path is a tournament's file or folder, not its store.
pub(crate) fn is_tournament(source: &Path) -> bool {
    source.is_dir() || source.extension().is_some_and(|ending| ending == "toml")
}

/// The store that belongs to a tournament's file or folder.
pub(crate) fn store_of(source: &Path) -> PathBuf {
    if source.is_dir() { source.join("tournament.db") } else { source.with_extension("db") }
}

/// What is wrong with the store is for the user to mend, unless the disk failed.
pub(crate) fn refused_store(error: StoreError) -> Failure {
    match error {
        StoreError::Database(_) => Failure::Other(error.into()),
        _ => Failure::Input(error.to_string()),
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {msg}  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(0).with_style(style);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

fn tell(progress: &ProgressBar, told: &Progress) {
    progress.set_length(told.games as u64);
    progress.set_position(told.finished as u64);
    let [first, second] = [&told.key.first, &told.key.second];
    let game = told.record.game();
    if let Some(Ending::Forfeit { loser, cause, detail }) = game.ending() {
        let loser = [first, second][loser.index()];
        progress.suspend(|| {
            files::print_error(&format!("{first} – {second}: {loser} lost, {cause}: {detail}"));
        });
    }
    let [won, lost] = game.scores();
    progress.set_message(format!("{first} {won} – {lost} {second}"));
}
