//! The results of a match so far.

use std::collections::BTreeMap;
use std::time::Duration;

use fruitrage_rules::{Ending, Game, Player};
use serde::Serialize;

use super::{Elo, Estimate};
use crate::{PairResult, Score};

/// How many were won, drawn and lost, from one side's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// How many were won.
    pub won: u32,
    /// How many were drawn.
    pub drawn: u32,
    /// How many were lost.
    pub lost: u32,
}

impl Count {
    /// One more.
    pub const fn add(&mut self, score: Score) {
        match score {
            Score::Won => self.won += 1,
            Score::Drawn => self.drawn += 1,
            Score::Lost => self.lost += 1,
        }
    }

    /// All of them.
    pub const fn total(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The part that was won, draws as halves; a half if there was nothing.
    pub fn score(&self) -> f64 {
        if self.total() == 0 {
            return 0.5;
        }
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.total())
    }
}

/// What one agent did over a match.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Side {
    /// How many moves it made.
    pub moves: u64,
    /// What they took together.
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
    pub time: Duration,
    /// The longest.
    #[serde(rename = "longest_move_seconds", serialize_with = "as_seconds")]
    pub longest: Duration,
    /// How many games it lost by which fault.
    pub faults: BTreeMap<&'static str, u32>,
}

fn as_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl Side {
    fn add(&mut self, game: &Game, player: Player) {
        for turn in game.turns().iter().skip(player.index()).step_by(2) {
            self.moves += 1;
            self.time += turn.spent;
            self.longest = self.longest.max(turn.spent);
        }
        if let Some(Ending::Forfeit { loser, cause, .. }) = game.ending()
            && *loser == player
        {
            *self.faults.entry(cause.name()).or_default() += 1;
        }
    }
}

/// The results of a match, from the first agent's point of view.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The pairs.
    pub pairs: Count,
    /// The games.
    pub games: Count,
    /// The two agents.
    pub sides: [Side; 2],
    margins: Vec<f64>,
}

impl Tally {
    /// A pair more: its games, in the first of which the first agent moved first.
    pub fn add(&mut self, games: [&Game; 2], result: &PairResult) {
        self.pairs.add(result.score);
        self.margins.push(result.margin as f64);
        for (number, game) in games.into_iter().enumerate() {
            self.games.add(result.games[number].score);
            for (agent, side) in self.sides.iter_mut().enumerate() {
                side.add(game, Player::BOTH[(agent + number) % 2]);
            }
        }
    }

    /// The mean margin of a pair; none before the first.
    pub fn margin(&self) -> Option<Estimate> {
        Estimate::mean(&self.margins)
    }

    /// The difference of strength; none before the first pair.
    pub fn elo(&self) -> Option<Elo> {
        let pairs = self.pairs.total();
        (pairs > 0).then(|| Elo::of_score(self.pairs.score(), pairs))
    }
}
