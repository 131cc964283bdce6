//! Agents' files on the disk of a worker, each content once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fruitrage_arena::executable;

use crate::package::{ContentHash, Package, PackageError};
use crate::{RunError, Store};

/// A folder that has agents' files, in folders named by their content.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub(crate) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where the files are, after fetching them if they are not there, or not as they were.
    pub(crate) fn folder_with(
        &self,
        hash: &ContentHash,
        agent: &str,
        store: &mut Store,
    ) -> Result<PathBuf, RunError> {
        let target = self.folder.join(hash.to_string());
        if has(&target, hash) {
            return Ok(target);
        }
        let package = store.package(hash)?;
        let refused = |error| RunError::Package { agent: agent.to_owned(), error };
        self.put(&package, &target).map_err(refused)?;
        Ok(target)
    }

    /// Writes the files elsewhere and moves them when they are complete.
    fn put(&self, package: &Package, target: &Path) -> Result<(), PackageError> {
        let refuse = |error: io::Error| PackageError::file(&self.folder, &error);
        fs::create_dir_all(&self.folder).map_err(refuse)?;
        let temporary = tempfile::Builder::new().prefix(".new-").tempdir_in(&self.folder);
        let temporary = temporary.map_err(refuse)?;
        let files = temporary.path().join("files");
        fs::create_dir(&files).map_err(refuse)?;
        // Programs run as users of their own, who must be able to read them.
        executable::permit(&files, true).map_err(refuse)?;
        package.unpack(&files)?;
        if target.exists() && !has(target, package.hash()) {
            fs::rename(target, temporary.path().join("spoilt")).map_err(refuse)?;
        }
        match fs::rename(&files, target) {
            // Another worker of this machine was quicker.
            Err(_) if has(target, package.hash()) => Ok(()),
            moved => moved.map_err(refuse),
        }
    }
}

fn has(target: &Path, hash: &ContentHash) -> bool {
    target.is_dir() && Package::pack_folder(target).is_ok_and(|package| package.hash() == hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    use tempfile::TempDir;

    #[test]
    fn files_are_fetched_once_and_again_when_they_were_changed() {
        let folder = TempDir::new().unwrap();
        let agent = folder.path().join("agent");
        fs::create_dir(&agent).unwrap();
        fs::write(agent.join("program"), "first").unwrap();
        let package = Package::pack_folder(&agent).unwrap();
        let mut store = Store::open(folder.path().join("store.db").as_path()).unwrap();
        let cache = Cache::new(folder.path().join("cache"));
        cache.folder_with(package.hash(), "agent", &mut store).unwrap_err();
        store.add_package(&package).unwrap();
        let unpacked = cache.folder_with(package.hash(), "agent", &mut store).unwrap();
        assert_eq!(fs::read_to_string(unpacked.join("program")).unwrap(), "first");
        fs::write(unpacked.join("program"), "spoilt").unwrap();
        let unpacked = cache.folder_with(package.hash(), "agent", &mut store).unwrap();
        assert_eq!(fs::read_to_string(unpacked.join("program")).unwrap(), "first");
        assert_eq!(fs::read_dir(folder.path().join("cache")).unwrap().count(), 1);
    }
}
