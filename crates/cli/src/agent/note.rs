//! What the agent leaves itself in the working directory from one move to the next: a note of what
//! the move has cost, and what its search has found.

use std::path::{Path, PathBuf};
use std::time::Instant;

use fruitrage_cli_support::files;
use fruitrage_engine::{Engine, Experience};

/// Longer notes, or tables, are not ours.
const LONGEST_NOTE: u64 = 4096;
const LONGEST_TABLE: u64 = 2 << 20;

/// A file that is left for the next move.
struct Keepsake {
    path: PathBuf,
    /// What it holds; nothing if it was not there.
    content: Vec<u8>,
    /// Whether it may be written.
    is_ours: bool,
}

impl Keepsake {
    /// Takes the file out of a directory. What another program has put there is left alone.
    fn take(path: PathBuf, beginning: &[u8], longest: u64) -> Self {
        let Ok(content) = files::read_regular(&path, longest) else {
            let is_ours = !path.exists();
            return Self { path, content: Vec::new(), is_ours };
        };
        let is_ours = content.is_empty() || content.starts_with(beginning);
        if is_ours {
            super::make_way(&path);
        }
        Self { path, content, is_ours }
    }

    /// Where it cannot be written, the next move will do without.
    fn write(&self, content: &[u8]) {
        if self.is_ours {
            let _ = files::replace(&self.path, content);
        }
    }
}

/// What was left at the move before. What is damaged says nothing.
pub(super) struct Note {
    state: Keepsake,
    table: Keepsake,
}

impl Note {
    /// Takes the note out of a directory.
    pub(super) fn take(directory: Option<&Path>) -> Self {
        let directory = directory.unwrap_or(Path::new(""));
        let take =
            |name, beginning, longest| Keepsake::take(directory.join(name), beginning, longest);
        Self {
            state: take("fruitrage.state", b"fruitrage state", LONGEST_NOTE),
            table: take("fruitrage.table", b"fruitrage table", LONGEST_TABLE),
        }
    }

    /// What the clock has shown.
    pub(super) fn experience(&self) -> Option<Experience> {
        str::from_utf8(&self.state.content).ok()?.parse().ok()
    }

    /// Tells an engine what the search before has found.
    pub(super) fn teach(&self, engine: &mut Engine) {
        let _ = engine.restore(&self.table.content);
    }

    /// Leaves a note for the next move; none after the last. The move began at `start`.
    pub(super) fn write(&self, engine: &Engine, start: Instant) {
        let Some(experience) = engine.experience().filter(|it| !it.board.is_empty()) else {
            return;
        };
        self.table.write(&engine.snapshot());
        let experience = Experience { taken: start.elapsed(), ..experience.clone() };
        self.state.write(experience.to_string().as_bytes());
    }
}
