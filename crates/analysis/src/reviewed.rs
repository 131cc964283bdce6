//! A recorded game with its review.

use std::time::Duration;

use fruitrage_rules::{Cell, Player, Record};

use crate::{Judgement, Review};

/// A recorded game with its review, and where the record came from.
#[derive(Clone, Debug)]
pub struct ReviewedGame {
    /// Where the record came from, for people to find it again.
    pub source: String,
    /// The game and its players.
    pub record: Record,
    /// The review of this game.
    pub review: Review,
}

impl ReviewedGame {
    /// A player's name.
    pub fn name(&self, player: Player) -> &str {
        &self.record.players()[player.index()]
    }

    /// The points of the first player less those of the second, before each move and at
    /// the end.
    pub fn scored_margins(&self) -> Vec<i32> {
        let mut margins = vec![0];
        for (index, turn) in self.record.game().turns().iter().enumerate() {
            let points = turn.points as i32;
            let sign = if index % 2 == 0 { 1 } else { -1 };
            margins.push(margins[index] + sign * points);
        }
        margins
    }

    /// The first move from which on everything is proved; none if the last is not.
    pub fn exact_from(&self) -> Option<usize> {
        let exact = self.review.judgements.iter().rev().take_while(|judgement| judgement.exact);
        match exact.count() {
            0 => None,
            count => Some(self.review.judgements.len() - count),
        }
    }

    /// What a player's moves took.
    pub fn time_used(&self, player: Player) -> Duration {
        let turns = self.record.game().turns().iter().skip(player.index()).step_by(2);
        turns.map(|turn| turn.spent).sum()
    }

    /// What should have been chosen instead; none if the move gave nothing away.
    pub(crate) fn better(judgement: &Judgement) -> Option<Cell> {
        judgement.best.first().copied().filter(|_| judgement.lost() > 0)
    }
}
