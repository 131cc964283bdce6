//! Classes of positions that are alike, whatever the size of the board.

use crate::position::Position;

/// The numbers of groups from which on a position is in the next class: the more there are,
/// the less one move can change.
const GROUPS: [usize; 9] = [3, 6, 10, 15, 20, 30, 40, 60, 80];

/// The parts of the largest group's points, in 1/256, from which on another group counts as
/// more of a replacement for it. The last is the same size.
const PARTS: [i32; 5] = [51, 102, 141, 192, 256];

/// Positions with about as many groups, and about as large a second and third one compared
/// with the largest.
///
/// ```
/// use fruitrage_engine::{Class, Position};
///
/// let class = |text: &str| Class::of(&Position::new(&text.parse().unwrap()));
/// assert_eq!(class("001/221/345"), class("330/220/145"));
/// assert_ne!(class("001/221/345"), class("001/221/121"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    /// How many of [`GROUPS`] are reached.
    groups: u8,
    /// How many of [`PARTS`] the second group reaches.
    second: u8,
    /// The same for the third group.
    third: u8,
}

impl Class {
    const PARTS: usize = PARTS.len() + 1;

    /// How many classes there are.
    pub const COUNT: usize = (GROUPS.len() + 1) * Self::PARTS * Self::PARTS;

    /// The class of a position.
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

    /// Its number below [`Class::COUNT`].
    pub const fn index(self) -> usize {
        let Self { groups, second, third } = self;
        (groups as usize * Self::PARTS + second as usize) * Self::PARTS + third as usize
    }

    /// All classes in the order of their numbers, including those that nothing is in because
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

    /// What the class has in common with larger and larger families of classes, itself first:
    /// any third group, any second group, any position.
    pub fn families(self) -> [[Option<u8>; 3]; 4] {
        let Self { groups, second, third } = self;
        [
            [Some(groups), Some(second), Some(third)],
            [Some(groups), Some(second), None],
            [Some(groups), None, None],
            [None, None, None],
        ]
    }
}

/// How many thresholds are reached; they rise.
fn reached<T>(thresholds: &[T], is_reached: impl FnMut(&T) -> bool) -> u8 {
    thresholds.partition_point(is_reached) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_come_in_the_order_of_their_numbers() {
        let numbers: Vec<usize> = Class::all().map(Class::index).collect();
        assert_eq!(numbers, (0..Class::COUNT).collect::<Vec<_>>());
    }
}
