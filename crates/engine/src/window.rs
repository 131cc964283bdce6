//! What is asked of a position, and the best answer so far; the same for search and solver.

use crate::position::Move;
use crate::table::INFINITE;

/// What is asked: whether the value is above `alpha`, and whether it reaches `beta`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    pub(crate) const EVERYTHING: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The values around a guess.
    pub(crate) const fn around(guess: i32, margin: i32) -> Self {
        Self { alpha: guess - margin, beta: guess + margin }
    }

    /// The same window as the opponent sees it after a move of so many points.
    pub(crate) const fn after(self, points: i32) -> Self {
        Self { alpha: points - self.beta, beta: points - self.alpha }
    }

    /// Only what is better than the best so far.
    pub(crate) fn above(self, best: Best) -> Self {
        Self { alpha: self.alpha.max(best.value), beta: self.beta }
    }

    /// Only whether the value is above alpha.
    pub(crate) const fn lowest(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The same question about a value that is odd or even as `fruits` is.
    pub(crate) const fn with_parity_of(self, fruits: i32) -> Self {
        Self {
            alpha: self.alpha - ((self.alpha ^ fruits) & 1),
            beta: self.beta + ((self.beta ^ fruits) & 1),
        }
    }
}

/// The best move found so far.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub(crate) value: i32,
    pub(crate) chosen: Move,
}

impl Best {
    pub(crate) const NONE: Self = Self { value: -INFINITE, chosen: Move::NONE };

    pub(crate) const fn improve(&mut self, value: i32, chosen: Move) {
        if value > self.value {
            *self = Self { value, chosen };
        }
    }
}
