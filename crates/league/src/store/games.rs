//! Finished games in the store, and their records.

use std::time::Duration;

use fruitrage_arena::GameResult;
use fruitrage_rules::{Cause, Ending, Player, Record};
use fruitrage_statistics::Score;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Store, StoreError};
use crate::GameKey;
use crate::swiss::in_order;

/// A finished game in the store. Its record is read by itself, as it is far longer.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its number in the store.
    pub id: i64,
    /// Which game it is.
    pub key: GameKey,
    /// The versions of the two agents, from 1.
    pub versions: [u32; 2],
    /// The result for who moved first.
    pub result: GameResult,
    /// How it was lost, if by a fault.
    pub fault: Option<StoredFault>,
    /// What the players used of their clocks.
    pub time: [Duration; 2],
    /// The number of the worker that played it, if known.
    pub worker: Option<i64>,
    /// How many positions per second that worker searched when it was measured.
    pub speed: Option<i64>,
}

/// A fault in the store.
#[derive(Clone, Debug)]
pub struct StoredFault {
    /// Who lost.
    pub loser: Player,
    /// Why.
    pub cause: String,
    /// What was expected and what came.
    pub detail: String,
}

/// A game that is over and is to be kept.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which game it is.
    pub key: GameKey,
    /// The game.
    pub record: Record,
    /// What the players printed, with the number of the move from 1.
    pub printed: Vec<(usize, String)>,
}

impl Finished {
    /// A game whose players printed nothing.
    pub const fn new(key: GameKey, record: Record) -> Self {
        Self { key, record, printed: Vec::new() }
    }
}

/// All that was kept of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The game as text.
    pub record: String,
    /// What the players printed, with the number of the move from 1; nothing is known of games
    /// that earlier versions played.
    pub printed: Vec<(usize, String)>,
}

/// Which games are asked for: all that count, if nothing else is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Only those of this agent.
    pub agent: Option<String>,
    /// Only those against this one.
    pub opponent: Option<String>,
    /// Only those that were lost by a fault.
    pub faults_only: bool,
    /// Those of earlier versions, too.
    pub all_versions: bool,
    /// Without those of these workers.
    pub without: Vec<i64>,
    /// Only those that were finished by then, in milliseconds since 1970.
    pub until: Option<i64>,
    /// The latest first; otherwise in an order that does not depend on when they were played.
    pub latest_first: bool,
    /// How many are passed over.
    pub offset: u64,
    /// How many at most.
    pub limit: Option<u64>,
}

/// Who played a game: the number of the worker and its speed.
pub(super) type PlayedBy = Option<(i64, Option<i64>)>;

const TABLES: &str = "
    FROM game JOIN pair ON pair.id = game.pair JOIN event ON event.id = pair.event
    JOIN version AS a_of ON a_of.id = pair.a JOIN agent AS one ON one.id = a_of.agent
    JOIN version AS b_of ON b_of.id = pair.b JOIN agent AS other ON other.id = b_of.agent
    WHERE game.state = 'counts' AND one.removed = 0 AND other.removed = 0";

impl Search {
    /// The tables, and what holds of the rows that are asked for, with `$1` and `$2` for names.
    fn rows(&self) -> String {
        let mut parts = vec![TABLES.to_owned()];
        if !self.all_versions {
            parts.push("a_of.active = 1 AND b_of.active = 1".to_owned());
        }
        if self.faults_only {
            parts.push("game.fault IS NOT NULL".to_owned());
        }
        if !self.without.is_empty() {
            let numbers: Vec<String> = self.without.iter().map(ToString::to_string).collect();
            parts.push(format!("COALESCE(game.worker, 0) NOT IN ({})", numbers.join(", ")));
        }
        if let Some(until) = self.until {
            parts.push(format!("game.finished_at <= {until}"));
        }
        for (place, _) in (1..).zip(self.names()) {
            let versions = format!(
                "(SELECT version.id FROM version JOIN agent ON agent.id = version.agent
                  WHERE agent.name = ${place})"
            );
            parts.push(format!("(pair.a IN {versions} OR pair.b IN {versions})"));
        }
        parts.join(" AND ")
    }

    fn names(&self) -> Vec<String> {
        self.agent.iter().chain(&self.opponent).cloned().collect()
    }
}

impl Store {
    /// Keeps a game that is over. Its agents must be registered.
    pub fn add(&mut self, key: &GameKey, record: &Record) -> Result<(), StoreError> {
        self.atomically(|store| {
            let event = store.event(&key.event)?;
            let (a, b) = in_order(&key.first, &key.second);
            let of_agents = "FROM version AS a_of JOIN agent AS one ON one.id = a_of.agent,
                version AS b_of JOIN agent AS other ON other.id = b_of.agent
                WHERE a_of.active = 1 AND b_of.active = 1 AND one.name = $1 AND other.name = $2";
            let query = store
                .connection
                .query(&format!(
                    "INSERT INTO pair (round, board, event, a, b)
                     SELECT CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT),
                        a_of.id, b_of.id {of_agents}
                     ON CONFLICT (round, board, event, a, b) DO NOTHING"
                ))
                .bind(a.clone())
                .bind(b.clone())
                .bind(i64::from(key.round))
                .bind(i64::from(key.board))
                .bind(event);
            store.connection.execute(query)?;
            let query = store
                .connection
                .query(&format!(
                    "SELECT id FROM pair WHERE round = $3 AND board = $4 AND event = $5
                     AND EXISTS (SELECT 1 {of_agents} AND a_of.id = pair.a AND b_of.id = pair.b)"
                ))
                .bind(a)
                .bind(b)
                .bind(i64::from(key.round))
                .bind(i64::from(key.board))
                .bind(event);
            let row = store.connection.row(query)?.ok_or_else(|| {
                let (first, second) = (&key.first, &key.second);
                StoreError::Disagrees(format!(
                    "expected agents of this store, found `{first}` and `{second}`"
                ))
            })?;
            let pair: i64 = row.try_get("id")?;
            let number = if key.first <= key.second { 1 } else { 2 };
            let game = Finished::new(key.clone(), record.clone());
            store.add_game(pair, number, &game, None)?;
            store.settle(pair)
        })
    }

    pub(super) fn add_game(
        &mut self,
        pair: i64,
        number: i64,
        finished: &Finished,
        by: PlayedBy,
    ) -> Result<(), StoreError> {
        let game = finished.record.game();
        let result = GameResult::of(game, Player::First)
            .ok_or_else(|| StoreError::Disagrees("expected a finished game".to_owned()))?;
        let fault = match game.ending() {
            Some(Ending::Forfeit { loser, cause, detail }) => Some((loser, cause, detail)),
            _ => None,
        };
        let used = |player: Player| {
            let turns = game.turns().iter().skip(player.index()).step_by(2);
            turns.map(|turn| turn.spent).sum::<Duration>().as_secs_f64()
        };
        let query = self
            .connection
            .query(
                "INSERT INTO game (pair, number, margin, score, fault, loser, detail, moves,
                    first_seconds, second_seconds, finished_at, worker, speed)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, {now}, $11, $12) RETURNING id",
            )
            .bind(pair)
            .bind(number)
            .bind(result.margin)
            .bind(name_of(result.score))
            .bind(fault.map(|(_, cause, _)| cause.name()))
            .bind(fault.map(|(loser, ..)| loser.to_string()))
            .bind(fault.map(|(.., detail)| storable(detail)))
            .bind(game.turns().len() as i64)
            .bind(used(Player::First))
            .bind(used(Player::Second))
            .bind(by.map(|(worker, _)| worker))
            .bind(by.and_then(|(_, speed)| speed));
        let row = self.connection.row(query)?.ok_or(sqlx::Error::RowNotFound)?;
        let printed = serde_json::to_string(&finished.printed)
            .map_err(|error| StoreError::Disagrees(error.to_string()))?;
        let printed = (!finished.printed.is_empty()).then_some(printed);
        let query = self
            .connection
            .query("INSERT INTO record (game, text, printed) VALUES ($1, $2, $3)")
            .bind(row.try_get::<i64, _>("id")?)
            .bind(storable(&finished.record.to_string()))
            .bind(printed);
        self.connection.execute(query)?;
        Ok(())
    }

    /// Every finished game that counts, of the versions that play, in an order that does not
    /// depend on when they were played.
    pub fn games(&mut self) -> Result<Vec<StoredGame>, StoreError> {
        self.find(&Search::default())
    }

    /// The games that are asked for.
    pub fn find(&mut self, search: &Search) -> Result<Vec<StoredGame>, StoreError> {
        let order = if search.latest_first {
            "game.id DESC"
        } else {
            "pair.round, pair.board, event.name, first, second, game.id"
        };
        let limit = search.limit.map(|limit| format!("LIMIT {limit} OFFSET {}", search.offset));
        let query = self.connection.query(&format!(
            "SELECT game.id, pair.round, pair.board, event.name AS event,
                CASE game.number WHEN 1 THEN one.name ELSE other.name END AS first,
                CASE game.number WHEN 1 THEN other.name ELSE one.name END AS second,
                CASE game.number WHEN 1 THEN a_of.number ELSE b_of.number END AS first_version,
                CASE game.number WHEN 1 THEN b_of.number ELSE a_of.number END AS second_version,
                game.margin, game.score, game.fault, game.loser, game.detail,
                game.first_seconds, game.second_seconds, game.worker, game.speed
             {} ORDER BY {order} {}",
            search.rows(),
            limit.unwrap_or_default()
        ));
        let query = search.names().into_iter().fold(query, sqlx::query::Query::bind);
        let rows = self.connection.rows(query)?;
        rows.iter().map(|row| Ok(read_game(row)?)).collect()
    }

    /// How many games are asked for, all pages together.
    pub fn count_games(&mut self, search: &Search) -> Result<usize, StoreError> {
        let query = format!("SELECT COUNT(*) AS number {}", search.rows());
        let query = self.connection.query(&query);
        let query = search.names().into_iter().fold(query, sqlx::query::Query::bind);
        let row = self.connection.row(query)?.ok_or(sqlx::Error::RowNotFound)?;
        Ok(usize::try_from(row.try_get::<i64, _>("number")?).unwrap_or_default())
    }

    /// The record of a game, also if it no longer counts; none if there is no such game.
    pub fn record(&mut self, game: i64) -> Result<Option<String>, StoreError> {
        Ok(self.log(game)?.map(|log| log.record))
    }

    /// A game with what its players printed, also if it no longer counts; none if there is no
    /// such game.
    pub fn log(&mut self, game: i64) -> Result<Option<Log>, StoreError> {
        let query = "SELECT text, printed FROM record WHERE game = $1";
        let query = self.connection.query(query).bind(game);
        let Some(row) = self.connection.row(query)? else { return Ok(None) };
        let printed: Option<String> = row.try_get("printed")?;
        let printed = printed.map(|printed| serde_json::from_str(&printed)).transpose();
        let printed = printed.map_err(|_| unknown("text"))?.unwrap_or_default();
        Ok(Some(Log { record: row.try_get("text")?, printed }))
    }
}

/// Programs print what they like, and a database takes no zero byte in a text.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

pub(super) const fn name_of(score: Score) -> &'static str {
    match score {
        Score::Won => "won",
        Score::Drawn => "drawn",
        Score::Lost => "lost",
    }
}

pub(super) fn unknown(what: &str) -> sqlx::Error {
    sqlx::Error::Decode(format!("unknown {what} in the store").into())
}

/// A number that cannot be negative.
pub(super) fn count(row: &AnyRow, name: &str) -> Result<u32, sqlx::Error> {
    u32::try_from(row.try_get::<i64, _>(name)?).map_err(|_| unknown(name))
}

pub(super) fn score_of(row: &AnyRow) -> Result<Score, sqlx::Error> {
    match row.try_get::<String, _>("score")?.as_str() {
        "won" => Ok(Score::Won),
        "drawn" => Ok(Score::Drawn),
        "lost" => Ok(Score::Lost),
        _ => Err(unknown("score")),
    }
}

fn read_game(row: &AnyRow) -> Result<StoredGame, sqlx::Error> {
    let fault = match row.try_get::<Option<String>, _>("fault")? {
        None => None,
        Some(cause) => {
            let loser: String = row.try_get("loser")?;
            let loser = Player::BOTH.into_iter().find(|player| player.to_string() == loser);
            cause.parse::<Cause>().map_err(|()| unknown("cause"))?;
            Some(StoredFault {
                loser: loser.ok_or_else(|| unknown("loser"))?,
                cause,
                detail: row.try_get("detail")?,
            })
        }
    };
    let seconds = |name| {
        let seconds: f64 = row.try_get(name)?;
        Ok::<_, sqlx::Error>(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    };
    Ok(StoredGame {
        id: row.try_get("id")?,
        key: GameKey {
            round: count(row, "round")?,
            board: count(row, "board")?,
            event: row.try_get("event")?,
            first: row.try_get("first")?,
            second: row.try_get("second")?,
        },
        versions: [count(row, "first_version")?, count(row, "second_version")?],
        result: GameResult {
            margin: row.try_get("margin")?,
            score: score_of(row)?,
            is_forfeit: fault.is_some(),
        },
        fault,
        time: [seconds("first_seconds")?, seconds("second_seconds")?],
        worker: row.try_get("worker")?,
        speed: row.try_get("speed")?,
    })
}
