//! The board: letters above, numbers at the side, groups in brackets.

use fruitrage_rules::{Board, Cell, CellSet};
use ratatui::style::Style as Attributes;
use ratatui::text::{Line, Span};

use super::style::Style;
use crate::layout::Layout;
use crate::look::Look;
use crate::symbols::symbol_of;

/// The cells that are set apart, by brackets as well as by colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    /// In square brackets: what would be or was claimed.
    pub(super) selected: CellSet,
    /// In braces: what the engine would claim.
    pub(super) advised: CellSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Selected,
    Advised,
}

impl Marks {
    pub(super) const NONE: Self = Self { selected: CellSet::EMPTY, advised: CellSet::EMPTY };

    const fn of(&self, cell: Cell) -> Option<Mark> {
        if self.selected.contains(cell) {
            Some(Mark::Selected)
        } else if self.advised.contains(cell) {
            Some(Mark::Advised)
        } else {
            None
        }
    }
}

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture {
    pub(super) board: Board,
    pub(super) marks: Marks,
    pub(super) cursor: Option<Cell>,
    /// The first row in sight.
    pub(super) first_row: usize,
}

impl Picture {
    pub(super) const fn new(board: &Board, marks: &Marks) -> Self {
        Self { board: *board, marks: *marks, cursor: None, first_row: 0 }
    }
}

/// The board as lines, the letters of the columns first.
pub(super) fn lines(picture: &Picture, layout: &Layout, look: Look) -> Vec<Line<'static>> {
    let style = Style::new(look);
    let size = picture.board.size().get();
    let rows = (picture.first_row..size).take(layout.rows);
    let heading = heading(picture, layout, look);
    std::iter::once(Line::styled(heading, Style::quiet()))
        .chain(rows.map(|row| row_line(picture, row, layout.emoji, look, style)))
        .collect()
}

/// The letters of the columns, and where rows are out of sight.
fn heading(picture: &Picture, layout: &Layout, look: Look) -> String {
    let size = picture.board.size().get();
    let [up, down] = if look.has_unicode() { ["↑", "↓"] } else { ["^", "v"] };
    let above = if picture.first_row > 0 { up } else { " " };
    let below = if picture.first_row + layout.rows < size { down } else { " " };
    let letters = ('A'..='Z')
        .take(size)
        .map(|letter| if layout.emoji { format!(" {letter} ") } else { format!(" {letter}") });
    format!("{above}{below} {}", letters.collect::<String>())
}

fn row_line(picture: &Picture, row: usize, emoji: bool, look: Look, style: Style) -> Line<'static> {
    let mut spans = vec![Span::styled(format!("{:>2} ", row + 1), Style::quiet())];
    let mut before = None;
    for cell in (0..picture.board.size().get()).filter_map(|column| Cell::new(column, row)) {
        let mark = picture.marks.of(cell);
        spans.push(bracket(before, mark, style));
        spans.push(content(picture, cell, mark, emoji, look, style));
        before = mark;
    }
    spans.push(bracket(before, None, style));
    Line::from(spans)
}

fn content(
    picture: &Picture,
    cell: Cell,
    mark: Option<Mark>,
    emoji: bool,
    look: Look,
    style: Style,
) -> Span<'static> {
    let (text, base) = match picture.board.fruit_at(cell) {
        Some(fruit) if emoji => (symbol_of(fruit).emoji, Attributes::new()),
        Some(fruit) => (symbol_of(fruit).letter, style.fruit(fruit)),
        None => (empty(emoji, look.has_unicode()), Style::quiet()),
    };
    let marked = emphasised(mark, base, style);
    let is_cursor = picture.cursor == Some(cell);
    Span::styled(text, if is_cursor { Style::cursor(marked) } else { marked })
}

const fn empty(emoji: bool, unicode: bool) -> &'static str {
    match (emoji, unicode) {
        (true, _) => "· ",
        (false, true) => "·",
        (false, false) => ".",
    }
}

/// What stands between two cells: the bracket that opens or closes a group, or nothing.
fn bracket(left: Option<Mark>, right: Option<Mark>, style: Style) -> Span<'static> {
    if left == right {
        return Span::styled(" ", emphasised(left, Attributes::new(), style));
    }
    // Of two groups side by side the one that would be claimed has its bracket.
    match (left, right) {
        (_, Some(Mark::Selected)) => mark_span("[", Mark::Selected, style),
        (Some(Mark::Selected), _) => mark_span("]", Mark::Selected, style),
        (_, Some(Mark::Advised)) => mark_span("{", Mark::Advised, style),
        (Some(Mark::Advised), _) => mark_span("}", Mark::Advised, style),
        (None, None) => Span::raw(" "),
    }
}

fn mark_span(text: &'static str, mark: Mark, style: Style) -> Span<'static> {
    Span::styled(text, emphasised(Some(mark), Attributes::new(), style))
}

const fn emphasised(mark: Option<Mark>, base: Attributes, style: Style) -> Attributes {
    match mark {
        Some(Mark::Selected) => style.selected(base),
        Some(Mark::Advised) => style.advised(base),
        None => base,
    }
}
