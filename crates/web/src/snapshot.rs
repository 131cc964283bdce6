//! A tournament as it was a moment ago: what the visitors look at.
//!
//! Standings, their history and the games under way are read for all visitors at once; games
//! are read page by page, records one by one.

use std::sync::{Arc, Mutex};

use fruitrage_league::standings::{Moment, Standings};
use fruitrage_league::{LiveGame, Search, Selection, Status, Store, StoreError, StoredGame};

use crate::aged::{Aged, held};

/// Opens the store to look at; none while there is none yet.
pub type Opener = Box<dyn FnMut() -> Result<Option<Store>, StoreError> + Send>;

/// How many moments a history has.
const MOMENTS: usize = 16;

/// How many games under way are shown at one time.
const MOST_LIVE: usize = 48;

/// A tournament's name, and all that was played by some moment.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) name: String,
    /// How far it is; none before it begins.
    pub(crate) status: Option<Status>,
    pub(crate) standings: Standings,
    /// When the last game was finished, in milliseconds since 1970.
    pub(crate) as_of: Option<i64>,
}

/// Games under way, and how many there are in all.
#[derive(Debug, Default)]
pub(crate) struct Live {
    pub(crate) total: usize,
    pub(crate) games: Vec<LiveGame>,
}

/// Where a game under way has got to.
pub(crate) enum Whereabouts {
    /// It is being played: its record so far.
    UnderWay(String),
    /// It is over; its number, once its pair is whole.
    Over(Option<i64>),
}

/// A tournament that is served.
pub struct Arena {
    name: String,
    snapshot: Aged<Snapshot>,
    history: Aged<Vec<Moment>>,
    live: Aged<Live>,
    open: Mutex<Opener>,
}

impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Arena {
    /// A tournament of this name. What is in its store must be readable now, if there is one.
    pub fn new(name: String, open: Opener) -> Result<Self, StoreError> {
        let arena = Self {
            name,
            snapshot: Aged::default(),
            history: Aged::default(),
            live: Aged::default(),
            open: Mutex::new(open),
        };
        arena.snapshot()?;
        Ok(arena)
    }

    /// The tournament as it was a moment ago.
    pub(crate) fn snapshot(&self) -> Result<Arc<Snapshot>, StoreError> {
        self.snapshot.get(|| self.read())
    }

    fn read(&self) -> Result<Snapshot, StoreError> {
        let name = self.name.clone();
        let Some(mut store) = self.store()? else {
            let standings = Standings::default();
            return Ok(Snapshot { name, status: None, standings, as_of: None });
        };
        let standings = Standings::of(&mut store, &Selection::default())?;
        let as_of = store.latest()?;
        Ok(Snapshot { name, status: Some(Status::of(&mut store)?), standings, as_of })
    }

    /// How the standings came about.
    pub(crate) fn history(&self) -> Result<Arc<Vec<Moment>>, StoreError> {
        self.history.get(|| match self.store()? {
            Some(mut store) => Standings::history(&mut store, MOMENTS),
            None => Ok(Vec::new()),
        })
    }

    /// The games under way.
    pub(crate) fn live(&self) -> Result<Arc<Live>, StoreError> {
        self.live.get(|| match self.store()? {
            Some(mut store) => {
                let (total, games) = store.live(MOST_LIVE)?;
                Ok(Live { total, games })
            }
            None => Ok(Live::default()),
        })
    }

    /// Where a game of a pair has got to.
    pub(crate) fn find_live(&self, pair: i64, number: u32) -> Result<Whereabouts, StoreError> {
        let is_it = |game: &LiveGame| game.pair == pair && game.number == number;
        if let Some(game) = self.live()?.games.iter().find(|game| is_it(game)) {
            return Ok(Whereabouts::UnderWay(game.record.clone()));
        }
        let Some(mut store) = self.store()? else { return Ok(Whereabouts::Over(None)) };
        match store.live_game(pair)? {
            Some(game) if is_it(&game) => Ok(Whereabouts::UnderWay(game.record)),
            _ => Ok(Whereabouts::Over(store.kept_game(pair, number)?)),
        }
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
