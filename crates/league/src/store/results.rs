//! What standings are made of: every pair's result in a few bytes, and sums over games.

use std::collections::BTreeMap;

use fruitrage_rules::seed::mix;
use fruitrage_statistics::{Count, Score};
use sqlx::Row;

use super::games::{count, score_of, unknown};
use super::{Search, Store, StoreError};

/// Which games count in standings: those of the versions that play, if nothing else is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Every version counts, as an agent of its own.
    pub all_versions: bool,
    /// The games of these workers do not count.
    pub without: Vec<i64>,
    /// Only what was finished by then counts, in milliseconds since 1970.
    pub until: Option<i64>,
}

/// An agent in standings, and the sums over its games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contestant {
    pub(crate) name: String,
    pub(crate) games: Count,
    pub(crate) faults: BTreeMap<String, u32>,
    pub(crate) seconds: f64,
}

/// The result of a pair between two contestants, by their numbers, for the first of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairRow {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// Which board it was played on.
    pub(crate) board: u64,
    pub(crate) margin: i64,
    pub(crate) score: Score,
}

/// What standings are made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results {
    pub(crate) contestants: Vec<Contestant>,
    pub(crate) pairs: Vec<PairRow>,
    pub(crate) games: usize,
}

/// By round, agent and opponent: how many pairs, and the agent's points.
pub(crate) type PointsByRound = BTreeMap<(u32, String, String), (f64, f64)>;

impl Selection {
    /// The same games as a search.
    pub(crate) fn search(&self) -> Search {
        let Self { all_versions, without, until } = self.clone();
        Search { all_versions, without, until, ..Search::default() }
    }

    /// What must hold of rows, by the columns of their worker and of when they were finished.
    fn condition(&self, worker: &str, finished_at: &str) -> String {
        let mut parts = Vec::new();
        if !self.without.is_empty() {
            let numbers: Vec<String> = self.without.iter().map(ToString::to_string).collect();
            parts.push(format!(" AND COALESCE({worker}, 0) NOT IN ({})", numbers.join(", ")));
        }
        if let Some(until) = self.until {
            parts.push(format!(" AND {finished_at} <= {until}"));
        }
        parts.concat()
    }
}

impl Store {
    /// What the standings of a selection are made of.
    pub(crate) fn results(&mut self, selection: &Selection) -> Result<Results, StoreError> {
        let mut numbers = BTreeMap::new();
        let mut contestants = Vec::new();
        for version in self.versions()?.into_iter().filter(|version| !version.is_removed) {
            if selection.all_versions || version.is_active {
                numbers.insert(version.id, contestants.len());
                let name = if selection.all_versions { version.name() } else { version.agent };
                contestants.push(Contestant { name, ..Contestant::default() });
            }
        }
        let pairs = self.pair_rows(selection, &numbers)?;
        let games = self.sum_games(selection, &numbers, &mut contestants)?;
        Ok(Results { contestants, pairs, games })
    }

    /// When the last game that counts was finished, in milliseconds since 1970.
    pub fn latest(&mut self) -> Result<Option<i64>, StoreError> {
        let query = "SELECT MAX(finished_at) AS latest FROM game WHERE state = 'counts'";
        let row = self.connection.row(self.connection.query(query))?;
        Ok(row.map_or(Ok(None), |row| row.try_get("latest"))?)
    }

    /// At most so many moments between which about as many pairs were finished; the last one is
    /// when the last pair was.
    pub(crate) fn moments(&mut self, most: usize) -> Result<Vec<i64>, StoreError> {
        let done = "FROM pair WHERE done_at IS NOT NULL";
        let query = self.connection.query(&format!("SELECT COUNT(*) AS number {done}"));
        let row = self.connection.row(query)?.ok_or(sqlx::Error::RowNotFound)?;
        let number = count(&row, "number")? as usize;
        let parts = most.min(number);
        let mut moments = Vec::with_capacity(parts);
        for part in 1..=parts {
            let place = number * part / parts - 1;
            let text = format!("SELECT done_at {done} ORDER BY done_at LIMIT 1 OFFSET {place}");
            let query = self.connection.query(&text);
            if let Some(row) = self.connection.row(query)? {
                moments.push(row.try_get("done_at")?);
            }
        }
        Ok(moments)
    }

    /// How many pairs of a round two agents have played as they are now, and the points of
    /// the first of them.
    pub(crate) fn points_by_round(&mut self) -> Result<PointsByRound, StoreError> {
        let query = self.connection.query(
            "SELECT pair.round, one.name AS a, other.name AS b, COUNT(*) AS pairs,
                COUNT(CASE WHEN pair.score = 'won' THEN 1 END) AS won,
                COUNT(CASE WHEN pair.score = 'drawn' THEN 1 END) AS drawn
             FROM pair
             JOIN version AS a_of ON a_of.id = pair.a JOIN agent AS one ON one.id = a_of.agent
             JOIN version AS b_of ON b_of.id = pair.b JOIN agent AS other ON other.id = b_of.agent
             WHERE pair.done_at IS NOT NULL AND a_of.active = 1 AND b_of.active = 1
             GROUP BY pair.round, one.name, other.name",
        );
        let mut points = BTreeMap::new();
        for row in self.connection.rows(query)? {
            let (a, b): (String, String) = (row.try_get("a")?, row.try_get("b")?);
            let number = |name| Ok::<_, sqlx::Error>(f64::from(count(&row, name)?));
            let (round, pairs) = (count(&row, "round")?, number("pairs")?);
            let won = number("won")? + 0.5 * number("drawn")?;
            points.insert((round, a.clone(), b.clone()), (pairs, won));
            points.insert((round, b, a), (pairs, pairs - won));
        }
        Ok(points)
    }

    /// The results of an agent come as one text: a row for each would take far longer.
    fn pair_rows(
        &mut self,
        selection: &Selection,
        numbers: &BTreeMap<i64, usize>,
    ) -> Result<Vec<PairRow>, StoreError> {
        let query = self.connection.query(&format!(
            "SELECT a, {{gather}}(b || ' ' || event || ' ' || round || ' ' || board || ' '
                || COALESCE(seed, -1) || ' ' || margin || ' ' || score, ',') AS results
             FROM pair WHERE done_at IS NOT NULL{} GROUP BY a ORDER BY a",
            selection.condition("worker", "done_at")
        ));
        let mut pairs = Vec::new();
        for row in self.connection.rows(query)? {
            let Some(&a) = numbers.get(&row.try_get("a")?) else { continue };
            let results: String = row.try_get("results")?;
            for result in results.split(',') {
                let (b, pair) = read_pair(result).ok_or_else(|| unknown("result"))?;
                if let Some(&b) = numbers.get(&b) {
                    pairs.push(PairRow { a, b, ..pair });
                }
            }
        }
        Ok(pairs)
    }

    fn sum_games(
        &mut self,
        selection: &Selection,
        numbers: &BTreeMap<i64, usize>,
        contestants: &mut [Contestant],
    ) -> Result<usize, StoreError> {
        let condition = selection.condition("game.worker", "finished_at");
        let query = self.connection.query(&format!(
            "SELECT player, opponent_counts, score, fault, COUNT(*) AS number,
                SUM(seconds) AS seconds
             FROM (
                SELECT CASE number WHEN 1 THEN a ELSE b END AS player,
                    CASE number WHEN 1 THEN b ELSE a END AS opponent, game.score AS score,
                    first_seconds AS seconds,
                    CASE WHEN loser = 'first' THEN fault END AS fault
                FROM game JOIN pair ON pair.id = game.pair WHERE state = 'counts'{condition}
                UNION ALL
                SELECT CASE number WHEN 1 THEN b ELSE a END,
                    CASE number WHEN 1 THEN a ELSE b END,
                    CASE game.score WHEN 'won' THEN 'lost' WHEN 'lost' THEN 'won'
                        ELSE 'drawn' END,
                    second_seconds, CASE WHEN loser = 'second' THEN fault END
                FROM game JOIN pair ON pair.id = game.pair WHERE state = 'counts'{condition}
             ) AS seat
             JOIN (SELECT version.id, CASE WHEN version.active = 1 AND agent.removed = 0
                        THEN 2 WHEN agent.removed = 0 THEN 1 ELSE 0 END AS opponent_counts
                    FROM version JOIN agent ON agent.id = version.agent) AS other
                ON other.id = seat.opponent
             GROUP BY player, opponent_counts, score, fault"
        ));
        let least = if selection.all_versions { 1 } else { 2 };
        let mut seats = 0;
        for row in self.connection.rows(query)? {
            let Some(&player) = numbers.get(&row.try_get("player")?) else { continue };
            if row.try_get::<i64, _>("opponent_counts")? < least {
                continue;
            }
            let (number, contestant) = (count(&row, "number")?, &mut contestants[player]);
            seats += number as usize;
            contestant.seconds += row.try_get::<f64, _>("seconds")?;
            match score_of(&row)? {
                Score::Won => contestant.games.won += number,
                Score::Drawn => contestant.games.drawn += number,
                Score::Lost => contestant.games.lost += number,
            }
            if let Some(fault) = row.try_get::<Option<String>, _>("fault")? {
                *contestant.faults.entry(fault).or_default() += number;
            }
        }
        Ok(seats / 2)
    }
}

/// A pair whose agents are not numbered yet, and the version of the opponent.
fn read_pair(text: &str) -> Option<(i64, PairRow)> {
    let mut fields = text.split(' ');
    let mut number = || fields.next()?.parse::<i64>().ok();
    let (b, event, round, board) = (number()?, number()?, number()?, number()?);
    let (seed, margin) = (number()?, number()?);
    let score = match fields.next()? {
        "won" => Score::Won,
        "drawn" => Score::Drawn,
        "lost" => Score::Lost,
        _ => return None,
    };
    let place = if seed == -1 { mix(&[round as u64, board as u64]) } else { seed.cast_unsigned() };
    let board = mix(&[event as u64, place]);
    Some((b, PairRow { a: 0, b: 0, board, margin, score }))
}
