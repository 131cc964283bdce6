//! A tournament as it was a moment ago: what the visitors look at.
//!
//! However many visitors ask, the standings are made by one of them at a time and not often,
//! and the others get what was there before. Games are read page by page, records one by one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fruitrage_league::standings::Standings;
use fruitrage_league::{Search, Selection, Status, Store, StoreError, StoredGame};

/// Opens the store to look at; none while there is none yet.
pub type Opener = Box<dyn FnMut() -> Result<Option<Store>, StoreError> + Send>;

/// For so long what was read counts as true.
const FRESH: Duration = Duration::from_secs(1);

/// At most this part of the time is spent reading a store that is slow to read.
const PART_OF_TIME: u32 = 10;

/// A tournament's name, and all that was played by some moment.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) name: String,
    /// How far it is; none before it begins.
    pub(crate) status: Option<Status>,
    pub(crate) standings: Standings,
}

/// A tournament that is served.
pub struct Arena {
    name: String,
    latest: Mutex<Option<Latest>>,
    /// Who makes the next one.
    reading: Mutex<()>,
    open: Mutex<Opener>,
}

#[derive(Clone)]
struct Latest {
    snapshot: Arc<Snapshot>,
    /// When the store is read again, if somebody asks.
    stale_at: Instant,
}

impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Arena {
    /// A tournament of this name. What is in its store must be readable now, if there is one.
    pub fn new(name: String, open: Opener) -> Result<Self, StoreError> {
        let (latest, reading, open) = (Mutex::new(None), Mutex::new(()), Mutex::new(open));
        let arena = Self { name, latest, reading, open };
        arena.snapshot()?;
        Ok(arena)
    }

    /// The tournament as it was a moment ago. Waits for the store only if nobody has looked
    /// at it yet.
    pub(crate) fn snapshot(&self) -> Result<Arc<Snapshot>, StoreError> {
        let latest = held(&self.latest).clone();
        let Some(latest) = latest else {
            let _reading = held(&self.reading);
            // Another may have made it meanwhile.
            let made = held(&self.latest).clone();
            return made.map_or_else(|| self.renew(), |latest| Ok(latest.snapshot));
        };
        if Instant::now() < latest.stale_at {
            return Ok(latest.snapshot);
        }
        match self.reading.try_lock() {
            Ok(_reading) => self.renew(),
            Err(_) => Ok(latest.snapshot),
        }
    }

    fn renew(&self) -> Result<Arc<Snapshot>, StoreError> {
        let start = Instant::now();
        let snapshot = Arc::new(self.read()?);
        let stale_at = Instant::now() + FRESH.max(start.elapsed() * PART_OF_TIME);
        *held(&self.latest) = Some(Latest { snapshot: Arc::clone(&snapshot), stale_at });
        Ok(snapshot)
    }

    fn read(&self) -> Result<Snapshot, StoreError> {
        let name = self.name.clone();
        let Some(mut store) = self.store()? else {
            return Ok(Snapshot { name, status: None, standings: Standings::default() });
        };
        let standings = Standings::of(&mut store, &Selection::default())?;
        Ok(Snapshot { name, status: Some(Status::of(&mut store)?), standings })
    }

    fn store(&self) -> Result<Option<Store>, StoreError> {
        (held(&self.open))()
    }

    /// How many games fit the question, and a page of them.
    pub(crate) fn games(&self, search: &Search) -> Result<(usize, Vec<StoredGame>), StoreError> {
        match self.store()? {
            Some(mut store) => Ok((store.count_games(search)?, store.find(search)?)),
            None => Ok((0, Vec::new())),
        }
    }

    /// The record of a game; none if there is no such game.
    pub(crate) fn record(&self, game: i64) -> Result<Option<String>, StoreError> {
        self.store()?.map_or(Ok(None), |mut store| store.record(game))
    }
}

/// What a lock guards, also after a visitor's thread has panicked.
fn held<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
