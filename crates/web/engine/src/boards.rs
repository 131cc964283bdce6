//! Boards: random ones, what can be claimed on them, and what a claim leaves.

use fruitrage_pictures::BoardPicture;
use fruitrage_rules::{Board, Cell, FruitKinds, Group, Size, quoted, random_board, read_position};
use serde::Serialize;

use crate::Problem;

/// A group of connected fruits: one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupView {
    /// The cell that the group is called by.
    pub name: String,
    /// The number of its fruit.
    pub fruit: usize,
    /// Its cells, by column.
    pub cells: Vec<String>,
    /// What it scores.
    pub points: u32,
}

impl GroupView {
    pub(crate) fn new(group: &Group) -> Self {
        Self {
            name: group.name().to_string(),
            fruit: group.fruit().number(),
            cells: group.cells().iter().map(|cell| cell.to_string()).collect(),
            points: group.points(),
        }
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// What was claimed.
    pub group: GroupView,
    /// The board after it.
    pub board: String,
}

/// A position that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionView {
    /// The board.
    pub board: String,
    /// Its width.
    pub size: usize,
    /// As many kinds of fruit as its highest number needs.
    pub kinds: usize,
}

/// The board of a seed; the same for ever.
///
/// ```
/// assert_eq!(fruitrage_web_engine::random(4, 3, "7").unwrap(), "1021/1010/0102/2221");
/// ```
pub fn random(size: u32, kinds: u32, seed: &str) -> Result<String, Problem> {
    let seed = seed.trim().parse::<u64>().map_err(|_| {
        Problem::value(format!("a seed, a whole number from 0 to {}", u64::MAX), &quoted(seed))
    })?;
    Ok(as_text(&random_board(read_size(size)?, read_kinds(kinds)?, seed)))
}

/// A board as an SVG document.
///
/// ```
/// assert!(fruitrage_web_engine::picture_of("01/21").unwrap().starts_with("<svg "));
/// ```
pub fn picture_of(board: &str) -> Result<String, Problem> {
    Ok(BoardPicture::new(&board.parse::<Board>()?).to_string())
}

/// Claims the group at a cell.
///
/// ```
/// let played = fruitrage_web_engine::play_on("***/*10/000", "C2").unwrap();
/// assert_eq!((played.board.as_str(), played.group.points), ("***/***/*1*", 16));
/// ```
pub fn play_on(board: &str, cell: &str) -> Result<MoveView, Problem> {
    let (after, group) = board.parse::<Board>()?.play(read_cell(cell)?)?;
    Ok(MoveView { group: GroupView::new(&group), board: as_text(&after) })
}

/// Reads an `input.txt` or a bare board.
pub fn position_in(text: &str) -> Result<PositionView, Problem> {
    let board = read_position(text.as_bytes())?;
    Ok(PositionView { board: as_text(&board), size: board.size().get(), kinds: kinds_on(&board) })
}

/// As many kinds of fruit as the highest number on a board needs, at least one.
fn kinds_on(board: &Board) -> usize {
    let counts = board.fruits_left_by_kind();
    counts.iter().rposition(|&count| count > 0).map_or(1, |highest| highest + 1)
}

pub(crate) fn as_text(board: &Board) -> String {
    format!("{board:#}")
}

pub(crate) fn read_cell(text: &str) -> Result<Cell, Problem> {
    text.parse().map_err(|error| Problem::cell(error, text))
}

pub(crate) fn read_kinds(kinds: u32) -> Result<FruitKinds, Problem> {
    FruitKinds::new(kinds as usize).ok_or_else(|| Problem::value("1 to 10 kinds of fruit", &kinds))
}

fn read_size(size: u32) -> Result<Size, Problem> {
    Size::new(size as usize).ok_or_else(|| Problem::value("a board of 1 to 26 columns", &size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_arguments_are_refused_with_a_message() {
        for (refused, message) in [
            (random(0, 3, "1"), "expected a board of 1 to 26 columns, found 0"),
            (random(u32::MAX, 3, "1"), "expected a board of 1 to 26 columns, found 4294967295"),
            (random(3, 11, "1"), "expected 1 to 10 kinds of fruit, found 11"),
            (
                random(3, 3, "-1"),
                "expected a seed, a whole number from 0 to 18446744073709551615, found `-1`",
            ),
        ] {
            assert_eq!(refused.unwrap_err().to_string(), message);
        }
        for (board, cell, message) in [
            (
                "0x/00",
                "A1",
                "line 1, column 2: expected a fruit 0 to 9 or `*` in row 1 of 2 of the board, found `x`",
            ),
            ("00/00", "C1", "expected a cell of the 2×2 board, but C1 is outside it"),
            ("0*/00", "B1", "expected a cell with a fruit, but B1 is empty"),
            (
                "00/00",
                "a1",
                "expected a column letter A to Z and a row number 1 to 26, such as G8, found `a1`",
            ),
            (
                "00/00",
                "",
                "expected a column letter A to Z and a row number 1 to 26, such as G8, found nothing",
            ),
        ] {
            assert_eq!(play_on(board, cell).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn positions_are_read_with_what_a_page_needs_to_know() {
        let position = position_in("2\n9\n123.6\n01\n*1\n").unwrap();
        assert_eq!(position, PositionView { board: "01/*1".into(), size: 2, kinds: 2 });
        assert_eq!(position_in("**/**").unwrap().kinds, 1);
        let refused = position_in("2\n3\n1\n01\n03\n").unwrap_err().to_string();
        assert!(refused.starts_with("line 5, column 2: expected a fruit 0 to 2"), "{refused}");
    }
}
