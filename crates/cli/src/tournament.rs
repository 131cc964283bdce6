//! `fruitrage tournament`: many agents, to be stopped and resumed at any moment.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use fruitrage_arena::{Host, Specification, sweep};
use fruitrage_cli_support::{Failure, progress, stop_on_signals, streams};
use fruitrage_league::standings::{Standings, text};
use fruitrage_league::{
    Configuration, Format, LeftOut, Location, News, Progress, Publication, Refusal, RunError,
    Selection, Status, Store, StoreError, WorkerSettings, publish, run as play_here, work,
};
use fruitrage_rules::{Ending, FruitKinds, Size, plain};
use indicatif::ProgressBar;

use crate::choice::choice;
use crate::hand_ins;
use crate::hosting::{HostOptions, Sandbox, found};
use crate::store_argument::StoreArgument;
use crate::tournament_corrections::{
    self as corrections, RematchOptions, RemoveOptions, WorkerNumber,
};
use crate::tournament_export::{self as export, ExportOptions};
use crate::tournament_init::{self as init, InitOptions};
use crate::tournament_replace::{self as replace, ReplaceOptions};
use crate::tournament_status::{self as status, StatusOptions};
use crate::values::{positive_seconds, seed, whole_number};
use crate::worker;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  fruitrage tournament submissions --pairs 4 --time 30 --jobs 2
  fruitrage tournament cup.toml --store postgres://anna@db.example/cup --jobs 0

Stop it at any moment: the same command resumes it. docs/arena.md has the file."
)]
pub(crate) struct TournamentOptions {
    #[command(subcommand)]
    action: Option<Action>,
    /// A tournament file (TOML), or a folder of agents
    #[arg(value_name = "FILE|FOLDER", required = true)]
    source: Option<PathBuf>,
    /// Games at the same time; 0 leaves all to workers elsewhere
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = whole_number(0..=u16::MAX))]
    jobs: u16,
    /// Where the games are kept [default: FILE.db, or FOLDER/tournament.db]
    #[arg(long, value_name = "FILE|URL")]
    store: Option<StoreArgument>,
    /// Add events to those that the store was begun with
    #[arg(long)]
    add_events: bool,
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
    /// Seed that all boards follow from [default: secret and random]
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
    Exclude(WorkerNumber),
    /// Take an excluded worker in again
    Include(WorkerNumber),
    /// Have a game or all games of an agent played again
    Rematch(RematchOptions),
    /// Take an agent out of the tournament, or in again
    Remove(RemoveOptions),
    /// Put other files in the place of an agent's, and keep the old ones
    Replace(ReplaceOptions),
    /// Write all games to a folder, with what programs were given, answered and printed
    Export(ExportOptions),
    /// Write a tournament file with comments, to begin with
    Init(InitOptions),
}

pub(crate) fn run(options: &TournamentOptions) -> Result<(), Failure> {
    match (&options.action, &options.source) {
        (Some(Action::Status(options)), _) => status::run(options),
        (Some(Action::Exclude(options)), _) => corrections::exclude(options),
        (Some(Action::Include(options)), _) => corrections::include(options),
        (Some(Action::Rematch(options)), _) => corrections::rematch(options),
        (Some(Action::Remove(options)), _) => corrections::remove(options),
        (Some(Action::Replace(options)), _) => replace::run(options),
        (Some(Action::Export(options)), _) => export::run(options),
        (Some(Action::Init(options)), _) => init::run(options),
        (None, Some(source)) => play(options, source),
        (None, None) => {
            Err(Failure::Input("expected a tournament file or folder, found none".to_owned()))
        }
    }
}

fn play(options: &TournamentOptions, source: &Path) -> Result<(), Failure> {
    let mut host = options.host.host(Sandbox::On, &[])?;
    let mut class = hand_ins::read(source, &host.limits)?;
    if let Some(mistake) = class.mistaken_grade() {
        return Err(Failure::file(source, mistake.to_string()));
    }
    apply(&options.overrides, &mut class.settings);
    class.settings.adds_events = options.add_events;
    let location = match &options.store {
        Some(store) => store.location()?,
        None => Location::File(store_of(source)),
    };
    if options.jobs == 0 && !location.is_shared() {
        let problem = "expected --jobs of at least 1, found 0: only a shared store has workers";
        return Err(Failure::Input(problem.to_owned()));
    }
    hand_ins::take_events_of_store(&mut class, &location);
    let programs = hand_ins::programs(&class);
    let programs: Vec<&Specification> = programs.iter().collect();
    crate::hosting::tell_what_is_missing(&mut host, options.host.sandbox(Sandbox::On), &programs)?;
    stop_on_signals(&host.stop).map_err(anyhow::Error::from)?;
    sweep();
    let made = hand_ins::make(&class, &host, usize::from(options.jobs))?;
    let tournament = class.tournament(&made);
    if tournament.entrants.len() < 2 {
        let found = tournament.entrants.len();
        let problem = format!("expected at least two agents, found {found}");
        return Err(Failure::file(source, problem));
    }
    if let Some(base) = base_of(source) {
        host.base = base;
    }
    tell_what_was_found(&tournament, &host);
    let mut store = Store::open(&location).map_err(refused_store)?;
    let progress = progress::bar(0, 0, "games");
    let mut left_out = Vec::new();
    let played = if location.is_shared() {
        publish(&tournament, &mut store, &host).and_then(|publication| {
            hear(&progress, &News::Published(&publication));
            left_out.clone_from(&publication.left_out);
            let settings = WorkerSettings {
                until_done: true,
                ..WorkerSettings::new(&worker::machine(), usize::from(options.jobs))
            };
            work(&mut store, &host, &settings, worker::cache(), &mut |news| hear(&progress, news))
        })
    } else {
        play_here(&tournament, &mut store, &host, usize::from(options.jobs), &mut |news| {
            if let News::Published(publication) = news {
                left_out.clone_from(&publication.left_out);
            }
            hear(&progress, news);
        })
    };
    progress.finish_and_clear();
    played.map_err(refused_run)?;
    let standings = Standings::of(&mut store, &Selection::default()).map_err(refused_store)?;
    if options.json {
        streams::print_json(&standings)?;
    } else {
        streams::print_text(&text(&standings))?;
    }
    hand_ins::tell_who_does_not_play(&made, source);
    if host.stop.is_stopped() {
        return Err(anyhow!("interrupted; the same command resumes it").into());
    }
    let status = Status::of(&mut store).map_err(refused_store)?;
    if status.waiting > 0 || !status.refusals.is_empty() {
        return Err(unplayable(&status));
    }
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|it| it.agent.as_str()).collect();
        return Err(anyhow!("did not play: {}", names.join(", ")).into());
    }
    if let Some(seed) = store.seed().map_err(refused_store)? {
        streams::print_error(&format!("everything is played; the seed of the boards was {seed}"));
    }
    Ok(())
}

/// What is left because an agent could not be started anywhere.
fn unplayable(status: &Status) -> Failure {
    for Refusal { agent, worker, reason } in &status.refusals {
        streams::print_error(&format!("agent `{agent}` cannot be started on {worker}: {reason}"));
    }
    let pairs = match status.waiting {
        // A Swiss tournament goes on without them.
        0 => "some pairs were".to_owned(),
        1 => "1 pair was".to_owned(),
        pairs => format!("{pairs} pairs were"),
    };
    anyhow!("{pairs} not played, for want of agents that can be started").into()
}

/// Says which programs the names on the agents' command lines mean.
fn tell_what_was_found(tournament: &Configuration, host: &Host) {
    let mut agents = BTreeMap::new();
    for entrant in &tournament.entrants {
        let program = entrant.host(host).program_of(&entrant.specification).ok().flatten();
        if let Some(found) = found(&entrant.specification, program.as_deref()) {
            *agents.entry(found).or_insert(0) += 1;
        }
    }
    for (found, count) in agents {
        let plural = if count == 1 { "" } else { "s" };
        streams::print_error(&format!("{found}, for {count} agent{plural}"));
    }
}

/// What the command line says goes before what the file says.
fn apply(options: &OverrideOptions, tournament: &mut Configuration) {
    tournament.format = options.format.unwrap_or(tournament.format);
    tournament.pairs = options.pairs.unwrap_or(tournament.pairs);
    tournament.rounds = options.rounds.unwrap_or(tournament.rounds);
    tournament.seed = options.seed.or(tournament.seed);
    tournament.has_own_events |=
        options.size.is_some() || options.fruits.is_some() || options.time.is_some();
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
}

/// Where relative commands start: beside the tournament's file, or in its folder.
pub(crate) fn base_of(source: &Path) -> Option<PathBuf> {
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
        RunError::Start { .. }
        | RunError::Package { .. }
        | RunError::TooFew { .. }
        | RunError::NoChampion(_) => Failure::Input(error.to_string()),
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
        News::Published(publication) => tell_of_changes(publication, &say),
        News::NotBegun => say("no tournament yet; waiting for one".to_owned()),
        News::Refused { agent, reason } => {
            say(format!("agent `{agent}` cannot be started here: {reason}"));
        }
        News::Lost(error) => say(format!("{error}; trying again")),
        News::Back => say("the database is back".to_owned()),
    }
}

/// Tells what is not as it was the last time.
fn tell_of_changes(publication: &Publication, say: &dyn Fn(String)) {
    for LeftOut { agent, reason } in &publication.left_out {
        say(format!("agent `{agent}` does not play: {reason}"));
    }
    for LeftOut { agent, reason } in &publication.tried_elsewhere {
        say(format!("agent `{agent}` cannot be started here: {reason}"));
    }
    for (agent, version) in &publication.changed {
        say(format!("`{agent}` has changed: version {version} plays now; earlier games stay"));
    }
    for agent in &publication.removed {
        say(format!("`{agent}` was removed and does not play"));
    }
    if !publication.absent.is_empty() {
        say(format!(
            "no longer here: {}; what they have still to play is set aside",
            publication.absent.join(", ")
        ));
    }
}

/// How much of a game's names is shown beside the progress.
const LONGEST_MESSAGE: usize = 60;

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
    progress.set_message(plain(&format!("{first} {won} – {lost} {second}"), LONGEST_MESSAGE));
}
