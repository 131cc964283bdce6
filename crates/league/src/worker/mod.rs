//! A worker: claims pairs, plays them, renews its leases, hands in the results.

mod roster;
mod shift;
mod speed;

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_arena::Host;

use crate::published::Fetched;
use crate::run::Progress;
use crate::{GameKey, Location, Publication, RunError, Store, StoreError};

pub(crate) use roster::Roster;
pub(crate) use shift::Shift;

/// What a worker was told to do.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// What it is called in the store.
    pub name: String,
    /// How many pairs at one time; with none it only waits for the others.
    pub jobs: usize,
    /// How long its pairs are kept for it when it is silent.
    pub lease: Duration,
    /// Whether it ends when everything is played, or waits for more.
    pub until_done: bool,
}

impl WorkerSettings {
    /// A lease of a minute, and no end.
    pub fn new(name: &str, jobs: usize) -> Self {
        let lease = Duration::from_mins(1);
        Self { name: name.to_owned(), jobs, lease, until_done: false }
    }
}

/// What a worker has to tell.
#[derive(Debug)]
pub enum News<'a> {
    /// A game was played and counts.
    Played(Progress<'a>),
    /// How many games are finished and how many there are.
    Games {
        /// How many are finished, by all workers.
        finished: usize,
        /// How many there are.
        games: usize,
    },
    /// A pair took longer than its lease, and its result does not count.
    Late(&'a GameKey),
    /// This machine was suspended or far too busy, and its games begin again.
    StoodStill(Duration),
    /// The tournament was put into the store.
    Published(&'a Publication),
    /// There is no tournament yet; it is waited for.
    NotBegun,
    /// An agent cannot be started here; pairs of others are played.
    Refused {
        /// The agent.
        agent: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// The database is away; the games go on.
    Lost(&'a StoreError),
    /// The database is back.
    Back,
}

/// How often it is looked whether there is a tournament.
const LOOK: Duration = Duration::from_secs(1);

/// Opens a shared store to play there, as soon as a tournament is put into it; none if the
/// host is stopped before. A worker may be started first.
pub fn join(
    location: &Location,
    host: &Host,
    hear: &mut dyn FnMut(&News),
) -> Result<Option<Store>, StoreError> {
    let mut is_told = false;
    while !host.stop.is_stopped() {
        match Store::join(location) {
            Err(StoreError::Empty { .. }) => tell_and_wait(&mut is_told, host, hear),
            joined => return joined.map(Some),
        }
    }
    Ok(None)
}

/// What is to be played, as soon as that is known; none if the host is stopped before.
fn announced(
    store: &mut Store,
    host: &Host,
    hear: &mut dyn FnMut(&News),
) -> Result<Option<(Fetched, String)>, StoreError> {
    let mut is_told = false;
    while !host.stop.is_stopped() {
        match store.announced()? {
            None => tell_and_wait(&mut is_told, host, hear),
            announced => return Ok(announced),
        }
    }
    Ok(None)
}

fn tell_and_wait(is_told: &mut bool, host: &Host, hear: &mut dyn FnMut(&News)) {
    if !std::mem::replace(is_told, true) {
        hear(&News::NotBegun);
    }
    let until = Instant::now() + LOOK;
    while Instant::now() < until && !host.stop.is_stopped() {
        thread::sleep(Duration::from_millis(50));
    }
}

/// Plays pairs of a shared tournament until the host is stopped, or all is done if the
/// settings say so. Agents' files are kept in `cache`.
pub fn work(
    store: &mut Store,
    host: &Host,
    settings: &WorkerSettings,
    cache: PathBuf,
    hear: &mut dyn FnMut(&News),
) -> Result<(), RunError> {
    let Some((fetched, revision)) = announced(store, host, hear)? else { return Ok(()) };
    let speed = if settings.jobs > 0 {
        Some(speed::measure(store, &fetched.tournament, settings.jobs)?)
    } else {
        None
    };
    let roster = Roster::elsewhere(fetched, revision, cache);
    Shift::begin(store, host, settings, speed, roster, hear)?.work()
}
