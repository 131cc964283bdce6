//! One connection to the database, and what differs between the two kinds of database.

use std::future::Future;
use std::io;
use std::time::Duration;

use sqlx::any::{Any, AnyArguments, AnyConnectOptions, AnyRow, install_default_drivers};
use sqlx::query::Query;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection as _};
use tokio::runtime::{Builder, Runtime};

use super::{Location, StoreError};

/// How long a shared database may take for anything before the connection counts as lost.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long connecting may take.
const CONNECTING: Duration = Duration::from_secs(10);

/// What is to be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// It is written, or could be.
    Write,
    /// It is only read, while others may write.
    Read,
    /// It is only read, and nobody writes.
    Unchanging,
}

/// A connection and the thread-bound runtime that drives it.
///
/// Queries are written once, with `$1` and so on for what is bound, and these words for
/// what the databases say differently:
///
/// | word | means |
/// |---|---|
/// | `{now}` | the database's time in milliseconds: no worker's clock has a say |
/// | `{skip}` | passes over rows that another is just taking |
/// | `{lock}` | keeps a row from others until the end of the transaction |
/// | `{id}`, `{text}`, `{bytes}` | types: a number that counts up, text that sorts by its bytes, bytes |
/// | `{gather}` | the texts of many rows as one, with what is between them |
#[derive(Debug)]
pub(super) struct Connection {
    /// There until it is dropped.
    link: Option<AnyConnection>,
    runtime: Runtime,
    location: Location,
    is_in_transaction: bool,
}

impl Connection {
    /// Connects. A file must be there.
    pub(super) fn open(location: &Location, access: Access) -> Result<Self, StoreError> {
        install_default_drivers();
        let refuse = |reason: &dyn std::fmt::Display| StoreError::Open {
            path: location.to_string(),
            reason: reason.to_string(),
        };
        let options = match location {
            Location::File(path) => {
                if path.to_str().is_none() {
                    return Err(refuse(&"expected a file name in UTF-8"));
                }
                let file = SqliteConnectOptions::new()
                    .filename(path)
                    .read_only(access != Access::Write)
                    .immutable(access == Access::Unchanging);
                AnyConnectOptions::from_url(&file.to_url_lossy())
            }
            Location::Postgres(address) => address.connect_options(),
        };
        let options = options.map_err(|error| refuse(&error))?;
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| refuse(&error))?;
        let connecting = async { tokio::time::timeout(CONNECTING, options.connect()).await };
        let link = match runtime.block_on(connecting) {
            Ok(Ok(link)) => link,
            Ok(Err(error)) => return Err(not_connected(location, &error)),
            Err(_) => return Err(not_connected(location, &took_too_long())),
        };
        let mut connection = Self {
            link: Some(link),
            runtime,
            location: location.clone(),
            is_in_transaction: false,
        };
        connection.set_up().map_err(|error| refuse(&error))?;
        Ok(connection)
    }

    fn set_up(&mut self) -> Result<(), sqlx::Error> {
        match self.location {
            Location::File(_) => {
                self.script("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 30000")
            }
            // A worker that is gone without a word must not hold what it has locked.
            Location::Postgres(_) => self.script(
                "SET idle_in_transaction_session_timeout = '30s'; SET lock_timeout = '20s'",
            ),
        }
    }

    /// Lets others read a file while it is written, and the other way round, from now on. Where
    /// that cannot be they wait for each other, as before.
    pub(super) fn share(&mut self) {
        if !self.location.is_shared() {
            let _ = self.script("PRAGMA journal_mode = WAL");
        }
    }

    /// A query in the words of this database.
    pub(super) fn query(&self, text: &str) -> Query<'static, Any, AnyArguments> {
        sqlx::query(AssertSqlSafe(self.translate(text)))
    }

    fn translate(&self, text: &str) -> String {
        let words = match self.location {
            Location::File(_) => [
                ("{now}", "CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
                ("{skip}", ""),
                ("{lock}", ""),
                ("{id}", "INTEGER PRIMARY KEY"),
                ("{text}", "TEXT"),
                ("{bytes}", "BLOB"),
                ("{gather}", "GROUP_CONCAT"),
            ],
            Location::Postgres(_) => [
                // Stable within a statement, so that an index can be used.
                ("{now}", "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)"),
                ("{skip}", "FOR UPDATE SKIP LOCKED"),
                ("{lock}", "FOR UPDATE"),
                ("{id}", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
                ("{text}", "TEXT COLLATE \"C\""),
                ("{bytes}", "BYTEA"),
                ("{gather}", "STRING_AGG"),
            ],
        };
        words.iter().fold(text.to_owned(), |text, (word, meaning)| text.replace(word, meaning))
    }

    /// Runs statements that nothing is bound to and that return nothing.
    pub(super) fn script(&mut self, text: &str) -> Result<(), sqlx::Error> {
        let text = AssertSqlSafe(self.translate(text));
        let Self { link, runtime, location, .. } = self;
        let link = link.as_mut().ok_or(sqlx::Error::WorkerCrashed)?;
        wait(runtime, location, async { sqlx::raw_sql(text).execute(link).await.map(|_| ()) })
    }

    /// How many rows a query changed.
    pub(super) fn execute(
        &mut self,
        query: Query<'_, Any, AnyArguments>,
    ) -> Result<u64, sqlx::Error> {
        let Self { link, runtime, location, .. } = self;
        let link = link.as_mut().ok_or(sqlx::Error::WorkerCrashed)?;
        let done = wait(runtime, location, query.execute(link))?;
        Ok(done.rows_affected())
    }

    /// The first row of a query's answer.
    pub(super) fn row(
        &mut self,
        query: Query<'_, Any, AnyArguments>,
    ) -> Result<Option<AnyRow>, sqlx::Error> {
        let Self { link, runtime, location, .. } = self;
        let link = link.as_mut().ok_or(sqlx::Error::WorkerCrashed)?;
        wait(runtime, location, query.fetch_optional(link))
    }

    /// All rows of a query's answer.
    pub(super) fn rows(
        &mut self,
        query: Query<'_, Any, AnyArguments>,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let Self { link, runtime, location, .. } = self;
        let link = link.as_mut().ok_or(sqlx::Error::WorkerCrashed)?;
        wait(runtime, location, query.fetch_all(link))
    }

    pub(super) fn begin(&mut self) -> Result<(), sqlx::Error> {
        // In a file the right to write comes first: two who read and then want to write
        // would wait for each other.
        self.script(if self.location.is_shared() { "BEGIN" } else { "BEGIN IMMEDIATE" })?;
        self.is_in_transaction = true;
        Ok(())
    }

    pub(super) fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.is_in_transaction = false;
        self.script("COMMIT")
    }

    pub(super) fn roll_back(&mut self) {
        self.is_in_transaction = false;
        // If it fails the connection is gone, and with it the transaction.
        let _ = self.script("ROLLBACK");
    }

    pub(super) const fn is_in_transaction(&self) -> bool {
        self.is_in_transaction
    }
}

impl Drop for Connection {
    /// A file that is closed in order is one file again, without a journal beside it.
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            let closing = async { tokio::time::timeout(CONNECTING, link.close()).await };
            let _ = self.runtime.block_on(closing);
        }
    }
}

/// Waits for the database. A shared one may be gone without a word.
fn wait<T>(
    runtime: &Runtime,
    location: &Location,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    runtime.block_on(async {
        if !location.is_shared() {
            return work.await;
        }
        tokio::time::timeout(PATIENCE, work).await.unwrap_or_else(|_| Err(took_too_long()))
    })
}

fn took_too_long() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "no answer from the database"))
}

/// A database that refuses is for the user to mend; one that does not answer may come back.
fn not_connected(location: &Location, error: &sqlx::Error) -> StoreError {
    let (path, reason) = (location.to_string(), error.to_string());
    if location.is_shared() && is_lost(error) {
        StoreError::Unreachable { path, reason }
    } else {
        StoreError::Open { path, reason }
    }
}

/// Whether the connection is gone, or the database about to go or not yet ready.
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => {
            // Connection failures, shut-down and start-up, no connection left, a
            // transaction that others were in the way of.
            let code = error.code().unwrap_or_default();
            ["08", "57P", "533", "40", "55P03", "25P03"].iter().any(|start| code.starts_with(start))
        }
        _ => false,
    }
}
