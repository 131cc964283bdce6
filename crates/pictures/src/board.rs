//! A board as a picture.

use std::fmt::{self, Display};

use fruitrage_rules::{Board, CellSet};

use crate::colours::{INK, MARK, MARK_EDGE};
use crate::fruits::placed;
use crate::outline::outline;
use crate::sheet::{CELL_WIDTH, FRUIT_WIDTH, Sheet};

/// A board as a picture, an SVG document when it is displayed.
///
/// ```
/// use fruitrage_pictures::BoardPicture;
/// use fruitrage_rules::Board;
///
/// let board: Board = "01/21".parse().unwrap();
/// let group = board.group_at("B1".parse().unwrap()).unwrap();
/// let picture = BoardPicture::new(&board).with_marked(group.cells()).to_string();
/// assert!(picture.contains("2 fruits are marked"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'a> {
    board: &'a Board,
    marked: CellSet,
    dashed: CellSet,
}

impl<'a> BoardPicture<'a> {
    /// The board as it is.
    pub const fn new(board: &'a Board) -> Self {
        Self { board, marked: CellSet::EMPTY, dashed: CellSet::EMPTY }
    }

    /// The same with cells marked, such as those of the best move.
    #[must_use]
    pub const fn with_marked(self, marked: &CellSet) -> Self {
        Self { marked: *marked, ..self }
    }

    /// The same with a dashed line around cells, such as those that the last move claimed.
    #[must_use]
    pub const fn with_dashed(self, dashed: &CellSet) -> Self {
        Self { dashed: *dashed, ..self }
    }

    fn label(&self) -> String {
        let size = self.board.size();
        match self.marked.count() {
            0 => format!("A board of {size} by {size}"),
            1 => format!("A board of {size} by {size}; 1 fruit is marked"),
            count => format!("A board of {size} by {size}; {count} fruits are marked"),
        }
    }
}

impl Display for BoardPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sheet = Sheet::new(self.board.size(), 0);
        sheet.begin(self.board, &self.label()).fmt(f)?;
        for cell in self.marked.iter() {
            let (x, y) = (Sheet::x(cell.column()), sheet.y(cell.row()));
            writeln!(
                f,
                r#"<rect x="{x}" y="{y}" width="{CELL_WIDTH}" height="{CELL_WIDTH}" fill="{MARK}"/>"#
            )?;
        }
        for cell in self.board.size().cells() {
            if let Some(fruit) = self.board.fruit_at(cell) {
                let (x, y) = sheet.corner(cell);
                placed(fruit, x, y, FRUIT_WIDTH, "").fmt(f)?;
            }
        }
        write_border(f, sheet, &self.dashed, INK, "class=\"line\" stroke-dasharray=\"5 5\"")?;
        write_border(f, sheet, &self.marked, MARK_EDGE, "stroke-linecap=\"round\"")?;
        writeln!(f, "</svg>")
    }
}

fn write_border(
    f: &mut fmt::Formatter<'_>,
    sheet: Sheet,
    cells: &CellSet,
    colour: &str,
    style: &str,
) -> fmt::Result {
    if cells.count() == 0 {
        return Ok(());
    }
    let path = outline(sheet, cells);
    writeln!(f, r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="3" {style}/>"#)
}
