//! The queue: which pairs are to be played, and who plays them just now.
//!
//! A worker claims a pair under a lease and renews it while it plays. All times are the
//! database's. A lease that has run out is gone for good: the pair is free for others, and
//! the result of whoever had it is refused, even if nobody has claimed it since, because
//! a machine that was silent for so long cannot have kept the players' clocks.

use std::collections::BTreeSet;
use std::time::Duration;

use fruitrage_rules::Record;
use sqlx::Row;

use super::games::count;
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

impl PlannedPair {
    /// The two games.
    fn games(&self) -> [GameKey; 2] {
        let (a, b) = &self.agents;
        [(a, b), (b, a)].map(|(first, second)| GameKey {
            round: self.round,
            board: self.board,
            event: self.event.clone(),
            first: first.clone(),
            second: second.clone(),
        })
    }
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
    lease: i64,
}

/// What became of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It counts.
    Counted,
    /// It came after the lease had run out and does not count.
    Late,
}

impl Store {
    /// Makes the queue what is planned. What is finished stays; what is no longer planned
    /// is not played any more.
    pub(crate) fn plan(&mut self, planned: &[PlannedPair]) -> Result<(), StoreError> {
        let finished: BTreeSet<GameKey> = self.finished_keys()?.into_iter().collect();
        let is_done = |pair: &PlannedPair| pair.games().iter().all(|key| finished.contains(key));
        let queued = self.queued()?;
        let known: BTreeSet<&PlannedPair> = queued.iter().map(|(_, pair)| pair).collect();
        let missing: Vec<&PlannedPair> =
            planned.iter().filter(|pair| !known.contains(pair)).collect();
        let planned: BTreeSet<&PlannedPair> = planned.iter().collect();
        self.atomically(|store| {
            for (id, _) in queued.iter().filter(|(_, pair)| !planned.contains(pair)) {
                let query = "DELETE FROM pair WHERE id = $1 AND done_at IS NULL";
                let query = store.connection.query(query).bind(*id);
                store.connection.execute(query)?;
            }
            for done in [true, false] {
                let pairs: Vec<&PlannedPair> =
                    missing.iter().copied().filter(|pair| is_done(pair) == done).collect();
                for batch in pairs.chunks(BATCH) {
                    store.add_pairs(batch, done)?;
                }
            }
            Ok(())
        })
    }

    fn queued(&mut self) -> Result<Vec<(i64, PlannedPair)>, StoreError> {
        let query = self.connection.query("SELECT id, round, board, event, a, b, seed FROM pair");
        let rows = self.connection.rows(query)?;
        let read = |row: &sqlx::any::AnyRow| -> Result<(i64, PlannedPair), sqlx::Error> {
            let pair = PlannedPair {
                round: count(row, "round")?,
                board: count(row, "board")?,
                event: row.try_get("event")?,
                agents: (row.try_get("a")?, row.try_get("b")?),
                seed: row.try_get::<i64, _>("seed")?.cast_unsigned(),
            };
            Ok((row.try_get("id")?, pair))
        };
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    fn add_pairs(&mut self, pairs: &[&PlannedPair], done: bool) -> Result<(), StoreError> {
        let done_at = if done { "{now}" } else { "NULL" };
        let places = |index: usize| {
            let places: Vec<String> =
                (1..=6).map(|place| format!("${}", index * 6 + place)).collect();
            format!("({}, {done_at})", places.join(", "))
        };
        let rows: Vec<String> = (0..pairs.len()).map(places).collect();
        // A pair whose seed has changed is done already; it is not played again.
        let text = format!(
            "INSERT INTO pair (round, board, event, a, b, seed, done_at) VALUES {}
             ON CONFLICT (round, board, event, a, b) DO NOTHING",
            rows.join(", ")
        );
        let mut query = self.connection.query(&text);
        for pair in pairs {
            query = query
                .bind(i64::from(pair.round))
                .bind(i64::from(pair.board))
                .bind(pair.event.clone())
                .bind(pair.agents.0.clone())
                .bind(pair.agents.1.clone())
                .bind(pair.seed.cast_signed());
        }
        self.connection.execute(query)?;
        Ok(())
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

    /// Claims a pair for a worker, if one is free.
    pub fn claim(&mut self, worker: i64, lease: Duration) -> Result<Option<Claim>, StoreError> {
        let query = self
            .connection
            .query(
                "UPDATE pair SET worker = $1, lease = lease + 1, lease_until = {now} + $2
                 WHERE id = (SELECT id FROM pair WHERE done_at IS NULL AND lease_until <= {now}
                             ORDER BY lease_until, id LIMIT 1 {skip})
                   AND EXISTS (SELECT 1 FROM worker WHERE id = $1 AND excluded = 0)
                 RETURNING id, round, board, event, a, b, seed, lease,
                    (SELECT value FROM setting WHERE name = 'revision') AS revision",
            )
            .bind(worker)
            .bind(milliseconds(lease));
        let Some(row) = self.connection.row(query)? else { return Ok(None) };
        let pair = PlannedPair {
            round: count(&row, "round")?,
            board: count(&row, "board")?,
            event: row.try_get("event")?,
            agents: (row.try_get("a")?, row.try_get("b")?),
            seed: row.try_get::<i64, _>("seed")?.cast_unsigned(),
        };
        let mut games = pair.games().to_vec();
        let finished = self.finished_firsts(&pair)?;
        games.retain(|key| !finished.contains(&key.first));
        Ok(Some(Claim {
            pair: row.try_get("id")?,
            worker,
            games,
            seed: pair.seed,
            revision: row.try_get::<Option<String>, _>("revision")?.unwrap_or_default(),
            lease: row.try_get("lease")?,
        }))
    }

    /// Who moved first in the games of a pair that are finished: a file is written game by
    /// game.
    fn finished_firsts(&mut self, pair: &PlannedPair) -> Result<Vec<String>, StoreError> {
        let query = self
            .connection
            .query(
                "SELECT first FROM game WHERE void = 0 AND round = $1 AND board = $2
                 AND event = $3 AND ((first = $4 AND second = $5) OR (first = $5 AND second = $4))",
            )
            .bind(i64::from(pair.round))
            .bind(i64::from(pair.board))
            .bind(pair.event.clone())
            .bind(pair.agents.0.clone())
            .bind(pair.agents.1.clone());
        let rows = self.connection.rows(query)?;
        Ok(rows.iter().map(|row| row.try_get("first")).collect::<Result<_, _>>()?)
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
        Ok(())
    }

    /// Keeps finished games of a pair, all or none of them; `is_whole` if they were the
    /// last ones that were missing. To ask again after a lost connection does no harm.
    pub fn keep(
        &mut self,
        claim: &Claim,
        games: &[(GameKey, Record)],
        is_whole: bool,
        speed: Option<i64>,
    ) -> Result<Kept, StoreError> {
        self.atomically(|store| {
            let query = store
                .connection
                .query(
                    "UPDATE pair SET done_at = CASE WHEN $1 = 1 THEN {now} END
                     WHERE id = $2 AND worker = $3 AND lease = $4 AND done_at IS NULL
                       AND lease_until > {now}",
                )
                .bind(i64::from(is_whole))
                .bind(claim.pair)
                .bind(claim.worker)
                .bind(claim.lease);
            if store.connection.execute(query)? == 0 {
                return store.is_kept(claim);
            }
            for (key, record) in games {
                store.add_game(key, record, Some((claim.worker, speed)))?;
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
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 2)
}
