//! The tables of a store, and how an older file becomes a new one.

use super::connection::Connection;
use super::{Location, StoreError};

/// The version of the tables, so that another program knows what it reads.
pub(super) const VERSION: u32 = 2;

/// Times are milliseconds of the database's clock, since 1970. A pair's names are in
/// order, so that a pair is there once whoever was named first.
const TABLES: &str = "
    CREATE TABLE setting (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
    CREATE TABLE agent (
        number {id},
        name {text} NOT NULL UNIQUE,
        command TEXT NOT NULL,
        package TEXT
    );
    CREATE TABLE package (
        hash TEXT PRIMARY KEY,
        archive {bytes} NOT NULL
    );
    CREATE TABLE pairing (
        number {id},
        round BIGINT NOT NULL,
        first {text} NOT NULL,
        second {text},
        UNIQUE (round, first)
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
    CREATE TABLE pair (
        id {id},
        round BIGINT NOT NULL,
        board BIGINT NOT NULL,
        event {text} NOT NULL,
        a {text} NOT NULL,
        b {text} NOT NULL,
        seed BIGINT NOT NULL,
        worker BIGINT,
        lease BIGINT NOT NULL DEFAULT 0,
        lease_until BIGINT NOT NULL DEFAULT 0,
        done_at BIGINT,
        UNIQUE (round, board, event, a, b)
    );
    CREATE INDEX pair_open ON pair (lease_until, id) WHERE done_at IS NULL;
    CREATE INDEX pair_done ON pair (done_at) WHERE done_at IS NOT NULL;
    CREATE TABLE game (
        id {id},
        round BIGINT NOT NULL,
        board BIGINT NOT NULL,
        event {text} NOT NULL,
        first {text} NOT NULL,
        second {text} NOT NULL,
        first_margin BIGINT NOT NULL,
        first_score TEXT NOT NULL,
        fault TEXT,
        loser TEXT,
        detail TEXT,
        moves BIGINT NOT NULL,
        first_seconds DOUBLE PRECISION NOT NULL,
        second_seconds DOUBLE PRECISION NOT NULL,
        finished_at BIGINT NOT NULL,
        record TEXT NOT NULL,
        worker BIGINT,
        speed BIGINT,
        void BIGINT NOT NULL DEFAULT 0
    );
    CREATE UNIQUE INDEX game_counted ON game (round, board, event, first, second)
        WHERE void = 0;
    CREATE INDEX game_worker ON game (worker);
    INSERT INTO setting (name, value) VALUES ('version', '2');
";

/// The first version had neither workers nor pairs; its times were seconds.
const FROM_THE_FIRST: [&str; 2] = [
    "ALTER TABLE setting RENAME TO old_setting;
     ALTER TABLE agent RENAME TO old_agent;
     ALTER TABLE pairing RENAME TO old_pairing;
     ALTER TABLE game RENAME TO old_game;",
    "INSERT INTO setting SELECT name, value FROM old_setting WHERE name <> 'version';
     INSERT INTO agent (name, command) SELECT name, command FROM old_agent ORDER BY rowid;
     INSERT INTO pairing (round, first, second)
        SELECT round, first, second FROM old_pairing ORDER BY rowid;
     INSERT INTO game (id, round, board, event, first, second, first_margin, first_score, fault,
            loser, detail, moves, first_seconds, second_seconds, finished_at, record)
        SELECT id, round, board, event, first, second, first_margin, first_score, fault, loser,
            detail, moves, first_seconds, second_seconds, finished_at * 1000, record
        FROM old_game ORDER BY id;
     DROP TABLE old_setting;
     DROP TABLE old_agent;
     DROP TABLE old_pairing;
     DROP TABLE old_game;",
];

/// Makes the tables of a new store and brings those of an older file up to date, whole or
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
        None => Ok(connection.script(TABLES)?),
        Some("1") if !location.is_shared() => {
            let [before, after] = FROM_THE_FIRST;
            connection.script(before)?;
            connection.script(TABLES)?;
            Ok(connection.script(after)?)
        }
        Some(_) => check(connection, location),
    }
}

/// Whether this program can use the store.
pub(super) fn check(connection: &mut Connection, location: &Location) -> Result<(), StoreError> {
    let refuse = |reason: String| Err(StoreError::Open { path: location.to_string(), reason });
    let expected = format!("expected a store of version {VERSION}, found");
    let Some(found) = version(connection, location)? else {
        return refuse(format!("{expected} none: no tournament was begun there"));
    };
    match found.parse::<u32>() {
        Ok(VERSION) => Ok(()),
        Ok(older) if older < VERSION && location.is_shared() => refuse(format!(
            "{expected} version {older}: an older fruitrage began this tournament; play it \
             with that one, or begin it anew in another database"
        )),
        Ok(older) if older < VERSION => refuse(format!(
            "{expected} version {older}: `fruitrage tournament` brings it up to date"
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
