//! The window: what is asked of a position, and the best answer so far; the same for search and
//! solver.

use crate::parity::{round_down, round_up};
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
        self.above_value(best.value)
    }

    /// Only what is better than this.
    pub(crate) fn above_value(self, value: i32) -> Self {
        Self { alpha: self.alpha.max(value), beta: self.beta }
    }

    /// The null window at alpha: only whether the value is above it.
    pub(crate) const fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The same question about a value that is odd or even as `fruits` is.
    pub(crate) const fn with_parity_of(self, fruits: i32) -> Self {
        Self { alpha: round_down(self.alpha, fruits), beta: round_up(self.beta, fruits) }
    }
}

/// The best move found so far.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub(crate) value: i32,
    pub(crate) chosen: Move,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(window: Window) -> (i32, i32) {
        (window.alpha, window.beta)
    }

    #[test]
    fn the_opponent_sees_the_window_from_the_other_side() {
        let window = Window { alpha: 3, beta: 10 };
        assert_eq!(ends(window.after(25)), (15, 22));
        // A reply worth 20 to the opponent makes the move worth 5: inside both windows.
        assert_eq!(ends(window.after(25).after(25)), ends(window));
    }

    #[test]
    fn the_best_so_far_raises_alpha_and_never_lowers_it() {
        let window = Window { alpha: 3, beta: 10 };
        let best = |value| Best { value, chosen: Move::NONE };
        assert_eq!(ends(window.above(best(7))), (7, 10));
        assert_eq!(ends(window.above(best(-7))), (3, 10));
        assert_eq!(ends(window.null()), (3, 4));
        assert_eq!(ends(Window::around(5, 2)), (3, 7));
    }

    #[test]
    fn windows_with_a_parity_ask_the_same_about_every_value_that_has_it() {
        for (alpha, width) in (-9..9).flat_map(|alpha| (1..5).map(move |width| (alpha, width))) {
            let window = Window { alpha, beta: alpha + width };
            for fruits in [6, 7] {
                let rounded = window.with_parity_of(fruits);
                assert!((rounded.alpha - fruits) % 2 == 0 && (rounded.beta - fruits) % 2 == 0);
                for value in (-20 + fruits % 2..20).step_by(2) {
                    assert_eq!(value > window.alpha, value > rounded.alpha);
                    assert_eq!(value >= window.beta, value >= rounded.beta);
                }
            }
        }
    }
}
