//! The tables of a store.

use super::connection::Connection;
use super::{Location, StoreError, migration};

/// The version of the tables, so that another program knows what it reads.
pub(super) const VERSION: u32 = 3;

/// What the tables are about, besides what follows them in `TABLES`.
pub(super) const COMMON_TABLES: &str = "
    CREATE TABLE setting (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
    CREATE TABLE package (
        hash TEXT PRIMARY KEY,
        archive {bytes} NOT NULL
    );
    CREATE TABLE worker (
        id {id},
        name TEXT NOT NULL,
        version TEXT NOT NULL,
        jobs BIGINT NOT NULL,
        speed BIGINT,
        started_at BIGINT NOT NULL,
        seen_at BIGINT NOT NULL,
        stopped_at BIGINT,
        excluded BIGINT NOT NULL DEFAULT 0
    );
    INSERT INTO setting (name, value) VALUES ('version', '3');
";

/// Times are milliseconds of the database's clock, since 1970.
///
/// An agent is a name. What plays under it is a version, known by its content; one of them
/// is active, and results count for it. A pair is the meeting of two versions on a board: of
/// two agents `a` is the one whose name comes first, so that a pair is there once whoever was
/// named first. A pair that is no longer wanted is not played, and what was played of it
/// stays. Its result is `a`'s; its games are from the view of who moved first, which is `a`
/// in game 1 and `b` in game 2. At most one game of each number counts. What is live is a game
/// as it was a moment ago, as long as the lease holds under which it is played.
pub(super) const TABLES: &str = "
    CREATE TABLE agent (
        id {id},
        name {text} NOT NULL UNIQUE,
        removed BIGINT NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
    );
    CREATE TABLE version (
        id {id},
        agent BIGINT NOT NULL REFERENCES agent (id),
        number BIGINT NOT NULL CHECK (number >= 1),
        command TEXT NOT NULL,
        content TEXT,
        package TEXT REFERENCES package (hash),
        active BIGINT NOT NULL CHECK (active IN (0, 1)),
        added_at BIGINT NOT NULL,
        UNIQUE (agent, number)
    );
    CREATE UNIQUE INDEX version_active ON version (agent) WHERE active = 1;
    CREATE TABLE event (
        id {id},
        name {text} NOT NULL UNIQUE
    );
    CREATE TABLE pairing (
        id {id},
        round BIGINT NOT NULL CHECK (round >= 1),
        a BIGINT NOT NULL REFERENCES agent (id),
        b BIGINT REFERENCES agent (id),
        UNIQUE (round, a)
    );
    CREATE TABLE pair (
        id {id},
        round BIGINT NOT NULL CHECK (round >= 0),
        board BIGINT NOT NULL CHECK (board >= 0),
        event BIGINT NOT NULL REFERENCES event (id),
        a BIGINT NOT NULL REFERENCES version (id),
        b BIGINT NOT NULL REFERENCES version (id) CHECK (b <> a),
        seed BIGINT,
        wanted BIGINT NOT NULL DEFAULT 1 CHECK (wanted IN (0, 1)),
        worker BIGINT REFERENCES worker (id),
        lease BIGINT NOT NULL DEFAULT 0,
        lease_until BIGINT NOT NULL DEFAULT 0,
        done_at BIGINT,
        margin BIGINT,
        score TEXT CHECK (score IN ('won', 'drawn', 'lost')),
        CHECK ((done_at IS NULL) = (score IS NULL) AND (done_at IS NULL) = (margin IS NULL)),
        UNIQUE (round, board, event, a, b)
    );
    CREATE INDEX pair_open ON pair (lease_until, id) WHERE done_at IS NULL AND wanted = 1;
    CREATE INDEX pair_done ON pair (done_at) WHERE done_at IS NOT NULL;
    CREATE INDEX pair_a ON pair (a);
    CREATE INDEX pair_b ON pair (b);
    CREATE TABLE game (
        id {id},
        pair BIGINT NOT NULL REFERENCES pair (id),
        number BIGINT NOT NULL CHECK (number IN (1, 2)),
        margin BIGINT NOT NULL,
        score TEXT NOT NULL CHECK (score IN ('won', 'drawn', 'lost')),
        fault TEXT,
        loser TEXT CHECK (loser IN ('first', 'second')),
        detail TEXT,
        moves BIGINT NOT NULL,
        first_seconds DOUBLE PRECISION NOT NULL,
        second_seconds DOUBLE PRECISION NOT NULL,
        finished_at BIGINT NOT NULL,
        worker BIGINT REFERENCES worker (id),
        speed BIGINT,
        state TEXT NOT NULL DEFAULT 'counts'
            CHECK (state IN ('counts', 'excluded', 'replayed')),
        CHECK ((fault IS NULL) = (loser IS NULL) AND (fault IS NULL) = (detail IS NULL))
    );
    CREATE UNIQUE INDEX game_counted ON game (pair, number) WHERE state = 'counts';
    CREATE INDEX game_worker ON game (worker);
    CREATE INDEX game_fault ON game (fault) WHERE fault IS NOT NULL;
    CREATE TABLE record (
        game BIGINT PRIMARY KEY REFERENCES game (id),
        text TEXT NOT NULL,
        printed TEXT
    );
    CREATE TABLE live (
        pair BIGINT PRIMARY KEY REFERENCES pair (id),
        lease BIGINT NOT NULL,
        number BIGINT NOT NULL CHECK (number IN (1, 2)),
        record TEXT NOT NULL
    );
    CREATE TABLE refusal (
        worker BIGINT NOT NULL REFERENCES worker (id),
        version BIGINT NOT NULL REFERENCES version (id),
        reason TEXT NOT NULL,
        PRIMARY KEY (worker, version)
    );
";

/// Makes the tables of a new store and brings those of an older one up to date, whole or
/// not at all.
pub(super) fn make(connection: &mut Connection, location: &Location) -> Result<(), StoreError> {
    connection.begin()?;
    let made = make_or_change(connection, location);
    if made.is_ok() {
        connection.commit()?;
    } else {
        connection.roll_back();
    }
    made
}

fn make_or_change(connection: &mut Connection, location: &Location) -> Result<(), StoreError> {
    if location.is_shared() {
        // Two who begin at the same time: the second finds what the first has made.
        connection.script("SELECT pg_advisory_xact_lock(7233184419)")?;
    }
    match version(connection, location)?.as_deref() {
        None => {
            connection.script(COMMON_TABLES)?;
            Ok(connection.script(TABLES)?)
        }
        Some("1") if !location.is_shared() => {
            migration::from_the_first(connection)?;
            Ok(migration::from_the_second(connection, location)?)
        }
        Some("2") => Ok(migration::from_the_second(connection, location)?),
        Some(_) => check(connection, location),
    }
}

/// Whether the store is of an earlier version that can be brought up to date.
pub(super) fn is_older(
    connection: &mut Connection,
    location: &Location,
) -> Result<bool, StoreError> {
    let found = version(connection, location)?;
    Ok(found.and_then(|found| found.parse().ok()).is_some_and(|found: u32| found < VERSION))
}

/// Whether this program can use the store.
pub(super) fn check(connection: &mut Connection, location: &Location) -> Result<(), StoreError> {
    let refuse = |reason: String| Err(StoreError::Open { path: location.to_string(), reason });
    let expected = format!("expected a store of version {VERSION}, found");
    let Some(found) = version(connection, location)? else {
        return Err(StoreError::Empty { path: location.to_string() });
    };
    match found.parse::<u32>() {
        Ok(VERSION) => Ok(()),
        Ok(older) if older < VERSION => refuse(format!(
            "{expected} version {older}: an older fruitrage began this tournament; \
             `fruitrage tournament` brings it up to date"
        )),
        Ok(newer) => refuse(format!(
            "{expected} version {newer}: a newer fruitrage began this tournament, which needs \
             that one"
        )),
        Err(_) => refuse(format!("{expected} `{found}`")),
    }
}

/// The version that a store says it has; none if there is no store yet.
fn version(
    connection: &mut Connection,
    location: &Location,
) -> Result<Option<String>, sqlx::Error> {
    let tables = if location.is_shared() {
        "SELECT 1 AS found FROM information_schema.tables
         WHERE table_schema = current_schema() AND table_name = 'setting'"
    } else {
        "SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'setting'"
    };
    let query = connection.query(tables);
    if connection.row(query)?.is_none() {
        return Ok(None);
    }
    let query = connection.query("SELECT value FROM setting WHERE name = 'version'");
    match connection.row(query)? {
        Some(row) => Ok(Some(sqlx::Row::try_get(&row, "value")?)),
        None => Ok(Some("none".to_owned())),
    }
}
