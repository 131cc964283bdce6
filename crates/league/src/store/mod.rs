//! The store: every finished game of a tournament, and the queue of what is to be played.
//!
//! It is one `SQLite` file, or a `PostgreSQL` database that many machines share; tables and
//! queries are the same. Results are written in one transaction, so that whatever happens
//! they are there whole or not at all. Of a pair's two games each counts once.

#[cfg_attr(not(feature = "postgres"), path = "no_address.rs")]
mod address;
mod agents;
mod connection;
mod corrections;
mod games;
mod live;
mod location;
mod migration;
mod packages;
mod queue;
mod results;
mod rounds;
mod schema;
mod workers;

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use fruitrage_arena::Conditions;
use sqlx::Row;
use tempfile::TempDir;
use thiserror::Error;

use self::connection::{Access, Connection};
use crate::package::ContentHash;
use crate::published::{Fetched, Published};
use crate::{Grade, LeftOut};

pub use address::Address;
pub(crate) use agents::Submitted;
pub use agents::{Entered, Version};
pub use corrections::Rematch;
pub use games::{Finished, Log, Search, StoredFault, StoredGame};
pub use live::{LiveGame, Shown};
pub use location::{Location, NotALocation};
pub(crate) use queue::PlannedPair;
pub use queue::{Claim, Kept};
pub use results::Selection;
pub(crate) use results::{Contestant, PairRow, Results};
pub use workers::{Enrolment, Refusal, WorkerCount};

/// An open store. Only one program can have a file open to play.
#[derive(Debug)]
pub struct Store {
    // Before the lock: closing a file that SQLite has open would end SQLite's own locks.
    connection: Connection,
    lock: Option<Lock>,
    location: Location,
    /// Where the copy of an older file is that is looked at, brought up to date.
    copy: Option<TempDir>,
}

/// Why the store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The store cannot be opened or is none.
    #[error("{path}: {reason}")]
    Open {
        /// Where it is.
        path: String,
        /// Why.
        reason: String,
    },
    /// The database is there, and no tournament in it.
    #[error(
        "{path}: expected a store of version {}, found none: no tournament was begun there",
        schema::VERSION
    )]
    Empty {
        /// Where it is.
        path: String,
    },
    /// The database does not answer; it may later.
    #[error("{path}: cannot be reached: {reason}")]
    Unreachable {
        /// Where it is.
        path: String,
        /// Why.
        reason: String,
    },
    /// Another program plays this tournament.
    #[error("{path}: another program is playing this tournament")]
    InUse {
        /// The file.
        path: String,
    },
    /// What is in the store does not agree with the tournament.
    #[error("{0}")]
    Disagrees(String),
    /// The database failed.
    #[error("the store failed: {0}")]
    Database(#[from] sqlx::Error),
}

impl StoreError {
    /// Whether the database is away and may come back, so that it is worth trying again.
    pub fn is_lost(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Database(error) => connection::is_lost(error),
            _ => false,
        }
    }
}

impl Store {
    /// Opens a store to play; makes it if there is none.
    pub fn open(location: impl Into<Location>) -> Result<Self, StoreError> {
        let location = location.into();
        let lock = match &location {
            Location::File(path) => Some(lock(path)?),
            Location::Postgres(_) => None,
        };
        let mut connection = Connection::open(&location, Access::Write)?;
        schema::make(&mut connection, &location).map_err(|error| refused(&location, error))?;
        connection.share();
        Ok(Self { connection, lock, location, copy: None })
    }

    /// Opens a shared store to play what another program has put there.
    pub fn join(location: impl Into<Location>) -> Result<Self, StoreError> {
        let location = location.into();
        let mut connection = Connection::open(&location, Access::Write)?;
        schema::check(&mut connection, &location).map_err(|error| refused(&location, error))?;
        Ok(Self { connection, lock: None, location, copy: None })
    }

    /// Opens a store to look at; the tournament may go on meanwhile.
    pub fn read(location: impl Into<Location>) -> Result<Self, StoreError> {
        let location = location.into();
        let look = |access: Access| {
            let mut connection = Connection::open(&location, access)?;
            let is_older = schema::is_older(&mut connection, &location);
            if is_older.map_err(|error| refused(&location, error))?
                && let Location::File(path) = &location
            {
                drop(connection);
                return Self::read_copy(path);
            }
            schema::check(&mut connection, &location).map_err(|error| refused(&location, error))?;
            Ok(Self { connection, lock: None, location: location.clone(), copy: None })
        };
        // After a kill in the middle of writing, the first to open the store undoes the
        // half that was written, for which it must be able to write itself. Where nobody can
        // write nobody does.
        match look(Access::Write) {
            Err(_) if !location.is_shared() => {
                look(Access::Read).or_else(|_| look(Access::Unchanging))
            }
            looked => looked,
        }
    }

    /// Looks at a file of an earlier version, which stays as it is.
    fn read_copy(path: &Path) -> Result<Self, StoreError> {
        let refuse = |reason: std::io::Error| StoreError::Open {
            path: path.display().to_string(),
            reason: reason.to_string(),
        };
        let directory = TempDir::new().map_err(refuse)?;
        let copy = Location::File(directory.path().join("store.db"));
        let Location::File(to) = &copy else { unreachable!("it was just made a file") };
        std::fs::copy(path, to).map_err(refuse)?;
        let mut connection = Connection::open(&copy, Access::Write)?;
        schema::make(&mut connection, &copy)?;
        Ok(Self { connection, lock: None, location: path.into(), copy: Some(directory) })
    }

    /// Connects anew after the connection was lost.
    pub fn reconnect(&mut self) -> Result<(), StoreError> {
        if self.copy.is_some() {
            return Ok(());
        }
        self.connection = Connection::open(&self.location, Access::Write)?;
        schema::check(&mut self.connection, &self.location)
    }

    /// Where it is.
    pub const fn location(&self) -> &Location {
        &self.location
    }

    /// Does several things whole or not at all.
    fn atomically<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.connection.is_in_transaction() {
            return work(self);
        }
        self.connection.begin()?;
        match work(self) {
            Ok(result) => {
                self.connection.commit()?;
                Ok(result)
            }
            Err(error) => {
                self.connection.roll_back();
                Err(error)
            }
        }
    }

    /// Does several things whole or not at all, and nobody else does so at the same time.
    pub(crate) fn alone<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.atomically(|store| {
            let query = "SELECT value FROM setting WHERE name = 'version' {lock}";
            let query = store.connection.query(query);
            store.connection.row(query)?;
            work(store)
        })
    }

    /// What a setting is, if it is set.
    pub(crate) fn setting(&mut self, name: &str) -> Result<Option<String>, StoreError> {
        let query = self.connection.query("SELECT value FROM setting WHERE name = $1");
        let row = self.connection.row(query.bind(name.to_owned()))?;
        Ok(row.map(|row| row.try_get("value")).transpose()?)
    }

    /// Changes a setting.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        let query = self.connection.query(
            "INSERT INTO setting (name, value) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        );
        self.connection.execute(query.bind(name.to_owned()).bind(value.to_owned()))?;
        Ok(())
    }

    /// The seed that all boards follow from; none before anything is published.
    pub fn seed(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.setting("seed")?.and_then(|seed| seed.parse().ok()))
    }

    /// Keeps a setting that must not change between runs.
    pub fn agree(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        match self.setting(name)? {
            None => self.set(name, value),
            Some(kept) if kept == value => Ok(()),
            Some(kept) => Err(StoreError::Disagrees(format!(
                "expected the {name} {kept} that this store was begun with, found {value}"
            ))),
        }
    }

    /// Tells workers what the tournament is.
    pub(crate) fn announce(&mut self, tournament: &Published) -> Result<(), StoreError> {
        let text = serde_json::to_string(tournament)
            .map_err(|error| StoreError::Disagrees(error.to_string()))?;
        if self.setting("tournament")?.as_deref() == Some(&text) {
            return Ok(());
        }
        self.set("revision", &ContentHash::of(text.as_bytes()).to_string())?;
        self.set("tournament", &text)
    }

    /// What the tournament is, and which revision of it; nothing before it is announced.
    pub(crate) fn announced(&mut self) -> Result<Option<(Fetched, String)>, StoreError> {
        let Some(text) = self.setting("tournament")? else { return Ok(None) };
        let revision = ContentHash::of(text.as_bytes()).to_string();
        let fetched = Published::read(&text).map_err(StoreError::Disagrees)?;
        Ok(Some((fetched, revision)))
    }

    /// What grades are given for, the best first.
    pub fn grades(&mut self) -> Result<Vec<Grade>, StoreError> {
        Ok(self.announced()?.map(|(fetched, _)| fetched.tournament.grades).unwrap_or_default())
    }

    /// The events that are played, as they were put into the store; none before that.
    pub fn announced_events(&mut self) -> Result<Vec<Conditions>, StoreError> {
        Ok(self.announced()?.map(|(fetched, _)| fetched.tournament.events).unwrap_or_default())
    }

    /// Who was entered and was found broken before the first game.
    pub(crate) fn left_out(&mut self) -> Result<Vec<LeftOut>, StoreError> {
        Ok(self.announced()?.map(|(fetched, _)| fetched.tournament.left_out).unwrap_or_default())
    }

    /// Takes an agent in by its command alone.
    pub fn register(&mut self, name: &str, command: &str) -> Result<Entered, StoreError> {
        self.enter(&Submitted {
            name: name.to_owned(),
            command: command.to_owned(),
            old_command: command.to_owned(),
            content: ContentHash::of(command.as_bytes()).to_string(),
            package: None,
        })
    }
}

/// The right to play a tournament that is a file.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    /// Closing the file would not do: a program that another thread is just starting has
    /// it open too for a moment.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

fn lock(path: &Path) -> Result<Lock, StoreError> {
    let refuse = |reason: &dyn std::fmt::Display| StoreError::Open {
        path: path.display().to_string(),
        reason: reason.to_string(),
    };
    let open = |path: &Path| {
        let file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        file.map_err(|error| refuse(&error))
    };
    let mut file = open(path)?;
    if cfg!(windows) {
        // There a lock would keep the database from its own file, so one beside it is locked.
        let mut beside = path.as_os_str().to_owned();
        beside.push("-lock");
        file = open(Path::new(&beside))?;
    }
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError::InUse { path: path.display().to_string() })
        }
        Err(TryLockError::Error(error)) => Err(refuse(&error)),
    }
}

/// A file that is no database fails at the first question.
fn refused(location: &Location, error: StoreError) -> StoreError {
    match error {
        StoreError::Database(error) if !connection::is_lost(&error) => {
            StoreError::Open { path: location.to_string(), reason: error.to_string() }
        }
        error => error,
    }
}
