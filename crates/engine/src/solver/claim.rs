//! A move as the solver sees it.

use crate::packed::Word;

/// What a fruit that is claimed, a group that is left, and a reply that is not refuted at sight
/// count when moves are ordered, in quarters of a point: they do not make a move better, but its
/// proof shorter.
const QUARTERS_PER_FRUIT: i32 = 4;
const QUARTERS_PER_GROUP: i32 = 5;
const QUARTERS_PER_REPLY: i32 = 3;

/// A group that can be claimed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim<W> {
    /// Its cells; none if it is an independent group that was set aside. Where its size is one,
    /// each of them is a claim of its own until [`put_in_order`] parts them.
    pub(crate) cells: W,
    pub(crate) size: i32,
    /// What claiming it is worth at most, without any search.
    pub(crate) most: i32,
}

impl<W: Word> Claim<W> {
    pub(crate) const fn points(&self) -> i32 {
        self.size * self.size
    }

    /// How promising it is if it leaves so many groups and replies, in quarters of a point.
    pub(crate) const fn score(&self, groups: i32, replies: i32) -> i32 {
        4 * self.points() + QUARTERS_PER_FRUIT * self.size
            - QUARTERS_PER_GROUP * groups
            - QUARTERS_PER_REPLY * replies
    }
}

/// Puts the largest claims first, and parts those of single fruits.
#[inline]
pub(crate) fn put_in_order<W: Word>(claims: &mut Vec<Claim<W>>) {
    for sorted in 1..claims.len() {
        let claim = claims[sorted];
        let mut place = sorted;
        while place > 0 && claims[place - 1].size < claim.size {
            claims[place] = claims[place - 1];
            place -= 1;
        }
        claims[place] = claim;
    }
    let single = claims.iter().position(|claim| claim.size == 1);
    for index in single.unwrap_or(claims.len())..claims.len() {
        let singles = claims[index];
        claims[index].cells = singles.cells.lowest();
        let mut others = singles.cells.without_lowest();
        while !others.is_empty() {
            claims.push(Claim { cells: others.lowest(), ..singles });
            others = others.without_lowest();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_come_first_and_every_single_fruit_is_a_claim_of_its_own() {
        let claim = |cells: u64, size| Claim { cells, size, most: 7 };
        let mut claims =
            vec![claim(0b111, 1), claim(0b11_000, 2), claim(0b1_0100_0000, 1), claim(0, 3)];
        put_in_order(&mut claims);
        let cells: Vec<u64> = claims.iter().map(|claim| claim.cells).collect();
        assert_eq!(cells, [0, 0b11_000, 0b1, 0b100_0000, 0b10, 0b100, 0b1_0000_0000]);
        assert!(claims.iter().all(|claim| claim.most == 7));
        assert!(claims[2..].iter().all(|claim| claim.size == 1));
    }
}
