//! Finding groups: connected-component labelling of a part of the board.

use arrayvec::ArrayVec;
use fruitrage_rules::{Cell, CellSet, Flood, Links};

use super::{MOST_GROUPS, Move};

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
            let dirty = dirty.columns[column];
            let mut rest = dirty & links.any(column) & !self.covered.columns[column];
            self.covered.columns[column] |= dirty;
            while rest != 0 {
                let row = rest.trailing_zeros() as usize;
                let flood = links.flood(Cell::new(column, row).expect("rows are on the board"));
                self.add(&flood);
                rest &= !flood.cells.columns[column];
            }
        }
    }

    fn add(&mut self, flood: &Flood) {
        let mut size = 0;
        for column in flood.first..=flood.last {
            let rows = flood.cells.columns[column];
            size += rows.count_ones();
            self.covered.columns[column] |= rows;
        }
        let row = flood.cells.columns[flood.first].trailing_zeros();
        let group = Move::new(size, flood.first, row);
        let place = self.groups.partition_point(|&other| other > group);
        self.groups.insert(place, group);
    }
}
