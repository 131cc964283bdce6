//! How a game ended.

use std::fmt;
use std::str::FromStr;

use crate::Player;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The board is empty.
    Finished,
    /// The lead can no longer be caught up with, and the setup says to stop then.
    FinalLead,
    /// A player lost whatever the score.
    Forfeit {
        /// Who lost.
        loser: Player,
        /// Why.
        cause: Cause,
        /// What exactly happened, for people; one line, possibly empty.
        detail: String,
    },
    /// The players agreed on a draw, whatever the score.
    Agreed,
    /// The game was broken off and counts for nobody.
    Interrupted,
}

/// Why a player lost whatever the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The clock reached zero.
    OutOfTime,
    /// The player gave up.
    Resigned,
    /// The program ended with a failure status or by a signal.
    Crashed,
    /// The program wrote no answer.
    NoOutput,
    /// The answer cannot be read.
    MalformedOutput,
    /// The chosen cell has no fruit or is outside the board.
    IllegalMove,
    /// The reported board is not the one after the move.
    WrongBoard,
    /// The program used more memory than it may.
    Memory,
    /// The program wrote more than it may.
    OutputTooLarge,
    /// The program broke the protocol in another way.
    ProtocolError,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Self; 10] = [
        Self::OutOfTime,
        Self::Resigned,
        Self::Crashed,
        Self::NoOutput,
        Self::MalformedOutput,
        Self::IllegalMove,
        Self::WrongBoard,
        Self::Memory,
        Self::OutputTooLarge,
        Self::ProtocolError,
    ];

    /// The cause's name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OutOfTime => "out-of-time",
            Self::Resigned => "resigned",
            Self::Crashed => "crashed",
            Self::NoOutput => "no-output",
            Self::MalformedOutput => "malformed-output",
            Self::IllegalMove => "illegal-move",
            Self::WrongBoard => "wrong-board",
            Self::Memory => "memory",
            Self::OutputTooLarge => "output-too-large",
            Self::ProtocolError => "protocol-error",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cause {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|cause| cause.name() == name).ok_or(())
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This player.
    Won(Player),
    /// Nobody.
    Draw,
    /// Nobody can say: the game was broken off.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(player) => player.fmt(f),
            Self::Draw => f.write_str("draw"),
            Self::Undecided => f.write_str("undecided"),
        }
    }
}
