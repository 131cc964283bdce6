//! A game as a part of a page, to step through with the web page's own board.
//!
//! Its script and its styles are put together from the page's modules when this crate is built.

use std::fmt;

use fruitrage_rules::plain;

use crate::{FRUITS, escaped};

const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/replay.css"));
const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/replay.js"));

/// What a page with games to step through begins with: styles and the drawings of fruits.
///
/// A game is an element `<details class="game">` with an empty `<div class="replay">` and its
/// record, as [`replay_record`] writes it, in a `<pre class="record">`; a review of it may follow as JSON in a
/// `<script>`. What [`replay_end`] adds makes it move.
///
/// ```
/// let head = fruitrage_pictures::replay_head().to_string();
/// assert!(head.contains("<style>") && head.contains("aria-label=\"apple\""));
/// ```
pub fn replay_head() -> impl fmt::Display {
    fmt::from_fn(|f| {
        write!(f, "<style>\n{STYLE}</style>\n<svg class=\"sprite\" aria-hidden=\"true\"")?;
        // Titles would pop up under the mouse; labels do not.
        let (_, symbols) = FRUITS.split_once("<svg").unwrap_or_default();
        for line in symbols.lines().map(str::trim).filter(|line| !line.starts_with("<!--")) {
            match line.strip_prefix("<title>") {
                Some(title) => {
                    write!(f, " aria-label=\"{}\">", title.trim_end_matches("</title>"))?;
                }
                None if line.starts_with("<symbol") => {
                    f.write_str(line.trim_end_matches('>'))?;
                }
                None => writeln!(f, " {line}")?,
            }
        }
        Ok(())
    })
}

/// Longer lines, such as names of thousands of letters, are cut.
const LONGEST_LINE: usize = 500;

/// The text of a record as such a page holds it: nothing in it is markup or changes how the rest
/// is laid out.
///
/// ```
/// assert_eq!(fruitrage_pictures::replay_record("first <b>\u{202e}"), "first &lt;b&gt;\\u{202e}\n");
/// ```
pub fn replay_record(text: &str) -> String {
    let lines = text.lines().flat_map(|line| [plain(line, LONGEST_LINE), "\n".to_owned()]);
    escaped(&lines.collect::<String>())
}

/// What such a page ends with: the script.
///
/// ```
/// assert!(fruitrage_pictures::replay_end().to_string().ends_with("</script>\n"));
/// ```
pub fn replay_end() -> impl fmt::Display {
    fmt::from_fn(|f| writeln!(f, "<script type=\"module\">\n{SCRIPT}</script>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fruit_has_its_drawing_and_its_name() {
        let head = replay_head().to_string();
        assert_eq!(head.matches("<symbol id=\"fruit-").count(), 10);
        assert_eq!(head.matches(" aria-label=\"").count(), 10);
        assert!(!head.contains("<title>") && head.ends_with("</svg>\n"));
    }

    #[test]
    fn nothing_in_the_script_ends_it() {
        assert!(!SCRIPT.contains("</script") && !STYLE.contains("</style"));
    }
}
