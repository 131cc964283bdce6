//! Styles, with colours or without, and characters that the terminal has.

use fruitrage_rules::Fruit;
use ratatui::style::{Color, Modifier, Style as Attributes};

use crate::look::Look;
use crate::symbols::symbol_of;

/// How things are emphasised.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    colours: bool,
    unicode: bool,
}

impl Style {
    pub(super) const fn new(look: Look) -> Self {
        Self { colours: look.colours, unicode: look.has_unicode() }
    }

    pub(super) const fn title() -> Attributes {
        Attributes::new().add_modifier(Modifier::BOLD)
    }

    pub(super) const fn quiet() -> Attributes {
        Attributes::new().add_modifier(Modifier::DIM)
    }

    /// A fruit as a letter.
    pub(super) const fn fruit(self, fruit: Fruit) -> Attributes {
        if self.colours { Attributes::new().fg(symbol_of(fruit).colour) } else { Attributes::new() }
    }

    /// On top of another style: the group that would be claimed.
    pub(super) const fn selected(self, base: Attributes) -> Attributes {
        let bold = base.add_modifier(Modifier::BOLD);
        if self.colours { bold.bg(Color::DarkGray) } else { bold }
    }

    /// On top of another style: the group that is advised.
    pub(super) const fn advised(self, base: Attributes) -> Attributes {
        let underlined = base.add_modifier(Modifier::UNDERLINED);
        if self.colours { underlined.bg(Color::Blue) } else { underlined }
    }

    /// On top of another style: the cell under the cursor.
    pub(super) const fn cursor(base: Attributes) -> Attributes {
        base.add_modifier(Modifier::REVERSED)
    }

    /// The mark of the player to move.
    pub(super) const fn turn_mark(self) -> &'static str {
        if self.unicode { "▶ " } else { "> " }
    }

    /// A text in characters that the terminal has.
    pub(super) fn in_reach(self, text: &str) -> String {
        if self.unicode {
            return text.to_owned();
        }
        text.replace('×', "x")
            .replace('−', "-")
            .replace('⏎', "enter")
            .replace('⇥', "tab")
            .replace("←→", "h/l")
            .replace("↑↓", "k/j")
            .chars()
            .map(|character| if character.is_ascii() { character } else { '?' })
            .collect()
    }
}
