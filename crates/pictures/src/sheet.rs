//! The sheet that a board is drawn on: its measures, its paper, its coordinates.

use std::fmt::{self, Display};

use fruitrage_rules::{Board, Cell, Size};

use crate::colours::{CELL, INK, PAPER};
use crate::fruits::symbols;
use crate::letters::{Anchor, lettering};

/// The width of a cell, of the fruit in it, and what lies between them.
pub(crate) const CELL_WIDTH: usize = 36;
pub(crate) const FRUIT_WIDTH: usize = 28;
const INSET: usize = (CELL_WIDTH - FRUIT_WIDTH) / 2;

/// What is left of the cells, and right of and below them.
const LEFT: usize = 28;
const EDGE: usize = 8;
const LETTER_HEIGHT: f64 = 9.0;

/// The width that what is above the coordinates needs.
const HEAD_WIDTH: usize = 360;

/// The sheet of a board.
#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    size: Size,
    /// What is above the coordinates.
    head: usize,
}

impl Sheet {
    pub(crate) const fn new(size: Size, head: usize) -> Self {
        Self { size, head }
    }

    const fn side(self) -> usize {
        LEFT + self.size.get() * CELL_WIDTH + EDGE
    }

    const fn width(self) -> usize {
        let least = if self.head > 0 { HEAD_WIDTH } else { 0 };
        if self.side() < least { least } else { self.side() }
    }

    const fn height(self) -> usize {
        self.head + self.side()
    }

    /// The left edge of a column.
    pub(crate) const fn x(column: usize) -> usize {
        LEFT + column * CELL_WIDTH
    }

    /// The upper edge of a row.
    pub(crate) const fn y(self, row: usize) -> usize {
        self.head + LEFT + row * CELL_WIDTH
    }

    /// The top left corner of a fruit.
    pub(crate) const fn corner(self, cell: Cell) -> (usize, usize) {
        (Self::x(cell.column()) + INSET, self.y(cell.row()) + INSET)
    }

    /// The height at which a fruit in a row begins.
    pub(crate) const fn fruit_top(self, row: usize) -> usize {
        self.y(row) + INSET
    }

    /// The start of the document, all that lies under the fruits.
    pub(crate) fn begin(self, board: &Board, label: &str) -> impl Display {
        fmt::from_fn(move |f| {
            let (width, height) = (self.width(), self.height());
            writeln!(
                f,
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{label}">"#
            )?;
            writeln!(f, "<defs>\n{}{}</defs>", symbols(board), self.cell_pattern())?;
            writeln!(
                f,
                r#"<rect class="paper" width="{width}" height="{height}" rx="10" fill="{PAPER}"/>"#
            )?;
            let (x, y, side) = (Self::x(0), self.y(0), self.size.get() * CELL_WIDTH);
            writeln!(
                f,
                r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="url(#cell)"/>"#
            )?;
            self.write_coordinates(f)
        })
    }

    fn cell_pattern(self) -> String {
        let (x, y, inner) = (Self::x(0), self.y(0), CELL_WIDTH - 2);
        format!(
            r#"<pattern id="cell" x="{x}" y="{y}" width="{CELL_WIDTH}" height="{CELL_WIDTH}" patternUnits="userSpaceOnUse"><rect class="cell" x="1" y="1" width="{inner}" height="{inner}" rx="6" fill="{CELL}"/></pattern>
"#
        )
    }

    fn write_coordinates(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let middle = |edge: usize| (edge + CELL_WIDTH / 2) as f64;
        let before = LEFT as f64 / 2.0 + 1.0;
        for (index, letter) in (0..self.size.get()).zip('A'..) {
            let column = (middle(Self::x(index)), self.head as f64 + before);
            let row = (before, middle(self.y(index)));
            let number = (index + 1).to_string();
            lettering(&letter.to_string(), Anchor::Middle, column, LETTER_HEIGHT, INK).fmt(f)?;
            lettering(&number, Anchor::Middle, row, LETTER_HEIGHT, INK).fmt(f)?;
        }
        Ok(())
    }
}
