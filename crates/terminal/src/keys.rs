//! What keys mean.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Columns to the right, rows down.
    Move(isize, isize),
    ToStart,
    ToEnd,
    NextGroup,
    PreviousGroup,
    Claim,
    Hint,
    TakeBack,
    NewGame,
    Resign,
    Save,
    Review,
    Help,
    Quit,
    /// End at once, as Ctrl-C does everywhere.
    End,
    Suspend,
    Cancel,
    Erase,
    Yes,
    /// Part of a coordinate.
    Type(char),
}

/// What a key means; none if nothing.
pub(crate) fn wish(key: KeyEvent) -> Option<Wish> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(Wish::End),
            KeyCode::Char('z') => Some(Wish::Suspend),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Left | KeyCode::Char('h') => Wish::Move(-1, 0),
        KeyCode::Down | KeyCode::Char('j') => Wish::Move(0, 1),
        KeyCode::Up | KeyCode::Char('k') => Wish::Move(0, -1),
        KeyCode::Right | KeyCode::Char('l') => Wish::Move(1, 0),
        KeyCode::Home => Wish::ToStart,
        KeyCode::End => Wish::ToEnd,
        KeyCode::Tab => Wish::NextGroup,
        KeyCode::BackTab => Wish::PreviousGroup,
        KeyCode::Enter | KeyCode::Char(' ') => Wish::Claim,
        KeyCode::Char('i') => Wish::Hint,
        KeyCode::Char('u') => Wish::TakeBack,
        KeyCode::Char('n') => Wish::NewGame,
        KeyCode::Char('r') => Wish::Resign,
        KeyCode::Char('s') => Wish::Save,
        KeyCode::Char('v') => Wish::Review,
        KeyCode::Char('?') | KeyCode::F(1) => Wish::Help,
        KeyCode::Char('q') => Wish::Quit,
        KeyCode::Char('y') => Wish::Yes,
        KeyCode::Esc => Wish::Cancel,
        KeyCode::Backspace => Wish::Erase,
        KeyCode::Char(typed) => Wish::Type(typed),
        _ => return None,
    })
}

/// The keys and what they do, for the help.
pub(crate) const HELP: [(&str, &str); 14] = [
    ("arrows, hjkl", "move over the board"),
    ("Tab, Shift-Tab", "next group by size, and back"),
    ("Enter, Space", "claim the marked group"),
    ("G8 Enter", "claim by coordinate, with a capital letter"),
    ("mouse", "point to mark, click to claim"),
    ("i", "hint: the engine's best move"),
    ("u", "take back; the time stays spent"),
    ("n", "new game on the next board"),
    ("r", "resign"),
    ("s", "save the record"),
    ("v", "review when the game is over"),
    ("q", "quit"),
    ("Ctrl-C", "quit at once; an unfinished game is saved"),
    ("? F1", "this help"),
];
