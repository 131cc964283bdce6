//! The standings of a tournament, from its finished games alone.

mod csv;
pub(crate) mod games_csv;
mod grades;
mod history;
mod html;
mod markdown;
mod text;

use std::collections::BTreeMap;

use fruitrage_rules::{plain, plain_name};
use fruitrage_statistics::{Count, Encounter, Rating, rate};
use serde::Serialize;

use crate::store::{Contestant, PairRow, Results};
use crate::{LeftOut, Refusal, Search, Selection, Store, StoreError, StoredGame};

pub use csv::csv;
pub use grades::{Ungraded, grades};
pub use history::Moment;
pub use html::html;
pub use markdown::markdown;
pub use text::text;

/// One agent in the standings.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Its rank; agents of equal rating share it.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Its rating.
    #[serde(flatten)]
    pub rating: Rating,
    /// Its pairs.
    pub pairs: Count,
    /// Its games.
    pub games: Count,
    /// The mean margin of its pairs.
    pub margin: f64,
    /// The games that it lost by a fault, by cause.
    pub faults: BTreeMap<String, u32>,
    /// What it used of its clock per game, in seconds.
    pub seconds_per_game: f64,
}

/// A game that was lost by a fault.
#[derive(Clone, Debug, Serialize)]
pub struct FaultLine {
    /// The game's number in the store.
    pub game: i64,
    /// Who lost.
    pub loser: String,
    /// Against whom.
    pub opponent: String,
    /// Why.
    pub cause: String,
    /// What was expected and what came.
    pub detail: String,
}

/// The standings of a tournament.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Standings {
    /// The agents, best first.
    pub lines: Vec<Line>,
    /// The pairs of each agent against each other, in the order of the lines.
    pub table: Vec<Vec<Option<Count>>>,
    /// Games lost by a fault, at most `MOST_FAULTS` of them.
    pub faults: Vec<FaultLine>,
    /// How many games are finished.
    pub games: usize,
    /// Who was entered and does not play.
    pub left_out: Vec<LeftOut>,
}

/// Who standings are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everything is shown.
    Organiser,
    /// Ranks and results, and nothing about faults: they show what others have written.
    Public,
}

/// How many games that were lost by a fault are listed one by one.
const MOST_FAULTS: u64 = 1000;

/// How much is told of why an agent does not play.
const LONGEST_REASON: usize = 300;

impl Standings {
    /// The standings as they are in the store now.
    ///
    /// ```
    /// use fruitrage_arena::Host;
    /// use fruitrage_league::standings::Standings;
    /// use fruitrage_league::{Configuration, Entrant, Selection, Store, run};
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let mut store = Store::open(folder.path().join("league.db").as_path()).unwrap();
    /// let entrants =
    ///     ["greedy", "random"].map(|agent| Entrant::new(agent.to_owned(), agent.parse().unwrap()));
    /// let tournament = Configuration { pairs: 4, ..Configuration::of(entrants.to_vec()) };
    /// run(&tournament, &mut store, &Host::new().unwrap(), 1, &mut |_| ()).unwrap();
    /// let standings = Standings::of(&mut store, &Selection::default()).unwrap();
    /// assert_eq!(standings.lines[0].name, "greedy");
    /// assert_eq!(standings.games, 8);
    /// ```
    pub fn of(store: &mut Store, selection: &Selection) -> Result<Self, StoreError> {
        let mut standings = Self::from_results(&store.results(selection)?);
        let search = Search { faults_only: true, limit: Some(MOST_FAULTS), ..selection.search() };
        standings.faults = store.find(&search)?.iter().filter_map(fault_line).collect();
        standings.left_out = store.left_out()?;
        standings.leave_out_who_was_refused(store.refusals()?);
        Ok(standings)
    }

    /// Who has not played because workers could not start it; the first reason will do.
    fn leave_out_who_was_refused(&mut self, refusals: Vec<Refusal>) {
        for Refusal { agent, worker, reason } in refusals {
            let line = self.lines.iter().find(|line| line.name == agent);
            let has_played = line.is_some_and(|line| line.games.total() > 0);
            if !has_played && !self.left_out.iter().any(|left_out| left_out.agent == agent) {
                self.left_out.push(LeftOut { agent, reason: format!("on {worker}: {reason}") });
            }
        }
    }

    /// The same without faults.
    #[must_use]
    pub fn for_the_public(mut self) -> Self {
        self.faults.clear();
        self.left_out.iter_mut().for_each(|left_out| left_out.reason.clear());
        self.lines.iter_mut().for_each(|line| line.faults.clear());
        self
    }

    /// How many games were lost by a fault.
    pub fn fault_count(&self) -> u32 {
        self.lines.iter().flat_map(|line| line.faults.values()).sum()
    }

    fn from_results(results: &Results) -> Self {
        let count = results.contestants.len();
        let encounters: Vec<Encounter> = results
            .pairs
            .iter()
            .map(|&PairRow { a, b, board, score, .. }| Encounter {
                agent: a,
                opponent: b,
                score,
                board,
            })
            .collect();
        let mut lines: Vec<(usize, Line)> = results
            .contestants
            .iter()
            .zip(rate(count, &encounters))
            .map(|(contestant, rating)| line(contestant, rating))
            .enumerate()
            .collect();
        let mut cells = vec![Count::default(); count * count];
        for pair in &results.pairs {
            let turned = pair.score.reversed();
            for (own, other, score, margin) in
                [(pair.a, pair.b, pair.score, pair.margin), (pair.b, pair.a, turned, -pair.margin)]
            {
                cells[own * count + other].add(score);
                let line = &mut lines[own].1;
                line.pairs.add(score);
                line.margin += margin as f64;
            }
        }
        for (_, line) in &mut lines {
            line.margin /= f64::from(line.pairs.total().max(1));
        }
        lines.sort_by(|(_, a), (_, b)| {
            // Ratings that only rounding tells apart are equal; the margin has a say then.
            let rating = |line: &Line| (line.rating.0.value * 1e6).round();
            let by_rating = rating(b).total_cmp(&rating(a));
            by_rating.then(b.margin.total_cmp(&a.margin)).then(a.name.cmp(&b.name))
        });
        let cell = |row: usize, column: usize| {
            let cell = cells[row * count + column];
            (cell.total() > 0).then_some(cell)
        };
        let numbers: Vec<usize> = lines.iter().map(|(number, _)| *number).collect();
        let table = numbers
            .iter()
            .map(|&row| numbers.iter().map(|&column| cell(row, column)).collect())
            .collect();
        let mut lines: Vec<Line> = lines.into_iter().map(|(_, line)| line).collect();
        for index in 0..lines.len() {
            let tied = index > 0 && {
                let apart = lines[index - 1].rating.0.value - lines[index].rating.0.value;
                apart.abs() < 0.05
            };
            lines[index].rank = if tied { lines[index - 1].rank } else { index + 1 };
        }
        Self { lines, table, games: results.games, ..Self::default() }
    }

    /// Who does not play and never did, so that there is no line for it.
    fn without_line(&self) -> impl Iterator<Item = &LeftOut> {
        let is_there = |name: &str| self.lines.iter().any(|line| line.name == name);
        self.left_out.iter().filter(move |left_out| !is_there(&left_out.agent))
    }

    /// The pairs of one agent against another; none if they have not met or there is no
    /// such agent.
    pub fn between(&self, agent: &str, opponent: &str) -> Option<Count> {
        let place = |name: &str| self.lines.iter().position(|line| line.name == name);
        self.table[place(agent)?][place(opponent)?]
    }
}

fn line(contestant: &Contestant, rating: Rating) -> Line {
    Line {
        rank: 0,
        name: contestant.name.clone(),
        rating,
        pairs: Count::default(),
        games: contestant.games,
        margin: 0.0,
        faults: contestant.faults.clone(),
        seconds_per_game: contestant.seconds / f64::from(contestant.games.total().max(1)),
    }
}

fn fault_line(game: &StoredGame) -> Option<FaultLine> {
    let fault = game.fault.as_ref()?;
    let names = [&game.key.first, &game.key.second];
    Some(FaultLine {
        game: game.id,
        loser: names[fault.loser.index()].clone(),
        opponent: names[fault.loser.opponent().index()].clone(),
        cause: fault.cause.clone(),
        detail: fault.detail.clone(),
    })
}

/// Who does not play, and why if that is told.
fn absence(left_out: &LeftOut) -> String {
    let name = plain_name(&left_out.agent);
    match plain(&left_out.reason, LONGEST_REASON) {
        reason if reason.is_empty() => format!("{name} does not play"),
        reason => format!("{name} does not play: {reason}"),
    }
}

fn games_shown(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

/// Won, drawn and lost as people write it.
fn shown(count: &Count) -> String {
    format!("{}–{}–{}", count.won, count.drawn, count.lost)
}

/// Half of the interval's width, as ± is read; a dash where one board says nothing of others.
fn half_width(rating: &Rating) -> String {
    match (rating.0.low, rating.0.high) {
        (Some(low), Some(high)) => format!("{:.0}", (high - low) / 2.0),
        _ => "–".to_owned(),
    }
}

/// The causes with their counts.
fn faults_shown(line: &Line) -> String {
    let parts: Vec<String> =
        line.faults.iter().map(|(cause, count)| format!("{count} {cause}")).collect();
    parts.join(", ")
}
