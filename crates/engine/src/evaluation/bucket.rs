//! Buckets of positions that are alike, whatever the size of the board.

use crate::position::Position;

/// The numbers of groups from which on a position is in the next bucket: the more there are,
/// the less one move can change.
const GROUPS: [usize; 9] = [3, 6, 10, 15, 20, 30, 40, 60, 80];

/// The parts of the largest group's points, in 1/256, from which on another group counts as
/// more of a replacement for it. The last is the same size.
const PARTS: [i32; 5] = [51, 102, 141, 192, 256];

/// Positions with about as many groups, and about as large a second and third one compared
/// with the largest.
///
/// ```
/// use fruitrage_engine::{Position, evaluation::Bucket};
///
/// let bucket = |text: &str| Bucket::of(&Position::new(&text.parse().unwrap()));
/// assert_eq!(bucket("001/221/345"), bucket("330/220/145"));
/// assert_ne!(bucket("001/221/345"), bucket("001/221/121"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bucket {
    /// How many of [`GROUPS`] are reached.
    groups: u8,
    /// How many of [`PARTS`] the second group reaches.
    second: u8,
    /// The same for the third group.
    third: u8,
}

impl Bucket {
    const PARTS: usize = PARTS.len() + 1;

    /// How many buckets there are.
    pub const COUNT: usize = (GROUPS.len() + 1) * Self::PARTS * Self::PARTS;

    /// The bucket of a position.
    pub fn of(position: &Position) -> Self {
        let groups = position.groups();
        let points = |index: usize| groups.get(index).map_or(1, |group| group.points());
        let largest = points(0);
        let part = |index| reached(&PARTS, |&part| points(index) * 256 >= largest * part);
        Self {
            groups: reached(&GROUPS, |&count| groups.len() >= count),
            second: part(1),
            third: part(2),
        }
    }

    /// Its number below [`Bucket::COUNT`].
    pub const fn index(self) -> usize {
        let Self { groups, second, third } = self;
        (groups as usize * Self::PARTS + second as usize) * Self::PARTS + third as usize
    }

    /// All buckets in the order of their numbers, including those that nothing is in because
    /// the third group cannot be larger than the second.
    pub fn all() -> impl Iterator<Item = Self> {
        let parts = 0..Self::PARTS as u8;
        let groups = 0..=GROUPS.len() as u8;
        groups.flat_map(move |groups| {
            let thirds = parts.clone();
            parts.clone().flat_map(move |second| {
                thirds.clone().map(move |third| Self { groups, second, third })
            })
        })
    }

    /// Larger and larger sets of buckets, each within the next: this one alone, any third
    /// group, any second group, every bucket. Where too little is known of one set, the next
    /// stands in for it.
    pub const fn fallbacks(self) -> [Fallback; 4] {
        let Self { groups, second, third } = self;
        [
            Fallback { groups: Some(groups), second: Some(second), third: Some(third) },
            Fallback { groups: Some(groups), second: Some(second), third: None },
            Fallback { groups: Some(groups), second: None, third: None },
            Fallback { groups: None, second: None, third: None },
        ]
    }
}

/// A set of buckets that are alike in some respects; see [`Bucket::fallbacks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fallback {
    groups: Option<u8>,
    second: Option<u8>,
    third: Option<u8>,
}

/// How many thresholds are reached; they rise.
fn reached<T>(thresholds: &[T], is_reached: impl FnMut(&T) -> bool) -> u8 {
    thresholds.partition_point(is_reached) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_come_in_the_order_of_their_numbers() {
        let numbers: Vec<usize> = Bucket::all().map(Bucket::index).collect();
        assert_eq!(numbers, (0..Bucket::COUNT).collect::<Vec<_>>());
    }

    #[test]
    fn buckets_share_their_fallbacks_from_where_they_are_alike() {
        let [one, other] = [1, 2].map(|third| Bucket { groups: 3, second: 2, third }.fallbacks());
        assert_ne!(one[0], other[0]);
        assert_eq!(one[1..], other[1..]);
        assert_ne!(one[2], Bucket { groups: 4, second: 2, third: 1 }.fallbacks()[2]);
    }

    #[test]
    fn thresholds_are_reached_at_their_value() {
        let bucket = |text: &str| Bucket::of(&Position::new(&text.parse().unwrap()));
        // Groups of 4, 4 and 2: the second is as large as the largest, the third a quarter.
        let Bucket { groups, second, third } = bucket("0011/0011/2234/5678");
        assert_eq!((groups, second, third), (1, 5, 1));
        assert_eq!(bucket("0").index(), 5 * 6 + 5);
    }
}
