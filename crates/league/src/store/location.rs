//! Where a store is: a file of this machine, or a database that many machines share.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use thiserror::Error;

/// Where a store is.
///
/// ```
/// use fruitrage_league::Location;
///
/// let file: Location = "league.db".parse().unwrap();
/// assert!(!file.is_shared());
/// let shared: Location = "postgres://anna:secret@db.example/league".parse().unwrap();
/// assert!(shared.is_shared());
/// // What is shown to people has no password in it.
/// assert_eq!(shared.to_string(), "postgres://anna@db.example:5432/league");
/// assert!("postgres://db:port/league".parse::<Location>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// An `SQLite` file.
    File(PathBuf),
    /// The address of a `PostgreSQL` database.
    Postgres(String),
}

/// The address of a database cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a file or postgres://USER@HOST/DATABASE, found an address that cannot be read: {reason}"
)]
pub struct NotALocation {
    /// What is wrong with it. The address itself may have a password in it.
    pub reason: String,
}

impl Location {
    /// What the tournament there is called: the name of the file or the database.
    ///
    /// ```
    /// # use fruitrage_league::Location;
    /// let shared: Location = "postgres://anna@db.example/league".parse().unwrap();
    /// assert_eq!(shared.title(), "league");
    /// ```
    pub fn title(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            Self::Postgres(_) => self.to_string().rsplit('/').next().unwrap_or_default().to_owned(),
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
        match text.parse::<PgConnectOptions>() {
            Ok(_) => Ok(Self::Postgres(text.to_owned())),
            Err(error) => Err(NotALocation { reason: error.to_string() }),
        }
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
            Self::Postgres(address) => {
                let Ok(options) = address.parse::<PgConnectOptions>() else {
                    return f.write_str("postgres://");
                };
                let user = options.get_username();
                let database = options.get_database().unwrap_or(user);
                if let Some(socket) = options.get_socket() {
                    return write!(f, "postgres://{user}@{}/{database}", socket.display());
                }
                let (host, port) = (options.get_host(), options.get_port());
                write!(f, "postgres://{user}@{host}:{port}/{database}")
            }
        }
    }
}
