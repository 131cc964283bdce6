//! Where on the board the player is, and which rows of it are in sight.

use std::cmp::Reverse;

use fruitrage_rules::{Board, Cell, Group, Size};

use crate::layout::Layout;

/// The cursor on a board that may be taller than the window.
#[derive(Debug)]
pub(crate) struct Cursor {
    pub(crate) cell: Cell,
    /// How many rows of the board are out of sight above.
    scroll: usize,
    /// Which group by size Tab has come to, if nothing else was done since.
    tour: Option<isize>,
}

impl Cursor {
    /// In the middle of a board.
    pub(crate) fn new(size: Size) -> Self {
        let middle = size.get() / 2;
        let cell = Cell::new(middle, middle).unwrap_or_else(|| unreachable!("half a size"));
        Self { cell, scroll: 0, tour: None }
    }

    /// How many rows are out of sight above.
    pub(crate) fn scroll(&self, layout: &Layout) -> usize {
        self.scroll.min(layout.most_scroll())
    }

    pub(crate) fn scroll_by(&mut self, rows: isize, layout: &Layout) {
        self.scroll = self.scroll.saturating_add_signed(rows).min(layout.most_scroll());
    }

    pub(crate) fn keep_in_sight(&mut self, layout: &Layout) {
        self.scroll = layout.scrolled_to(self.cell.row(), self.scroll);
    }

    /// Tab begins anew with the largest group.
    pub(crate) const fn end_tour(&mut self) {
        self.tour = None;
    }

    pub(crate) fn move_by(&mut self, columns: isize, rows: isize, size: Size) {
        let last = size.get() - 1;
        let column = self.cell.column().saturating_add_signed(columns).min(last);
        let row = self.cell.row().saturating_add_signed(rows).min(last);
        self.put(Cell::new(column, row));
    }

    /// To the largest group, then to the next by size, or to the one before.
    pub(crate) fn jump(&mut self, by: isize, board: &Board) {
        let mut groups: Vec<Group> = board.groups().collect();
        groups.sort_by_key(|group| Reverse(group.count()));
        let count = groups.len().max(1) as isize;
        let next = self.tour.map_or(0, |at| (at + by).rem_euclid(count));
        self.put(groups.get(next as usize).map(Group::name));
        self.tour = Some(next);
    }

    /// Over nothing, it goes down to the highest fruit below it.
    pub(crate) fn land(&mut self, board: &Board) {
        let column = self.cell.column();
        let below = (self.cell.row()..board.size().get())
            .filter_map(|row| Cell::new(column, row))
            .find(|&cell| board.fruit_at(cell).is_some());
        self.put(below);
    }

    /// Goes to a cell, if there is one.
    pub(crate) fn put(&mut self, cell: Option<Cell>) {
        self.cell = cell.unwrap_or(self.cell);
    }
}
