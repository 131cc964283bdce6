//! Where games to review come from: records, folders of them, stores of tournaments.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use fruitrage_cli_support::{Failure, files};
use fruitrage_league::Store;
use fruitrage_rules::Record;

use crate::tournament::refused_store;

/// The most that a file of records may have: those of ten thousands of games.
pub(crate) const LONGEST_FILE: u64 = 256 * 1024 * 1024;

/// How a record begins.
const HEADING: &[u8] = b"fruitrage record";

/// How the file of a store begins.
const STORE: &[u8] = b"SQLite format 3\0";

/// A game to review.
pub(crate) struct Source {
    /// Where it came from, for people.
    pub(crate) name: String,
    pub(crate) record: Record,
}

/// Whether a text means to be a record.
pub(crate) fn is_record(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).starts_with(HEADING)
}

/// All games of some files and folders, in the order in which they are named.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in paths {
        if path.is_dir() {
            sources.extend(folder(path)?);
        } else if is_store(path)? {
            sources.extend(store(path)?);
        } else {
            sources.extend(file(path)?);
        }
    }
    Ok(sources)
}

fn file(path: &Path) -> Result<Vec<Source>, Failure> {
    records(path, &files::read(path, LONGEST_FILE)?)
}

/// The games of a file that holds one record or many, one after the other.
pub(crate) fn records(path: &Path, bytes: &[u8]) -> Result<Vec<Source>, Failure> {
    let texts = texts(bytes);
    let is_one = texts.len() == 1;
    let name =
        if path == Path::new("-") { "standard input".into() } else { path.to_string_lossy() };
    let read = texts.into_iter().enumerate().map(|(index, (lines_before, text))| {
        let record = Record::parse(text).map_err(|mut error| {
            error.line += lines_before;
            Failure::text(path, &error)
        })?;
        let name = if is_one { name.to_string() } else { format!("{name} game {}", index + 1) };
        Ok(Source { name, record })
    });
    read.collect()
}

/// The text of each record, and how many lines come before it. What comes before the
/// first is a text of its own, which is then refused.
fn texts(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let mut starts = vec![(0, 0)];
    let mut place = 0;
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if number > 0 && line.starts_with(HEADING) {
            starts.push((number, place));
        }
        place += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(_, start)| start).chain([bytes.len()]);
    starts.iter().zip(ends).map(|(&(number, start), end)| (number, &bytes[start..end])).collect()
}

fn folder(path: &Path) -> Result<Vec<Source>, Failure> {
    let refuse = |error| files::unreadable(path, &error);
    let mut records = Vec::new();
    for entry in fs::read_dir(path).map_err(refuse)? {
        let entry = entry.map_err(refuse)?.path();
        if entry.extension() == Some(OsStr::new("fruitrage")) {
            records.push(entry);
        }
    }
    if records.is_empty() {
        return Err(Failure::file(
            path,
            "expected records (*.fruitrage) in the folder, found none",
        ));
    }
    records.sort();
    let sources: Result<Vec<_>, _> = records.iter().map(|record| file(record)).collect();
    Ok(sources?.into_iter().flatten().collect())
}

fn is_store(path: &Path) -> Result<bool, Failure> {
    if path.extension() != Some(OsStr::new("db")) {
        return Ok(false);
    }
    // The database itself may be of any length: only its beginning is looked at.
    let mut beginning = [0; STORE.len()];
    let mut file = File::open(path).map_err(|error| files::unreadable(path, &error))?;
    let read = file.read_exact(&mut beginning);
    Ok(read.is_ok() && beginning == STORE)
}

fn store(path: &Path) -> Result<Vec<Source>, Failure> {
    let mut store = Store::read(path).map_err(refused_store)?;
    let games = store.games().map_err(refused_store)?;
    if games.is_empty() {
        return Err(Failure::file(path, "expected a store with games, found none"));
    }
    let read = games.iter().map(|game| {
        let name = format!("{} game {}", path.display(), game.id);
        let text = store.record(game.id).map_err(refused_store)?.unwrap_or_default();
        let record = Record::parse(text.as_bytes());
        let refuse = |error| Failure::Input(format!("{name}: {error}"));
        Ok(Source { record: record.map_err(refuse)?, name })
    });
    read.collect()
}
