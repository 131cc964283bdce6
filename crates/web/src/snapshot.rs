//! A tournament as it was a moment ago: what the visitors look at.
//!
//! However many visitors ask, the store is read by one of them at a time and not often.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fruitrage_league::standings::Standings;
use fruitrage_league::{Status, Store, StoreError, StoredGame};

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
    /// The latest first.
    pub(crate) games: Vec<StoredGame>,
}

/// A tournament that is served.
pub struct Arena {
    name: String,
    reading: Mutex<Reading>,
}

struct Reading {
    open: Opener,
    latest: Option<Arc<Snapshot>>,
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
        let reading = Mutex::new(Reading { open, latest: None, stale_at: Instant::now() });
        let arena = Self { name, reading };
        arena.snapshot()?;
        Ok(arena)
    }

    /// The tournament as it was at most a moment ago. Waits for the store.
    pub(crate) fn snapshot(&self) -> Result<Arc<Snapshot>, StoreError> {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(latest) = &reading.latest
            && Instant::now() < reading.stale_at
        {
            return Ok(Arc::clone(latest));
        }
        let start = Instant::now();
        let snapshot = Arc::new(self.read(&mut reading.open)?);
        reading.latest = Some(Arc::clone(&snapshot));
        reading.stale_at = Instant::now() + FRESH.max(start.elapsed() * PART_OF_TIME);
        Ok(snapshot)
    }

    fn read(&self, open: &mut Opener) -> Result<Snapshot, StoreError> {
        let name = self.name.clone();
        let Some(mut store) = open()? else {
            let standings = Standings::new(&[], &[]);
            return Ok(Snapshot { name, status: None, standings, games: Vec::new() });
        };
        let mut games = store.games()?;
        let standings = Standings::new(&store.agents()?, &games);
        games.sort_by_key(|game| std::cmp::Reverse(game.id));
        Ok(Snapshot { name, status: Some(Status::of(&mut store)?), standings, games })
    }
}
