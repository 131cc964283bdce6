//! Games under way in the store, as they were a moment ago: only to be looked at.

use fruitrage_rules::Record;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::games::count;
use super::{Claim, Store, StoreError};
use crate::GameKey;

/// A game under way.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The pair that it belongs to.
    pub pair: i64,
    /// Which of the pair's games it is, 1 or 2.
    pub number: u32,
    /// Which game that is.
    pub key: GameKey,
    /// The number of the worker that plays it.
    pub worker: i64,
    /// The game so far, which ends there as interrupted.
    pub record: String,
}

/// A game under way that is to be shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The right to play it.
    pub claim: Claim,
    /// Which game it is.
    pub key: GameKey,
    /// The game so far.
    pub record: Record,
}

const UNDER_WAY: &str = "
    FROM live JOIN pair ON pair.id = live.pair AND pair.lease = live.lease
    JOIN event ON event.id = pair.event
    JOIN version AS a_of ON a_of.id = pair.a JOIN agent AS one ON one.id = a_of.agent
    JOIN version AS b_of ON b_of.id = pair.b JOIN agent AS other ON other.id = b_of.agent
    WHERE pair.done_at IS NULL AND pair.lease_until > {now}";

impl Store {
    /// Shows games under way, in the place of what was shown of their pairs before.
    pub fn show(&mut self, games: &[Shown]) -> Result<(), StoreError> {
        self.atomically(|store| {
            if store.location.is_shared() {
                // Nothing is lost with it, so nobody waits for the disk.
                store.connection.script("SET LOCAL synchronous_commit = off")?;
            }
            for Shown { claim, key, record } in games {
                let query = store
                    .connection
                    .query(
                        "INSERT INTO live (pair, lease, number, record) VALUES ($1, $2, $3, $4)
                         ON CONFLICT (pair) DO UPDATE SET lease = excluded.lease,
                            number = excluded.number, record = excluded.record
                         WHERE live.lease <= excluded.lease",
                    )
                    .bind(claim.pair)
                    .bind(claim.lease)
                    .bind(claim.number_of(key))
                    .bind(record.to_string().replace('\0', "\u{fffd}"));
                store.connection.execute(query)?;
            }
            Ok(())
        })
    }

    /// A pair is not played any more under this lease.
    pub(super) fn hide(&mut self, claim: &Claim) -> Result<(), StoreError> {
        let query = self.connection.query("DELETE FROM live WHERE pair = $1 AND lease = $2");
        self.connection.execute(query.bind(claim.pair).bind(claim.lease))?;
        Ok(())
    }

    /// How many games under way are shown, and the first of them by worker and pair.
    pub fn live(&mut self, limit: usize) -> Result<(usize, Vec<LiveGame>), StoreError> {
        let query = self.connection.query(&format!("SELECT COUNT(*) AS number {UNDER_WAY}"));
        let row = self.connection.row(query)?.ok_or(sqlx::Error::RowNotFound)?;
        let total = count(&row, "number")? as usize;
        let query = self
            .connection
            .query(&format!("{SELECTED} {UNDER_WAY} ORDER BY pair.worker, pair.id LIMIT {limit}"));
        let rows = self.connection.rows(query)?;
        Ok((total, rows.iter().map(read).collect::<Result<_, _>>()?))
    }

    /// The game of a pair that is under way; none if it is not shown.
    pub fn live_game(&mut self, pair: i64) -> Result<Option<LiveGame>, StoreError> {
        let query = format!("{SELECTED} {UNDER_WAY} AND pair.id = $1");
        let query = self.connection.query(&query).bind(pair);
        let row = self.connection.row(query)?;
        Ok(row.as_ref().map(read).transpose()?)
    }

    /// The number under which a pair's game is kept; none as long as it is not.
    pub fn kept_game(&mut self, pair: i64, number: u32) -> Result<Option<i64>, StoreError> {
        let query = "SELECT id FROM game WHERE pair = $1 AND number = $2 AND state = 'counts'";
        let query = self.connection.query(query).bind(pair).bind(i64::from(number));
        let row = self.connection.row(query)?;
        Ok(row.map(|row| row.try_get("id")).transpose()?)
    }
}

const SELECTED: &str = "
    SELECT pair.id AS pair, live.number, pair.worker, pair.round, pair.board,
        event.name AS event, live.record,
        CASE live.number WHEN 1 THEN one.name ELSE other.name END AS first,
        CASE live.number WHEN 1 THEN other.name ELSE one.name END AS second";

fn read(row: &AnyRow) -> Result<LiveGame, sqlx::Error> {
    Ok(LiveGame {
        pair: row.try_get("pair")?,
        number: count(row, "number")?,
        key: GameKey {
            round: count(row, "round")?,
            board: count(row, "board")?,
            event: row.try_get("event")?,
            first: row.try_get("first")?,
            second: row.try_get("second")?,
        },
        worker: row.try_get::<Option<i64>, _>("worker")?.unwrap_or_default(),
        record: row.try_get("record")?,
    })
}
