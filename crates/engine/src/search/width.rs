//! How much the search leaves out: iterative widening, for when deepening has come to its end.
//!
//! The search is selective, and where few moves are left it soon has seen everything that it
//! looks at: going deeper changes nothing any more. What it left out rests on one assumption, that
//! the player on move loses nothing. A wider search assumes only that the player does not lose
//! more than a margin, prunes that much less, and does not trust learned value ranges at all. Each
//! width repeats the whole search, to the end of the game, with a larger margin than before.

/// How much the search leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Width {
    /// 0 for the search that deepens.
    number: u8,
}

impl Width {
    /// As selective as it gets.
    pub(crate) const NARROW: Self = Self { number: 0 };

    /// The last width: what margins it would leave out is beyond any value.
    const LAST: u8 = 20;

    /// The next width, if there is one.
    pub(crate) const fn next(self) -> Option<Self> {
        if self.number == Self::LAST { None } else { Some(Self { number: self.number + 1 }) }
    }

    /// Whether learned value ranges may prune.
    pub(crate) const fn is_narrow(self) -> bool {
        self.number == 0
    }

    /// What the player on move may lose at most, by assumption.
    pub(crate) const fn margin(self) -> i32 {
        match self.number {
            0 => 0,
            number => (1 << (number - 1)) - 1,
        }
    }

    /// What tells the entries of one width in the table from those of others.
    pub(crate) const fn salt(self) -> u64 {
        self.number as u64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::table::INFINITE;

    #[test]
    fn each_width_leaves_out_less_until_nothing_is_left_out() {
        let widths: Vec<Width> =
            std::iter::successors(Some(Width::NARROW), |width| width.next()).collect();
        let margins: Vec<i32> = widths.iter().map(|width| width.margin()).collect();
        assert_eq!(margins[..6], [0, 0, 1, 3, 7, 15]);
        assert!(margins.is_sorted() && *margins.last().unwrap() > INFINITE);
        let narrow: Vec<bool> = widths.iter().map(|width| width.is_narrow()).collect();
        assert!(narrow[0] && !narrow[1..].contains(&true));
        let salts: HashSet<u64> = widths.iter().map(|width| width.salt()).collect();
        assert_eq!(salts.len(), widths.len(), "what one width has found is no answer to another");
    }
}
