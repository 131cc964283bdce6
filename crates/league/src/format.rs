//! Who meets whom in a tournament.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Who meets whom.
///
/// ```
/// use fruitrage_league::Format;
///
/// assert_eq!("round-robin".parse(), Ok(Format::RoundRobin));
/// assert_eq!(Format::Swiss.to_string(), "swiss");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The champions meet everybody else.
    Gauntlet,
    /// In each round agents of about equal success meet.
    Swiss,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Gauntlet, Self::Swiss];

    /// The name on the command line, in tournament files and in stores.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected `round-robin`, `gauntlet` or `swiss`")]
pub struct NotAFormat;

impl FromStr for Format {
    type Err = NotAFormat;

    fn from_str(name: &str) -> Result<Self, NotAFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(NotAFormat)
    }
}
