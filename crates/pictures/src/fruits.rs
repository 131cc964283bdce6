//! The drawings of the fruits.

use std::fmt;

use fruitrage_rules::{Board, Fruit};

/// The drawings of all kinds of fruit: an SVG document of the symbols `fruit-0` to
/// `fruit-9`, each in a square of 100 by 100.
///
/// ```
/// assert!(fruitrage_pictures::FRUITS.contains(r#"<symbol id="fruit-9""#));
/// ```
pub const FRUITS: &str = include_str!("fruits.svg");

/// The symbols of the fruits that lie on a board.
pub(crate) fn symbols(board: &Board) -> impl fmt::Display {
    let counts = board.fruits_left_by_kind();
    fmt::from_fn(move |f| {
        let drawn = FRUITS.split_inclusive("</symbol>\n");
        for (symbol, _) in drawn.zip(counts).filter(|&(_, count)| count > 0) {
            let start = symbol.find("  <symbol").unwrap_or(0);
            f.write_str(&symbol[start..])?;
        }
        Ok(())
    })
}

/// A fruit in a square whose top left corner and width are given; `inside` is what the
/// element contains.
pub(crate) fn placed(
    fruit: Fruit,
    x: usize,
    y: usize,
    width: usize,
    inside: &str,
) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        write!(
            f,
            r##"<use href="#fruit-{fruit}" x="{x}" y="{y}" width="{width}" height="{width}""##
        )?;
        if inside.is_empty() { writeln!(f, "/>") } else { writeln!(f, ">{inside}</use>") }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_comes_with_its_fruits_and_no_others() {
        let board: Board = "09/*0".parse().unwrap();
        let symbols = symbols(&board).to_string();
        assert_eq!(symbols.matches("<symbol").count(), 2);
        assert_eq!(symbols.matches("</symbol>").count(), 2);
        assert!(symbols.contains("\"fruit-0\"") && symbols.contains("\"fruit-9\""));
    }
}
