//! What many games say of one player: where the points are lost.

use std::collections::BTreeMap;
use std::time::Duration;

use fruitrage_rules::{Board, Game};

use crate::{Judgement, ReviewedGame, accuracy};

/// How many of the worst moves an aggregate has.
const WORST_MOVES: usize = 10;

/// Quarters of what is used up during a game.
const QUARTERS: [&str; 4] = ["first quarter", "second quarter", "third quarter", "last quarter"];

/// Times that a move can take, each up to so many seconds.
const THINKING: [(f64, &str); 4] = [
    (0.1, "below 0.1 s"),
    (1.0, "0.1 to 1 s"),
    (10.0, "1 to 10 s"),
    (f64::INFINITY, "10 s and more"),
];

/// What some moves amount to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many moves they are.
    pub moves: usize,
    /// How many of them gave nothing away.
    pub flawless: usize,
    /// What they gave away in all.
    pub lost: i64,
    /// The points of the largest groups before each of them.
    pub at_stake: i64,
}

impl Tally {
    fn add(&mut self, judgement: &Judgement) {
        self.moves += 1;
        self.flawless += usize::from(judgement.lost() == 0);
        self.lost += i64::from(judgement.lost());
        self.at_stake += i64::from(judgement.largest);
    }

    /// From 0 to 100; none without moves.
    pub fn accuracy(&self) -> Option<f64> {
        accuracy(self.lost, self.at_stake)
    }
}

/// The moves that have something in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What they have in common.
    pub name: String,
    /// What they amount to.
    pub tally: Tally,
}

/// A move that gave much away, as a position to study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorstMove {
    /// Which of the games.
    pub game: usize,
    /// Which move of the game, from 0.
    pub index: usize,
    /// What it gave away.
    pub lost: i32,
    /// The board before it.
    pub board: Board,
}

/// What many games say of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// Who it is.
    pub name: String,
    /// How many games the player played.
    pub games: usize,
    /// All moves.
    pub tally: Tally,
    /// By how much of the fruit was gone.
    pub by_fruit: Vec<Part>,
    /// By the size of the board and the kinds of fruit.
    pub by_board: Vec<Part>,
    /// By how much of the player's clock was used up; only games with clocks.
    pub by_clock: Vec<Part>,
    /// By how long the player thought about the move; only moves that took time.
    pub by_thinking: Vec<Part>,
    /// The moves that gave the most away, the worst first.
    pub worst: Vec<WorstMove>,
}

impl Aggregate {
    /// What the player gave away in a game on average.
    pub fn lost_per_game(&self) -> f64 {
        self.tally.lost as f64 / self.games.max(1) as f64
    }

    /// What the games say of the player with this name.
    pub fn new(name: &str, games: &[ReviewedGame]) -> Self {
        let mut tables = Tables::default();
        let mut worst = Vec::new();
        let mut tally = Tally::default();
        let mut count = 0;
        for (number, game) in games.iter().enumerate() {
            count += usize::from(game.record.players().iter().any(|player| player == name));
            let boards = game.record.game().boards();
            for judgement in &game.review.judgements {
                if game.name(judgement.player()) != name {
                    continue;
                }
                let board = boards[judgement.index];
                tally.add(judgement);
                tables.add(game.record.game(), &board, judgement);
                if judgement.lost() > 0 {
                    let (index, lost) = (judgement.index, judgement.lost());
                    worst.push(WorstMove { game: number, index, lost, board });
                }
            }
        }
        worst.sort_by_key(|worst| std::cmp::Reverse(worst.lost));
        worst.truncate(WORST_MOVES);
        let [by_fruit, by_board, by_clock, by_thinking] = tables.parts();
        Self {
            name: name.to_owned(),
            games: count,
            tally,
            by_fruit,
            by_board,
            by_clock,
            by_thinking,
            worst,
        }
    }

    /// One aggregate for each player of the games, by name.
    pub fn of_all(games: &[ReviewedGame]) -> Vec<Self> {
        let mut names: Vec<&String> = games.iter().flat_map(|game| game.record.players()).collect();
        names.sort();
        names.dedup();
        names.into_iter().map(|name| Self::new(name, games)).collect()
    }

    /// The tables that are not empty, with their titles.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&'static str, &[Part])> {
        let tables = [
            ("Where in the game", &self.by_fruit),
            ("On which boards", &self.by_board),
            ("When in its clock", &self.by_clock),
            ("After thinking", &self.by_thinking),
        ];
        tables
            .into_iter()
            .filter(|(_, parts)| !parts.is_empty())
            .map(|(title, parts)| (title, parts.as_slice()))
    }
}

/// Tallies by what moves have in common, each by its place in the order.
#[derive(Default)]
struct Tables {
    fruit: BTreeMap<usize, Tally>,
    board: BTreeMap<(usize, usize), Tally>,
    clock: BTreeMap<usize, Tally>,
    thinking: BTreeMap<usize, Tally>,
}

impl Tables {
    fn add(&mut self, game: &Game, board: &Board, judgement: &Judgement) {
        let setup = game.setup();
        let all = f64::from(setup.board().fruits_left());
        let gone = 1.0 - f64::from(board.fruits_left()) / all;
        self.fruit.entry(quarter(gone)).or_default().add(judgement);
        let kind = (board.size().get(), setup.kinds().get());
        self.board.entry(kind).or_default().add(judgement);
        if let Some(clocks) = setup.clocks() {
            let own = clocks[judgement.player().index()];
            let used = time_before(game, judgement.index).div_duration_f64(own);
            self.clock.entry(quarter(used)).or_default().add(judgement);
        }
        let spent = game.turns()[judgement.index].spent.as_secs_f64();
        if let Some(thinking) = THINKING.iter().position(|&(most, _)| spent > 0.0 && spent < most) {
            self.thinking.entry(thinking).or_default().add(judgement);
        }
    }

    fn parts(self) -> [Vec<Part>; 4] {
        let quarters =
            |table: BTreeMap<usize, Tally>| parts(table, |&quarter| QUARTERS[quarter].to_owned());
        [
            quarters(self.fruit),
            parts(self.board, |(size, kinds)| format!("{size}×{size}, {kinds} kinds")),
            quarters(self.clock),
            parts(self.thinking, |&thinking| THINKING[thinking].1.to_owned()),
        ]
    }
}

fn parts<K>(table: BTreeMap<K, Tally>, name: impl Fn(&K) -> String) -> Vec<Part> {
    table.into_iter().map(|(key, tally)| Part { name: name(&key), tally }).collect()
}

fn quarter(used: f64) -> usize {
    ((used * 4.0) as usize).min(3)
}

/// What the player of a move had used before it.
fn time_before(game: &Game, index: usize) -> Duration {
    game.turns()[..index].iter().skip(index % 2).step_by(2).map(|turn| turn.spent).sum()
}
