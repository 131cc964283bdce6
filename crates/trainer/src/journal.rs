//! A file that grows by whole lines, so that whoever was killed goes on where the file ends.

use std::fmt::{Display, Write as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::path::Path;

use fruitrage_cli_support::Failure;
use fruitrage_rules::{TextError, quoted_within};
use thiserror::Error;

/// The most characters of a foreign first line that are shown: enough to see what differs.
pub const LONGEST_TITLE: usize = 200;

/// A file of lines under a first line that says what they are.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It can be neither read nor written.
    #[error("cannot be read and written: {0}")]
    File(#[from] io::Error),
    /// Another process writes it.
    #[error("expected a file for this process alone, found another process writing it")]
    InUse,
    /// It is another file than was expected.
    #[error(transparent)]
    Text(#[from] TextError),
}

impl JournalError {
    /// What the user of a journal is told.
    pub fn of_file(&self, path: &Path) -> Failure {
        match self {
            Self::Text(error) => Failure::text(path, error),
            Self::File(_) | Self::InUse => Failure::file(path, self),
        }
    }
}

impl Journal {
    /// Opens or creates a file: the journal, and the lines after the first. A last line
    /// without an end is from somebody who was killed, and is dropped.
    pub fn open(path: &Path, first_line: &str) -> Result<(Self, Vec<String>), JournalError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse),
            // Where files cannot be locked, we trust that nobody starts it twice.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let (whole, torn) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let mut lines = whole.lines().map(str::to_owned);
        let found = lines.next();
        if found.as_deref().unwrap_or(first_line) != first_line
            // To drop a torn first line that is not ours would destroy somebody's file.
            || found.is_none() && !first_line.starts_with(torn)
        {
            return Err(other_file(first_line, found.as_deref().unwrap_or(torn)).into());
        }
        file.set_len(whole.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = Self { file };
        if found.is_none() {
            journal.append([first_line])?;
        }
        Ok((journal, lines.collect()))
    }

    /// Adds lines, all in one piece.
    pub fn append<L: Display>(&mut self, lines: impl IntoIterator<Item = L>) -> io::Result<()> {
        let mut text = String::new();
        for line in lines {
            let _ = writeln!(text, "{line}");
        }
        self.file.write_all(text.as_bytes())
    }
}

fn other_file(expected: &str, found: &str) -> TextError {
    let (expected, found) = (format!("`{expected}`"), quoted_within(found, LONGEST_TITLE));
    TextError { line: 1, column: 1, expected, found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn reopened(content: &str) -> (Result<Vec<String>, String>, String) {
        let directory = tempfile::TempDir::new().unwrap();
        let path = directory.path().join("journal");
        fs::write(&path, content).unwrap();
        let opened = Journal::open(&path, "numbers 1").map(|(mut journal, lines)| {
            journal.append([7]).unwrap();
            lines
        });
        (opened.map_err(|error| error.to_string()), fs::read_to_string(&path).unwrap())
    }

    #[test]
    fn whole_lines_are_kept_and_a_torn_one_is_dropped() {
        let whole = "numbers 1\n1\n23\n";
        for torn in ["", "4", "45 6"] {
            let (lines, content) = reopened(&format!("{whole}{torn}"));
            assert_eq!(lines.unwrap(), ["1", "23"]);
            assert_eq!(content, format!("{whole}7\n"));
        }
    }

    #[test]
    fn a_torn_first_line_is_written_again() {
        for torn in ["", "num", "numbers 1"] {
            let (lines, content) = reopened(torn);
            assert_eq!((lines.unwrap().len(), &*content), (0, "numbers 1\n7\n"), "{torn}");
        }
    }

    #[test]
    fn another_file_is_refused_and_left_alone() {
        for other in ["a letter", "numbers 2\n1\n", "\n", "numbers 1 and more"] {
            let (lines, content) = reopened(other);
            let message = lines.unwrap_err();
            assert!(message.starts_with("line 1, column 1: expected `numbers 1`"), "{message}");
            assert_eq!(content, other);
        }
    }

    #[test]
    fn only_one_writes_at_a_time() {
        let directory = tempfile::TempDir::new().unwrap();
        let path = directory.path().join("journal");
        let _first = Journal::open(&path, "numbers 1").unwrap();
        assert!(matches!(Journal::open(&path, "numbers 1"), Err(JournalError::InUse)));
    }
}
