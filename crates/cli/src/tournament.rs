//! `fruitrage tournament`: many agents, to be stopped and resumed at any moment.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use fruitrage_arena::{Specification, sweep};
use fruitrage_cli_support::{Failure, files, progress, stop_on_signals, streams};
use fruitrage_league::standings::{Standings, text};
use fruitrage_league::{
    Configuration, ConfigurationError, Format, Location, News, Progress, RunError, Store,
    StoreError, WorkerSettings, publish, read_folder, run as play_here, work,
};
use fruitrage_rules::{Ending, FruitKinds, Size};
use indicatif::ProgressBar;

use crate::choice::choice;
use crate::hosting::{HostOptions, Sandbox};
use crate::tournament_exclude::{self as exclude, ExcludeOptions};
use crate::tournament_status::{self as status, StatusOptions};
use crate::values::{positive_seconds, seed, whole_number};
use crate::worker;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  fruitrage tournament examples/tournament.toml --jobs 2
  fruitrage tournament submissions --pairs 4 --time 30
  fruitrage tournament cup.toml --store postgres://anna@db.example/cup --jobs 0

Stop it at any moment: the same command resumes it. `fruitrage standings` shows the
result, docs/arena.md has the format of the file."
)]
pub(crate) struct TournamentOptions {
    #[command(subcommand)]
    action: Option<Action>,
    /// A tournament file (TOML), or a folder of agents
    #[arg(value_name = "FILE|FOLDER", required = true)]
    source: Option<PathBuf>,
    /// Games played at the same time; 0 leaves all to workers elsewhere
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = whole_number(0..=u16::MAX))]
    jobs: u16,
    /// Where the games are kept: a file, or `postgres://USER@HOST/DATABASE` for many machines
    /// [default: FILE.db, or FOLDER/tournament.db]
    #[arg(long, value_name = "FILE|URL")]
    store: Option<Location>,
    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    overrides: OverrideOptions,
    #[command(flatten)]
    host: HostOptions,
}

/// What replaces what the tournament's file says.
#[derive(Debug, Args)]
#[command(next_help_heading = "Instead of what the file says")]
struct OverrideOptions {
    /// Who meets whom
    #[arg(long, value_parser = choice::<Format>(Format::ALL.map(Format::name)))]
    format: Option<Format>,
    /// Number of boards that two agents play in each event, each from both sides
    #[arg(long, value_name = "COUNT", value_parser = whole_number(1..=u32::MAX))]
    pairs: Option<u32>,
    /// Number of rounds of a Swiss tournament
    #[arg(long, value_name = "COUNT", value_parser = whole_number(1..=u32::MAX))]
    rounds: Option<u32>,
    /// Seed of the first board
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Width and height of the boards in every event, 1 to 26
    #[arg(long, value_name = "N")]
    size: Option<Size>,
    /// Kinds of fruit in every event, 1 to 10
    #[arg(long, value_name = "P")]
    fruits: Option<FruitKinds>,
    /// Each player's clock for the whole game in every event
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show how far a tournament is and who plays it; on a terminal, again and again
    Status(StatusOptions),
    /// Discard all games of a worker, so that others play them again
    Exclude(ExcludeOptions),
}

pub(crate) fn run(options: &TournamentOptions) -> Result<(), Failure> {
    match (&options.action, &options.source) {
        (Some(Action::Status(options)), _) => status::run(options),
        (Some(Action::Exclude(options)), _) => exclude::run(options),
        (None, Some(source)) => play(options, source),
        (None, None) => {
            Err(Failure::Input("expected a tournament file or folder, found none".to_owned()))
        }
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
        let problem = "expected --jobs of at least 1, found 0: only a shared store has workers";
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
        return Err(anyhow!("interrupted; the same command resumes it").into());
    }
    Ok(())
}

fn configuration(options: &TournamentOptions, source: &Path) -> Result<Configuration, Failure> {
    let mut tournament = read_configuration(source)?;
    let options = &options.overrides;
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

/// More than any tournament's file needs.
const LONGEST_CONFIGURATION: u64 = 16 * 1024 * 1024;

/// What a tournament's file or folder says.
fn read_configuration(source: &Path) -> Result<Configuration, Failure> {
    let refused = |error: ConfigurationError| Failure::Input(error.to_string());
    if source.is_dir() {
        return read_folder(source).map_err(refused);
    }
    let bytes = files::read_regular(source, LONGEST_CONFIGURATION)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::file(source, "expected text in UTF-8, found other bytes"))?;
    Configuration::parse(&text, source).map_err(refused)
}

/// Where relative commands start: beside the tournament's file, or in its folder.
fn base_of(source: &Path) -> Option<PathBuf> {
    let source = dunce::canonicalize(source).ok()?;
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
        return Err(Failure::file(path, "no such tournament or store"));
    }
    let store = if is_tournament(path) { store_of(path) } else { path.clone() };
    if !store.exists() {
        return Err(Failure::file(&store, "no such store: nothing has been played yet"));
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
            "{} – {}: the lease ran out; the pair is played elsewhere",
            key.first, key.second
        )),
        News::StoodStill(time) => say(format!(
            "this machine stood still for {:.1} s; its games start again",
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
