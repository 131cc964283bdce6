//! How fruits look in a terminal: each kind has a symbol, a letter, a colour and a name.

use fruitrage_rules::{Fruit, FruitKinds};
use ratatui::style::Color;

/// How a kind of fruit looks. Kinds differ by more than their colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    /// Two columns wide.
    pub(crate) emoji: &'static str,
    pub(crate) letter: &'static str,
    pub(crate) colour: Color,
    pub(crate) name: &'static str,
}

/// In the order of the drawings, `fruits.svg` of the pictures.
const SYMBOLS: [Symbol; FruitKinds::MAX] = [
    symbol("🍎", "A", Color::Red, "apple"),
    symbol("🍌", "B", Color::LightYellow, "banana"),
    symbol("🍐", "P", Color::Green, "pear"),
    symbol("🍇", "G", Color::Magenta, "grapes"),
    symbol("🍊", "O", Color::Yellow, "orange"),
    symbol("🍓", "S", Color::LightRed, "strawberry"),
    symbol("🫐", "U", Color::LightBlue, "blueberry"),
    symbol("🍉", "M", Color::LightGreen, "melon"),
    symbol("🥥", "N", Color::Cyan, "coconut"),
    symbol("🍒", "C", Color::LightMagenta, "cherries"),
];

const fn symbol(
    emoji: &'static str,
    letter: &'static str,
    colour: Color,
    name: &'static str,
) -> Symbol {
    Symbol { emoji, letter, colour, name }
}

/// How a fruit looks.
pub(crate) const fn symbol_of(fruit: Fruit) -> &'static Symbol {
    &SYMBOLS[fruit.number()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::text::Span;

    #[test]
    fn every_kind_has_a_symbol_of_its_own_and_emoji_are_two_columns_wide() {
        for (index, symbol) in SYMBOLS.iter().enumerate() {
            assert_eq!(Span::raw(symbol.emoji).width(), 2, "{}", symbol.name);
            let others = &SYMBOLS[..index];
            assert!(others.iter().all(|other| other.emoji != symbol.emoji
                && other.letter != symbol.letter
                && other.colour != symbol.colour));
        }
    }
}
