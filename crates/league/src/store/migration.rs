//! How the tables of an earlier version become those of this one.
//!
//! Version 1 had neither workers nor pairs; its times were seconds. Version 2 knew agents and
//! events by their names in every row, and a pair was a row of the queue that its games did
//! not refer to.

use super::connection::Connection;
use super::{Location, schema};

/// What version 2 had in addition to what version 1 had.
const TO_THE_SECOND: &str = "
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
        done_at BIGINT
    );
    ALTER TABLE agent ADD COLUMN package TEXT;
    ALTER TABLE agent ADD COLUMN number BIGINT;
    UPDATE agent SET number = rowid;
    ALTER TABLE pairing ADD COLUMN number BIGINT;
    UPDATE pairing SET number = rowid;
    UPDATE game SET finished_at = finished_at * 1000;
    ALTER TABLE game ADD COLUMN worker BIGINT;
    ALTER TABLE game ADD COLUMN speed BIGINT;
    ALTER TABLE game ADD COLUMN void BIGINT NOT NULL DEFAULT 0;
";

/// The indices of version 2, whose names are needed.
const INDICES: &str = "
    DROP INDEX IF EXISTS pair_open;
    DROP INDEX IF EXISTS pair_done;
    DROP INDEX IF EXISTS game_counted;
    DROP INDEX IF EXISTS game_worker;
";

const ASIDE: &str = "
    ALTER TABLE agent RENAME TO old_agent;
    ALTER TABLE pairing RENAME TO old_pairing;
    ALTER TABLE pair RENAME TO old_pair;
    ALTER TABLE game RENAME TO old_game;
";

/// Leases are not taken along: workers of the earlier version cannot go on. Of a pair whose
/// games alone are there the seed is not known, and not needed any more if both are.
const OVER: &str = "
    INSERT INTO agent (name) SELECT name FROM old_agent ORDER BY number;
    INSERT INTO version (agent, number, command, package, active, added_at)
        SELECT agent.id, 1, old_agent.command, old_agent.package, 1, {now}
        FROM old_agent JOIN agent ON agent.name = old_agent.name ORDER BY agent.id;
    INSERT INTO event (name)
        SELECT event FROM old_pair UNION SELECT event FROM old_game ORDER BY event;
    INSERT INTO pairing (round, a, b)
        SELECT old_pairing.round, first.id, second.id FROM old_pairing
        JOIN agent AS first ON first.name = old_pairing.first
        LEFT JOIN agent AS second ON second.name = old_pairing.second
        ORDER BY old_pairing.number;
    CREATE TABLE old_player AS
        SELECT agent.name AS name, version.id AS id
        FROM agent JOIN version ON version.agent = agent.id;
    INSERT INTO pair (round, board, event, a, b, seed, worker, lease)
        SELECT old_pair.round, old_pair.board, event.id, a.id, b.id, old_pair.seed,
            old_pair.worker, old_pair.lease + 1
        FROM old_pair JOIN event ON event.name = old_pair.event
        JOIN old_player AS a ON a.name = old_pair.a JOIN old_player AS b ON b.name = old_pair.b
        ORDER BY old_pair.id;
    INSERT INTO pair (round, board, event, a, b)
        SELECT DISTINCT old_game.round, old_game.board, event.id,
            CASE WHEN old_game.first < old_game.second THEN f.id ELSE s.id END,
            CASE WHEN old_game.first < old_game.second THEN s.id ELSE f.id END
        FROM old_game JOIN event ON event.name = old_game.event
        JOIN old_player AS f ON f.name = old_game.first
        JOIN old_player AS s ON s.name = old_game.second
        WHERE true
        ON CONFLICT (round, board, event, a, b) DO NOTHING;
    INSERT INTO game (id, pair, number, margin, score, fault, loser, detail, moves,
            first_seconds, second_seconds, finished_at, worker, speed, state)
        SELECT old_game.id, pair.id,
            CASE WHEN old_game.first < old_game.second THEN 1 ELSE 2 END,
            old_game.first_margin, old_game.first_score, old_game.fault, old_game.loser,
            old_game.detail, old_game.moves, old_game.first_seconds, old_game.second_seconds,
            old_game.finished_at, old_game.worker, old_game.speed,
            CASE WHEN old_game.void = 0 THEN 'counts' ELSE 'excluded' END
        FROM old_game JOIN event ON event.name = old_game.event
        JOIN old_player AS f ON f.name = old_game.first
        JOIN old_player AS s ON s.name = old_game.second
        JOIN pair ON pair.round = old_game.round AND pair.board = old_game.board
            AND pair.event = event.id
            AND pair.a = CASE WHEN old_game.first < old_game.second THEN f.id ELSE s.id END
            AND pair.b = CASE WHEN old_game.first < old_game.second THEN s.id ELSE f.id END
        ORDER BY old_game.id;
    INSERT INTO record (game, text) SELECT id, record FROM old_game;
    UPDATE pair SET done_at = one.finished_at, margin = one.margin - two.margin,
        score = CASE
            WHEN one.margin > two.margin THEN 'won'
            WHEN one.margin < two.margin THEN 'lost'
            WHEN one.score = two.score THEN 'drawn'
            WHEN one.score = 'won' OR two.score = 'lost' THEN 'won'
            ELSE 'lost' END
        FROM game AS one JOIN game AS two ON two.pair = one.pair
        WHERE one.pair = pair.id AND one.number = 1 AND one.state = 'counts'
            AND two.number = 2 AND two.state = 'counts';
    DROP TABLE old_agent;
    DROP TABLE old_pairing;
    DROP TABLE old_pair;
    DROP TABLE old_game;
    DROP TABLE old_player;
    INSERT INTO setting (name, value) VALUES ('boards', 'counted');
    UPDATE setting SET value = '3' WHERE name = 'version';
";

/// The numbers of games are kept, so that new ones must come after them.
const COUNT_ON: &str = "
    SELECT setval(pg_get_serial_sequence('game', 'id'),
        COALESCE((SELECT MAX(id) FROM game), 0) + 1, false)
";

/// Only files are as old.
pub(super) fn from_the_first(connection: &mut Connection) -> Result<(), sqlx::Error> {
    connection.script(TO_THE_SECOND)
}

pub(super) fn from_the_second(
    connection: &mut Connection,
    location: &Location,
) -> Result<(), sqlx::Error> {
    connection.script(INDICES)?;
    connection.script(ASIDE)?;
    connection.script(schema::TABLES)?;
    connection.script(OVER)?;
    if location.is_shared() {
        connection.script(COUNT_ON)?;
    }
    Ok(())
}
