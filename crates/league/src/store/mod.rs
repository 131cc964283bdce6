//! The store: every finished game of a tournament, and the queue of what is to be played.
//!
//! It is one `SQLite` file, or a `PostgreSQL` database that many machines share; tables and
//! queries are the same. Results are written in one transaction, so that whatever happens
//! they are there whole or not at all. A game's key is unique: no game counts twice.

mod connection;
mod games;
mod location;
mod packages;
mod queue;
mod schema;
mod workers;

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use sqlx::Row;
use thiserror::Error;

use self::connection::Connection;
use crate::package::ContentHash;
use crate::published::{Fetched, Published};
use crate::swiss::Round;

pub use games::{StoredFault, StoredGame};
pub use location::{Location, NotALocation};
pub(crate) use queue::PlannedPair;
pub use queue::{Claim, Kept};
pub use workers::{Enrolment, WorkerCount};

/// An open store. Only one program can have a file open to play.
#[derive(Debug)]
pub struct Store {
    // Before the lock: closing a file that SQLite has open would end SQLite's own locks.
    connection: Connection,
    lock: Option<Lock>,
    location: Location,
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
        let mut connection = Connection::open(&location, false)?;
        schema::make(&mut connection, &location).map_err(|error| refused(&location, error))?;
        Ok(Self { connection, lock, location })
    }

    /// Opens a shared store to play what another program has put there.
    pub fn join(location: impl Into<Location>) -> Result<Self, StoreError> {
        let location = location.into();
        let mut connection = Connection::open(&location, false)?;
        schema::check(&mut connection, &location).map_err(|error| refused(&location, error))?;
        Ok(Self { connection, lock: None, location })
    }

    /// Opens a store to look at; the tournament may go on meanwhile.
    pub fn read(location: impl Into<Location>) -> Result<Self, StoreError> {
        let location = location.into();
        let look = |read_only: bool| {
            let mut connection = Connection::open(&location, read_only)?;
            schema::check(&mut connection, &location).map_err(|error| refused(&location, error))?;
            Ok(Self { connection, lock: None, location: location.clone() })
        };
        // After a kill in the middle of writing, the first to open the store undoes the
        // half that was written, for which it must be able to write itself.
        match look(false) {
            Err(_) if !location.is_shared() => look(true),
            looked => looked,
        }
    }

    /// Connects anew after the connection was lost.
    pub fn reconnect(&mut self) -> Result<(), StoreError> {
        self.connection = Connection::open(&self.location, false)?;
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

    /// Keeps an agent's command, which must not change: results under one name are
    /// those of one program.
    pub fn register(&mut self, name: &str, command: &str) -> Result<(), StoreError> {
        self.register_package(name, command, None)
    }

    /// Keeps an agent's command and the content of its files, neither of which must change.
    pub(crate) fn register_package(
        &mut self,
        name: &str,
        command: &str,
        package: Option<&str>,
    ) -> Result<(), StoreError> {
        let query = self.connection.query("SELECT command, package FROM agent WHERE name = $1");
        let Some(row) = self.connection.row(query.bind(name.to_owned()))? else {
            let query = self
                .connection
                .query("INSERT INTO agent (name, command, package) VALUES ($1, $2, $3)")
                .bind(name.to_owned())
                .bind(command.to_owned())
                .bind(package.map(str::to_owned));
            self.connection.execute(query)?;
            return Ok(());
        };
        let known: String = row.try_get("command")?;
        let known_package: Option<String> = row.try_get("package")?;
        if known != command {
            return Err(StoreError::Disagrees(format!(
                "expected the agent `{name}` to be `{known}`, as its games in this store were \
                 played, found `{command}`; give another program another name"
            )));
        }
        if known_package.as_deref() != package {
            return Err(StoreError::Disagrees(format!(
                "expected the files of the agent `{name}` as its games in this store were \
                 played, found changed ones; give another program another name"
            )));
        }
        Ok(())
    }

    /// The names of all agents, in the order in which they came.
    pub fn agents(&mut self) -> Result<Vec<String>, StoreError> {
        let query = self.connection.query("SELECT name FROM agent ORDER BY number");
        let rows = self.connection.rows(query)?;
        Ok(rows.iter().map(|row| row.try_get("name")).collect::<Result<_, _>>()?)
    }

    /// The rounds that were drawn, from the first.
    pub(crate) fn rounds(&mut self) -> Result<Vec<Round>, StoreError> {
        let query = "SELECT round, first, second FROM pairing ORDER BY number";
        let query = self.connection.query(query);
        let mut rounds: Vec<Round> = Vec::new();
        for row in self.connection.rows(query)? {
            let round = usize::try_from(row.try_get::<i64, _>("round")?).unwrap_or(0).max(1);
            rounds.resize(rounds.len().max(round), Round::default());
            let drawn = &mut rounds[round - 1];
            let first: String = row.try_get("first")?;
            match row.try_get::<Option<String>, _>("second")? {
                Some(second) => drawn.pairings.push((first, second)),
                None => drawn.bye = Some(first),
            }
        }
        Ok(rounds)
    }

    /// Keeps the draw of a round, whole or not at all.
    pub(crate) fn add_round(&mut self, number: u32, round: &Round) -> Result<(), StoreError> {
        let pairs = round.pairings.iter().map(|(first, second)| (first, Some(second)));
        let bye = round.bye.iter().map(|name| (name, None));
        self.atomically(|store| {
            for (first, second) in pairs.chain(bye) {
                let query = store
                    .connection
                    .query("INSERT INTO pairing (round, first, second) VALUES ($1, $2, $3)")
                    .bind(i64::from(number))
                    .bind(first.clone())
                    .bind(second.cloned());
                store.connection.execute(query)?;
            }
            Ok(())
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
