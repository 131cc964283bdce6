//! Where everything is in a window: the board, what is said beside it, and the keys.

use fruitrage_rules::{Cell, Size};
use ratatui::layout::Rect;

/// The columns for the numbers of the rows.
const LABELS: u16 = 3;

/// The narrowest panel beside the board.
const NARROWEST_PANEL: u16 = 22;

/// The widest that is of use.
const WIDEST_PANEL: u16 = 44;

/// The lowest, so that hints are in sight.
const LOWEST_PANEL: u16 = 12;

/// The lines of a panel above the board.
const PANEL_LINES: u16 = 3;

/// The message, and the keys.
const FOOT_LINES: u16 = 2;

/// The narrowest window, for the sake of what is said.
const NARROWEST_WINDOW: u16 = 32;

/// The fewest rows of a board that are of use.
const FEWEST_ROWS: u16 = 5;

/// Where everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The letters of the columns, the numbers of the rows and the cells.
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    /// Whether the panel is beside the board, not above it.
    pub(crate) beside: bool,
    pub(crate) message: Rect,
    pub(crate) keys: Rect,
    /// Whether fruits are emoji.
    pub(crate) emoji: bool,
    /// How many rows of the board are seen at one time.
    pub(crate) rows: usize,
    size: Size,
}

/// The window is too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooSmall {
    /// The columns and lines that are needed.
    pub(crate) needed: (u16, u16),
}

impl Layout {
    /// The best layout for a window of columns and lines: emoji before letters, the whole
    /// board before a part of it.
    pub(crate) fn new(window: (u16, u16), size: Size, emoji: bool) -> Result<Self, TooSmall> {
        let all_rows = size.get() as u16;
        let fewest = all_rows.min(FEWEST_ROWS);
        let whole = [(true, true), (true, false), (false, true), (false, false)]
            .map(|(emoji, beside)| (emoji, beside, all_rows));
        let part = [true, false].map(|beside| (false, beside, fewest));
        whole
            .into_iter()
            .chain(part)
            .filter(|&(with_emoji, ..)| emoji || !with_emoji)
            .find_map(|(emoji, beside, rows)| Self::fitted(window, size, emoji, beside, rows))
            .ok_or_else(|| {
                let width = board_width(size, false).max(NARROWEST_WINDOW);
                TooSmall { needed: (width, PANEL_LINES + 1 + fewest + FOOT_LINES) }
            })
    }

    /// The layout with at least so many rows, if the window is large enough.
    fn fitted(
        (columns, lines): (u16, u16),
        size: Size,
        emoji: bool,
        beside: bool,
        rows: u16,
    ) -> Option<Self> {
        let width = board_width(size, emoji);
        let wanted = if beside { width + 1 + NARROWEST_PANEL } else { width };
        let top = if beside { 0 } else { PANEL_LINES };
        let high = if beside { (1 + rows).max(LOWEST_PANEL) } else { PANEL_LINES + 1 + rows };
        if columns < wanted.max(NARROWEST_WINDOW) || lines < high + FOOT_LINES {
            return None;
        }
        let rows = (lines - top - 1 - FOOT_LINES).min(size.get() as u16);
        let foot = lines - FOOT_LINES;
        let panel = if beside {
            Rect::new(width + 1, 0, (columns - width - 1).min(WIDEST_PANEL), foot)
        } else {
            Rect::new(0, 0, columns, PANEL_LINES)
        };
        Some(Self {
            board: Rect::new(0, top, width, rows + 1),
            panel,
            beside,
            message: Rect::new(0, foot, columns, 1),
            keys: Rect::new(0, foot + 1, columns, 1),
            emoji,
            rows: usize::from(rows),
            size,
        })
    }

    const fn pitch(&self) -> u16 {
        pitch(self.emoji)
    }

    /// The cell at a place of the window, if the rows above `scroll` are out of sight.
    pub(crate) fn cell_at(&self, x: u16, y: u16, scroll: usize) -> Option<Cell> {
        let column = x.checked_sub(self.board.x + LABELS)? / self.pitch();
        let row = usize::from(y.checked_sub(self.board.y + 1)?);
        let cell = Cell::new(usize::from(column), row + scroll)?;
        (row < self.rows && cell.is_on(self.size)).then_some(cell)
    }

    /// Where a cell's fruit is, if it is in sight.
    pub(crate) fn place_of(&self, cell: Cell, scroll: usize) -> Option<(u16, u16)> {
        let row = cell.row().checked_sub(scroll).filter(|&row| row < self.rows)?;
        let x = self.board.x + LABELS + cell.column() as u16 * self.pitch() + 1;
        Some((x, self.board.y + 1 + row as u16))
    }

    /// The nearest scroll to the one given that has the row in sight.
    pub(crate) fn scrolled_to(&self, row: usize, scroll: usize) -> usize {
        let lowest = (row + 1).saturating_sub(self.rows);
        scroll.clamp(lowest, row.max(lowest)).min(self.most_scroll())
    }

    /// How many rows can be out of sight above.
    pub(crate) const fn most_scroll(&self) -> usize {
        self.size.get().saturating_sub(self.rows)
    }
}

/// The columns from one cell to the next: a mark, and the fruit.
const fn pitch(emoji: bool) -> u16 {
    if emoji { 3 } else { 2 }
}

const fn board_width(size: Size, emoji: bool) -> u16 {
    LABELS + size.get() as u16 * pitch(emoji) + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn layout(window: (u16, u16), size: usize) -> Result<Layout, TooSmall> {
        Layout::new(window, Size::new(size).unwrap(), true)
    }

    #[test]
    fn emoji_where_they_fit_then_letters_then_a_part_of_the_board() {
        let usual = layout((80, 24), 10).unwrap();
        assert_eq!((usual.emoji, usual.beside, usual.rows), (true, true, 10));
        let narrow = layout((34, 24), 10).unwrap();
        assert_eq!((narrow.emoji, narrow.beside, narrow.rows), (true, false, 10));
        let large = layout((80, 24), 20).unwrap();
        assert_eq!((large.emoji, large.beside, large.rows), (false, true, 20));
        let largest = layout((80, 24), 26).unwrap();
        assert_eq!((largest.emoji, largest.beside, largest.rows), (false, true, 21));
        assert!(layout((110, 30), 26).unwrap().emoji);
    }

    #[test]
    fn a_window_that_is_too_small_is_told_what_is_needed() {
        let TooSmall { needed } = layout((20, 8), 26).unwrap_err();
        assert_eq!(needed, (56, 11));
        assert!(layout(needed, 26).is_ok());
        assert!(layout((needed.0 - 1, needed.1), 26).is_err());
        assert!(layout((needed.0, needed.1 - 1), 26).is_err());
    }

    proptest! {
        #[test]
        fn everything_is_inside_the_window_and_cells_are_found_where_they_are(
            columns in 1..200u16, lines in 1..60u16, size in 1..=26usize, emoji: bool,
        ) {
            let board = Size::new(size).unwrap();
            if let Ok(layout) = Layout::new((columns, lines), board, emoji) {
                let window = Rect::new(0, 0, columns, lines);
                for part in [layout.board, layout.panel, layout.message, layout.keys] {
                    prop_assert_eq!(window.intersection(part), part);
                }
                for cell in board.cells() {
                    let scroll = layout.scrolled_to(cell.row(), 0);
                    let (x, y) = layout.place_of(cell, scroll).unwrap();
                    prop_assert_eq!(layout.cell_at(x, y, scroll), Some(cell));
                }
            }
        }
    }
}
