//! Agents' files in the store, each content once.

use sqlx::Row;

use super::{Store, StoreError};
use crate::package::{ContentHash, Package};

impl Store {
    /// Keeps an agent's files, if they are not there yet.
    pub(crate) fn add_package(&mut self, package: &Package) -> Result<(), StoreError> {
        let query = "SELECT 1 AS found FROM package WHERE hash = $1";
        let query = self.connection.query(query).bind(package.hash().to_string());
        if self.connection.row(query)?.is_some() {
            return Ok(());
        }
        let query = self
            .connection
            .query(
                "INSERT INTO package (hash, archive) VALUES ($1, $2)
                 ON CONFLICT (hash) DO NOTHING",
            )
            .bind(package.hash().to_string())
            .bind(package.archive().to_vec());
        self.connection.execute(query)?;
        Ok(())
    }

    /// An agent's files, checked.
    pub(crate) fn package(&mut self, hash: &ContentHash) -> Result<Package, StoreError> {
        let query = self.connection.query("SELECT archive FROM package WHERE hash = $1");
        let row = self.connection.row(query.bind(hash.to_string()))?;
        let refuse = |found: &str| {
            StoreError::Disagrees(format!(
                "expected an agent's files of content {hash}, found {found}"
            ))
        };
        let row = row.ok_or_else(|| refuse("none"))?;
        let package = Package::from_archive(row.try_get("archive")?);
        let package = package.map_err(|error| refuse(&error.to_string()))?;
        if package.hash() == hash { Ok(package) } else { Err(refuse("others")) }
    }
}
