//! Finding groups: connected-component labelling of a part of the board.

use arrayvec::ArrayVec;
use fruitrage_rules::{CellSet, Links, Size};

use super::{MOST_GROUPS, Move};

/// The most stretches of a group that can wait to be followed: each stretch that was followed has
/// at most every second row of the columns beside it wait.
const MOST_WAITING: usize = Size::MAX * Size::MAX;

/// Groups found by labelling a part of the board.
pub(super) struct Labels {
    /// Largest first.
    pub(super) groups: ArrayVec<Move, MOST_GROUPS>,
    /// The cells that were labelled.
    pub(super) covered: CellSet,
}

impl Labels {
    pub(super) fn new() -> Self {
        Self { groups: ArrayVec::new(), covered: CellSet::EMPTY }
    }

    /// Whether a group of the board before the move was labelled again.
    pub(super) const fn covers(&self, group: Move) -> bool {
        self.covered.columns[group.column()] >> group.row() & 1 != 0
    }

    /// Finds every group of two or more with a cell in `dirty`, whose cells are in the
    /// columns `first` to `last`.
    pub(super) fn label(&mut self, links: &Links, dirty: &CellSet, first: usize, last: usize) {
        for column in first..=last {
            loop {
                let rest =
                    dirty.columns[column] & links.any(column) & !self.covered.columns[column];
                if rest == 0 {
                    break;
                }
                let group = self.cover_group(links, column, rest & rest.wrapping_neg());
                self.insert(group);
            }
        }
        for column in first..=last {
            self.covered.columns[column] |= dirty.columns[column];
        }
    }

    /// Puts a group into its place. There are a few, so that the place is soon found from the end.
    fn insert(&mut self, group: Move) {
        let mut place = self.groups.len();
        self.groups.push(group);
        while place > 0 && self.groups[place - 1] < group {
            self.groups[place] = self.groups[place - 1];
            place -= 1;
        }
        self.groups[place] = group;
    }

    /// Covers all cells that are connected to those in some rows of a column.
    fn cover_group(&mut self, links: &Links, column: usize, rows: u32) -> Move {
        let mut waiting: ArrayVec<(usize, u32), MOST_WAITING> = ArrayVec::new();
        let (mut column, mut rows) = (column, rows);
        let (mut size, mut first, mut rows_of_first) = (0, column, 0);
        loop {
            rows = links.fill(column, rows) & !self.covered.columns[column];
            self.covered.columns[column] |= rows;
            size += rows.count_ones();
            if column < first {
                (first, rows_of_first) = (column, 0);
            }
            if column == first {
                rows_of_first |= rows;
            }
            let on_left = rows & links.left(column);
            if on_left != 0 && on_left & !self.covered.columns[column - 1] != 0 {
                waiting.push((column - 1, on_left));
            }
            let on_right = rows & links.left(column + 1);
            if on_right != 0 && on_right & !self.covered.columns[column + 1] != 0 {
                waiting.push((column + 1, on_right));
            }
            let Some(next) = waiting.pop() else { break };
            (column, rows) = next;
        }
        Move::new(size, first, rows_of_first.trailing_zeros())
    }
}
