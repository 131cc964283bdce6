//! Who plays: workers, their heartbeats, and what each has done.

use std::collections::BTreeSet;

use serde::Serialize;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Store, StoreError};

/// What a worker says about itself when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrolment {
    /// Its name; several may have the same.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// How many games it plays at one time.
    pub jobs: usize,
    /// How many positions per second it searches, if it was measured.
    pub speed: Option<i64>,
}

/// What the store knows of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerCount {
    /// Its number.
    pub id: i64,
    /// What it said about itself.
    pub enrolment: Enrolment,
    /// The milliseconds since its last heartbeat.
    pub silent: i64,
    /// Whether it has said good-bye.
    pub has_stopped: bool,
    /// Whether its games do not count.
    pub is_excluded: bool,
    /// The pairs it is playing.
    pub running: i64,
    /// The games it has finished.
    pub games: i64,
    /// The games of it that were lost by the clock.
    pub out_of_time: i64,
}

/// An agent that could not be started where a worker is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The agent.
    pub agent: String,
    /// The worker's name.
    pub worker: String,
    /// Why.
    pub reason: String,
}

/// How many pairs there are of each kind, and how fast they come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QueueCounts {
    pub(crate) done: i64,
    pub(crate) running: i64,
    pub(crate) waiting: i64,
    /// The pairs that were done lately, and the milliseconds since the first of them.
    pub(crate) lately: (i64, i64),
}

/// How far back the speed of a tournament is measured, in milliseconds.
const LATELY: i64 = 10 * 60 * 1000;

/// Who was heard of within so many milliseconds is at work.
const PRESENT: i64 = 60 * 1000;

/// The versions that play now, that a worker who is here has refused, and that every other who
/// is here has refused, too.
const UNSTARTABLE: &str = "
    SELECT tried.id FROM version AS tried WHERE tried.active = 1
        AND EXISTS (SELECT 1 FROM worker JOIN refusal ON refusal.worker = worker.id
            WHERE refusal.version = tried.id AND worker.excluded = 0
                AND worker.stopped_at IS NULL AND worker.seen_at > {now} - $1)
        AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.jobs > 0 AND worker.excluded = 0
            AND worker.stopped_at IS NULL AND worker.seen_at > {now} - $1
            AND NOT EXISTS (SELECT 1 FROM refusal
                WHERE refusal.worker = worker.id AND refusal.version = tried.id))";

impl Store {
    /// Registers a worker and gives it its number. A file's only worker keeps its own, unless
    /// it was excluded, and what an earlier program has claimed there is free. What it could
    /// not start then it may be able to start now.
    pub fn enrol(&mut self, worker: &Enrolment) -> Result<i64, StoreError> {
        if self.location.is_shared() {
            return self.add_worker(worker);
        }
        self.atomically(|store| {
            if store.lock.is_some() {
                store.end_all_leases()?;
            }
            let query = store
                .connection
                .query(
                    "UPDATE worker SET version = $1, jobs = $2, started_at = {now}, seen_at = {now},
                        stopped_at = NULL WHERE name = $3 AND excluded = 0 RETURNING id",
                )
                .bind(worker.version.clone())
                .bind(i64::try_from(worker.jobs).unwrap_or(i64::MAX))
                .bind(worker.name.clone());
            match store.connection.row(query)? {
                Some(row) => {
                    let id: i64 = row.try_get("id")?;
                    let query = store.connection.query("DELETE FROM refusal WHERE worker = $1");
                    store.connection.execute(query.bind(id))?;
                    Ok(id)
                }
                None => store.add_worker(worker),
            }
        })
    }

    fn add_worker(&mut self, worker: &Enrolment) -> Result<i64, StoreError> {
        let query = self
            .connection
            .query(
                "INSERT INTO worker (name, version, jobs, speed, started_at, seen_at)
                 VALUES ($1, $2, $3, $4, {now}, {now}) RETURNING id",
            )
            .bind(worker.name.clone())
            .bind(worker.version.clone())
            .bind(i64::try_from(worker.jobs).unwrap_or(i64::MAX))
            .bind(worker.speed);
        let row = self.connection.row(query)?;
        let row = row.ok_or_else(|| StoreError::Database(sqlx::Error::RowNotFound))?;
        Ok(row.try_get("id")?)
    }

    /// A heartbeat. False if the worker was excluded.
    pub fn heartbeat(&mut self, worker: i64) -> Result<bool, StoreError> {
        let query = "UPDATE worker SET seen_at = {now} WHERE id = $1 RETURNING excluded";
        let query = self.connection.query(query).bind(worker);
        match self.connection.row(query)? {
            Some(row) => Ok(row.try_get::<i64, _>("excluded")? == 0),
            None => Ok(false),
        }
    }

    /// A worker says good-bye.
    pub fn retire(&mut self, worker: i64) -> Result<(), StoreError> {
        let query = "UPDATE worker SET seen_at = {now}, stopped_at = {now} WHERE id = $1";
        let query = self.connection.query(query).bind(worker);
        self.connection.execute(query)?;
        Ok(())
    }

    /// All workers, in the order in which they came.
    pub fn workers(&mut self) -> Result<Vec<WorkerCount>, StoreError> {
        let query = self.connection.query(
            "SELECT worker.*, {now} - seen_at AS silent,
                COALESCE(claimed.running, 0) AS running,
                COALESCE(played.games, 0) AS games,
                COALESCE(played.out_of_time, 0) AS out_of_time
             FROM worker LEFT JOIN (
                SELECT worker AS id, COUNT(*) AS running
                FROM pair WHERE done_at IS NULL AND lease_until > {now} GROUP BY worker
             ) AS claimed ON claimed.id = worker.id LEFT JOIN (
                SELECT worker AS id, COUNT(*) AS games,
                    COUNT(CASE WHEN fault = 'out-of-time' THEN 1 END) AS out_of_time
                FROM game WHERE worker IS NOT NULL GROUP BY worker
             ) AS played ON played.id = worker.id
             ORDER BY worker.id",
        );
        let rows = self.connection.rows(query)?;
        Ok(rows.iter().map(read_worker).collect::<Result<_, _>>()?)
    }

    /// How many pairs there are of each kind. Done are those that count in the standings, also
    /// of agents that have left.
    pub(crate) fn counts(&mut self) -> Result<QueueCounts, StoreError> {
        let query = self
            .connection
            .query(
                "WITH playing AS (SELECT version.id FROM version
                    JOIN agent ON agent.id = version.agent
                    WHERE version.active = 1 AND agent.removed = 0)
                 SELECT
                    (SELECT COUNT(*) FROM pair WHERE done_at IS NOT NULL
                        AND a IN (SELECT id FROM playing) AND b IN (SELECT id FROM playing))
                        AS done,
                    (SELECT COUNT(*) FROM pair WHERE done_at IS NULL AND lease_until > {now})
                        AS running,
                    (SELECT COUNT(*) FROM pair WHERE done_at IS NULL AND wanted = 1
                        AND lease_until <= {now}) AS waiting,
                    (SELECT COUNT(*) FROM pair WHERE done_at > {now} - $1) AS lately,
                    {now} - COALESCE((SELECT MIN(done_at) FROM pair WHERE done_at > {now} - $1),
                        {now}) AS since",
            )
            .bind(LATELY);
        let Some(row) = self.connection.row(query)? else { return Ok(QueueCounts::default()) };
        Ok(QueueCounts {
            done: row.try_get("done")?,
            running: row.try_get("running")?,
            waiting: row.try_get("waiting")?,
            lately: (row.try_get("lately")?, row.try_get("since")?),
        })
    }

    /// How many pairs are not done. Quicker than all counts.
    pub(crate) fn left(&mut self) -> Result<i64, StoreError> {
        self.left_besides(None)
    }

    /// How many pairs are not done that this worker does not refuse to play.
    pub(crate) fn left_for(&mut self, worker: i64) -> Result<i64, StoreError> {
        self.left_besides(Some(worker))
    }

    fn left_besides(&mut self, worker: Option<i64>) -> Result<i64, StoreError> {
        let query = self.connection.query(
            "SELECT COUNT(*) AS number FROM pair WHERE done_at IS NULL AND wanted = 1
                AND NOT EXISTS (SELECT 1 FROM refusal
                    WHERE refusal.worker = $1 AND version IN (pair.a, pair.b))",
        );
        let row = self.connection.row(query.bind(worker.unwrap_or_default()))?;
        Ok(row.map_or(Ok(0), |row| row.try_get("number"))?)
    }

    /// The agents that no worker can start: at least one has tried, and none that is here has
    /// not. They stop nobody else.
    pub(crate) fn unstartable(&mut self) -> Result<BTreeSet<String>, StoreError> {
        let query = self
            .connection
            .query(&format!(
                "SELECT agent.name FROM version JOIN agent ON agent.id = version.agent
                 WHERE version.id IN ({UNSTARTABLE})"
            ))
            .bind(PRESENT);
        let rows = self.connection.rows(query)?;
        Ok(rows.iter().map(|row| row.try_get("name")).collect::<Result<_, _>>()?)
    }

    /// How many pairs are not done that some worker may be able to play.
    pub(crate) fn left_for_anybody(&mut self) -> Result<i64, StoreError> {
        let query = self
            .connection
            .query(&format!(
                "SELECT COUNT(*) AS number FROM pair WHERE done_at IS NULL AND wanted = 1
                    AND a NOT IN ({UNSTARTABLE}) AND b NOT IN ({UNSTARTABLE})"
            ))
            .bind(PRESENT);
        let row = self.connection.row(query)?;
        Ok(row.map_or(Ok(0), |row| row.try_get("number"))?)
    }

    /// Which agents could not be started, of those that play now and have not played all.
    pub fn refusals(&mut self) -> Result<Vec<Refusal>, StoreError> {
        let query = self.connection.query(
            "SELECT agent.name AS agent, worker.name AS worker, refusal.reason FROM refusal
             JOIN version ON version.id = refusal.version AND version.active = 1
             JOIN agent ON agent.id = version.agent AND agent.removed = 0
             JOIN worker ON worker.id = refusal.worker AND worker.excluded = 0
             WHERE EXISTS (SELECT 1 FROM pair
                WHERE version.id IN (pair.a, pair.b) AND pair.done_at IS NULL)
             ORDER BY agent.name, worker.id",
        );
        let read = |row: &AnyRow| -> Result<Refusal, sqlx::Error> {
            Ok(Refusal {
                agent: row.try_get("agent")?,
                worker: row.try_get("worker")?,
                reason: row.try_get("reason")?,
            })
        };
        let rows = self.connection.rows(query)?;
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }
}

fn read_worker(row: &AnyRow) -> Result<WorkerCount, sqlx::Error> {
    Ok(WorkerCount {
        id: row.try_get("id")?,
        enrolment: Enrolment {
            name: row.try_get("name")?,
            version: row.try_get("version")?,
            jobs: usize::try_from(row.try_get::<i64, _>("jobs")?).unwrap_or_default(),
            speed: row.try_get("speed")?,
        },
        silent: row.try_get("silent")?,
        has_stopped: row.try_get::<Option<i64>, _>("stopped_at")?.is_some(),
        is_excluded: row.try_get::<i64, _>("excluded")? != 0,
        running: row.try_get("running")?,
        games: row.try_get("games")?,
        out_of_time: row.try_get("out_of_time")?,
    })
}
