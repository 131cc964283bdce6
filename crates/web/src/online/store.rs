//! Where rooms are kept: their events, as they happen, in a file or a database.
//!
//! A thread of its own writes. What has come meanwhile is written in one transaction, so that
//! many rooms wait for one disk together. An event has a number within its room; of two
//! servers that write the same one, the second is told to look first.

use std::time::Duration;

use fruitrage_league::Location;
use fruitrage_rooms::{Event, Moment, RoomId, Stage};
use sqlx::any::{AnyConnectOptions, AnyRow, install_default_drivers};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection as _, Row};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS room (
        id TEXT PRIMARY KEY,
        stage TEXT NOT NULL,
        touched_at BIGINT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS room_event (
        room TEXT NOT NULL,
        number BIGINT NOT NULL,
        happened_at BIGINT NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (room, number)
    );
    CREATE TABLE IF NOT EXISTS room_server (
        id BIGINT PRIMARY KEY,
        alive_at BIGINT NOT NULL
    );
";

/// The channel on which servers that share a database tell each other of rooms.
pub(crate) const CHANNEL: &str = "fruitrage_rooms";

/// As much is written in one transaction at most.
const MOST_TOGETHER: usize = 256;

/// A database that does not answer for so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where rooms are kept.
#[derive(Clone, Debug)]
pub enum Shelf {
    /// Only as long as the server runs.
    Memory,
    /// In a file or a database.
    At(Location),
}

impl Shelf {
    /// Whether several servers may use it at one time.
    pub(crate) const fn is_shared(&self) -> bool {
        matches!(self, Self::At(location) if location.is_shared())
    }
}

/// Why a room cannot be kept or found.
#[derive(Clone, Debug, Error)]
pub enum KeepError {
    /// Another server has written first.
    #[error("the room has gone on meanwhile")]
    Behind,
    /// The database failed.
    #[error("rooms cannot be kept: {0}")]
    Failed(String),
}

impl From<sqlx::Error> for KeepError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// An event as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) at: Moment,
    pub(crate) event: Event,
}

/// One more event of a room.
struct Entry {
    room: RoomId,
    number: usize,
    at: Moment,
    event: String,
    stage: Stage,
    reply: oneshot::Sender<Result<(), KeepError>>,
}

enum Job {
    Append(Entry),
    Load { room: RoomId, from: usize, reply: oneshot::Sender<Result<Vec<Kept>, KeepError>> },
    Running { reply: oneshot::Sender<Result<(Moment, Vec<RoomId>), KeepError>> },
    Alive(Moment),
    Forget { before: Moment },
    Check { reply: oneshot::Sender<Result<(), KeepError>> },
}

/// Keeps rooms.
#[derive(Clone)]
pub(crate) struct Store {
    jobs: mpsc::UnboundedSender<Job>,
}

impl Store {
    /// Opens the shelf, which must be usable.
    pub(crate) fn open(shelf: &Shelf) -> Result<Self, KeepError> {
        let (jobs, received) = mpsc::unbounded_channel();
        let (opened, is_open) = std::sync::mpsc::channel();
        let shelf = shelf.clone();
        let work = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = match runtime {
                Ok(runtime) => runtime,
                Err(error) => return drop(opened.send(Err(KeepError::Failed(error.to_string())))),
            };
            runtime.block_on(async {
                match Writer::open(shelf).await {
                    Ok(mut writer) => {
                        drop(opened.send(Ok(())));
                        writer.work(received).await;
                    }
                    Err(error) => drop(opened.send(Err(error.into()))),
                }
            });
        };
        let name = std::thread::Builder::new().name("rooms".to_owned());
        name.spawn(work).map_err(|error| KeepError::Failed(error.to_string()))?;
        is_open.recv().unwrap_or_else(|_| Err(gone()))?;
        Ok(Self { jobs })
    }

    /// Keeps one more event of a room.
    pub(crate) async fn append(
        &self,
        room: &RoomId,
        number: usize,
        Kept { at, event }: &Kept,
        stage: Stage,
    ) -> Result<(), KeepError> {
        let event =
            serde_json::to_string(event).map_err(|error| KeepError::Failed(error.to_string()))?;
        let (room, at) = (room.clone(), *at);
        self.ask(|reply| Job::Append(Entry { room, number, at, event, stage, reply })).await
    }

    /// The events of a room from some number on.
    pub(crate) async fn load(&self, room: &RoomId, from: usize) -> Result<Vec<Kept>, KeepError> {
        let room = room.clone();
        self.ask(|reply| Job::Load { room, from, reply }).await
    }

    /// When a server was last there, and the rooms in which a game is under way.
    pub(crate) async fn running(&self) -> Result<(Moment, Vec<RoomId>), KeepError> {
        self.ask(|reply| Job::Running { reply }).await
    }

    /// A server is there.
    pub(crate) fn alive(&self, now: Moment) {
        let _ = self.jobs.send(Job::Alive(now));
    }

    /// Rooms in which nothing has happened for long are given up.
    pub(crate) fn forget(&self, before: Moment) {
        let _ = self.jobs.send(Job::Forget { before });
    }

    /// Whether it answers.
    pub(crate) async fn check(&self) -> Result<(), KeepError> {
        self.ask(|reply| Job::Check { reply }).await
    }

    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, KeepError>>) -> Job,
    ) -> Result<T, KeepError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(job(reply)).map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }
}

fn gone() -> KeepError {
    KeepError::Failed("the thread that writes has ended".to_owned())
}

/// Who writes.
struct Writer {
    shelf: Shelf,
    connection: AnyConnection,
}

impl Writer {
    async fn open(shelf: Shelf) -> Result<Self, sqlx::Error> {
        install_default_drivers();
        let mut connection = connect(&shelf).await?;
        if !shelf.is_shared() {
            // A process that is killed loses nothing; a machine that loses its power may lose
            // the last moments, and the file stays whole.
            let how = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; \
                       PRAGMA busy_timeout = 10000";
            sqlx::raw_sql(how).execute(&mut connection).await?;
        }
        sqlx::raw_sql(TABLES).execute(&mut connection).await?;
        Ok(Self { shelf, connection })
    }

    async fn work(&mut self, mut jobs: mpsc::UnboundedReceiver<Job>) {
        let mut waiting = Vec::new();
        while jobs.recv_many(&mut waiting, MOST_TOGETHER).await > 0 {
            let mut entries = Vec::new();
            for job in waiting.drain(..) {
                match job {
                    Job::Append(entry) => entries.push(entry),
                    other => {
                        // What is read comes after what was written before.
                        self.append(std::mem::take(&mut entries)).await;
                        self.answer(other).await;
                    }
                }
            }
            self.append(entries).await;
        }
    }

    async fn append(&mut self, entries: Vec<Entry>) {
        if entries.is_empty() {
            return;
        }
        let writing = tokio::time::timeout(PATIENCE, self.write(&entries)).await;
        let outcome = match writing {
            Ok(Ok(outcomes)) => Ok(outcomes),
            Ok(Err(error)) => Err(KeepError::from(error)),
            Err(_) => Err(KeepError::Failed("no answer from the database".to_owned())),
        };
        match outcome {
            Ok(outcomes) => {
                for (entry, is_new) in entries.into_iter().zip(outcomes) {
                    let _ = entry.reply.send(if is_new { Ok(()) } else { Err(KeepError::Behind) });
                }
            }
            Err(error) => {
                tracing::error!(%error, "rooms are not kept");
                for entry in entries {
                    let _ = entry.reply.send(Err(error.clone()));
                }
                self.reconnect().await;
            }
        }
    }

    async fn write(&mut self, entries: &[Entry]) -> Result<Vec<bool>, sqlx::Error> {
        let is_shared = self.shelf.is_shared();
        let mut transaction = self.connection.begin().await?;
        let mut outcomes = Vec::with_capacity(entries.len());
        for entry in entries {
            let (room, at) = (entry.room.as_str(), entry.at as i64);
            let written = sqlx::query(
                "INSERT INTO room_event (room, number, happened_at, event) \
                 VALUES ($1, $2, $3, $4) ON CONFLICT (room, number) DO NOTHING",
            )
            .bind(room)
            .bind(entry.number as i64)
            .bind(at)
            .bind(&entry.event)
            .execute(&mut *transaction)
            .await?;
            let is_new = written.rows_affected() == 1;
            outcomes.push(is_new);
            if is_new {
                sqlx::query(
                    "INSERT INTO room (id, stage, touched_at) VALUES ($1, $2, $3) \
                     ON CONFLICT (id) DO UPDATE SET stage = $2, touched_at = $3",
                )
                .bind(room)
                .bind(name_of(entry.stage))
                .bind(at)
                .execute(&mut *transaction)
                .await?;
            }
            if is_new && is_shared {
                let told = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(room);
                told.execute(&mut *transaction).await?;
            }
        }
        transaction.commit().await?;
        Ok(outcomes)
    }

    async fn answer(&mut self, job: Job) {
        let outcome = match job {
            Job::Append(_) => return,
            Job::Load { room, from, reply } => {
                let loaded = self.load(&room, from).await;
                drop(reply.send(loaded));
                return;
            }
            Job::Running { reply } => {
                let running = self.running().await;
                drop(reply.send(running.map_err(KeepError::from)));
                return;
            }
            Job::Alive(now) => {
                let text = "INSERT INTO room_server (id, alive_at) VALUES (1, $1) \
                            ON CONFLICT (id) DO UPDATE SET alive_at = $1";
                sqlx::query(text).bind(now as i64).execute(&mut self.connection).await.map(|_| ())
            }
            Job::Forget { before } => self.forget(before as i64).await,
            Job::Check { reply } => {
                let checked = sqlx::query("SELECT 1").execute(&mut self.connection).await;
                let failed = checked.is_err();
                drop(reply.send(checked.map(|_| ()).map_err(KeepError::from)));
                if failed {
                    self.reconnect().await;
                }
                return;
            }
        };
        if let Err(error) = outcome {
            tracing::warn!(%error, "the store of rooms");
        }
    }

    async fn load(&mut self, room: &RoomId, from: usize) -> Result<Vec<Kept>, KeepError> {
        let text = "SELECT happened_at, event FROM room_event \
                    WHERE room = $1 AND number >= $2 ORDER BY number";
        let query = sqlx::query(text).bind(room.as_str()).bind(from as i64);
        let rows = query.fetch_all(&mut self.connection).await?;
        let kept = |row: AnyRow| {
            let event: String = row.try_get(1)?;
            let event = serde_json::from_str(&event)
                .map_err(|error| KeepError::Failed(format!("an event of a room: {error}")))?;
            Ok(Kept { at: row.try_get::<i64, _>(0)? as Moment, event })
        };
        rows.into_iter().map(kept).collect()
    }

    async fn running(&mut self) -> Result<(Moment, Vec<RoomId>), sqlx::Error> {
        let alive = sqlx::query("SELECT alive_at FROM room_server")
            .fetch_optional(&mut self.connection)
            .await?;
        let alive = alive.map(|row| row.try_get::<i64, _>(0)).transpose()?.unwrap_or(0);
        let text = "SELECT id FROM room WHERE stage IN ('playing', 'queued')";
        let rows = sqlx::query(text).fetch_all(&mut self.connection).await?;
        let ids = rows.into_iter().filter_map(|row| row.try_get::<String, _>(0).ok());
        Ok((alive as Moment, ids.filter_map(|id| id.parse().ok()).collect()))
    }

    async fn forget(&mut self, before: i64) -> Result<(), sqlx::Error> {
        let mut transaction = self.connection.begin().await?;
        for text in [
            "DELETE FROM room_event WHERE room IN (SELECT id FROM room WHERE touched_at < $1)",
            "DELETE FROM room WHERE touched_at < $1",
        ] {
            sqlx::query(text).bind(before).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    /// A database that was away may be back.
    async fn reconnect(&mut self) {
        if self.shelf.is_shared()
            && let Ok(connection) = connect(&self.shelf).await
        {
            self.connection = connection;
        }
    }
}

async fn connect(shelf: &Shelf) -> Result<AnyConnection, sqlx::Error> {
    let options = match shelf {
        Shelf::Memory => "sqlite::memory:".parse::<AnyConnectOptions>()?,
        Shelf::At(Location::File(path)) => {
            let file = SqliteConnectOptions::new().filename(path).create_if_missing(true);
            AnyConnectOptions::from_url(&file.to_url_lossy())?
        }
        Shelf::At(Location::Postgres(address)) => address.with_password().parse()?,
    };
    let connecting = tokio::time::timeout(PATIENCE, options.connect()).await;
    let mut connection = connecting.map_err(|_| sqlx::Error::PoolTimedOut)??;
    if shelf.is_shared() {
        let limits = "SET idle_in_transaction_session_timeout = '30s'; SET lock_timeout = '10s'";
        sqlx::raw_sql(AssertSqlSafe(limits)).execute(&mut connection).await?;
    }
    Ok(connection)
}

const fn name_of(stage: Stage) -> &'static str {
    match stage {
        Stage::Open => "open",
        Stage::Queued => "queued",
        Stage::Playing => "playing",
        Stage::Over => "over",
    }
}
