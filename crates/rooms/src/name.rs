//! What a visitor is called.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

const LONGEST: usize = 24;

/// What a visitor is called: 1 to 24 characters on one line.
///
/// ```
/// use fruitrage_rooms::Name;
///
/// assert_eq!(Name::try_from(" Ada ".to_owned()).unwrap().to_string(), "Ada");
/// assert!(Name::try_from("two\nlines".to_owned()).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// The text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a name of 1 to {LONGEST} characters on one line")]
pub struct NotAName;

impl TryFrom<String> for Name {
    type Error = NotAName;

    fn try_from(text: String) -> Result<Self, NotAName> {
        let name = text.trim();
        let fits = (1..=LONGEST).contains(&name.chars().count());
        // Characters without a width of their own would let one name look like another.
        let is_plain = !name.chars().any(|sign| sign.is_control() || is_invisible(sign));
        if fits && is_plain { Ok(Self(name.to_owned())) } else { Err(NotAName) }
    }
}

/// Marks that change the direction of what follows, and blanks of no width.
const fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl From<Name> for String {
    fn from(Name(name): Name) -> Self {
        name
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
