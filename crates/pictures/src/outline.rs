//! The border of a set of cells.

use std::fmt;

use fruitrage_rules::{Cell, CellSet};

use crate::sheet::{CELL_WIDTH, Sheet};

/// The border as the data of a path: a stroke for every side without a neighbour.
pub(crate) fn outline(sheet: Sheet, cells: &CellSet) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        for cell in cells.iter() {
            let (left, top) = (Sheet::x(cell.column()), sheet.y(cell.row()));
            let (right, bottom) = (left + CELL_WIDTH, top + CELL_WIDTH);
            let sides = [
                ((0, -1), format!("M{left} {top}H{right}")),
                ((0, 1), format!("M{left} {bottom}H{right}")),
                ((-1, 0), format!("M{left} {top}V{bottom}")),
                ((1, 0), format!("M{right} {top}V{bottom}")),
            ];
            for (step, side) in sides {
                if !neighbour(cell, step).is_some_and(|next| cells.contains(next)) {
                    f.write_str(&side)?;
                }
            }
        }
        Ok(())
    })
}

fn neighbour(cell: Cell, (columns, rows): (isize, isize)) -> Option<Cell> {
    let column = cell.column().checked_add_signed(columns)?;
    Cell::new(column, cell.row().checked_add_signed(rows)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Size;

    #[test]
    fn inner_sides_are_left_out() {
        let mut cells = CellSet::EMPTY;
        for name in ["A1", "B1", "A2"] {
            cells.insert(name.parse().unwrap());
        }
        let path = outline(Sheet::new(Size::new(2).unwrap(), 0), &cells).to_string();
        assert_eq!(path.matches('M').count(), 8);
    }
}
