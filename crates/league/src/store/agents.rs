//! Agents and their versions.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::games::count;
use super::{Store, StoreError};

/// An agent as it plays now, before it is known whether that is a new version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Submitted {
    pub(crate) name: String,
    /// Its command line as it is where its files are, and as it was in earlier stores.
    pub(crate) command: String,
    pub(crate) old_command: String,
    /// What tells its files, its command line and its grants from others.
    pub(crate) content: String,
    /// Its files, if they are in the store.
    pub(crate) package: Option<String>,
}

/// What became of an agent that was put into the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It is new.
    New,
    /// It plays on as it was.
    Known,
    /// It has changed: this is the number of the version that plays from now on.
    Changed(u32),
    /// The organiser has removed it.
    Removed,
}

/// A version of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its number in the store.
    pub id: i64,
    /// The agent.
    pub agent: String,
    /// Its number among the agent's versions, from 1.
    pub number: u32,
    /// Its command line.
    pub command: String,
    /// Whether it is the one that plays.
    pub is_active: bool,
    /// Whether the organiser has removed the agent.
    pub is_removed: bool,
}

impl Version {
    /// The agent with the version's number, as standings of all versions name it.
    pub fn name(&self) -> String {
        format!("{} ({})", self.agent, self.number)
    }
}

impl Store {
    /// Takes an agent in: what is as it was plays on, what has changed becomes a version of
    /// its own, and what is as in an earlier version is that one again.
    pub(crate) fn enter(&mut self, agent: &Submitted) -> Result<Entered, StoreError> {
        let query = self.connection.query("SELECT id, removed FROM agent WHERE name = $1");
        let Some(row) = self.connection.row(query.bind(agent.name.clone()))? else {
            let query = self.connection.query("INSERT INTO agent (name) VALUES ($1) RETURNING id");
            let row = self.connection.row(query.bind(agent.name.clone()))?;
            let row = row.ok_or(sqlx::Error::RowNotFound)?;
            self.add_version(row.try_get("id")?, 1, agent)?;
            return Ok(Entered::New);
        };
        if row.try_get::<i64, _>("removed")? == 1 {
            return Ok(Entered::Removed);
        }
        let id: i64 = row.try_get("id")?;
        let query = self.connection.query(
            "SELECT id, number, command, content, package, active FROM version
             WHERE agent = $1 ORDER BY number",
        );
        let versions = self.connection.rows(query.bind(id))?;
        for version in &versions {
            if is_same(version, agent)? {
                self.keep_content(version.try_get("id")?, agent)?;
                if version.try_get::<i64, _>("active")? == 1 {
                    return Ok(Entered::Known);
                }
                self.activate(id, version.try_get("id")?)?;
                return Ok(Entered::Changed(count(version, "number")?));
            }
        }
        let number = versions.len() as u32 + 1;
        self.end_activity(id)?;
        self.add_version(id, number, agent)?;
        Ok(Entered::Changed(number))
    }

    fn add_version(&mut self, id: i64, number: u32, agent: &Submitted) -> Result<(), StoreError> {
        let query = self
            .connection
            .query(
                "INSERT INTO version (agent, number, command, content, package, active, added_at)
                 VALUES ($1, $2, $3, $4, $5, 1, {now})",
            )
            .bind(id)
            .bind(i64::from(number))
            .bind(agent.command.clone())
            .bind(agent.content.clone())
            .bind(agent.package.clone());
        self.connection.execute(query)?;
        Ok(())
    }

    /// A store of an earlier version did not keep the content of everything.
    fn keep_content(&mut self, version: i64, agent: &Submitted) -> Result<(), StoreError> {
        let query = self
            .connection
            .query(
                "UPDATE version SET content = $1, command = $2 WHERE id = $3 AND content IS NULL",
            )
            .bind(agent.content.clone())
            .bind(agent.command.clone())
            .bind(version);
        self.connection.execute(query)?;
        Ok(())
    }

    fn end_activity(&mut self, agent: i64) -> Result<(), StoreError> {
        let query = "UPDATE version SET active = 0 WHERE agent = $1 AND active = 1";
        let query = self.connection.query(query).bind(agent);
        self.connection.execute(query)?;
        Ok(())
    }

    fn activate(&mut self, agent: i64, version: i64) -> Result<(), StoreError> {
        self.end_activity(agent)?;
        let query = "UPDATE version SET active = 1 WHERE id = $1";
        let query = self.connection.query(query).bind(version);
        self.connection.execute(query)?;
        Ok(())
    }

    /// The names of all agents that were not removed, in the order in which they came.
    pub fn agents(&mut self) -> Result<Vec<String>, StoreError> {
        let versions = self.versions()?.into_iter();
        let playing = versions.filter(|version| version.is_active && !version.is_removed);
        Ok(playing.map(|version| version.agent).collect())
    }

    /// All versions of all agents, in the order in which the agents came.
    pub fn versions(&mut self) -> Result<Vec<Version>, StoreError> {
        let query = self.connection.query(
            "SELECT version.id, agent.name, version.number, version.command, version.active,
                agent.removed
             FROM version JOIN agent ON agent.id = version.agent
             ORDER BY agent.id, version.number",
        );
        let rows = self.connection.rows(query)?;
        let read = |row: &AnyRow| -> Result<Version, sqlx::Error> {
            Ok(Version {
                id: row.try_get("id")?,
                agent: row.try_get("name")?,
                number: count(row, "number")?,
                command: row.try_get("command")?,
                is_active: row.try_get::<i64, _>("active")? == 1,
                is_removed: row.try_get::<i64, _>("removed")? == 1,
            })
        };
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    /// Removes an agent from the tournament, or takes it in again: it neither plays nor
    /// counts while it is removed, and its games stay. False if there is no such agent.
    pub fn remove(&mut self, agent: &str, is_removed: bool) -> Result<bool, StoreError> {
        self.alone(|store| {
            let query = store
                .connection
                .query("UPDATE agent SET removed = $1 WHERE name = $2")
                .bind(i64::from(is_removed))
                .bind(agent.to_owned());
            if store.connection.execute(query)? == 0 {
                return Ok(false);
            }
            // Taken in again, it plays when the tournament is published the next time.
            let query = store
                .connection
                .query(
                    "UPDATE pair SET wanted = 0, lease_until = 0, lease = lease + 1, worker = NULL
                     WHERE done_at IS NULL AND (a IN (SELECT version.id FROM version
                            JOIN agent ON agent.id = version.agent WHERE agent.name = $1)
                        OR b IN (SELECT version.id FROM version
                            JOIN agent ON agent.id = version.agent WHERE agent.name = $1))",
                )
                .bind(agent.to_owned());
            store.connection.execute(query)?;
            Ok(true)
        })
    }
}

/// Whether a version is this agent. Where its content is not known, what is known of it
/// decides: its files if they are in the store, and its command line.
fn is_same(version: &AnyRow, agent: &Submitted) -> Result<bool, sqlx::Error> {
    if let Some(content) = version.try_get::<Option<String>, _>("content")? {
        return Ok(content == agent.content);
    }
    let command: String = version.try_get("command")?;
    Ok(match version.try_get::<Option<String>, _>("package")? {
        Some(package) => Some(package) == agent.package && command == agent.command,
        None => command == agent.command || command == agent.old_command,
    })
}
