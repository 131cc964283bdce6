//! Buckets of positions that are alike, whatever the size of the board.

use crate::position::{Move, Position};

/// The numbers of kinds of fruit from which on a position is in the next bucket: the more there
/// are, the less often groups merge into large ones.
const KINDS: [usize; 4] = [3, 4, 5, 6];

/// The numbers of groups from which on a position is in the next bucket: the more there are,
/// the less one move can change.
const GROUPS: [usize; 9] = [3, 6, 10, 15, 20, 30, 40, 60, 80];

/// The parts of the largest group's points, in 1/256, from which on another group counts as
/// more of a replacement for it. The last is the same size.
const PARTS: [i32; 5] = [51, 102, 141, 192, 256];

/// What there is to be claimed: how many groups of two or more fruits, and how large the largest
/// are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    groups: usize,
    /// The points of the three largest; a single fruit's where there are fewer.
    points: [i32; 3],
}

impl Outline {
    /// The outline of a position.
    pub(crate) fn of(position: &Position) -> Self {
        Self::new(position.groups().len(), position.groups().iter())
    }

    /// The outline of a position without one of its groups, as if nothing fell.
    pub(crate) fn without(position: &Position, claimed: Move) -> Self {
        let groups = position.groups();
        let others = groups.len() - usize::from(claimed.size() > 1);
        Self::new(others, groups.iter().filter(|&&group| group != claimed))
    }

    /// Whether a claim is one of those that leave the largest groups, and one group less: without
    /// any of these the outline is the same.
    pub(crate) fn is_alike_without(position: &Position, claimed: Move) -> bool {
        claimed.size() > 1 && position.groups().get(2).is_some_and(|&third| claimed < third)
    }

    fn new<'a>(groups: usize, largest: impl Iterator<Item = &'a Move>) -> Self {
        let mut points = [1; 3];
        for (points, group) in points.iter_mut().zip(largest) {
            *points = group.points();
        }
        Self { groups, points }
    }

    /// The points of the largest group.
    pub(crate) const fn largest(self) -> i32 {
        self.points[0]
    }

    /// The bucket of positions with this outline.
    pub(crate) fn bucket(self, variety: Variety) -> Bucket {
        let [largest, second, third] = self.points;
        let part = |points: i32| reached(&PARTS, |&part| points * 256 >= largest * part);
        Bucket {
            variety,
            groups: reached(&GROUPS, |&count| self.groups >= count),
            second: part(second),
            third: part(third),
        }
    }
}

/// How many kinds of fruit there are, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Variety {
    /// How many of [`KINDS`] are reached.
    reached: u8,
}

impl Variety {
    const COUNT: usize = KINDS.len() + 1;

    pub(crate) fn of(position: &Position) -> Self {
        let kinds = position.kinds_left().count();
        Self { reached: reached(&KINDS, |&count| kinds >= count) }
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(|reached| Self { reached })
    }
}

/// Positions with about as many kinds of fruit and groups, and about as large a second and third
/// group compared with the largest.
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
    variety: Variety,
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
    pub const COUNT: usize = Variety::COUNT * (GROUPS.len() + 1) * Self::PARTS * Self::PARTS;

    /// The bucket of a position.
    pub fn of(position: &Position) -> Self {
        Outline::of(position).bucket(Variety::of(position))
    }

    /// Its number below [`Bucket::COUNT`].
    pub const fn index(self) -> usize {
        let Self { variety, groups, second, third } = self;
        let groups = variety.reached as usize * (GROUPS.len() + 1) + groups as usize;
        (groups * Self::PARTS + second as usize) * Self::PARTS + third as usize
    }

    /// All buckets in the order of their numbers, including those that nothing is in because
    /// the third group cannot be larger than the second.
    pub fn all() -> impl Iterator<Item = Self> {
        let parts = || 0..Self::PARTS as u8;
        let groups = || 0..=GROUPS.len() as u8;
        let of_variety = move |variety| {
            groups().flat_map(move |groups| {
                parts().flat_map(move |second| {
                    parts().map(move |third| Self { variety, groups, second, third })
                })
            })
        };
        Variety::all().flat_map(of_variety)
    }

    /// Larger and larger sets of buckets, each within the next: this one alone, any third
    /// group, any second group, any variety, every bucket. Where too little is known of
    /// one set, the next stands in for it.
    pub const fn fallbacks(self) -> [Fallback; 5] {
        let Self { variety, groups, second, third } = self;
        let alone = Fallback {
            variety: Some(variety),
            groups: Some(groups),
            second: Some(second),
            third: Some(third),
        };
        let any_third = Fallback { third: None, ..alone };
        let any_second = Fallback { second: None, ..any_third };
        let any_variety = Fallback { variety: None, ..any_second };
        let every = Fallback { groups: None, ..any_variety };
        [alone, any_third, any_second, any_variety, every]
    }
}

/// A set of buckets that are alike in some respects; see [`Bucket::fallbacks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fallback {
    variety: Option<Variety>,
    groups: Option<u8>,
    second: Option<u8>,
    third: Option<u8>,
}

/// How many thresholds are reached; they rise.
fn reached<T>(thresholds: &[T], is_reached: impl Fn(&T) -> bool) -> u8 {
    thresholds.iter().map(|threshold| u8::from(is_reached(threshold))).sum()
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
        let variety = |reached| Variety { reached };
        let one = Bucket { variety: variety(1), groups: 3, second: 2, third: 1 };
        for (other, from) in [
            (Bucket { third: 2, ..one }, 1),
            (Bucket { second: 1, ..one }, 2),
            (Bucket { variety: variety(2), ..one }, 3),
            (Bucket { groups: 4, ..one }, 4),
        ] {
            let shared: Vec<bool> =
                one.fallbacks().iter().zip(other.fallbacks()).map(|(a, b)| *a == b).collect();
            let expected: Vec<bool> = (0..5).map(|number| number >= from).collect();
            assert_eq!(shared, expected, "{other:?}");
        }
    }

    #[test]
    fn an_outline_without_a_group_is_that_of_the_others() {
        let position = Position::new(&"0011/0013/2244/5678".parse().unwrap());
        let [largest, second, third, ..] = *position.groups() else { panic!("four groups") };
        let single = position.singles().next().unwrap();
        let points = |claimed| {
            let Outline { groups, points } = Outline::without(&position, claimed);
            (groups, points)
        };
        assert_eq!(points(largest), (3, [9, 4, 4]));
        assert_eq!(points(second), (3, [16, 4, 4]));
        assert_eq!(points(third), (3, [16, 9, 4]));
        assert_eq!(points(single), (4, [16, 9, 4]));
        assert_eq!(Outline::of(&Position::new(&"0".parse().unwrap())).points, [1, 1, 1]);
    }

    #[test]
    fn outlines_are_alike_without_any_but_the_largest_groups() {
        let position = Position::new(&"00011/00013/22443/55678/55999".parse().unwrap());
        let alike: Vec<Move> =
            position.moves().filter(|&it| Outline::is_alike_without(&position, it)).collect();
        assert_eq!(alike, position.groups()[3..]);
        let outlines = alike.iter().map(|&claimed| Outline::without(&position, claimed));
        let expected = Outline { groups: position.groups().len() - 1, points: [36, 16, 9] };
        assert!(alike.len() > 1 && outlines.into_iter().all(|outline| outline == expected));
    }

    #[test]
    fn thresholds_are_reached_at_their_value() {
        let bucket = |text: &str| Bucket::of(&Position::new(&text.parse().unwrap()));
        // Groups of 4, 4 and 2: the second is as large as the largest, the third a quarter.
        let Bucket { variety, groups, second, third } = bucket("0011/0011/2234/5678");
        assert_eq!((variety.reached, groups, second, third), (4, 1, 5, 1));
        assert_eq!(bucket("0").index(), 5 * 6 + 5);
        let varieties = ["00", "01", "12", "23"].map(|row| bucket(&format!("{row}/01")).variety);
        assert_eq!(varieties.map(|variety| variety.reached), [0, 0, 1, 2]);
    }
}
