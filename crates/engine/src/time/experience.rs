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

/// What is remembered of one move of a game at the next.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::Experience;
///
/// let note = Experience {
///     board: "0*/2*".parse().unwrap(),
///     left: Duration::from_secs(10),
///     taken: Duration::from_millis(700),
///     overhead: Duration::from_millis(10),
///     pause: Duration::ZERO,
/// };
/// assert_eq!(note.to_string().parse(), Ok(note.clone()));
/// // The opponent has claimed a fruit, and 0.75 s are gone: 50 ms more than were seen.
/// let board = "**/2*".parse().unwrap();
/// let left = Duration::from_millis(9250);
/// assert_eq!(note.overhead_by(&board, left), Some(Duration::from_millis(50)));
/// // A board that no move leads to belongs to another game.
/// assert_eq!(note.overhead_by(&"1*/2*".parse().unwrap(), left), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experience {
    /// The board after the player's move.
    pub board: Board,
    /// What the clock showed before the move.
    pub left: Duration,
    /// How long the move took, as far as the player could see.
    pub taken: Duration,
    /// The most that a move has cost besides, the longer ago the less.
    pub overhead: Duration,
    /// The longest that a search was kept waiting for a processor, the longer ago the less.
    pub pause: Duration,
}

/// The first line of a note.
const TITLE: &str = "fruitrage state 1";

/// How much of what was seen at a move still counts at the next.
const KEPT: f64 = 0.9;

impl Experience {
    /// What a move costs besides, from what the clock shows now; `None` if this is not the game
    /// that the note was left in.
    pub fn overhead_by(&self, board: &Board, left: Duration) -> Option<Duration> {
        let spent = self.left.checked_sub(left)?;
        let is_next = self.board.size() == board.size()
            && self.board.fruits_left() > board.fruits_left()
            && self.board.groups().any(|group| self.board.after(&group) == *board);
        is_next.then(|| {
            let besides = spent.saturating_sub(self.taken);
            besides.max(self.overhead.mul_f64(KEPT))
        })
    }

    /// What is left of the longest pause.
    pub fn pause_by_now(&self) -> Duration {
        self.pause.mul_f64(KEPT)
    }
}

impl fmt::Display for Experience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, left, taken, overhead, pause } = self;
        let [left, taken, overhead, pause] =
            [left, taken, overhead, pause].map(|time| seconds::display(*time));
        writeln!(f, "{TITLE}\nleft {left}\ntaken {taken}\noverhead {overhead}\npause {pause}")?;
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
    let [left, taken, overhead, pause] =
        [time("left")?, time("taken")?, time("overhead")?, time("pause")?];
    let board = field("board")?.parse().ok()?;
    // A note that was cut off has no end of a line.
    let is_whole = lines.next().is_none() && text.ends_with('\n');
    is_whole.then_some(Experience { board, left, taken, overhead, pause })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note() -> Experience {
        Experience {
            board: "01/21".parse().unwrap(),
            left: Duration::from_secs(5),
            taken: Duration::from_millis(1200),
            overhead: Duration::from_millis(40),
            pause: Duration::from_millis(25),
        }
    }

    #[test]
    fn what_was_seen_counts_less_and_less() {
        let next = "0*/2*".parse().unwrap();
        let besides = |left| note().overhead_by(&next, Duration::from_millis(left));
        assert_eq!(besides(3700), Some(Duration::from_millis(100)));
        assert_eq!(besides(3795), Some(Duration::from_millis(36)));
        assert_eq!(besides(3900), Some(Duration::from_millis(36)), "less than was taken");
        assert_eq!(note().pause_by_now(), Duration::from_micros(22_500));
    }

    #[test]
    fn a_note_from_another_game_is_not_believed() {
        let left = Duration::from_secs(3);
        for other in ["01/21", "**/**", "1*/2*", "011/211/000"] {
            assert_eq!(note().overhead_by(&other.parse().unwrap(), left), None, "{other}");
        }
        let next = "0*/2*".parse().unwrap();
        assert_eq!(
            note().overhead_by(&next, Duration::from_secs(6)),
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
            [("left 5", "left -5"), ("state 1", "state 2"), ("01", "0x"), ("pause", "p")]
        {
            assert!(text.replacen(from, to, 1).parse::<Experience>().is_err(), "{to}");
        }
        assert!(format!("{text}more\n").parse::<Experience>().is_err());
    }
}
