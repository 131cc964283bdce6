//! A board as plain text for people.

use std::fmt;

use fruitrage_rules::{Board, Cell, CellSet, Fruit};

/// The board with its coordinates, the marked cells in brackets.
pub(crate) fn draw<'a>(board: &'a Board, marked: &'a CellSet) -> impl fmt::Display + 'a {
    fmt::from_fn(move |f| {
        f.write_str("   ")?;
        for letter in ('A'..='Z').take(board.size().get()) {
            write!(f, " {letter}")?;
        }
        for cell in board.size().cells() {
            if cell.column() == 0 {
                write!(f, "\n{:>3}", cell.row() + 1)?;
            }
            let content = board.fruit_at(cell).map_or('·', Fruit::digit);
            write!(f, "{}{content}", separator(cell, marked))?;
            if cell.column() + 1 == board.size().get() && marked.contains(cell) {
                f.write_str("]")?;
            }
        }
        writeln!(f)
    })
}

/// What stands before a cell: where a marked stretch begins or ends, a bracket.
fn separator(cell: Cell, marked: &CellSet) -> char {
    let before = cell.column().checked_sub(1).and_then(|column| Cell::new(column, cell.row()));
    match (before.is_some_and(|before| marked.contains(before)), marked.contains(cell)) {
        (false, true) => '[',
        (true, false) => ']',
        _ => ' ',
    }
}
