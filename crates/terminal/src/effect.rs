//! What a change of state asks of the world.

use fruitrage_rules::{Board, Game};

use crate::event::Ticket;

/// Something to be done.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Ask the opponent for a move. An untimed game is told with a clock all the same.
    Ask { ticket: Ticket, game: Game, timed: bool },
    /// The opponent is asked no more, and begins anew with the next question.
    Dismiss,
    /// Ask the engine for a hint.
    Advise { ticket: Ticket, board: Board },
    /// Judge the moves of a game.
    Review { ticket: Ticket, game: Game },
    /// Stop whoever searches for hints or reviews.
    EndHelp,
    /// Write the record.
    Save,
    /// Stop the process until it is continued.
    Suspend,
    /// End the sitting; an unfinished game is kept or not.
    Leave { keeps_game: bool },
}
