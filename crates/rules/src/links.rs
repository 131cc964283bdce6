//! Which neighbouring cells hold the same fruit, and flooding along that.

use crate::{Cell, CellSet, Column, Flood, Size};

/// For every cell whether it is linked to the one below and the one to its left,
/// that is, holds the same fruit. Groups are what these links connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// In each column the rows linked to the row below.
    below: [u32; Size::MAX],
    /// In each column the rows linked to the column on its left; the last entry,
    /// right of the widest board, and the first are always empty.
    left: [u32; Size::MAX + 1],
}

impl Links {
    /// The links of a whole board.
    pub fn new(columns: &[Column; Size::MAX]) -> Self {
        Self::of(columns, Size::LARGEST)
    }

    /// The links of a board of this size.
    pub(crate) fn of(columns: &[Column; Size::MAX], size: Size) -> Self {
        let mut links = Self { below: [0; Size::MAX], left: [0; Size::MAX + 1] };
        links.update(columns, 0, size.get() - 1);
        links
    }

    /// Brings the links up to date after the columns `first` to `last` changed.
    pub fn update(&mut self, columns: &[Column; Size::MAX], first: usize, last: usize) {
        for (below, column) in self.below.iter_mut().zip(columns).take(last + 1).skip(first) {
            *below = column.same_as_below();
        }
        for column in first.max(1)..=(last + 1).min(Size::MAX - 1) {
            self.left[column] = columns[column].same_as(&columns[column - 1]);
        }
    }

    /// The rows of a column that are linked to the row below.
    pub const fn below(&self, column: usize) -> u32 {
        self.below[column]
    }

    /// The rows of a column that are linked to the column on its left.
    pub const fn left(&self, column: usize) -> u32 {
        self.left[column]
    }

    /// The rows of a column that are linked to any neighbour.
    pub const fn any(&self, column: usize) -> u32 {
        let below = self.below[column];
        below | below << 1 | self.left[column] | self.left[column + 1]
    }

    /// All cells connected to this one, itself included.
    pub fn flood(&self, from: Cell) -> Flood {
        let start = from.column();
        let mut flood = Flood { cells: CellSet::EMPTY, first: start, last: start };
        flood.cells.columns[start] = self.fill(start, 1 << from.row());
        // Sweep to and fro until a sweep adds nothing.
        while self.sweep_right(&mut flood) | self.sweep_left(&mut flood) {}
        flood
    }

    fn sweep_right(&self, flood: &mut Flood) -> bool {
        let mut grown = false;
        let mut column = flood.first;
        while column <= flood.last {
            let reached = flood.cells.columns[column] & self.left[column + 1];
            if reached != 0 && self.grow(&mut flood.cells, column + 1, reached) {
                grown = true;
                flood.last = flood.last.max(column + 1);
            }
            column += 1;
        }
        grown
    }

    fn sweep_left(&self, flood: &mut Flood) -> bool {
        let mut grown = false;
        let mut column = flood.last;
        loop {
            let reached = flood.cells.columns[column] & self.left[column];
            if reached != 0 && self.grow(&mut flood.cells, column - 1, reached) {
                grown = true;
                flood.first = flood.first.min(column - 1);
            }
            if column == flood.first {
                return grown;
            }
            column -= 1;
        }
    }

    /// Adds rows of a column with all that is linked to them inside it; whether
    /// there was anything to add.
    fn grow(&self, cells: &mut CellSet, column: usize, rows: u32) -> bool {
        let known = cells.columns[column];
        if rows & !known == 0 {
            return false;
        }
        cells.columns[column] = self.fill(column, known | rows);
        true
    }

    /// The rows of a column linked to any of these within the column.
    pub const fn fill(&self, column: usize, rows: u32) -> u32 {
        let below = self.below[column];
        // Downwards, a carry runs through each stretch of links in one addition.
        let mut filled = rows | ((below + (rows & below)) ^ below);
        loop {
            let above = filled >> 1 & below & !filled;
            if above == 0 {
                return filled;
            }
            filled |= above;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Board;

    #[test]
    fn cells_are_linked_to_the_same_fruit_below_and_to_the_left() {
        let board: Board = "112*/1222/0*23/***3".parse().unwrap();
        let links = board.links();
        assert_eq!([0, 1, 2, 3].map(|column| links.below(column)), [0b0001, 0, 0b0011, 0b0100]);
        assert_eq!([0, 1, 2, 3].map(|column| links.left(column)), [0, 0b0001, 0b0010, 0b0010]);
        let in_groups = [0b0011, 0b0011, 0b0111, 0b1110];
        assert_eq!([0, 1, 2, 3].map(|column| links.any(column)), in_groups);
    }

    #[test]
    fn cells_with_several_links_have_some() {
        let links = "000/000/000".parse::<Board>().unwrap().links();
        assert_eq!([0, 1, 2].map(|column| links.any(column)), [0b111; 3]);
    }

    #[test]
    fn links_of_columns_that_changed_are_brought_up_to_date_on_both_sides() {
        let before: Board = "0123/0123/0123/0123".parse().unwrap();
        let after: Board = "0133/0133/0003/0123".parse().unwrap();
        let mut links = before.links();
        links.update(after.columns(), 1, 2);
        assert_eq!(links, after.links());
    }

    #[test]
    fn fill_reaches_whole_stretches_only() {
        let board: Board = "1***/1***/1***/2***".parse().unwrap();
        let links = board.links();
        for row in 0..3 {
            assert_eq!(links.fill(0, 1 << row), 0b0111, "from row {row}");
        }
        assert_eq!(links.fill(0, 0b0101), 0b0111);
        assert_eq!(links.fill(0, 0b1000), 0b1000);
    }

    #[test]
    fn flood_follows_a_winding_group() {
        let board: Board = "11111/22221/11111/12222/11111".parse().unwrap();
        assert_eq!(board.links().flood("A1".parse().unwrap()).cells.count(), 17);
    }

    /// To the right, down, to the left, down, and so on, from whichever end.
    #[test]
    fn flood_goes_to_and_fro_as_often_as_it_must() {
        let board: Board =
            "1111111/2222221/1111121/1222121/1211121/1222221/1111111".parse().unwrap();
        let group = board.group_at("A1".parse().unwrap()).unwrap();
        for cell in group.cells().iter() {
            assert_eq!(board.links().flood(cell).cells, *group.cells(), "from {cell}");
        }
        assert_eq!(group.count(), 31);
    }

    #[test]
    fn flood_reaches_the_corners_of_the_largest_board() {
        let board: Board = vec!["7".repeat(26); 26].join("/").parse().unwrap();
        assert_eq!(board.links().flood("M13".parse().unwrap()).cells.count(), 676);
    }
}
