//! Where a store is: a file of this machine, or a database that many machines share.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use super::Address;

/// Where a store is.
///
/// ```
/// use fruitrage_league::Location;
///
/// let file: Location = "league.db".parse().unwrap();
/// assert!(!file.is_shared());
/// assert_eq!(file.title(), "league");
/// assert!("postgres://db:port/league".parse::<Location>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// An `SQLite` file.
    File(PathBuf),
    /// A `PostgreSQL` database.
    Postgres(Address),
}

/// The address of a database cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a file or postgres://USER@HOST/DATABASE, found an address that cannot be used: {reason}"
)]
pub struct NotALocation {
    /// What is wrong with it. The address itself may have a password in it.
    pub reason: String,
}

impl Location {
    /// What the tournament there is called: the name of the file or the database.
    pub fn title(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            Self::Postgres(address) => {
                address.to_string().rsplit('/').next().unwrap_or_default().to_owned()
            }
        }
    }

    /// Whether many machines can play there at the same time.
    pub const fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

impl FromStr for Location {
    type Err = NotALocation;

    fn from_str(text: &str) -> Result<Self, NotALocation> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Ok(Self::File(PathBuf::from(text)));
        }
        text.parse().map(Self::Postgres)
    }
}

impl From<&Path> for Location {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl From<&PathBuf> for Location {
    fn from(path: &PathBuf) -> Self {
        Self::File(path.clone())
    }
}

impl From<&Self> for Location {
    fn from(location: &Self) -> Self {
        location.clone()
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}
