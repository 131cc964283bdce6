//! The directory of one player of one game, and what is left of those of games that were killed.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::StartError;
use crate::{executable, supervisor};

/// How the names of these directories begin; whose they are follows.
const PLACE: &str = "fruitrage-game-";

/// How long the directory of a game that is over may take to be removed.
const REMOVAL: Duration = Duration::from_secs(2);

/// Removes what processes that were killed have left behind. What cannot be removed
/// belongs to somebody else and stays.
pub fn sweep() {
    let entries = fs::read_dir(env::temp_dir()).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(PLACE)?.split('-').next());
        if owner.is_some_and(supervisor::is_gone) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A directory of the machine that belongs to one player of one game.
pub(crate) struct Place {
    directory: TempDir,
}

impl Place {
    pub(crate) fn new(program: &str) -> Result<Self, StartError> {
        let made = || {
            let prefix = format!("{PLACE}{}-", supervisor::owner());
            let directory = tempfile::Builder::new().prefix(&prefix).tempdir()?;
            fs::create_dir(directory.path().join("scratch"))?;
            Ok(Self { directory })
        };
        made().map_err(|error: io::Error| StartError::failed(program, &error))
    }

    pub(crate) fn scratch(&self) -> PathBuf {
        self.directory.path().join("scratch")
    }

    /// The file that takes what the program prints.
    pub(crate) fn printed(&self) -> io::Result<File> {
        supervisor::open_printed(&self.directory.path().join("printed"))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Windows does not remove what a process that is just ending still holds.
        let start = Instant::now();
        while fs::remove_dir_all(self.directory.path()).is_err()
            && self.directory.path().exists()
            && start.elapsed() < REMOVAL
        {
            open_up(self.directory.path());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Undoes that a program has closed folders of its own to everybody.
fn open_up(folder: &Path) {
    let _ = executable::permit(folder, true);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}
