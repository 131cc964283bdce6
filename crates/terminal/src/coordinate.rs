//! A coordinate being typed, such as `G8`.

use fruitrage_rules::Cell;

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
}
