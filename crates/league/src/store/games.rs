//! Finished games in the store.

use std::time::Duration;

use fruitrage_arena::GameResult;
use fruitrage_rules::{Cause, Ending, Player, Record};
use fruitrage_statistics::Score;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Store, StoreError};
use crate::GameKey;

/// A finished game in the store.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its number in the store.
    pub id: i64,
    /// Which game it is.
    pub key: GameKey,
    /// The result for who moved first.
    pub result: GameResult,
    /// How it was lost, if by a fault.
    pub fault: Option<StoredFault>,
    /// What the players used of their clocks.
    pub time: [Duration; 2],
    /// The game as text.
    pub record: String,
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

/// Who played a game: the number of the worker and its speed.
pub(super) type PlayedBy = Option<(i64, Option<i64>)>;

impl Store {
    /// Keeps a game that is over.
    pub fn add(&mut self, key: &GameKey, record: &Record) -> Result<(), StoreError> {
        self.add_game(key, record, None)
    }

    pub(super) fn add_game(
        &mut self,
        key: &GameKey,
        record: &Record,
        by: PlayedBy,
    ) -> Result<(), StoreError> {
        let game = record.game();
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
                "INSERT INTO game (round, board, event, first, second, first_margin, first_score,
                    fault, loser, detail, moves, first_seconds, second_seconds, finished_at,
                    record, worker, speed)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, {now}, $14,
                    $15, $16)",
            )
            .bind(i64::from(key.round))
            .bind(i64::from(key.board))
            .bind(key.event.clone())
            .bind(key.first.clone())
            .bind(key.second.clone())
            .bind(result.margin)
            .bind(name_of(result.score))
            .bind(fault.map(|(_, cause, _)| cause.name()))
            .bind(fault.map(|(loser, ..)| loser.to_string()))
            .bind(fault.map(|(.., detail)| storable(detail)))
            .bind(game.turns().len() as i64)
            .bind(used(Player::First))
            .bind(used(Player::Second))
            .bind(storable(&record.to_string()))
            .bind(by.map(|(worker, _)| worker))
            .bind(by.and_then(|(_, speed)| speed));
        self.connection.execute(query)?;
        Ok(())
    }

    /// Every finished game that counts, in an order that does not depend on when they were
    /// played.
    pub fn games(&mut self) -> Result<Vec<StoredGame>, StoreError> {
        let query = "SELECT * FROM game WHERE void = 0
                     ORDER BY round, board, event, first, second";
        let query = self.connection.query(query);
        let rows = self.connection.rows(query)?;
        rows.iter().map(|row| Ok(read_game(row)?)).collect()
    }

    /// The keys of the finished games that count.
    pub(super) fn finished_keys(&mut self) -> Result<Vec<GameKey>, StoreError> {
        let query = "SELECT round, board, event, first, second FROM game WHERE void = 0";
        let query = self.connection.query(query);
        let rows = self.connection.rows(query)?;
        rows.iter().map(|row| Ok(read_key(row)?)).collect()
    }
}

/// Programs print what they like, and a database takes no zero byte in a text.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

const fn name_of(score: Score) -> &'static str {
    match score {
        Score::Won => "won",
        Score::Drawn => "drawn",
        Score::Lost => "lost",
    }
}

fn unknown(what: &str) -> sqlx::Error {
    sqlx::Error::Decode(format!("unknown {what} in the store").into())
}

/// A number that cannot be negative.
pub(super) fn count(row: &AnyRow, name: &str) -> Result<u32, sqlx::Error> {
    u32::try_from(row.try_get::<i64, _>(name)?).map_err(|_| unknown(name))
}

fn read_key(row: &AnyRow) -> Result<GameKey, sqlx::Error> {
    Ok(GameKey {
        round: count(row, "round")?,
        board: count(row, "board")?,
        event: row.try_get("event")?,
        first: row.try_get("first")?,
        second: row.try_get("second")?,
    })
}

fn read_game(row: &AnyRow) -> Result<StoredGame, sqlx::Error> {
    let score = match row.try_get::<String, _>("first_score")?.as_str() {
        "won" => Score::Won,
        "drawn" => Score::Drawn,
        "lost" => Score::Lost,
        _ => return Err(unknown("score")),
    };
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
        key: read_key(row)?,
        result: GameResult { margin: row.try_get("first_margin")?, score },
        fault,
        time: [seconds("first_seconds")?, seconds("second_seconds")?],
        record: row.try_get("record")?,
        worker: row.try_get("worker")?,
        speed: row.try_get("speed")?,
    })
}
