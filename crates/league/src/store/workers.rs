//! Who plays: workers, their heartbeats, and what each has done.

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

impl Store {
    /// Registers a worker and gives it its number. A file's only worker keeps its own, and
    /// what an earlier program has claimed there is free.
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
                        stopped_at = NULL WHERE name = $3 RETURNING id",
                )
                .bind(worker.version.clone())
                .bind(i64::try_from(worker.jobs).unwrap_or(i64::MAX))
                .bind(worker.name.clone());
            match store.connection.row(query)? {
                Some(row) => Ok(row.try_get("id")?),
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

    /// Excludes a worker: its games do not count any more, it gets no others, and its pairs
    /// are played again elsewhere. Gives the number of games that ceased to count, or
    /// nothing if there is no such worker.
    pub fn exclude(&mut self, worker: i64) -> Result<Option<u64>, StoreError> {
        self.alone(|store| {
            let query = "UPDATE worker SET excluded = 1 WHERE id = $1";
            let query = store.connection.query(query).bind(worker);
            if store.connection.execute(query)? == 0 {
                return Ok(None);
            }
            let query = "UPDATE pair SET done_at = NULL, lease_until = 0, worker = NULL,
                            lease = lease + 1 WHERE worker = $1";
            let query = store.connection.query(query).bind(worker);
            store.connection.execute(query)?;
            let query = "UPDATE game SET void = 1 WHERE worker = $1 AND void = 0";
            let query = store.connection.query(query).bind(worker);
            Ok(Some(store.connection.execute(query)?))
        })
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

    /// How many pairs there are of each kind.
    pub(crate) fn counts(&mut self) -> Result<QueueCounts, StoreError> {
        let query = self
            .connection
            .query(
                "SELECT
                    (SELECT COUNT(*) FROM pair WHERE done_at IS NOT NULL) AS done,
                    (SELECT COUNT(*) FROM pair WHERE done_at IS NULL AND lease_until > {now})
                        AS running,
                    (SELECT COUNT(*) FROM pair WHERE done_at IS NULL AND lease_until <= {now})
                        AS waiting,
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
        let query = "SELECT COUNT(*) AS number FROM pair WHERE done_at IS NULL";
        let query = self.connection.query(query);
        let row = self.connection.row(query)?;
        Ok(row.map_or(Ok(0), |row| row.try_get("number"))?)
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
