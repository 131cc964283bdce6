//! Built agents on the disk, known by what they were built from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fruitrage_arena::executable;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::package::{ContentHash, Package, PackageError};

/// What is written beside the files of a built agent.
const NOTE: &str = "build.json";
const FILES: &str = "files";

/// A change of how builds are made, so that nothing of before is taken for the same.
const VERSION: u32 = 1;

/// A folder that has built agents.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    folder: PathBuf,
}

/// What is known about a built agent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Note {
    /// The commands and what they printed.
    pub(super) log: String,
    /// What the build took.
    pub(super) time: Duration,
    /// What tells whether the files are as they were.
    content: String,
    /// The trials that it has passed.
    #[serde(default)]
    pub(super) passed: Vec<String>,
}

/// A built agent in its place.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    place: PathBuf,
    pub(super) note: Note,
}

impl Kept {
    /// The agent's files.
    pub(super) fn files(&self) -> PathBuf {
        self.place.join(FILES)
    }

    /// Remembers that the agent passed a trial, so that it is not tried again. If that
    /// cannot be written it is tried again.
    pub(super) fn remember(&mut self, trial: &str) {
        self.note.passed.push(trial.to_owned());
        let _ = write_note(&self.place, &self.note);
    }
}

impl Shelf {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// What an agent is known by: its files, and all that is done to them.
    pub(super) fn key(source: &ContentHash, done: &impl Serialize) -> String {
        let text = serde_json::json!({ "v": VERSION, "source": source.to_string(), "done": done });
        ContentHash::of(text.to_string().as_bytes()).to_string()
    }

    /// The built agent, if it is there and as it was.
    pub(super) fn find(&self, key: &str) -> Option<Kept> {
        let place = self.folder.join(key);
        let note: Note = serde_json::from_slice(&fs::read(place.join(NOTE)).ok()?).ok()?;
        let kept = Kept { place, note };
        let content = Package::pack_folder(&kept.files()).ok()?;
        (content.hash().to_string() == kept.note.content).then_some(kept)
    }

    /// Where the log of a build is.
    pub(super) fn log(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.log"))
    }

    /// Keeps the log of a build, also of one that failed, as a file to look at. Whatever else
    /// needs it has it already, so that a full disk stops nobody here.
    pub(super) fn write_log(&self, key: &str, log: &str) -> PathBuf {
        let path = self.log(key);
        let _ = fs::write(&path, log);
        path
    }

    /// A place for the files of an agent that is about to be built.
    pub(super) fn new_place(&self) -> io::Result<(TempDir, PathBuf)> {
        fs::create_dir_all(&self.folder)?;
        let place = tempfile::Builder::new().prefix(".new-").tempdir_in(&self.folder)?;
        let files = place.path().join(FILES);
        fs::create_dir(&files)?;
        // Programs run as users of their own, who must be able to read them.
        executable::permit(place.path(), true)?;
        executable::permit(&files, true)?;
        Ok((place, files))
    }

    /// Keeps an agent that was built in such a place.
    pub(super) fn keep(
        &self,
        key: &str,
        place: TempDir,
        log: String,
        time: Duration,
    ) -> Result<Kept, PackageError> {
        let content = Package::pack_folder(&place.path().join(FILES))?.hash().to_string();
        let note = Note { log, time, content, passed: Vec::new() };
        let target = self.folder.join(key);
        let put = || -> io::Result<()> {
            write_note(place.path(), &note)?;
            if target.exists() {
                // It was spoilt, or another process was quicker; this one is as good.
                let spoilt = tempfile::Builder::new().prefix(".old-").tempdir_in(&self.folder)?;
                fs::rename(&target, spoilt.path().join("spoilt"))?;
            }
            fs::rename(place.path(), &target)
        };
        put().map_err(|error| PackageError::file(&target, &error))?;
        // Its folder has moved, and there is nothing to remove.
        let _ = place.keep();
        Ok(Kept { place: target, note })
    }
}

fn write_note(place: &Path, note: &Note) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(place)?;
    serde_json::to_writer(&mut file, note)?;
    file.persist(place.join(NOTE))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_is_found_again_unless_it_was_spoilt() {
        let folder = TempDir::new().unwrap();
        let shelf = Shelf::new(folder.path().join("builds"));
        let source = ContentHash::of(b"source");
        let key = Shelf::key(&source, &["make"]);
        assert_ne!(key, Shelf::key(&source, &["make", "all"]));
        assert!(shelf.find(&key).is_none());
        for _ in 0..2 {
            let (place, files) = shelf.new_place().unwrap();
            fs::write(files.join("agent"), "x").unwrap();
            shelf.keep(&key, place, "$ make\n".to_owned(), Duration::from_secs(1)).unwrap();
        }
        let mut kept = shelf.find(&key).unwrap();
        kept.remember("a trial");
        let kept = shelf.find(&key).unwrap();
        assert_eq!(
            (kept.note.log.as_str(), &kept.note.passed[..]),
            ("$ make\n", &["a trial".to_owned()][..])
        );
        fs::write(kept.files().join("agent"), "y").unwrap();
        assert!(shelf.find(&key).is_none());
        assert_eq!(fs::read_dir(folder.path().join("builds")).unwrap().count(), 1);
    }
}
