//! A coordinate being typed, such as `G8`.

use fruitrage_rules::{Cell, Size};

/// What has been typed of a coordinate: nothing, a capital letter, or digits after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coordinate(String);

impl Coordinate {
    /// Takes a key if it belongs to a coordinate. A capital letter begins a new one.
    pub(crate) fn take(&mut self, key: char) -> bool {
        if key.is_ascii_uppercase() {
            self.0 = key.to_string();
            return true;
        }
        let belongs = key.is_ascii_digit() && (1..3).contains(&self.0.len());
        if belongs {
            self.0.push(key);
        }
        belongs
    }

    /// Removes what was typed last; false if there is nothing.
    pub(crate) fn remove_last(&mut self) -> bool {
        self.0.pop().is_some()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The cell, if it is one already.
    pub(crate) fn cell(&self) -> Option<Cell> {
        self.0.parse().ok()
    }
}

/// Whether a text is written as a cell, on whatever board: a letter and a number.
pub(crate) fn is_written_as_cell(text: &str) -> bool {
    let (letter, digits) = text.split_at_checked(1).unwrap_or_default();
    letter.chars().all(|letter| letter.is_ascii_alphabetic())
        && !digits.is_empty()
        && digits.chars().all(|digit| digit.is_ascii_digit())
}

/// What is said of a cell that the board does not have, as the end of a sentence.
pub(crate) fn not_on_board(named: &str, size: Size) -> String {
    let last = size.cells().last().map_or_else(String::new, |cell| cell.to_string());
    format!("there is no {named}: the board begins at A1 and ends at {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinate_is_a_capital_letter_and_digits() {
        let mut typed = Coordinate::default();
        assert!(!typed.take('8'));
        assert!(!typed.take('g'));
        assert!(typed.take('C') && typed.take('G') && typed.cell().is_none());
        assert!(typed.take('1') && typed.take('2') && !typed.take('3'));
        assert_eq!(typed.cell(), "G12".parse().ok());
        assert!(typed.remove_last());
        assert_eq!(typed.cell(), "G1".parse().ok());
    }

    #[test]
    fn what_is_written_as_a_cell_is_told_from_other_words() {
        for text in ["A1", "a99", "Z0", "B123456789012345678901"] {
            assert!(is_written_as_cell(text), "{text}");
        }
        for text in ["", "A", "9", "AA1", "A1x", "é1", "A-1", "A 1"] {
            assert!(!is_written_as_cell(text), "{text}");
        }
    }
}
