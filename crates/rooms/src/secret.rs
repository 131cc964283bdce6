//! What opens a room or a seat: texts that cannot be guessed.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Letters and digits that are told apart when they are read aloud.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The text opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected letters and digits as in a link")]
pub struct NotASecret;

/// As many signs as bytes, five bits of each.
fn text_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

fn is_text(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|sign| ALPHABET.contains(&sign))
}

/// Names a room; whoever knows it can watch.
///
/// ```
/// use fruitrage_rooms::RoomId;
///
/// let room = RoomId::from_chance([7; 12]);
/// assert_eq!(room.to_string().parse(), Ok(room));
/// assert!("../etc".parse::<RoomId>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomId(String);

impl RoomId {
    const LENGTH: usize = 12;

    /// From bytes that nobody can foresee.
    pub fn from_chance(bytes: [u8; Self::LENGTH]) -> Self {
        Self(text_of(&bytes))
    }

    /// As it stands in links.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Opens a seat: who has it sits there. It is never shown, logged or stored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(String);

impl Secret {
    const LENGTH: usize = 26;

    /// From bytes that nobody can foresee.
    pub fn from_chance(bytes: [u8; Self::LENGTH]) -> Self {
        Self(text_of(&bytes))
    }

    /// What is kept of it.
    pub fn seal(&self) -> Seal {
        Seal(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

macro_rules! text {
    ($name:ident) => {
        impl TryFrom<String> for $name {
            type Error = NotASecret;

            fn try_from(text: String) -> Result<Self, NotASecret> {
                if is_text(&text, Self::LENGTH) { Ok(Self(text)) } else { Err(NotASecret) }
            }
        }

        impl std::str::FromStr for $name {
            type Err = NotASecret;

            fn from_str(text: &str) -> Result<Self, NotASecret> {
                text.to_owned().try_into()
            }
        }

        impl From<$name> for String {
            fn from($name(text): $name) -> Self {
                text
            }
        }
    };
}

text!(RoomId);
text!(Secret);

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is kept of a [`Secret`]: it tells whether one fits, and not what it is.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seal([u8; 32]);

impl Seal {
    /// Whether this secret fits. How long that takes does not tell how nearly it did.
    ///
    /// ```
    /// use fruitrage_rooms::Secret;
    ///
    /// let [one, other] = [1, 2].map(|byte| Secret::from_chance([byte; 26]));
    /// assert!(one.seal().fits(&one));
    /// assert!(!one.seal().fits(&other));
    /// ```
    pub fn fits(&self, secret: &Secret) -> bool {
        let found = secret.seal().0;
        let different = self.0.iter().zip(found).fold(0, |bits, (one, other)| bits | (one ^ other));
        std::hint::black_box(different) == 0
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal(…)")
    }
}

impl TryFrom<String> for Seal {
    type Error = NotASecret;

    fn try_from(text: String) -> Result<Self, NotASecret> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return Err(NotASecret);
        }
        for (place, byte) in bytes.iter_mut().enumerate() {
            let digits = &text[2 * place..2 * place + 2];
            *byte = u8::from_str_radix(digits, 16).map_err(|_| NotASecret)?;
        }
        Ok(Self(bytes))
    }
}

impl From<Seal> for String {
    fn from(Seal(bytes): Seal) -> Self {
        bytes.map(|byte| format!("{byte:02x}")).concat()
    }
}
