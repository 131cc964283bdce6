//! What the mouse means.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use fruitrage_rules::Cell;

use crate::layout::Layout;

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointing {
    /// It is over a cell.
    At(Cell),
    /// A cell was clicked.
    Clicked(Cell),
    /// The wheel: rows down.
    Wheel(isize),
}

/// What the mouse did to the board, if anything.
pub(crate) fn pointing(mouse: MouseEvent, layout: &Layout, scroll: usize) -> Option<Pointing> {
    let cell = layout.cell_at(mouse.column, mouse.row, scroll);
    match mouse.kind {
        MouseEventKind::Moved | MouseEventKind::Drag(_) => cell.map(Pointing::At),
        MouseEventKind::Down(MouseButton::Left) => cell.map(Pointing::Clicked),
        MouseEventKind::ScrollDown => Some(Pointing::Wheel(1)),
        MouseEventKind::ScrollUp => Some(Pointing::Wheel(-1)),
        _ => None,
    }
}
