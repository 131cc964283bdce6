//! What an agent used over a match, and its faults.

use std::collections::BTreeMap;
use std::time::Duration;

use fruitrage_rules::{Ending, Game, Player};
use serde::Serialize;

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
    pub(crate) fn add(&mut self, game: &Game, player: Player) {
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
