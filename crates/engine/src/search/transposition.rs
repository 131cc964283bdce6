//! What an entry of the table answers, and what is stored.

use super::{Best, Window};
use crate::table::{Entry, INFINITE, PROVED, logarithm};

/// The depth of bounds that no deeper search would change: nothing was cut off at a depth, but all
/// lines that were looked at went on to the end.
pub(super) const EXHAUSTED: i32 = PROVED as i32 - 1;

/// The value that the table knows, if it answers the question.
pub(super) fn answer(entry: Entry, depth: i32, window: Window) -> Option<i32> {
    if i32::from(entry.depth) < depth.min(EXHAUSTED) {
        return None;
    }
    // An exact value inside the window is no answer: the line is wanted, too.
    if entry.lower >= window.beta {
        Some(entry.lower)
    } else if entry.upper <= window.alpha {
        Some(entry.upper)
    } else {
        None
    }
}

/// What the table is to know after a search of a depth, or [`EXHAUSTED`]: the other bound is kept
/// if it is of the same depth and fits.
pub(super) fn updated(
    known: Option<Entry>,
    depth: i32,
    window: Window,
    best: Best,
    work: u64,
) -> Entry {
    let depth = depth.min(EXHAUSTED) as u8;
    let (lower, upper) = known
        .filter(|entry| entry.depth == depth)
        .map_or((-INFINITE, INFINITE), |entry| (entry.lower, entry.upper));
    let value = best.value;
    Entry {
        lower: if value > window.alpha { value } else { lower.min(value) },
        upper: if value < window.beta { value } else { upper.max(value) },
        depth,
        best: best.chosen.place(),
        work: logarithm(work),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;

    const WINDOW: Window = Window { alpha: 4, beta: 8 };

    fn entry(lower: i32, upper: i32, depth: u8) -> Entry {
        Entry { lower, upper, depth, best: 0, work: 0 }
    }

    #[test]
    fn only_bounds_outside_the_window_are_an_answer() {
        assert_eq!(answer(entry(8, INFINITE, 5), 5, WINDOW), Some(8));
        assert_eq!(answer(entry(-INFINITE, 4, 5), 5, WINDOW), Some(4));
        assert_eq!(answer(entry(5, 7, 5), 5, WINDOW), None);
        assert_eq!(answer(entry(8, INFINITE, 4), 5, WINDOW), None, "not deep enough");
    }

    #[test]
    fn what_is_exhausted_answers_at_any_depth() {
        let exhausted = entry(8, INFINITE, EXHAUSTED as u8);
        assert_eq!(answer(exhausted, 5, WINDOW), Some(8));
        assert_eq!(answer(exhausted, 600, WINDOW), Some(8));
        assert_eq!(answer(entry(8, INFINITE, EXHAUSTED as u8 - 1), 600, WINDOW), None);
    }

    #[test]
    fn an_exact_value_answers_a_null_window_and_leaves_a_wide_one_its_line() {
        let narrow = Window { alpha: 4, beta: 6 };
        assert_eq!(answer(entry(6, 6, 5), 5, narrow), Some(6));
        assert_eq!(answer(entry(6, 6, 5), 5, WINDOW), None);
    }

    #[test]
    fn bounds_follow_from_where_the_value_is() {
        let stored = |value| {
            let best = Best { value, chosen: Move::NONE };
            let entry = updated(None, 5, WINDOW, best, 1);
            (entry.lower, entry.upper)
        };
        assert_eq!(stored(4), (-INFINITE, 4));
        assert_eq!(stored(6), (6, 6));
        assert_eq!(stored(8), (8, INFINITE));
    }

    #[test]
    fn the_other_bound_is_kept_if_it_fits() {
        let stored = |known, value| {
            let best = Best { value, chosen: Move::NONE };
            let entry = updated(Some(known), 5, WINDOW, best, 1);
            (entry.lower, entry.upper)
        };
        assert_eq!(stored(entry(8, 20, 5), 10), (10, 20));
        assert_eq!(stored(entry(8, 20, 4), 10), (10, INFINITE), "of another depth");
        assert_eq!(stored(entry(0, 9, 5), 10), (10, 10), "contradicted");
        assert_eq!(stored(entry(2, 9, 5), 3), (2, 3));
        assert_eq!(stored(entry(2, 9, 5), 1), (1, 1), "contradicted");
    }

    #[test]
    fn no_depth_looks_proved() {
        let best = Best { value: 6, chosen: Move::NONE };
        assert!(!updated(None, 600, WINDOW, best, 1).is_proved());
    }
}
