//! What the clock of a game has shown so far; as text, too, for a player that starts anew for every
//! move and can leave itself a note.
//!
//! A clock runs from before a player is asked, or its process even started, until after its answer
//! has arrived, and the player cannot see all of that. But who knows what the clock showed at the
//! move before, and how long that move took from inside, knows what it cost besides.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fruitrage_rules::{Board, seconds};
use thiserror::Error;

use super::Conditions;

/// What is remembered of one move of a game at the next.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::{Conditions, Experience};
///
/// let note = Experience {
///     board: "0*/2*".parse().unwrap(),
///     left: Duration::from_secs(10),
///     taken: Duration::from_millis(700),
///     conditions: Conditions {
///         at_first: Duration::from_secs(20),
///         overhead: Duration::from_millis(10),
///         pause: Duration::ZERO,
///     },
/// };
/// assert_eq!(note.to_string().parse(), Ok(note.clone()));
/// // The opponent has claimed a fruit, and 0.75 s are gone: 50 ms more than were seen.
/// let board = "**/2*".parse().unwrap();
/// let left = Duration::from_millis(9250);
/// let now = note.conditions_by(&board, left).unwrap();
/// assert_eq!(now.overhead, Duration::from_millis(50));
/// // A board that no move leads to belongs to another game.
/// assert_eq!(note.conditions_by(&"1*/2*".parse().unwrap(), left), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experience {
    /// The board after the player's move.
    pub board: Board,
    /// What the clock showed before the move.
    pub left: Duration,
    /// How long the move took, as far as the player could see.
    pub taken: Duration,
    /// What was known of the clock then.
    pub conditions: Conditions,
}

/// The first line of a note.
const TITLE: &str = "fruitrage state 2";

/// How much of what was seen at a move still counts at the next.
const KEPT: f64 = 0.9;

impl Experience {
    /// What is known of the clock by what it shows now: the most that a move has cost besides, and
    /// the longest pause, both the less the longer ago. `None` if this is not the game that the
    /// note was left in.
    pub fn conditions_by(&self, board: &Board, left: Duration) -> Option<Conditions> {
        let spent = self.left.checked_sub(left)?;
        let is_next = self.board.size() == board.size()
            && self.board.fruits_left() > board.fruits_left()
            && self.board.groups().any(|group| self.board.after(&group) == *board);
        is_next.then(|| {
            let besides = spent.saturating_sub(self.taken);
            let Conditions { at_first, overhead, pause } = self.conditions;
            let overhead = besides.max(overhead.mul_f64(KEPT));
            Conditions { at_first, overhead, pause: pause.mul_f64(KEPT) }
        })
    }
}

impl fmt::Display for Experience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, left, taken, conditions: Conditions { at_first, overhead, pause } } =
            self;
        let [left, taken, at_first, overhead, pause] =
            [left, taken, at_first, overhead, pause].map(|time| seconds::display(*time));
        writeln!(f, "{TITLE}\nleft {left}\ntaken {taken}\nat first {at_first}")?;
        writeln!(f, "overhead {overhead}\npause {pause}")?;
        writeln!(f, "board {}", board.to_string().trim_end().replace('\n', "/"))
    }
}

/// The text is no note that was left by this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a note from the move before")]
pub struct NotAnExperience;

impl FromStr for Experience {
    type Err = NotAnExperience;

    fn from_str(text: &str) -> Result<Self, NotAnExperience> {
        read(text).ok_or(NotAnExperience)
    }
}

fn read(text: &str) -> Option<Experience> {
    let mut lines = text.lines();
    (lines.next() == Some(TITLE)).then_some(())?;
    let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
    let mut time = |name: &str| seconds::parse_exact(field(name)?);
    let (left, taken) = (time("left")?, time("taken")?);
    let (at_first, overhead, pause) = (time("at first")?, time("overhead")?, time("pause")?);
    let conditions = Conditions { at_first, overhead, pause };
    let board = field("board")?.parse().ok()?;
    // A note that was cut off has no end of a line.
    let is_whole = lines.next().is_none() && text.ends_with('\n');
    is_whole.then_some(Experience { board, left, taken, conditions })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note() -> Experience {
        Experience {
            board: "01/21".parse().unwrap(),
            left: Duration::from_secs(5),
            taken: Duration::from_millis(1200),
            conditions: Conditions {
                at_first: Duration::from_secs(30),
                overhead: Duration::from_millis(40),
                pause: Duration::from_millis(25),
            },
        }
    }

    #[test]
    fn what_was_seen_counts_less_and_less() {
        let next = "0*/2*".parse().unwrap();
        let conditions = |left| note().conditions_by(&next, Duration::from_millis(left)).unwrap();
        let besides = |left| conditions(left).overhead.as_millis();
        assert_eq!(besides(3700), 100);
        assert_eq!(besides(3795), 36);
        assert_eq!(besides(3900), 36, "less than was taken");
        assert_eq!(conditions(3700).pause, Duration::from_micros(22_500));
        assert_eq!(conditions(3700).at_first, note().conditions.at_first);
    }

    #[test]
    fn a_note_from_another_game_is_not_believed() {
        let left = Duration::from_secs(3);
        for other in ["01/21", "**/**", "1*/2*", "011/211/000"] {
            assert_eq!(note().conditions_by(&other.parse().unwrap(), left), None, "{other}");
        }
        let next = "0*/2*".parse().unwrap();
        assert_eq!(
            note().conditions_by(&next, Duration::from_secs(6)),
            None,
            "more time than before"
        );
    }

    #[test]
    fn damaged_notes_are_refused() {
        let text = note().to_string();
        assert_eq!(text.parse(), Ok(note()));
        for end in 0..text.len() {
            assert_eq!(text[..end].parse::<Experience>(), Err(NotAnExperience), "{end} bytes");
        }
        for (from, to) in
            [("left 5", "left -5"), ("state 2", "state 1"), ("01", "0x"), ("pause", "p")]
        {
            assert!(text.replacen(from, to, 1).parse::<Experience>().is_err(), "{to}");
        }
        assert!(format!("{text}more\n").parse::<Experience>().is_err());
    }
}
