//! Groups that were set aside because nothing on the board can change them any more.

/// The largest free group that is set aside; larger ones are rare and stay on the board.
const LARGEST: usize = 8;

/// How many free groups there are of each size. Which ones they are does not matter:
/// claiming one changes nothing but the score, so the largest is always the best of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FreeGroups {
    /// By size, from 1.
    counts: [u8; LARGEST],
}

impl FreeGroups {
    /// Whether a group of this size can be set aside.
    pub(crate) const fn accepts(size: u32) -> bool {
        size as usize <= LARGEST
    }

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

    /// What they score together.
    pub(crate) fn points(self) -> i32 {
        let squares = (1..).map(|size: i32| size * size);
        self.counts.iter().zip(squares).map(|(&count, points)| i32::from(count) * points).sum()
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
        let mut free = FreeGroups::default();
        for size in [3, 2, 2, 2, 1] {
            free.add(size);
        }
        assert_eq!(free.value(), 9 - 4 + 4 - 4 + 1);
        assert_eq!(free.points(), 9 + 4 + 4 + 4 + 1);
        assert_eq!(free.largest(), Some(3));
        free.remove(3);
        assert_eq!(free.largest(), Some(2));
    }
}
