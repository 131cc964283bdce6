//! The colours that all pictures share; they can be told apart without red and green.
//!
//! What has the class `paper`, `cell` or `line` can be given others by a page that shows
//! the picture, for the dark.

pub(crate) const PAPER: &str = "#fbf7ef";
pub(crate) const CELL: &str = "#f1eadb";
pub(crate) const INK: &str = "#6b6254";
pub(crate) const MARK: &str = "#ffd166";
pub(crate) const MARK_EDGE: &str = "#c2410c";

/// The first player, amber, and the second, blue: as on the page.
pub(crate) const PLAYERS: [&str; 2] = ["#d9822b", "#2f6fb3"];

#[cfg(test)]
mod tests {
    use super::*;

    /// As on the page, whose tests look at its colours.
    #[test]
    fn the_first_player_is_amber_and_the_second_blue() {
        let [first, second] = PLAYERS.map(|colour| {
            [1, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits"))
        });
        assert!(first[0] > first[1], "more red than blue");
        assert!(second[0] < second[1], "more blue than red");
    }
}
