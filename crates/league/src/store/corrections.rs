//! What an organiser puts right: workers and games that do not count, and count again.

use sqlx::Row;

use super::{Store, StoreError};

/// What is to be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rematch {
    /// The pair of a game.
    Game(i64),
    /// All pairs of an agent, as it plays now.
    Agent(String),
}

impl Store {
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
            let query = "UPDATE pair SET done_at = NULL, margin = NULL, score = NULL,
                            lease_until = 0, worker = NULL, lease = lease + 1 WHERE worker = $1";
            let query = store.connection.query(query).bind(worker);
            store.connection.execute(query)?;
            let query = "UPDATE game SET state = 'excluded' WHERE worker = $1 AND state = 'counts'";
            let query = store.connection.query(query).bind(worker);
            Ok(Some(store.connection.execute(query)?))
        })
    }

    /// Takes an excluded worker in again. Its games count again, but for those that others
    /// have played meanwhile. Gives their number, or nothing if no such worker is excluded.
    pub fn include(&mut self, worker: i64) -> Result<Option<u64>, StoreError> {
        self.alone(|store| {
            let query = "UPDATE worker SET excluded = 0 WHERE id = $1 AND excluded = 1";
            let query = store.connection.query(query).bind(worker);
            if store.connection.execute(query)? == 0 {
                return Ok(None);
            }
            let query = store.connection.query(
                "SELECT DISTINCT pair.id FROM pair JOIN game ON game.pair = pair.id
                 WHERE game.worker = $1 AND game.state = 'excluded' AND pair.done_at IS NULL
                    AND pair.lease_until <= {now} AND NOT EXISTS (SELECT 1 FROM game AS other
                        WHERE other.pair = pair.id AND other.state = 'counts')",
            );
            let pairs = store.connection.rows(query.bind(worker))?;
            let mut counted = 0;
            for row in pairs {
                let pair: i64 = row.try_get("id")?;
                let query = store
                    .connection
                    .query(
                        "UPDATE game SET state = 'counts' WHERE id IN (SELECT MAX(id) FROM game
                            WHERE pair = $1 AND worker = $2 AND state = 'excluded'
                            GROUP BY number)",
                    )
                    .bind(pair)
                    .bind(worker);
                counted += store.connection.execute(query)?;
                let query = "UPDATE pair SET worker = $1 WHERE id = $2";
                let query = store.connection.query(query).bind(worker).bind(pair);
                store.connection.execute(query)?;
                store.settle(pair)?;
            }
            Ok(Some(counted))
        })
    }

    /// Has finished games played again: they stay in the store and do not count any more.
    /// Gives the number of pairs, or nothing if there is no such game or agent.
    pub fn rematch(&mut self, what: &Rematch) -> Result<Option<u64>, StoreError> {
        self.alone(|store| {
            let query = match what {
                Rematch::Game(game) => store
                    .connection
                    .query("SELECT pair AS id FROM game WHERE id = $1 AND state = 'counts'")
                    .bind(*game),
                Rematch::Agent(agent) => {
                    let is_known = store.agents()?.contains(agent);
                    if !is_known {
                        return Ok(None);
                    }
                    let version = "(SELECT version.id FROM version
                        JOIN agent ON agent.id = version.agent
                        WHERE agent.name = $1 AND version.active = 1)";
                    let text = format!(
                        "SELECT DISTINCT pair.id FROM pair JOIN game ON game.pair = pair.id
                         WHERE game.state = 'counts' AND (a = {version} OR b = {version})"
                    );
                    store.connection.query(&text).bind(agent.clone())
                }
            };
            let pairs = store.connection.rows(query)?;
            if pairs.is_empty() && matches!(what, Rematch::Game(_)) {
                return Ok(None);
            }
            for row in &pairs {
                let pair: i64 = row.try_get("id")?;
                let query =
                    "UPDATE game SET state = 'replayed' WHERE pair = $1 AND state = 'counts'";
                let query = store.connection.query(query).bind(pair);
                store.connection.execute(query)?;
                let query = "UPDATE pair SET done_at = NULL, margin = NULL, score = NULL,
                                lease_until = 0, worker = NULL, lease = lease + 1 WHERE id = $1";
                let query = store.connection.query(query).bind(pair);
                store.connection.execute(query)?;
            }
            Ok(Some(pairs.len() as u64))
        })
    }
}
