//! A worker: claims pairs, plays them, renews its leases, hands in the results.

mod roster;
mod shift;
mod speed;

use std::path::PathBuf;
use std::time::Duration;

use fruitrage_arena::Host;

use crate::run::Progress;
use crate::{GameKey, RunError, Store, StoreError};

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
    /// The database is away; the games go on.
    Lost(&'a StoreError),
    /// The database is back.
    Back,
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
    let (fetched, revision) = store.announced()?.ok_or_else(|| StoreError::Open {
        path: store.location().to_string(),
        reason: "expected a tournament, found none: `fruitrage tournament` puts it there"
            .to_owned(),
    })?;
    let speed = if settings.jobs > 0 {
        Some(speed::measure(store, &fetched.tournament, settings.jobs)?)
    } else {
        None
    };
    let roster = Roster::elsewhere(fetched, revision, cache);
    Shift::begin(store, host, settings, speed, roster, hear)?.work()
}
