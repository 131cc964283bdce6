//! Text and numbers in markup.

use std::fmt;

use fruitrage_rules::plain;

/// Text that stays text in SVG and HTML.
///
/// ```
/// use fruitrage_pictures::escaped;
///
/// assert_eq!(escaped("a < \"b\""), "a &lt; &quot;b&quot;");
/// ```
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Somebody's name, made plain, or its beginning if it is longer than so many characters.
pub(crate) fn shortened(name: &str, longest: usize) -> String {
    let text = plain(name, longest + 1);
    if text.chars().nth(longest).is_none() {
        return text;
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

/// A number with at most so many decimals, and no more than it needs.
pub(crate) fn number(value: f64, decimals: usize) -> impl fmt::Display {
    let text = format!("{value:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_longer_than_they_need_to_be() {
        for (value, text) in
            [(1.0, "1"), (0.25, "0.25"), (100.0, "100"), (-0.001, "0"), (2.5, "2.5")]
        {
            assert_eq!(number(value, 2).to_string(), text);
        }
        assert_eq!(number(120.0, 0).to_string(), "120");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("grape", 5), "grape");
        assert_eq!(shortened("grapes", 5), "grap…");
        assert_eq!(shortened(&"x".repeat(60_000), 5), "xxxx…");
    }

    #[test]
    fn names_turn_nothing_around() {
        assert_eq!(shortened("a\u{202e}b", 20), r"a\u{202e}b");
    }
}
