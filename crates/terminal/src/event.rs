//! Everything that can happen to a game on the screen.

use std::path::PathBuf;

use crossterm::event::{KeyEvent, MouseEvent};
use fruitrage_analysis::{Judgement, Review};
use fruitrage_arena::Reply;
use fruitrage_engine::Report;

/// Which question an answer belongs to: answers to questions that are no longer asked are
/// passed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ticket(u64);

impl Ticket {
    /// A ticket that nobody has had.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Something that happened.
#[derive(Debug)]
pub(crate) enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// The window's columns and lines.
    Resized(u16, u16),
    /// Time has passed.
    Tick,
    /// The engine as the opponent has completed a depth.
    Thinking(Ticket, Report),
    /// The opponent's answer.
    Answered(Ticket, Box<Reply>),
    /// The engine as the adviser has completed a depth.
    Advised(Ticket, Report),
    /// The adviser has nothing to add.
    AdviceEnded(Ticket),
    /// A move of the game under review was judged.
    Judged(Ticket, Judgement),
    /// Every move was judged.
    Reviewed(Ticket, Review),
    /// Where the record is, or why it is nowhere.
    Saved(Result<PathBuf, String>),
    /// Somebody wants the program to stop for a while.
    #[cfg_attr(windows, expect(dead_code, reason = "Windows has no such signal"))]
    Suspend,
    /// Somebody wants the program to end, or the terminal is gone.
    End,
    /// A line of standard input; only in a game by lines.
    Line(String),
    /// There are no more lines; only in a game by lines.
    InputEnded,
    /// A thread has panicked.
    Broken(String),
}
