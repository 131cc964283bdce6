//! Where the cells of a packed board are in its word.

use super::Word;

/// Columns one after the other, each from the floor up, so that neighbouring columns are
/// neighbouring bits: the cell to the right is `height` bits further, the one above one bit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape<W> {
    pub(crate) height: u32,
    /// The lowest cell of each column.
    pub(crate) floor: W,
    above_floor: W,
    below_top: W,
    /// For each power of two, the cells that have a cell so far above them in their column.
    below: [W; Shape::<u64>::STEPS],
    steps: usize,
}

impl<W: Word> Shape<W> {
    /// The binary logarithm of the greatest height, rounded up.
    const STEPS: usize = 5;

    /// The shape of a board; `None` if it does not fit the word.
    pub(super) fn new(width: u32, height: u32) -> Option<Self> {
        if width * height > W::BITS {
            return None;
        }
        let floor = (0..width).fold(W::ZERO, |floor, column| floor | W::bit(column * height));
        let rows = |count: u32| rows_from_floor(floor, count);
        let mut shape = Self {
            height,
            floor,
            above_floor: rows(height).without(floor),
            below_top: rows(height - 1),
            below: [W::ZERO; Shape::<u64>::STEPS],
            steps: 0,
        };
        while 1 << shape.steps < height {
            shape.below[shape.steps] = rows(height - (1 << shape.steps));
            shape.steps += 1;
        }
        Some(shape)
    }

    /// The cells above these.
    #[inline]
    pub(crate) fn up(&self, cells: W) -> W {
        (cells << 1) & self.above_floor
    }

    /// The cells below these.
    #[inline]
    pub(crate) fn down(&self, cells: W) -> W {
        (cells >> 1) & self.below_top
    }

    /// The cells beside, above and below these.
    #[inline]
    pub(crate) fn around(&self, cells: W) -> W {
        self.up(cells) | self.down(cells) | cells << self.height | cells >> self.height
    }

    /// Every cell of the columns that have one of these.
    #[inline]
    pub(crate) fn columns(&self, cells: W) -> W {
        let mut reach = cells;
        for step in 0..self.steps {
            reach = reach | (reach >> (1 << step)) & self.below[step];
        }
        rows_from_floor(reach & self.floor, self.height)
    }

    /// The cells of `within` that are connected to the first ones.
    #[inline]
    pub(crate) fn flood(&self, first: W, within: W) -> W {
        let mut flood = first;
        loop {
            let wider = (flood | self.around(flood)) & within;
            if wider == flood {
                return flood;
            }
            flood = wider;
        }
    }

    /// The contacts between stacks of these cells that last whatever falls: the left cell of each.
    ///
    /// A stack falls by no more than what lies below it. So two stacks in neighbouring columns
    /// touch for ever if neither has more below it than the other one is high, less one.
    pub(crate) fn lasting_contacts(&self, cells: W) -> W {
        let touching = cells & cells >> self.height;
        let mut contacts = touching.without(self.up(touching));
        let mut lasting = W::ZERO;
        while !contacts.is_empty() {
            let left = contacts.first();
            let (below_left, left_size) = self.stack(cells, left);
            let (below_right, right_size) = self.stack(cells, left + self.height);
            if below_left < right_size && below_right < left_size {
                lasting = lasting | contacts.lowest();
            }
            contacts = contacts.without_lowest();
        }
        lasting
    }

    /// How many cells lie below the stack of these cells that a cell belongs to, and its size.
    fn stack(&self, cells: W, cell: u32) -> (u32, u32) {
        let row = cell % self.height;
        let column = cells >> (cell - row);
        let mut bottom = row;
        while bottom > 0 && column.meets(W::bit(bottom - 1)) {
            bottom -= 1;
        }
        let size = (column >> bottom).leading_run().min(self.height - bottom);
        (bottom, size)
    }

    /// The cells of `within` that are connected to the first ones, but beside only where a
    /// contact's left cell is given.
    pub(crate) fn flood_along(&self, first: W, within: W, contacts: W) -> W {
        let mut flood = first;
        loop {
            let beside = (flood & contacts) << self.height | (flood >> self.height) & contacts;
            let wider = (flood | self.up(flood) | self.down(flood) | beside) & within;
            if wider == flood {
                return flood;
            }
            flood = wider;
        }
    }

    /// The cells of these that lie on others without a gap down to the floor.
    #[inline]
    pub(super) fn settled(&self, cells: W) -> W {
        // The carry runs through what is filled up to the first hole, or to the top.
        let cells_below_top = cells & self.below_top;
        cells & (cells_below_top ^ cells_below_top.wrapping_add(self.floor))
    }
}

/// So many rows of the columns whose lowest cells are given.
#[inline]
fn rows_from_floor<W: Word>(floor: W, count: u32) -> W {
    (floor << count).wrapping_sub(floor)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Where the stack that a cell belongs to begins, and its size, counted cell by cell.
    fn stack(column: &[bool], row: usize) -> (usize, usize) {
        let bottom = (0..row).rev().take_while(|&below| column[below]).last().unwrap_or(row);
        (bottom, column[bottom..].iter().take_while(|&&cell| cell).count())
    }

    proptest! {
        /// Also where the stack of one column reaches the top and that of the next the floor.
        #[test]
        fn contacts_last_where_neither_stack_can_fall_below_the_other(
            height in 1_usize..=8,
            cells: u64,
            more: u64,
        ) {
            let cells = cells | more;
            let shape = Shape::<u64>::new(8, height as u32).unwrap();
            let cells = cells & rows_from_floor(shape.floor, height as u32);
            let columns: Vec<Vec<bool>> = (0..8)
                .map(|column| (0..height).map(|row| cells >> (column * height + row) & 1 == 1).collect())
                .collect();
            let lasting = shape.lasting_contacts(cells);
            for column in 0..7 {
                let [left, right] = [&columns[column], &columns[column + 1]];
                let touch = |row: usize| left[row] && right[row];
                for row in 0..height {
                    let is_lowest = touch(row) && (row == 0 || !touch(row - 1));
                    let is_lasting = is_lowest && {
                        let ((below_left, left), (below_right, right)) =
                            (stack(left, row), stack(right, row));
                        below_left < right && below_right < left
                    };
                    let found = lasting >> (column * height + row) & 1 == 1;
                    prop_assert_eq!(found, is_lasting, "column {}, row {}", column, row);
                }
            }
        }
    }
}
