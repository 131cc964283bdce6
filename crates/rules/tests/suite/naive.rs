//! The rules again, as plainly as they can be told: the fast ones must agree.

use fruitrage_rules::{Board, Cell, Fruit, Size};

/// The content of the cells by row and column; `None` is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NaiveBoard {
    pub(crate) cells: Vec<Vec<Option<usize>>>,
}

impl NaiveBoard {
    pub(crate) fn width(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn to_board(&self) -> Board {
        Board::from_fn(Size::new(self.width()).unwrap(), |cell: Cell| {
            self.cells[cell.row()][cell.column()].and_then(Fruit::new)
        })
    }

    /// The places (row, column) of the group at a place, in no particular order.
    pub(crate) fn group(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        let fruit = self.cells[row][column];
        let mut group = Vec::new();
        let mut open = vec![(row, column)];
        while let Some((row, column)) = open.pop() {
            if group.contains(&(row, column)) {
                continue;
            }
            group.push((row, column));
            let neighbours = [
                (row.wrapping_sub(1), column),
                (row + 1, column),
                (row, column.wrapping_sub(1)),
                (row, column + 1),
            ];
            for (row, column) in neighbours {
                let inside = row < self.width() && column < self.width();
                if inside && self.cells[row][column] == fruit {
                    open.push((row, column));
                }
            }
        }
        group
    }

    /// The board after the group at a place is claimed and everything has fallen.
    pub(crate) fn after(&self, row: usize, column: usize) -> Self {
        let mut after = self.clone();
        for (row, column) in self.group(row, column) {
            after.cells[row][column] = None;
        }
        // Fruits fall one row at a time until none can.
        let mut falling = true;
        while falling {
            falling = false;
            for row in 1..self.width() {
                for column in 0..self.width() {
                    if after.cells[row][column].is_none() && after.cells[row - 1][column].is_some()
                    {
                        after.cells[row][column] = after.cells[row - 1][column].take();
                        falling = true;
                    }
                }
            }
        }
        after
    }
}
