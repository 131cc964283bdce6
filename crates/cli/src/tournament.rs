//! `fruitrage tournament`: many agents, to be stopped and resumed at any moment.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use fruitrage_arena::{Specification, sweep};
use fruitrage_cli_support::{Failure, progress, stop_on_signals, streams};
use fruitrage_league::standings::{Standings, text};
use fruitrage_league::{
    Configuration, ConfigurationError, Format, Location, News, Progress, RunError, Store,
    StoreError, WorkerSettings, publish, read_folder, run as play_here, work,
};
use fruitrage_rules::{Ending, FruitKinds, Size};
use indicatif::ProgressBar;

use crate::arguments::positive_seconds;
use crate::choice::choice;
use crate::hosting::{HostOptions, Sandbox};
use crate::tournament_exclude::{self as exclude, ExcludeOptions};
use crate::tournament_status::{self as status, StatusOptions};
use crate::worker;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct TournamentOptions {
    #[command(subcommand)]
    action: Option<Action>,
    /// A tournament file (TOML), or a folder of agents
    #[arg(value_name = "FILE|FOLDER", required = true)]
    source: Option<PathBuf>,
    /// Where the games are kept: a file, or `postgres://USER@HOST/DATABASE`, which workers on
    /// other machines share. Default: FILE with the ending .db, or FOLDER/tournament.db
    #[arg(long, value_name = "FILE|URL")]
    store: Option<Location>,
    /// How many games at one time; with 0 a shared tournament is left to the workers
    #[arg(long, value_name = "COUNT", default_value = "1")]
    jobs: u16,
    /// Who meets whom, instead of what the file says
    #[arg(long, value_parser = choice::<Format>(Format::ALL.map(Format::name)))]
    format: Option<Format>,
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

#[derive(Debug, Subcommand)]
enum Action {
    /// Show how far a tournament is and who plays it, again and again on a terminal
    Status(StatusOptions),
    /// Take back all games of a worker, to be played again by others
    Exclude(ExcludeOptions),
}

pub(crate) fn run(options: &TournamentOptions) -> Result<(), Failure> {
    match (&options.action, &options.source) {
        (Some(Action::Status(options)), _) => status::run(options),
        (Some(Action::Exclude(options)), _) => exclude::run(options),
        (None, Some(source)) => play(options, source),
        (None, None) => Err(Failure::Input("expected a tournament file or folder".to_owned())),
    }
}

fn play(options: &TournamentOptions, source: &Path) -> Result<(), Failure> {
    let tournament = configuration(options, source)?;
    if tournament.entrants.len() < 2 {
        let found = tournament.entrants.len();
        let problem = format!("expected at least two agents, found {found}");
        return Err(Failure::file(source, problem));
    }
    let location = options.store.clone().unwrap_or_else(|| Location::File(store_of(source)));
    if options.jobs == 0 && !location.is_shared() {
        let problem = "expected --jobs of at least 1: nobody else plays what is in a file";
        return Err(Failure::Input(problem.to_owned()));
    }
    let agents: Vec<&Specification> =
        tournament.entrants.iter().map(|entrant| &entrant.specification).collect();
    let mut host = options.host.host(Sandbox::On, &[])?;
    crate::hosting::tell_what_is_missing(&host, options.host.sandbox(Sandbox::On), &agents)?;
    if let Some(base) = base_of(source) {
        host.base = base;
    }
    stop_on_signals(&host.stop).map_err(anyhow::Error::from)?;
    sweep();
    let mut store = Store::open(&location).map_err(refused_store)?;
    let progress = progress::bar(0, 0, "games");
    let played = if location.is_shared() {
        publish(&tournament, &mut store, &host).and_then(|()| {
            let settings = WorkerSettings {
                until_done: true,
                ..WorkerSettings::new(&worker::machine(), usize::from(options.jobs))
            };
            work(&mut store, &host, &settings, worker::cache(), &mut |news| hear(&progress, news))
        })
    } else {
        play_here(&tournament, &mut store, &host, usize::from(options.jobs), &mut |told| {
            tell(&progress, told);
        })
    };
    progress.finish_and_clear();
    played.map_err(refused_run)?;
    let agents = store.agents().map_err(refused_store)?;
    let games = store.games().map_err(refused_store)?;
    let standings = Standings::new(&agents, &games);
    streams::print(if options.json {
        serde_json::to_string(&standings).map_err(anyhow::Error::from)? + "\n"
    } else {
        text(&standings)
    })?;
    if host.stop.is_stopped() {
        return Err(anyhow!("interrupted; the same command goes on from here").into());
    }
    Ok(())
}

fn configuration(options: &TournamentOptions, source: &Path) -> Result<Configuration, Failure> {
    let mut tournament = read_configuration(source)?;
    tournament.format = options.format.unwrap_or(tournament.format);
    tournament.pairs = options.pairs.unwrap_or(tournament.pairs);
    tournament.rounds = options.rounds.unwrap_or(tournament.rounds);
    tournament.seed = options.seed.unwrap_or(tournament.seed);
    for event in &mut tournament.events {
        event.size = options.size.unwrap_or(event.size);
        event.kinds = options.fruits.unwrap_or(event.kinds);
        event.time = options.time.unwrap_or(event.time);
    }
    let mut kept = Vec::new();
    tournament.events.retain(|event| {
        let is_new = !kept.contains(event);
        kept.push(*event);
        is_new
    });
    Ok(tournament)
}

/// What a tournament's file or folder says.
fn read_configuration(source: &Path) -> Result<Configuration, Failure> {
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

/// Whether a path is a tournament's file or folder, not its store.
pub(crate) fn is_tournament(source: &Path) -> bool {
    source.is_dir() || source.extension().is_some_and(|ending| ending == "toml")
}

/// The store that belongs to a tournament's file or folder.
pub(crate) fn store_of(source: &Path) -> PathBuf {
    if source.is_dir() { source.join("tournament.db") } else { source.with_extension("db") }
}

/// The store that is meant: a store itself, or the one of a tournament's file or folder.
pub(crate) fn store_meant(location: &Location) -> Result<Location, Failure> {
    let Location::File(path) = location else { return Ok(location.clone()) };
    if !path.exists() {
        return Err(Failure::file(path, "expected a tournament or its store, found nothing"));
    }
    let store = if is_tournament(path) { store_of(path) } else { path.clone() };
    if !store.exists() {
        return Err(Failure::file(&store, "expected a store, found none: nothing was played yet"));
    }
    Ok(Location::File(store))
}

/// What is wrong with an agent or the store is for the user to mend.
pub(crate) fn refused_run(error: RunError) -> Failure {
    match error {
        RunError::Start { .. } | RunError::Package { .. } => Failure::Input(error.to_string()),
        RunError::Excluded(_) => Failure::Other(error.into()),
        RunError::Store(error) => refused_store(error),
    }
}

/// What is wrong with the store is for the user to mend, unless the disk or the network failed.
pub(crate) fn refused_store(error: StoreError) -> Failure {
    match error {
        StoreError::Database(_) | StoreError::Unreachable { .. } => Failure::Other(error.into()),
        _ => Failure::Input(error.to_string()),
    }
}

/// Tells what a worker has to tell.
pub(crate) fn hear(progress: &ProgressBar, news: &News) {
    let say = |text: String| progress.suspend(|| streams::print_error(&text));
    match news {
        News::Played(told) => tell(progress, told),
        News::Games { finished, games } => {
            progress.set_length(*games as u64);
            progress.set_position(*finished as u64);
        }
        News::Late(key) => say(format!(
            "{} – {}: the lease ran out, and the pair is played elsewhere",
            key.first, key.second
        )),
        News::StoodStill(time) => say(format!(
            "this machine stood still for {:.1} s; its games begin again",
            time.as_secs_f64()
        )),
        News::Lost(error) => say(format!("{error}; trying again")),
        News::Back => say("the database is back".to_owned()),
    }
}

fn tell(progress: &ProgressBar, told: &Progress) {
    progress.set_length(told.games as u64);
    progress.set_position(told.finished as u64);
    let [first, second] = [&told.key.first, &told.key.second];
    let game = told.record.game();
    if let Some(Ending::Forfeit { loser, cause, detail }) = game.ending() {
        let loser = [first, second][loser.index()];
        progress.suspend(|| {
            streams::print_error(&format!("{first} – {second}: {loser} lost ({cause}): {detail}"));
        });
    }
    let [won, lost] = game.scores();
    progress.set_message(format!("{first} {won} – {lost} {second}"));
}
