//! Between what a value is proved to lie.

use std::fmt;

use crate::table::INFINITE;

/// Between what the value of a position is proved to lie, both ends included.
///
/// ```
/// use fruitrage_engine::Interval;
///
/// assert_eq!(Interval { least: 12, most: 30 }.to_string(), "between +12 and +30");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The value is at least this.
    pub least: i32,
    /// The value is at most this.
    pub most: i32,
}

impl Interval {
    pub(crate) const EVERYTHING: Self = Self { least: -INFINITE, most: INFINITE };

    /// What to ask next of a value that is not known yet, having found a bound: does it reach this?
    pub(crate) fn next_beta(self, bound: i32) -> i32 {
        bound.clamp(self.least + 1, self.most)
    }

    /// Whether it is not known yet if the value reaches this.
    pub(crate) const fn is_open(self, beta: i32) -> bool {
        self.least < beta && beta <= self.most
    }

    /// Takes in what was found when it was asked whether the value reaches beta.
    pub(crate) const fn learn(&mut self, bound: i32, beta: i32) {
        if bound < beta {
            self.most = bound;
        } else {
            self.least = bound;
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { least, most } = self;
        write!(formatter, "between {least:+} and {most:+}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_have_their_sign() {
        assert_eq!(Interval { least: -3, most: 5 }.to_string(), "between -3 and +5");
    }

    #[test]
    fn what_is_proved_is_not_open() {
        let open = |least, most| {
            let betas = (-2..5).filter(|&beta| Interval { least, most }.is_open(beta));
            betas.collect::<Vec<i32>>()
        };
        assert_eq!((open(0, 3), open(2, 2)), (vec![1, 2, 3], vec![]));
    }

    #[test]
    fn answers_about_any_value_lead_to_it() {
        for (value, guess) in [(-7, 3), (3, 3), (40, -40), (0, 1)] {
            let mut interval = Interval { least: -100, most: 100 };
            let (mut bound, mut questions) = (guess, 0);
            while interval.least < interval.most {
                let beta = interval.next_beta(bound);
                // The weakest answer that is true.
                bound = if value >= beta { beta } else { beta - 1 };
                interval.learn(bound, beta);
                questions += 1;
            }
            assert_eq!(interval, Interval { least: value, most: value });
            assert!(questions <= 2 + (value - guess).abs());
        }
    }
}
