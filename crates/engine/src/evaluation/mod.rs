//! What a position is worth at a leaf of the search, and what it can hardly be worth: learned
//! from positions that were searched deeply.
//!
//! The parts of an evaluation, [`Bucket`] and [`ValueRange`], are for those who train one.
//!
//! Everything is in units of the largest group's points, which is what makes one evaluation
//! good for boards of every size and with any number of fruits. All numbers are whole, so
//! that they are the same on every platform.

mod bucket;
mod text;

use std::sync::LazyLock;

pub use bucket::{Bucket, Fallback};
pub(crate) use bucket::{Outline, Variety};
pub use text::NotAnEvaluation;

use crate::Parameters;
use crate::parity::{round_down, round_up};

/// Shares are in parts of this.
const WHOLE: i32 = 256;

/// The evaluation of the repository; docs/training.md says how it is made.
static EMBEDDED: LazyLock<Evaluation> = LazyLock::new(|| {
    include_str!("learned.txt").parse().expect("a test reads the embedded evaluation")
});

/// The values that positions of a bucket nearly always have for the player to move, as shares
/// of the largest group's points in 1/256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// Nearly all are worth at least this.
    pub least: u16,
    /// Nearly all are worth at most this.
    pub most: u16,
}

impl ValueRange {
    /// What holds except in zugzwang: the player on move loses nothing, and gains no more than
    /// the largest group.
    pub const WIDEST: Self = Self { least: 0, most: WHOLE as u16 };

    /// The range of these shares of one.
    ///
    /// ```
    /// use fruitrage_engine::evaluation::ValueRange;
    ///
    /// assert_eq!(ValueRange::of_shares(0.25, 0.75), ValueRange { least: 64, most: 192 });
    /// assert_eq!(ValueRange::of_shares(-0.5, 1.5), ValueRange::WIDEST);
    /// ```
    pub fn of_shares(least: f64, most: f64) -> Self {
        let whole = f64::from(WHOLE);
        let share = |part: f64| part.clamp(0.0, 1.0) * whole;
        Self { least: share(least).floor() as u16, most: share(most).ceil() as u16 }
    }

    /// Its ends as shares of one.
    pub fn shares(self) -> (f64, f64) {
        let whole = f64::from(WHOLE);
        (f64::from(self.least) / whole, f64::from(self.most) / whole)
    }
}

/// An evaluation: the value range of each bucket of positions.
///
/// ```
/// use fruitrage_engine::evaluation::{Bucket, Evaluation, ValueRange};
///
/// let evaluation = Evaluation::new([ValueRange::WIDEST; Bucket::COUNT]);
/// assert_eq!(evaluation.to_string().parse(), Ok(evaluation));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    ranges: [ValueRange; Bucket::COUNT],
}

impl Evaluation {
    /// An evaluation with a range for each bucket.
    pub const fn new(ranges: [ValueRange; Bucket::COUNT]) -> Self {
        Self { ranges }
    }

    /// The evaluation that engines have unless they are given another.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// The range that the values of a bucket's positions nearly always lie in.
    pub const fn range(&self, bucket: Bucket) -> ValueRange {
        self.ranges[bucket.index()]
    }

    /// What a position of such a variety with this outline is worth at least and at most, nearly
    /// always, in points. Both ends are moved towards the middle of what was learned, by
    /// `shrink`/256 of the way.
    pub(crate) fn likely_range(
        &self,
        variety: Variety,
        outline: Outline,
        shrink: i32,
    ) -> (i32, i32) {
        let ValueRange { least, most } = self.range(outline.bucket(variety));
        let largest = outline.largest();
        let points = |share: u16| {
            let share = i32::from(share);
            largest * (share + (WHOLE / 2 - share) * shrink / WHOLE) / WHOLE
        };
        (points(least), points(most))
    }
}

/// An estimate for the player to move, from the points of the largest group: half of them,
/// rounded to the nearest value that a position with so many fruits can have, so that the search
/// does not tell moves apart by a point that no game can end with.
/// The player claims it, the opponent something a little smaller, and so on to the end; half
/// of the first term is what such a sum comes to. It is the median of what deep searches find
/// too, whatever the board. Estimates that look at more groups are closer on average, but the
/// search needs so many more positions with them that it plays worse (docs/notebook.md).
pub(crate) const fn estimate(largest: i32, fruits: u32, parameters: &Parameters) -> i32 {
    let share = largest * parameters.leaf_share;
    let (whole, has_rest) = (share / WHOLE, share % WHOLE > 0);
    if has_rest { round_up(whole, fruits as i32) } else { round_down(whole, fruits as i32) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn the_embedded_evaluation_can_be_read() {
        for range in Evaluation::embedded().ranges {
            assert!(range.least < range.most && range.most <= ValueRange::WIDEST.most, "{range:?}");
        }
    }

    #[test]
    fn ends_are_shares_of_one() {
        assert_eq!(ValueRange { least: 64, most: 192 }.shares(), (0.25, 0.75));
        assert_eq!(ValueRange::WIDEST.shares(), (0.0, 1.0));
    }

    #[test]
    fn points_are_shares_of_the_largest_group() {
        let board = "**11/*000/2000/2112".parse().unwrap();
        let evaluation = Evaluation::new([ValueRange { least: 64, most: 192 }; Bucket::COUNT]);
        let position = Position::new(&board);
        let (variety, outline) = (Variety::of(&position), Outline::of(&position));
        let range = |shrink| evaluation.likely_range(variety, outline, shrink);
        assert_eq!([0, 128, 256].map(range), [(9, 27), (13, 22), (18, 18)]);
    }

    #[test]
    fn estimates_are_half_of_the_largest_group_with_the_parity_of_the_fruits() {
        let estimate = |largest, fruits| estimate(largest, fruits, &Parameters::default());
        assert_eq!([4, 9, 16, 25].map(|largest| estimate(largest, 100)), [2, 4, 8, 12]);
        assert_eq!([4, 9, 16, 25].map(|largest| estimate(largest, 101)), [1, 5, 7, 13]);
    }
}
