//! The address of a `PostgreSQL` database, as `postgres://USER:PASSWORD@HOST/DATABASE`.

use std::fmt;
use std::str::FromStr;

use sqlx::any::AnyConnectOptions;
use sqlx::postgres::PgConnectOptions;

use super::NotALocation;

/// The address of a `PostgreSQL` database. What is shown of it has no password in it.
///
/// ```
/// use fruitrage_league::Address;
///
/// let address: Address = "postgres://anna:secret@db.example/league".parse().unwrap();
/// assert_eq!(address.to_string(), "postgres://anna@db.example:5432/league");
/// assert_eq!(format!("{address:?}"), "postgres://anna@db.example:5432/league");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// As it was given: it may have a password in it, and parameters.
    text: String,
    shown: String,
}

impl Address {
    /// All of it, for whoever connects.
    pub fn with_password(&self) -> &str {
        &self.text
    }

    pub(super) fn connect_options(&self) -> Result<AnyConnectOptions, sqlx::Error> {
        self.text.parse()
    }
}

impl FromStr for Address {
    type Err = NotALocation;

    fn from_str(text: &str) -> Result<Self, NotALocation> {
        match text.parse::<PgConnectOptions>() {
            Ok(options) => Ok(Self { text: text.to_owned(), shown: without_password(&options) }),
            Err(error) => Err(NotALocation { reason: error.to_string() }),
        }
    }
}

fn without_password(options: &PgConnectOptions) -> String {
    let user = options.get_username();
    let database = options.get_database().unwrap_or(user);
    if let Some(socket) = options.get_socket() {
        return format!("postgres://{user}@{}/{database}", socket.display());
    }
    let (host, port) = (options.get_host(), options.get_port());
    format!("postgres://{user}@{host}:{port}/{database}")
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}
