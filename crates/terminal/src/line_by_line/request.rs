//! What was asked for in a line.

use std::path::PathBuf;
use std::str::FromStr;

use fruitrage_rules::Cell;

use crate::coordinate::is_written_as_cell;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// An empty line.
    Nothing,
    Claim(Cell),
    /// A cell that no board has, as it was written.
    ClaimNowhere(String),
    Hint,
    Undo,
    Board,
    Save(Option<PathBuf>),
    Resign,
    New,
    Review,
    Help,
    Quit,
}

impl FromStr for Request {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Self::Nothing,
            ("hint", "") => Self::Hint,
            ("undo", "") => Self::Undo,
            ("board", "") => Self::Board,
            ("save", "") => Self::Save(None),
            ("save", path) => Self::Save(Some(PathBuf::from(path))),
            ("resign", "") => Self::Resign,
            ("new", "") => Self::New,
            ("review", "") => Self::Review,
            ("help" | "?", "") => Self::Help,
            ("quit" | "exit", "") => Self::Quit,
            _ => return claim(line),
        })
    }
}

fn claim(line: &str) -> Result<Request, String> {
    let found: String = line.chars().filter(|each| !each.is_control()).take(40).collect();
    match line.to_ascii_uppercase().parse() {
        Ok(cell) => Ok(Request::Claim(cell)),
        Err(_) if is_written_as_cell(line) => Ok(Request::ClaimNowhere(found.to_ascii_uppercase())),
        Err(_) => Err(format!("expected a cell such as G8, or `help`, found `{found}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_in_any_case_and_bad_ones_explained() {
        let cell: Cell = "G8".parse().unwrap();
        assert_eq!(" g8\r\n".parse(), Ok(Request::Claim(cell)));
        assert_eq!("Hint".parse(), Ok(Request::Hint));
        assert_eq!("".parse(), Ok(Request::Nothing));
        let path = PathBuf::from("my game.fruitrage");
        assert_eq!("save  my game.fruitrage".parse(), Ok(Request::Save(Some(path))));
        assert_eq!("g27".parse(), Ok(Request::ClaimNowhere("G27".to_owned())));
        for bad in ["8G", "G", "hint me", "claim G8", "\u{1b}[A"] {
            let message = bad.parse::<Request>().unwrap_err();
            assert!(message.starts_with("expected a cell such as G8, or `help`, found `"));
            assert!(!message.contains('\u{1b}'));
        }
    }
}
