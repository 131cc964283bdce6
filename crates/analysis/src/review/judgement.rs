//! What one move of a game was worth.

use fruitrage_rules::{Cell, Player};

/// What one move of a game was worth. Values are for the player who moved, from the
/// position before the move to the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Which move of the game, from 0.
    pub index: usize,
    /// The cell that was chosen.
    pub played: Cell,
    /// What it scored.
    pub points: i32,
    /// What the largest group scored there: the size of what was at stake.
    pub largest: i32,
    /// What the player gains over the opponent with this move and best play after it.
    pub played_value: i32,
    /// What the player gains with the best move; never less.
    pub best_value: i32,
    /// Best play from the position; never empty.
    pub best: Vec<Cell>,
    /// Whether both values are proved, not estimated.
    pub exact: bool,
}

impl Judgement {
    /// Who moved.
    pub const fn player(&self) -> Player {
        Player::BOTH[self.index % 2]
    }

    /// What the move gave away; never negative.
    pub const fn lost(&self) -> i32 {
        self.best_value - self.played_value
    }

    /// What the move left lying for now: the largest group's points less its own.
    pub const fn left_lying(&self) -> i32 {
        self.largest - self.points
    }
}
