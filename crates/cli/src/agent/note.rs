//! The note that the agent leaves itself in the working directory from one move to the next.

use std::path::{Path, PathBuf};

use fruitrage_cli_support::files;
use fruitrage_engine::Experience;

/// Longer files are not ours.
const LONGEST: u64 = 4096;

/// How every version's note begins.
const BEGINNING: &[u8] = b"fruitrage state";

/// Where the note is, and whether it may be written.
pub(super) struct Note {
    path: PathBuf,
    is_ours: bool,
    /// What the note says, if it can be read.
    pub(super) experience: Option<Experience>,
}

impl Note {
    /// Takes the note out of a directory. One that is damaged says nothing, and what is not a note
    /// is left alone.
    pub(super) fn take(directory: Option<&Path>) -> Self {
        let path = directory.unwrap_or(Path::new("")).join("fruitrage.state");
        let Ok(bytes) = files::read_regular(&path, LONGEST) else {
            let is_ours = !path.exists();
            return Self { path, is_ours, experience: None };
        };
        let is_ours = bytes.is_empty() || bytes.starts_with(BEGINNING);
        if is_ours {
            super::make_way(&path);
        }
        let experience = str::from_utf8(&bytes).ok().and_then(|text| text.parse().ok());
        Self { path, is_ours, experience }
    }

    /// Leaves a note for the next move; none after the last. Where that is not possible, the next
    /// move will do without.
    pub(super) fn write(&self, experience: &Experience) {
        if self.is_ours && !experience.board.is_empty() {
            let _ = files::replace(&self.path, experience.to_string().as_bytes());
        }
    }
}
