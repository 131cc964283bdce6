//! The store: one `SQLite` file that has every finished game of a tournament.
//!
//! A game is written in one transaction when it is over, so that whatever happens it is
//! there whole or not at all. Its key is unique: no game is there twice.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fruitrage_rules::{Cause, Ending, Player, Record};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow, SqliteSynchronous};
use sqlx::{Connection, Row};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

use super::GameKey;
use super::swiss::Round;
use crate::{GameResult, Score};

/// The version of the tables, so that a later program knows what it reads.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS setting (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS agent (
        name TEXT PRIMARY KEY,
        command TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS pairing (
        round INTEGER NOT NULL,
        first TEXT NOT NULL,
        second TEXT,
        UNIQUE (round, first)
    );
    CREATE TABLE IF NOT EXISTS game (
        id INTEGER PRIMARY KEY,
        round INTEGER NOT NULL,
        board INTEGER NOT NULL,
        event TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        first_margin INTEGER NOT NULL,
        first_score TEXT NOT NULL,
        fault TEXT,
        loser TEXT,
        detail TEXT,
        moves INTEGER NOT NULL,
        first_seconds REAL NOT NULL,
        second_seconds REAL NOT NULL,
        finished_at INTEGER NOT NULL,
        record TEXT NOT NULL,
        UNIQUE (round, board, event, first, second)
    );
";

/// An open store. Only one program can have it open to play.
#[derive(Debug)]
pub struct Store {
    // Before the lock: closing a file that SQLite has open would end SQLite's own locks.
    connection: SqliteConnection,
    runtime: Runtime,
    lock: Option<File>,
}

/// A finished game in the store.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its number in the store.
    pub id: i64,
    /// Which game it is.
    pub key: GameKey,
    /// The result for who moved first.
    pub result: GameResult,
    /// How it was lost, if by a fault.
    pub fault: Option<StoredFault>,
    /// What the players used of their clocks.
    pub time: [Duration; 2],
    /// The game as text.
    pub record: String,
}

/// A fault in the store.
#[derive(Clone, Debug)]
pub struct StoredFault {
    /// Who lost.
    pub loser: Player,
    /// Why.
    pub cause: String,
    /// What was expected and what came.
    pub detail: String,
}

/// Why the store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file cannot be opened or is no store.
    #[error("{path}: {reason}")]
    Open {
        /// The file.
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

impl Store {
    /// Opens a store to play; makes it if there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let refuse = |reason: &dyn std::fmt::Display| StoreError::Open {
            path: path.display().to_string(),
            reason: reason.to_string(),
        };
        let file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let file = file.map_err(|error| refuse(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse { path: path.display().to_string() });
            }
            Err(TryLockError::Error(error)) => return Err(refuse(&error)),
        }
        let mut store = Self::connect(path, false)?;
        store.lock = Some(file);
        store.make_tables().map_err(|error| refuse(&error))?;
        Ok(store)
    }

    /// Opens a store to look at; the tournament may go on meanwhile.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let look = |read_only| {
            let mut store = Self::connect(path, read_only)?;
            store.check_version().map_err(|error| StoreError::Open {
                path: path.display().to_string(),
                reason: error.to_string(),
            })?;
            Ok(store)
        };
        // After a kill in the middle of writing, the first to open the store undoes the
        // half that was written, for which it must be able to write itself.
        look(false).or_else(|_| look(true))
    }

    fn connect(path: &Path, read_only: bool) -> Result<Self, StoreError> {
        let refuse = |reason: &dyn std::fmt::Display| StoreError::Open {
            path: path.display().to_string(),
            reason: reason.to_string(),
        };
        let runtime = Builder::new_current_thread().build().map_err(|error| refuse(&error))?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .read_only(read_only)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(30));
        let connection = runtime
            .block_on(SqliteConnection::connect_with(&options))
            .map_err(|error| refuse(&error))?;
        Ok(Self { connection, runtime, lock: None })
    }

    fn make_tables(&mut self) -> Result<(), StoreError> {
        self.runtime.block_on(async {
            sqlx::raw_sql(TABLES).execute(&mut self.connection).await?;
            sqlx::query("INSERT OR IGNORE INTO setting VALUES ('version', ?)")
                .bind(VERSION.to_string())
                .execute(&mut self.connection)
                .await?;
            Ok::<(), sqlx::Error>(())
        })?;
        self.check_version()
    }

    fn check_version(&mut self) -> Result<(), StoreError> {
        match self.setting("version")? {
            Some(version) if version == VERSION.to_string() => Ok(()),
            found => Err(StoreError::Disagrees(format!(
                "expected a store of version {VERSION}, found {}",
                found.unwrap_or_else(|| "none".to_owned())
            ))),
        }
    }

    fn setting(&mut self, name: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT value FROM setting WHERE name = ?").bind(name);
        Ok(self.runtime.block_on(query.fetch_optional(&mut self.connection))?)
    }

    /// Keeps a setting that must not change between runs.
    pub fn agree(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        match self.setting(name)? {
            None => {
                let query = sqlx::query("INSERT INTO setting VALUES (?, ?)").bind(name).bind(value);
                self.runtime.block_on(query.execute(&mut self.connection))?;
                Ok(())
            }
            Some(kept) if kept == value => Ok(()),
            Some(kept) => Err(StoreError::Disagrees(format!(
                "expected the {name} {kept} that this store was begun with, found {value}"
            ))),
        }
    }

    /// Keeps an agent's command, which must not change: results under one name are
    /// those of one program.
    pub fn register(&mut self, name: &str, command: &str) -> Result<(), StoreError> {
        let known: Option<String> = {
            let query = sqlx::query_scalar("SELECT command FROM agent WHERE name = ?").bind(name);
            self.runtime.block_on(query.fetch_optional(&mut self.connection))?
        };
        match known {
            None => {
                let query = sqlx::query("INSERT INTO agent VALUES (?, ?)").bind(name).bind(command);
                self.runtime.block_on(query.execute(&mut self.connection))?;
                Ok(())
            }
            Some(known) if known == command => Ok(()),
            Some(known) => Err(StoreError::Disagrees(format!(
                "expected the agent `{name}` to be `{known}`, as its games in this store were \
                 played, found `{command}`; give another program another name"
            ))),
        }
    }

    /// The names of all agents, in the order in which they came.
    pub fn agents(&mut self) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT name FROM agent ORDER BY rowid");
        Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
    }

    /// Keeps a game that is over.
    pub fn add(&mut self, key: &GameKey, record: &Record) -> Result<(), StoreError> {
        let game = record.game();
        let result = GameResult::of(game, Player::First)
            .ok_or_else(|| StoreError::Disagrees("expected a finished game".to_owned()))?;
        let fault = match game.ending() {
            Some(Ending::Forfeit { loser, cause, detail }) => Some((loser, cause, detail)),
            _ => None,
        };
        let used = |player: Player| {
            let turns = game.turns().iter().skip(player.index()).step_by(2);
            turns.map(|turn| turn.spent).sum::<Duration>().as_secs_f64()
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let query = sqlx::query(
            "INSERT INTO game (round, board, event, first, second, first_margin, first_score,
                fault, loser, detail, moves, first_seconds, second_seconds, finished_at, record)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(key.round)
        .bind(key.board)
        .bind(&key.event)
        .bind(&key.first)
        .bind(&key.second)
        .bind(result.margin)
        .bind(name_of(result.score))
        .bind(fault.map(|(_, cause, _)| cause.name()))
        .bind(fault.map(|(loser, ..)| loser.to_string()))
        .bind(fault.map(|(.., detail)| detail.as_str()))
        .bind(game.turns().len() as i64)
        .bind(used(Player::First))
        .bind(used(Player::Second))
        .bind(now.as_secs() as i64)
        .bind(record.to_string());
        self.runtime.block_on(query.execute(&mut self.connection))?;
        Ok(())
    }

    /// Every finished game, in an order that does not depend on when they were played.
    pub fn games(&mut self) -> Result<Vec<StoredGame>, StoreError> {
        let query = sqlx::query("SELECT * FROM game ORDER BY round, board, event, first, second");
        let rows = self.runtime.block_on(query.fetch_all(&mut self.connection))?;
        rows.iter().map(|row| Ok(read_game(row)?)).collect()
    }

    /// The rounds that were drawn, from the first.
    pub(super) fn rounds(&mut self) -> Result<Vec<Round>, StoreError> {
        let query = sqlx::query("SELECT round, first, second FROM pairing ORDER BY rowid");
        let rows = self.runtime.block_on(query.fetch_all(&mut self.connection))?;
        let mut rounds: Vec<Round> = Vec::new();
        for row in rows {
            let round: u32 = row.try_get("round")?;
            rounds.resize(rounds.len().max(round as usize), Round::default());
            let drawn = &mut rounds[round as usize - 1];
            let first: String = row.try_get("first")?;
            match row.try_get::<Option<String>, _>("second")? {
                Some(second) => drawn.pairings.push((first, second)),
                None => drawn.sits_out = Some(first),
            }
        }
        Ok(rounds)
    }

    /// Keeps the draw of a round, whole or not at all.
    pub(super) fn add_round(&mut self, number: u32, round: &Round) -> Result<(), StoreError> {
        let pairs = round.pairings.iter().map(|(first, second)| (first, Some(second)));
        let out = round.sits_out.iter().map(|name| (name, None));
        let rows: Vec<(&String, Option<&String>)> = pairs.chain(out).collect();
        self.runtime.block_on(async {
            let mut transaction = self.connection.begin().await?;
            for (first, second) in rows {
                sqlx::query("INSERT INTO pairing VALUES (?, ?, ?)")
                    .bind(number)
                    .bind(first)
                    .bind(second)
                    .execute(&mut *transaction)
                    .await?;
            }
            transaction.commit().await
        })?;
        Ok(())
    }
}

const fn name_of(score: Score) -> &'static str {
    match score {
        Score::Won => "won",
        Score::Drawn => "drawn",
        Score::Lost => "lost",
    }
}

fn read_game(row: &SqliteRow) -> Result<StoredGame, sqlx::Error> {
    let unknown = |what: &str| sqlx::Error::Decode(format!("unknown {what} in the store").into());
    let score = match row.try_get("first_score")? {
        "won" => Score::Won,
        "drawn" => Score::Drawn,
        "lost" => Score::Lost,
        _ => return Err(unknown("score")),
    };
    let fault = match row.try_get::<Option<String>, _>("fault")? {
        None => None,
        Some(cause) => {
            let loser: String = row.try_get("loser")?;
            let loser = Player::BOTH.into_iter().find(|player| player.to_string() == loser);
            cause.parse::<Cause>().map_err(|()| unknown("cause"))?;
            Some(StoredFault {
                loser: loser.ok_or_else(|| unknown("loser"))?,
                cause,
                detail: row.try_get("detail")?,
            })
        }
    };
    let seconds = |name| {
        let seconds: f64 = row.try_get(name)?;
        Ok::<_, sqlx::Error>(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    };
    Ok(StoredGame {
        id: row.try_get("id")?,
        key: GameKey {
            round: row.try_get("round")?,
            board: row.try_get("board")?,
            event: row.try_get("event")?,
            first: row.try_get("first")?,
            second: row.try_get("second")?,
        },
        result: GameResult { margin: row.try_get("first_margin")?, score },
        fault,
        time: [seconds("first_seconds")?, seconds("second_seconds")?],
        record: row.try_get("record")?,
    })
}
