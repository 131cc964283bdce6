//! Reading untrusted text line by line, with errors that say where.

use std::str::Chars;

use thiserror::Error;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What should have stood there.
    pub expected: String,
    /// What stood there instead.
    pub found: String,
}

/// One line, without its end and without blanks at its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// Counted from 1.
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    pub(crate) fn chars(&self) -> Chars<'a> {
        self.text.chars()
    }

    /// The whole line is not what was expected.
    pub(crate) fn error(&self, expected: impl Into<String>) -> TextError {
        self.error_of(self.text, expected)
    }

    /// A part of the line is not what was expected.
    pub(crate) fn error_of(&self, part: &str, expected: impl Into<String>) -> TextError {
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        TextError {
            line: self.number,
            column: self.text[..offset].chars().count() + 1,
            expected: expected.into(),
            found: quoted(part),
        }
    }

    /// The character at this index, or the line's end there, is not what was expected.
    pub(crate) fn error_at(&self, index: usize, expected: impl Into<String>) -> TextError {
        let found = match self.chars().nth(index) {
            Some(character) => quoted(character.encode_utf8(&mut [0; 4])),
            None => "the end of the line".to_owned(),
        };
        TextError { line: self.number, column: index + 1, expected: expected.into(), found }
    }

    pub(crate) fn expect_length(
        &self,
        length: usize,
        expected: impl FnOnce() -> String,
    ) -> Result<(), TextError> {
        let actual = self.chars().count();
        if actual == length {
            return Ok(());
        }
        let mut error = self.error_at(actual.min(length), expected());
        error.found = format!("{actual} character{}", if actual == 1 { "" } else { "s" });
        Err(error)
    }
}

/// The lines of a text. Accepts what real files have: a byte-order mark, CRLF,
/// blanks at the end of a line, no newline at the end, blank lines after it.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'a> {
    rest: &'a str,
    /// The number of the next line.
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, TextError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self { rest: text, number: 1 }),
            Err(error) => Err(not_utf8(bytes, error.valid_up_to())),
        }
    }

    pub(crate) fn peek(&self) -> Option<Line<'a>> {
        self.clone().take()
    }

    /// The next line; none at the end of the text.
    pub(crate) fn take(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (text, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        let line = Line { number: self.number, text: text.trim_end_matches([' ', '\t', '\r']) };
        self.rest = rest;
        self.number += 1;
        Some(line)
    }

    /// The next line, or an error that says what should have come.
    pub(crate) fn next_or<S: Into<String>>(
        &mut self,
        expected: impl FnOnce() -> S,
    ) -> Result<Line<'a>, TextError> {
        match self.take() {
            Some(line) => Ok(line),
            None => Err(self.error(expected())),
        }
    }

    /// What comes next is not what was expected.
    pub(crate) fn error(&self, expected: impl Into<String>) -> TextError {
        match self.peek() {
            Some(line) => line.error(expected),
            None => TextError {
                line: self.number,
                column: 1,
                expected: expected.into(),
                found: "the end of the text".to_owned(),
            },
        }
    }

    /// Checks that nothing but blank lines is left.
    pub(crate) fn expect_end(mut self) -> Result<(), TextError> {
        while let Some(line) = self.take() {
            if !line.text.is_empty() {
                return Err(line.error("the end of the text"));
            }
        }
        Ok(())
    }
}

fn not_utf8(bytes: &[u8], at: usize) -> TextError {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    TextError {
        line: before.matches('\n').count() + 1,
        column: last_line.chars().count() + 1,
        expected: "text in UTF-8".to_owned(),
        found: format!("the byte 0x{:02X}", bytes[at]),
    }
}

/// A piece of untrusted text for a message of one line: quoted, made printable and kept short.
///
/// ```
/// use fruitrage_rules::quoted;
///
/// assert_eq!(quoted("a\tb"), r"`a\tb`");
/// assert_eq!(quoted(""), "nothing");
/// assert_eq!(quoted(&"9".repeat(50)), format!("`{}…`", "9".repeat(40)));
/// ```
pub fn quoted(text: &str) -> String {
    quoted_within(text, 40)
}

/// The same with at most so many characters of the text.
pub fn quoted_within(text: &str, longest: usize) -> String {
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let shown: String = text.chars().take(longest).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(longest).is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
}

/// A line of anybody's text as it can be shown: what would steer a terminal, or turn the
/// direction of writing, is written out, and of a long line only the beginning is shown.
///
/// ```
/// use fruitrage_rules::plain;
///
/// assert_eq!(plain("\u{1b}[2Jhello\tthere", 80), r"\u{1b}[2Jhello there");
/// assert_eq!(plain("abc\u{202e}cba", 80), r"abc\u{202e}cba");
/// assert_eq!(plain("Grüße, 世界!", 5), "Grüße…");
/// ```
pub fn plain(line: &str, longest: usize) -> String {
    let mut shown = String::new();
    for character in line.chars().take(longest) {
        match character {
            '\t' => shown.push(' '),
            steers if is_unseen(steers) => shown.extend(steers.escape_unicode()),
            other => shown.push(other),
        }
    }
    if line.chars().nth(longest).is_some() {
        shown.push('…');
    }
    shown
}

/// A name of somebody else's choice as it is shown in a table or a sentence.
///
/// ```
/// use fruitrage_rules::plain_name;
///
/// assert_eq!(plain_name("anna"), "anna");
/// assert_eq!(plain_name(&"x".repeat(60_000)).chars().count(), 61);
/// ```
pub fn plain_name(name: &str) -> String {
    plain(name, LONGEST_NAME)
}

/// How much of a name is shown: no more than leaves room for something beside it.
const LONGEST_NAME: usize = 60;

/// JSON that steers no terminal either: what [`plain`] writes out is escaped, and means the
/// same to whoever reads it.
///
/// ```
/// use fruitrage_rules::plain_json;
///
/// assert_eq!(plain_json("{\"a\":\"b\u{202e}\u{9b}\u{e0001}\"}"), r#"{"a":"b\u202e\u009b\udb40\udc01"}"#);
/// assert_eq!(plain_json("{\"a\":\n\"é\"}"), "{\"a\":\n\"é\"}");
/// ```
pub fn plain_json(json: &str) -> String {
    // Those of ASCII stand between values if they are there at all.
    let is_escaped = |character: char| !character.is_ascii() && is_unseen(character);
    let escape = |character: char| {
        let units = character.encode_utf16(&mut [0; 2]).to_vec();
        units.iter().map(|unit| format!("\\u{unit:04x}")).collect::<Vec<_>>().concat()
    };
    let shown = |character| {
        if is_escaped(character) { escape(character) } else { character.to_string() }
    };
    json.chars().map(shown).collect()
}

/// Control characters, and those that change how others are laid out.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_named_with_their_place() {
        let error = Lines::new(b"3\n2\n123.5\n\xC3\xA4b\xFF").unwrap_err();
        assert_eq!((error.line, error.column), (4, 3));
        assert_eq!((&*error.expected, &*error.found), ("text in UTF-8", "the byte 0xFF"));
    }

    #[test]
    fn a_line_of_another_length_is_refused_where_it_goes_wrong() {
        let checked = |text: &str| {
            let line = Line { number: 7, text };
            line.expect_length(3, || "3 characters".to_owned())
        };
        assert_eq!(checked("0*1"), Ok(()));
        for (text, column, found) in
            [("0", 2, "1 character"), ("", 1, "0 characters"), ("01234", 4, "5 characters")]
        {
            let error = checked(text).unwrap_err();
            assert_eq!((error.line, error.column, &*error.found), (7, column, found));
        }
    }
}
