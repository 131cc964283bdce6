//! The fields of a line, separated by single blanks, with errors that say where.

use std::str::FromStr;

use fruitrage_rules::{TextError, quoted};

/// What is left of a line of fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'a> {
    /// Counted from 1.
    line: usize,
    text: &'a str,
    /// Where the next field begins; past the end if there is none.
    next: usize,
}

impl<'a> Fields<'a> {
    pub(crate) const fn new(line: usize, text: &'a str) -> Self {
        Self { line, text, next: 0 }
    }

    /// The next field, read by a function that says none to what it does not understand.
    pub(crate) fn read<T>(
        &mut self,
        expected: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, TextError> {
        let field = self.peek();
        let value = field.and_then(read).ok_or_else(|| self.error(expected))?;
        self.next += field.map_or(0, str::len) + 1;
        Ok(value)
    }

    /// The next field as a value that knows how it is written.
    pub(crate) fn parse<T: FromStr>(&mut self, expected: &str) -> Result<T, TextError> {
        self.read(expected, |field| field.parse().ok())
    }

    /// The value of a field `NAME=VALUE`.
    pub(crate) fn named<T: FromStr>(&mut self, name: &str) -> Result<T, TextError> {
        self.read(&format!("`{name}=` and its value"), |field| {
            field.strip_prefix(name)?.strip_prefix('=')?.parse().ok()
        })
    }

    /// A field that can only be one word.
    pub(crate) fn word(&mut self, word: &str) -> Result<(), TextError> {
        self.read(&format!("`{word}`"), |field| (field == word).then_some(()))
    }

    /// Checks that nothing is left.
    pub(crate) fn end(self) -> Result<(), TextError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.error("the end of the line")) }
    }

    fn peek(&self) -> Option<&'a str> {
        self.text.get(self.next..)?.split(' ').next()
    }

    /// The next field is not what was expected.
    pub(crate) fn error(&self, expected: &str) -> TextError {
        let before = self.text.get(..self.next).unwrap_or(self.text);
        TextError {
            line: self.line,
            column: before.chars().count() + 1,
            expected: expected.to_owned(),
            found: self
                .peek()
                .filter(|field| !field.is_empty())
                .map_or_else(|| "the end of the line".to_owned(), quoted),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_turn_and_errors_say_where() {
        let mut fields = Fields::new(3, "seed=7 word x");
        assert_eq!(fields.named("seed"), Ok(7));
        assert_eq!(fields.word("word"), Ok(()));
        let error = fields.parse::<u8>("a number").unwrap_err();
        assert_eq!(error.to_string(), "line 3, column 13: expected a number, found `x`");
        assert_eq!(fields.end().unwrap_err().found, "`x`");
    }

    #[test]
    fn what_is_missing_is_missing_at_the_end() {
        for text in ["7", "7 "] {
            let mut fields = Fields::new(1, text);
            assert_eq!(fields.parse(""), Ok(7));
            let error = fields.parse::<u8>("another").unwrap_err();
            assert_eq!(error.found, "the end of the line");
        }
    }
}
