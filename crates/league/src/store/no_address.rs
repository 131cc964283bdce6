//! Without the feature `postgres` there are no addresses: each is refused where it is read.

use std::fmt;
use std::str::FromStr;

use sqlx::any::AnyConnectOptions;

use super::NotALocation;

/// The address of a `PostgreSQL` database, of which this build knows none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {}

impl Address {
    /// All of it, for whoever connects.
    pub const fn with_password(&self) -> &str {
        match *self {}
    }

    pub(super) const fn connect_options(&self) -> Result<AnyConnectOptions, sqlx::Error> {
        match *self {}
    }
}

impl FromStr for Address {
    type Err = NotALocation;

    fn from_str(_: &str) -> Result<Self, NotALocation> {
        let reason = "this build has no PostgreSQL; `cargo build --release --features postgres` \
                      makes one that has";
        Err(NotALocation { reason: reason.to_owned() })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
