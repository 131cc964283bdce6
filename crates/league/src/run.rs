//! Playing a tournament on one machine, whose store is a file.

use fruitrage_arena::{Conditions, Host, StartError, referee_watched};
use fruitrage_engine::Stop;
use fruitrage_rules::Record;
use fruitrage_rules::seed::mix;
use thiserror::Error;

use crate::live::Window;
use crate::package::PackageError;
use crate::plan::put;
use crate::worker::{News, Roster, Shift, WorkerSettings};
use crate::{Configuration, Entrant, Finished, GameKey, LeftOut, Store, StoreError};

/// How far a tournament is, told after every game.
#[derive(Debug)]
pub struct Progress<'a> {
    /// How many games are finished, earlier runs included.
    pub finished: usize,
    /// How many games there are, as far as they are drawn.
    pub games: usize,
    /// The game that just ended.
    pub key: &'a GameKey,
    /// Its record.
    pub record: &'a Record,
}

/// Why a tournament could not go on. What was finished is in the store.
#[derive(Debug, Error)]
pub enum RunError {
    /// An agent cannot be started.
    #[error("agent `{agent}`: {error}")]
    Start {
        /// Its name.
        agent: String,
        /// Why.
        error: StartError,
    },
    /// An agent's files cannot be sent to other machines or received.
    #[error("agent `{agent}`: {error}")]
    Package {
        /// Its name.
        agent: String,
        /// Why.
        error: PackageError,
    },
    /// There is nobody to play with.
    #[error("expected at least two agents that can play, found {playing}: {}", reasons(left_out))]
    TooFew {
        /// How many can play.
        playing: usize,
        /// The others, and why they cannot.
        left_out: Vec<LeftOut>,
    },
    /// There is nobody to be tested.
    #[error("expected a champion that can play, found `{}`: {}", .0.agent, .0.reason)]
    NoChampion(LeftOut),
    /// This worker's games do not count.
    #[error("worker {0} was excluded from this tournament")]
    Excluded(i64),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn reasons(left_out: &[LeftOut]) -> String {
    let told =
        left_out.iter().map(|LeftOut { agent, reason }| format!("agent `{agent}`: {reason}"));
    told.collect::<Vec<_>>().join("; ")
}

/// Plays all games that are not in the store yet, or until the host is stopped.
pub fn run(
    tournament: &Configuration,
    store: &mut Store,
    host: &Host,
    jobs: usize,
    hear: &mut dyn FnMut(&News),
) -> Result<(), RunError> {
    let (tournament, publication) = put(tournament, store, host)?;
    hear(&News::Published(&publication));
    let settings =
        WorkerSettings { until_done: true, ..WorkerSettings::new("this machine", jobs.max(1)) };
    Shift::begin(store, host, &settings, None, Roster::Here(tournament), hear)?.work()
}

/// Everything that a game needs.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    pub(crate) key: GameKey,
    pub(crate) event: Conditions,
    pub(crate) seed: u64,
    /// Who moves first, who second, and the host of each.
    pub(crate) players: [(Entrant, Host); 2],
}

/// Plays a game to its end, or until it is stopped, in sight of whoever looks in at the window.
pub(crate) fn play_game(
    fixture: &Fixture,
    stop: &Stop,
    window: &Window,
) -> Result<Finished, RunError> {
    let Fixture { key, event, seed, players } = fixture;
    let start = |index: usize| {
        let (entrant, host) = &players[index];
        let host = Host { stop: stop.clone(), ..entrant.host(host) };
        let started = host.start(&entrant.specification, mix(&[*seed, index as u64]));
        started.map_err(|error| RunError::Start { agent: entrant.name.clone(), error })
    };
    let mut agents = [start(0)?, start(1)?];
    let clocks = players.each_ref().map(|(entrant, _)| entrant.time_odds.of(event.time));
    let handicap = players.each_ref().map(|(entrant, _)| entrant.handicap.points());
    let setup = event.setup(*seed).with_clocks(clocks).with_handicap(handicap);
    let played = referee_watched(setup, &mut agents, stop, &mut |game| window.show(key, game));
    let round = if key.round > 0 { format!("round {}, ", key.round) } else { String::new() };
    let note = format!("Tournament, {round}board {} of seed {seed}", key.board + 1);
    let record = played.record([&key.first, &key.second]).with_note(&note);
    Ok(Finished { key: key.clone(), record, printed: played.printed })
}
