//! The standings of a tournament, from its finished games alone.

mod csv;
mod html;
mod markdown;
mod text;

use std::collections::BTreeMap;
use std::time::Duration;

use fruitrage_arena::PairResult;
use fruitrage_rules::Player;
use fruitrage_statistics::{Count, Encounter, Rating, rate};
use serde::Serialize;

use crate::StoredGame;

pub use csv::csv;
pub use html::html;
pub use markdown::markdown;
pub use text::text;

/// A pair of games between two agents of a tournament.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Whose result it is.
    pub agent: String,
    /// The other.
    pub opponent: String,
    /// The result.
    pub result: PairResult,
}

/// The pairs of which both games are finished. `games` are as the store gives them.
pub fn pairs_of(games: &[StoredGame]) -> Vec<Pair> {
    let by_key: BTreeMap<_, _> = games.iter().map(|game| (&game.key, game)).collect();
    let mut pairs = Vec::new();
    for game in games {
        let mut turned = game.key.clone();
        std::mem::swap(&mut turned.first, &mut turned.second);
        // Each pair once, from the view of the agent whose name comes first.
        if game.key.first > game.key.second {
            continue;
        }
        if let Some(other) = by_key.get(&turned) {
            pairs.push(Pair {
                agent: game.key.first.clone(),
                opponent: game.key.second.clone(),
                result: PairResult::new([game.result, other.result.reversed()]),
            });
        }
    }
    pairs
}

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
    pub seconds_a_game: f64,
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
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The agents, best first.
    pub lines: Vec<Line>,
    /// The pairs of each agent against each other, in the order of the lines.
    pub table: Vec<Vec<Option<Count>>>,
    /// The games lost by a fault.
    pub faults: Vec<FaultLine>,
    /// How many games are finished.
    pub games: usize,
}

impl Standings {
    /// The standings of these agents after these games.
    pub fn new(agents: &[String], games: &[StoredGame]) -> Self {
        let pairs = pairs_of(games);
        let numbers: BTreeMap<&str, usize> =
            agents.iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect();
        let encounter = |pair: &Pair| {
            let number = |name: &String| numbers.get(name.as_str()).copied();
            let (agent, opponent) = (number(&pair.agent)?, number(&pair.opponent)?);
            Some(Encounter { agent, opponent, score: pair.result.score })
        };
        let encounters: Vec<Encounter> = pairs.iter().filter_map(encounter).collect();
        let ratings = rate(agents.len(), &encounters);
        let mut lines: Vec<Line> = agents
            .iter()
            .zip(ratings)
            .map(|(name, rating)| line(name, rating, games, &pairs))
            .collect();
        lines.sort_by(|a, b| {
            b.rating.0.value.total_cmp(&a.rating.0.value).then(a.name.cmp(&b.name))
        });
        for index in 0..lines.len() {
            let tied = index > 0 && {
                let apart = lines[index - 1].rating.0.value - lines[index].rating.0.value;
                apart.abs() < 0.05
            };
            lines[index].rank = if tied { lines[index - 1].rank } else { index + 1 };
        }
        let table = lines
            .iter()
            .map(|row| lines.iter().map(|column| cell(&row.name, &column.name, &pairs)).collect())
            .collect();
        let faults = games.iter().filter_map(fault_line).collect();
        Self { lines, table, faults, games: games.len() }
    }
}

fn line(name: &str, rating: Rating, games: &[StoredGame], pairs: &[Pair]) -> Line {
    let mut line = Line {
        rank: 0,
        name: name.to_owned(),
        rating,
        pairs: Count::default(),
        games: Count::default(),
        margin: 0.0,
        faults: BTreeMap::new(),
        seconds_a_game: 0.0,
    };
    for pair in pairs {
        let result = if pair.agent == name {
            pair.result
        } else if pair.opponent == name {
            pair.result.reversed()
        } else {
            continue;
        };
        line.pairs.add(result.score);
        line.margin += result.margin as f64;
    }
    line.margin /= f64::from(line.pairs.total().max(1));
    let mut time = Duration::ZERO;
    for game in games {
        let (player, score) = if game.key.first == name {
            (Player::First, game.result.score)
        } else if game.key.second == name {
            (Player::Second, game.result.score.reversed())
        } else {
            continue;
        };
        line.games.add(score);
        time += game.time[player.index()];
        if let Some(fault) = game.fault.as_ref().filter(|fault| fault.loser == player) {
            *line.faults.entry(fault.cause.clone()).or_default() += 1;
        }
    }
    line.seconds_a_game = time.as_secs_f64() / f64::from(line.games.total().max(1));
    line
}

/// The pairs of one agent against another; none if they have not met.
fn cell(agent: &str, opponent: &str, pairs: &[Pair]) -> Option<Count> {
    let mut count = Count::default();
    for pair in pairs {
        if pair.agent == agent && pair.opponent == opponent {
            count.add(pair.result.score);
        } else if pair.agent == opponent && pair.opponent == agent {
            count.add(pair.result.score.reversed());
        }
    }
    (count.total() > 0).then_some(count)
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

fn games_shown(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

/// Won, drawn and lost as people write it.
fn shown(count: &Count) -> String {
    format!("{}–{}–{}", count.won, count.drawn, count.lost)
}

/// Half of the interval's width, as ± is read.
fn half_width(rating: &Rating) -> f64 {
    match (rating.0.low, rating.0.high) {
        (Some(low), Some(high)) => (high - low) / 2.0,
        _ => 0.0,
    }
}

/// The causes with their counts.
fn faults_shown(line: &Line) -> String {
    let parts: Vec<String> =
        line.faults.iter().map(|(cause, count)| format!("{count} {cause}")).collect();
    parts.join(", ")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::GameKey;
    use fruitrage_arena::GameResult;
    use fruitrage_statistics::Score;

    pub(crate) fn game(id: i64, first: &str, second: &str, margin: i64) -> StoredGame {
        let key = GameKey {
            round: 0,
            board: 0,
            event: "5×5".to_owned(),
            first: first.to_owned(),
            second: second.to_owned(),
        };
        let score = match margin.signum() {
            1 => Score::Won,
            0 => Score::Drawn,
            _ => Score::Lost,
        };
        let result = GameResult { margin, score };
        StoredGame {
            id,
            key,
            result,
            fault: None,
            time: [Duration::ZERO; 2],
            record: String::new(),
            worker: None,
            speed: None,
        }
    }

    fn standings() -> Standings {
        let games = [
            game(1, "a", "b", 10),
            game(2, "b", "a", -4),
            game(3, "c", "a", 8),
            game(4, "a", "c", 30),
            game(5, "b", "c", 3),
        ];
        Standings::new(&["a", "b", "c"].map(str::to_owned), &games)
    }

    #[test]
    fn pairs_count_from_both_sides_and_single_games_not_yet() {
        let standings = standings();
        let names: Vec<&str> = standings.lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let a = &standings.lines[0];
        assert_eq!((a.pairs.won, a.pairs.total(), a.games.total()), (2, 2, 4));
        // 10 + 4 against b, 30 − 8 against c.
        assert!((a.margin - 18.0).abs() < 1e-9);
        assert_eq!(standings.table[0][1], Some(Count { won: 1, drawn: 0, lost: 0 }));
        assert_eq!(standings.table[1][0], Some(Count { won: 0, drawn: 0, lost: 1 }));
        assert_eq!(standings.table[1][2], None);
    }

    #[test]
    fn every_format_has_a_row_for_every_agent() {
        let names = ["first agent", "second agent", "third agent"];
        let games = [
            game(1, names[0], names[1], 10),
            game(2, names[1], names[0], -4),
            game(3, names[1], names[2], 8),
            game(4, names[2], names[1], -30),
        ];
        let standings = Standings::new(&names.map(str::to_owned), &games);
        let results = ["1–0–0", "1–0–1", "0–0–1"];
        for ((rank, name), pairs) in (1..).zip(names).zip(results) {
            let row = |text: String, start: &str| {
                let mut rows = text.lines().filter(|line| line.trim_start().starts_with(start));
                let row = rows.next().unwrap_or_else(|| panic!("no {start} in {text}")).to_owned();
                assert_eq!(rows.next(), None, "{start} is there twice");
                row
            };
            assert!(row(text(&standings), &format!("{rank}  {name} ")).contains(pairs));
            let values = format!(",{},", pairs.replace('–', ","));
            assert!(row(csv(&standings), &format!("{rank},\"{name}\",")).contains(&values));
            let start = format!("| {rank} | {name} | ");
            let table = markdown(&standings);
            let (ranking, cross_table) = table.split_once("\n\n").unwrap();
            assert!(row(ranking.to_owned(), &start).contains(pairs));
            assert!(row(cross_table.to_owned(), &start).ends_with(" |"));
            let page = html("Cup", &standings, &games);
            let ranking = page.split("<h2>").next().unwrap().to_owned();
            let start = format!("<tr><td class=\"number\">{rank}<td>{name}<td");
            assert!(row(ranking, &start).contains(pairs));
        }
    }
}
