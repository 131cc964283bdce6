//! The groups of a position, kept in order from move to move.

use super::{MOST_GROUPS, Move};

/// Groups of two or more fruits, largest first.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    list: [Move; MOST_GROUPS],
    count: usize,
}

impl Groups {
    pub(super) const NONE: Self = Self { list: [Move::NONE; MOST_GROUPS], count: 0 };

    pub(super) fn as_slice(&self) -> &[Move] {
        &self.list[..self.count]
    }

    /// Becomes the groups before a move without those that are gone, and the new ones, both
    /// largest first: a merge of the two.
    pub(super) fn take_over(
        &mut self,
        before: &[Move],
        is_gone: impl Fn(Move) -> bool,
        new: &[Move],
    ) {
        let mut count = 0;
        let mut new = new.iter().copied();
        let mut next_new = new.next();
        for &group in before {
            while let Some(next) = next_new.filter(|&next| next > group) {
                self.list[count] = next;
                count += 1;
                next_new = new.next();
            }
            // Every group is written and only then counted: a branch would often be mispredicted.
            self.list[count] = group;
            count += usize::from(!is_gone(group));
        }
        for group in next_new.into_iter().chain(new) {
            self.list[count] = group;
            count += 1;
        }
        self.count = count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_taken_over_is_what_stays_and_what_is_new_in_order(
            before in prop::collection::btree_set(2..2000_u32, 0..60),
            new in prop::collection::btree_set(2..2000_u32, 0..20),
            divisor in 1..5_u32,
        ) {
            let moves = |numbers: &mut dyn Iterator<Item = &u32>| -> Vec<Move> {
                let mut moves: Vec<Move> =
                    numbers.map(|&number| Move::new(number / 20 + 2, number as usize % 20, 0)).collect();
                moves.sort_unstable_by(|one, other| other.cmp(one));
                moves
            };
            let is_gone = |group: Move| (group.column() as u32).is_multiple_of(divisor);
            let (before, new) = (moves(&mut before.iter()), moves(&mut new.difference(&before)));
            let mut groups = Groups::NONE;
            groups.take_over(&before, is_gone, &new);
            let mut expected: Vec<Move> =
                before.into_iter().filter(|&group| !is_gone(group)).chain(new).collect();
            expected.sort_unstable_by(|one, other| other.cmp(one));
            prop_assert_eq!(groups.as_slice(), expected);
        }
    }
}
