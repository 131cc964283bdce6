//! The queue: which pairs are to be played, and who plays them just now.
//!
//! A worker claims a pair under a lease and renews it while it plays. All times are the
//! database's. A lease that has run out is gone for good: the pair is free for others, and
//! the result of whoever had it is refused, even if nobody has claimed it since, because
//! a machine that was silent for so long cannot have kept the players' clocks.

use std::collections::BTreeMap;
use std::time::Duration;

use fruitrage_arena::{GameResult, PairResult};
use sqlx::Row;

use super::games::{Finished, count, score_of};
use super::{Store, StoreError};
use crate::GameKey;

/// How many pairs are written in one statement.
const BATCH: usize = 500;

/// A pair that is to be played: one board from both sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlannedPair {
    pub(crate) round: u32,
    pub(crate) board: u32,
    pub(crate) event: String,
    /// The two names, in order.
    pub(crate) agents: (String, String),
    /// The seed of the board.
    pub(crate) seed: u64,
}

/// The right to play a pair, as long as it is renewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The pair's number.
    pub pair: i64,
    /// Who has it.
    pub worker: i64,
    /// The games of the pair that are not in the store yet.
    pub games: Vec<GameKey>,
    /// The seed of the board.
    pub seed: u64,
    /// What the tournament was when this was claimed; another one after it has changed.
    pub revision: String,
    /// Which of the pair's leases this is.
    pub(super) lease: i64,
    /// Who moves first in the pair's first game.
    a: String,
    /// The versions of the two agents.
    versions: [(String, i64); 2],
}

impl Claim {
    /// Which of the pair's two games this is.
    pub(super) fn number_of(&self, game: &GameKey) -> i64 {
        if game.first == self.a { 1 } else { 2 }
    }
}

/// What became of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It counts.
    Counted,
    /// It came after the lease had run out and does not count.
    Late,
}

/// What is planned, for as long as it is compared with what is there.
const PLANNED: &str = "
    DROP TABLE IF EXISTS planned;
    CREATE TEMPORARY TABLE planned (number BIGINT, round BIGINT, board BIGINT, event BIGINT,
        a BIGINT, b BIGINT, seed BIGINT, PRIMARY KEY (round, board, event, a, b))";

const COMPARED: &str = "
    UPDATE pair SET wanted = 0 WHERE wanted = 1 AND NOT EXISTS (SELECT 1 FROM planned
        WHERE planned.round = pair.round AND planned.board = pair.board
            AND planned.event = pair.event AND planned.a = pair.a AND planned.b = pair.b);
    UPDATE pair SET wanted = 1, seed = COALESCE(pair.seed, planned.seed) FROM planned
        WHERE (pair.wanted = 0 OR pair.seed IS NULL)
            AND planned.round = pair.round AND planned.board = pair.board
            AND planned.event = pair.event AND planned.a = pair.a AND planned.b = pair.b;
    INSERT INTO pair (round, board, event, a, b, seed)
        SELECT round, board, event, a, b, seed FROM planned WHERE NOT EXISTS (SELECT 1 FROM pair
            WHERE planned.round = pair.round AND planned.board = pair.board
                AND planned.event = pair.event AND planned.a = pair.a AND planned.b = pair.b)
        ORDER BY number;
    DROP TABLE planned";

impl Store {
    /// Makes the queue what is planned. What is finished stays; what is no longer planned
    /// is set aside, and goes on if it is planned again.
    pub(crate) fn plan(&mut self, planned: &[PlannedPair]) -> Result<(), StoreError> {
        let versions: BTreeMap<String, i64> = self
            .versions()?
            .into_iter()
            .filter(|version| version.is_active && !version.is_removed)
            .map(|version| (version.agent, version.id))
            .collect();
        self.atomically(|store| {
            let mut events = BTreeMap::new();
            for pair in planned {
                if !events.contains_key(&pair.event) {
                    events.insert(pair.event.clone(), store.event(&pair.event)?);
                }
            }
            let mut rows: Vec<[i64; 7]> = Vec::new();
            for pair in planned {
                let (a, b) = (versions.get(&pair.agents.0), versions.get(&pair.agents.1));
                let (Some(&a), Some(&b)) = (a, b) else { continue };
                let number = rows.len() as i64;
                let (round, board) = (i64::from(pair.round), i64::from(pair.board));
                rows.push([
                    number,
                    round,
                    board,
                    events[&pair.event],
                    a,
                    b,
                    pair.seed.cast_signed(),
                ]);
            }
            store.connection.script(PLANNED)?;
            for batch in rows.chunks(BATCH) {
                // Numbers need no quotes, and bound one by one they would take far longer.
                let values: Vec<String> = batch
                    .iter()
                    .map(|row| format!("({})", row.map(|value| value.to_string()).join(",")))
                    .collect();
                store
                    .connection
                    .script(&format!("INSERT INTO planned VALUES {}", values.join(",")))?;
            }
            Ok(store.connection.script(COMPARED)?)
        })
    }

    /// The number of an event, which is added if it is new.
    pub(super) fn event(&mut self, name: &str) -> Result<i64, StoreError> {
        let query = "INSERT INTO event (name) VALUES ($1) ON CONFLICT (name) DO NOTHING";
        let query = self.connection.query(query).bind(name.to_owned());
        self.connection.execute(query)?;
        let query = self.connection.query("SELECT id FROM event WHERE name = $1");
        let row = self.connection.row(query.bind(name.to_owned()))?;
        Ok(row.ok_or(sqlx::Error::RowNotFound)?.try_get("id")?)
    }

    /// The events that were ever played or planned.
    pub(crate) fn events(&mut self) -> Result<Vec<String>, StoreError> {
        let query = self.connection.query("SELECT name FROM event ORDER BY id");
        let rows = self.connection.rows(query)?;
        Ok(rows.iter().map(|row| row.try_get("name")).collect::<Result<_, _>>()?)
    }

    /// Frees all pairs that are claimed, for who has a file to itself: whoever claimed them
    /// is gone.
    pub(super) fn end_all_leases(&mut self) -> Result<(), StoreError> {
        let query = "UPDATE pair SET lease_until = 0, worker = NULL
                     WHERE done_at IS NULL AND lease_until > 0";
        let query = self.connection.query(query);
        self.connection.execute(query)?;
        Ok(())
    }

    /// Claims a pair for a worker, if one is free whose agents it can start.
    pub fn claim(&mut self, worker: i64, lease: Duration) -> Result<Option<Claim>, StoreError> {
        let query = self
            .connection
            .query(
                "UPDATE pair SET worker = $1, lease = lease + 1, lease_until = {now} + $2
                 WHERE id = (SELECT id FROM pair
                             WHERE done_at IS NULL AND wanted = 1 AND lease_until <= {now}
                                AND NOT EXISTS (SELECT 1 FROM refusal
                                    WHERE worker = $1 AND version IN (pair.a, pair.b))
                             ORDER BY lease_until, id LIMIT 1 {skip})
                   AND EXISTS (SELECT 1 FROM worker WHERE id = $1 AND excluded = 0)
                 RETURNING id, lease, (SELECT value FROM setting WHERE name = 'revision')
                    AS revision",
            )
            .bind(worker)
            .bind(milliseconds(lease));
        let Some(claimed) = self.connection.row(query)? else { return Ok(None) };
        let pair: i64 = claimed.try_get("id")?;
        let query = self.connection.query(
            "SELECT pair.round, pair.board, event.name AS event, pair.seed, pair.a AS a_version,
                pair.b AS b_version, one.name AS a, other.name AS b,
                (SELECT COUNT(*) FROM game WHERE game.pair = pair.id AND state = 'counts'
                    AND number = 1) AS has_first,
                (SELECT COUNT(*) FROM game WHERE game.pair = pair.id AND state = 'counts'
                    AND number = 2) AS has_second
             FROM pair JOIN event ON event.id = pair.event
             JOIN version AS a_of ON a_of.id = pair.a JOIN agent AS one ON one.id = a_of.agent
             JOIN version AS b_of ON b_of.id = pair.b JOIN agent AS other ON other.id = b_of.agent
             WHERE pair.id = $1",
        );
        let row = self.connection.row(query.bind(pair))?.ok_or(sqlx::Error::RowNotFound)?;
        let (a, b): (String, String) = (row.try_get("a")?, row.try_get("b")?);
        let key = |first: &String, second: &String| -> Result<GameKey, sqlx::Error> {
            Ok(GameKey {
                round: count(&row, "round")?,
                board: count(&row, "board")?,
                event: row.try_get("event")?,
                first: first.clone(),
                second: second.clone(),
            })
        };
        let mut games = Vec::new();
        // A file is written game by game.
        for (has, first, second) in [("has_first", &a, &b), ("has_second", &b, &a)] {
            if row.try_get::<i64, _>(has)? == 0 {
                games.push(key(first, second)?);
            }
        }
        let versions =
            [(a.clone(), row.try_get("a_version")?), (b.clone(), row.try_get("b_version")?)];
        Ok(Some(Claim {
            pair,
            worker,
            games,
            seed: row.try_get::<Option<i64>, _>("seed")?.unwrap_or_default().cast_unsigned(),
            revision: claimed.try_get::<Option<String>, _>("revision")?.unwrap_or_default(),
            lease: claimed.try_get("lease")?,
            a,
            versions,
        }))
    }

    /// Renews a lease; false if it has run out.
    pub fn renew(&mut self, claim: &Claim, lease: Duration) -> Result<bool, StoreError> {
        let query = self
            .connection
            .query(
                "UPDATE pair SET lease_until = {now} + $1
                 WHERE id = $2 AND worker = $3 AND lease = $4 AND done_at IS NULL
                   AND lease_until > {now}",
            )
            .bind(milliseconds(lease))
            .bind(claim.pair)
            .bind(claim.worker)
            .bind(claim.lease);
        Ok(self.connection.execute(query)? == 1)
    }

    /// Gives a pair back, to be played by others.
    pub fn hand_back(&mut self, claim: &Claim) -> Result<(), StoreError> {
        let query = self
            .connection
            .query(
                "UPDATE pair SET lease_until = 0, worker = NULL
                 WHERE id = $1 AND worker = $2 AND lease = $3 AND done_at IS NULL",
            )
            .bind(claim.pair)
            .bind(claim.worker)
            .bind(claim.lease);
        self.connection.execute(query)?;
        self.hide(claim)
    }

    /// Gives a pair back because this worker cannot start one of its agents, and gets no
    /// other pair of that one.
    pub(crate) fn refuse(
        &mut self,
        claim: &Claim,
        agent: &str,
        reason: &str,
    ) -> Result<(), StoreError> {
        self.atomically(|store| {
            for (_, version) in claim.versions.iter().filter(|(name, _)| name == agent) {
                let query = store
                    .connection
                    .query(
                        "INSERT INTO refusal (worker, version, reason) VALUES ($1, $2, $3)
                         ON CONFLICT (worker, version) DO NOTHING",
                    )
                    .bind(claim.worker)
                    .bind(*version)
                    .bind(reason.replace('\0', "\u{fffd}"));
                store.connection.execute(query)?;
            }
            store.hand_back(claim)
        })
    }

    /// Keeps finished games of a pair, all or none of them; `is_whole` if they were the
    /// last ones that were missing. To ask again after a lost connection does no harm.
    pub fn keep(
        &mut self,
        claim: &Claim,
        games: &[Finished],
        is_whole: bool,
        speed: Option<i64>,
    ) -> Result<Kept, StoreError> {
        self.atomically(|store| {
            let query = store
                .connection
                .query(
                    "UPDATE pair SET lease = lease
                     WHERE id = $1 AND worker = $2 AND lease = $3 AND done_at IS NULL
                       AND lease_until > {now}",
                )
                .bind(claim.pair)
                .bind(claim.worker)
                .bind(claim.lease);
            if store.connection.execute(query)? == 0 {
                return store.is_kept(claim);
            }
            for game in games {
                store.add_game(
                    claim.pair,
                    claim.number_of(&game.key),
                    game,
                    Some((claim.worker, speed)),
                )?;
            }
            if is_whole {
                store.settle(claim.pair)?;
                store.hide(claim)?;
            }
            Ok(Kept::Counted)
        })
    }

    /// Whether the result was written before the connection was lost.
    fn is_kept(&mut self, claim: &Claim) -> Result<Kept, StoreError> {
        let query = self
            .connection
            .query(
                "SELECT id FROM pair WHERE id = $1 AND worker = $2 AND lease = $3
                 AND done_at IS NOT NULL",
            )
            .bind(claim.pair)
            .bind(claim.worker)
            .bind(claim.lease);
        let row = self.connection.row(query)?;
        Ok(if row.is_some() { Kept::Counted } else { Kept::Late })
    }

    /// Writes the result of a pair if both of its games are there.
    pub(super) fn settle(&mut self, pair: i64) -> Result<(), StoreError> {
        let query = self.connection.query(
            "SELECT margin, score, fault FROM game WHERE pair = $1 AND state = 'counts' ORDER BY number",
        );
        let rows = self.connection.rows(query.bind(pair))?;
        let [one, two] = &rows[..] else { return Ok(()) };
        let result = |row: &sqlx::any::AnyRow| -> Result<GameResult, sqlx::Error> {
            let fault: Option<String> = row.try_get("fault")?;
            let (margin, score) = (row.try_get("margin")?, score_of(row)?);
            Ok(GameResult { margin, score, is_forfeit: fault.is_some() })
        };
        let result = PairResult::new([result(one)?, result(two)?.reversed()]);
        let query = self
            .connection
            .query(
                "UPDATE pair SET margin = $1, score = $2, done_at = (SELECT MAX(finished_at)
                    FROM game WHERE game.pair = pair.id AND state = 'counts') WHERE id = $3",
            )
            .bind(result.margin)
            .bind(super::games::name_of(result.score))
            .bind(pair);
        self.connection.execute(query)?;
        Ok(())
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 2)
}
