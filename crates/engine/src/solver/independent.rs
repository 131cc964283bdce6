//! Groups that were set aside because nothing on the board can change them any more.

/// How many independent groups there are of each size. Which ones they are does not matter:
/// claiming one changes nothing but the score, so the largest is always the best of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IndependentGroups {
    /// By size, from 1.
    counts: [u8; IndependentGroups::SIZES],
}

impl IndependentGroups {
    /// How many sizes there are: larger independent groups are rare and stay on the board.
    pub(crate) const SIZES: usize = 8;

    pub(crate) const fn add(&mut self, size: u32) {
        self.counts[size as usize - 1] += 1;
    }

    pub(crate) const fn remove(&mut self, size: u32) {
        self.counts[size as usize - 1] -= 1;
    }

    /// The size of the largest.
    pub(crate) fn largest(self) -> Option<u32> {
        self.counts.iter().rposition(|&count| count > 0).map(|index| index as u32 + 1)
    }

    /// All counts in one word.
    pub(crate) const fn word(self) -> u64 {
        u64::from_le_bytes(self.counts)
    }

    /// The sizes, and how many there are of each.
    pub(crate) fn by_size(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        (1..).zip(self.counts.iter().map(|&count| i32::from(count)))
    }

    /// What they are worth to the player to move if there is nothing else: both take the
    /// largest in turn, so that only an odd one of a size makes a difference.
    pub(crate) fn value(self) -> i32 {
        let mut value = 0;
        for (size, &count) in (1..).zip(&self.counts) {
            if count & 1 == 1 {
                value = size * size - value;
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_take_the_largest_in_turn() {
        let mut independent = IndependentGroups::default();
        for size in [3, 2, 2, 2, 1] {
            independent.add(size);
        }
        assert_eq!(independent.value(), 9 - 4 + 4 - 4 + 1);
        assert_eq!(independent.largest(), Some(3));
        independent.remove(3);
        assert_eq!(independent.largest(), Some(2));
    }
}
