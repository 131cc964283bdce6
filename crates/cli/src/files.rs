//! Reading and writing files and the standard streams with care.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use anyhow::Context;
use fruitrage_rules::Board;

use crate::failure::Failure;

/// More than any `input.txt` or board needs: 29 lines of at most 26 characters, with
/// blanks to spare.
pub(crate) const LONGEST_POSITION: u64 = 64 * 1024;

/// Reads the board of an `input.txt` or of a file that is a board and nothing else.
pub(crate) fn read_position(path: &Path) -> Result<Board, Failure> {
    parse_position(path, &read(path, LONGEST_POSITION)?)
}

/// The board of an `input.txt` or a bare board that was read from a file.
pub(crate) fn parse_position(path: &Path, bytes: &[u8]) -> Result<Board, Failure> {
    fruitrage_rules::read_position(bytes).map_err(|error| Failure::text(path, &error))
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path, longest: u64) -> Result<Vec<u8>, Failure> {
    if path == Path::new("-") { read_standard_input(longest) } else { read_limited(path, longest) }
}

fn read_standard_input(longest: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let input = io::stdin().lock().take(longest + 1).read_to_end(&mut bytes);
    input.context("standard input cannot be read")?;
    if bytes.len() as u64 > longest {
        let problem = format!("expected at most {longest} bytes, found more");
        return Err(Failure::file(Path::new("-"), problem));
    }
    Ok(bytes)
}

/// Reads a regular file of at most `longest` bytes; a longer one is refused unread.
pub(crate) fn read_limited(path: &Path, longest: u64) -> Result<Vec<u8>, Failure> {
    let refuse = |error: io::Error| Failure::file(path, format!("cannot be read: {error}"));
    // Asked before opening: to open a pipe would wait for its writer.
    let kind = path.metadata().map_err(refuse)?;
    if !kind.is_file() {
        let found = if kind.is_dir() { "a directory" } else { "a device or pipe" };
        return Err(Failure::file(path, format!("expected a regular file, found {found}")));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(refuse)?;
    file.take(longest + 1).read_to_end(&mut bytes).map_err(refuse)?;
    if bytes.len() as u64 > longest {
        return Err(Failure::file(path, format!("expected at most {longest} bytes, found more")));
    }
    Ok(bytes)
}

/// Writes a text so that a reader sees either the old or the whole new content.
pub(crate) fn write_atomically(path: &Path, content: &str) -> Result<(), Failure> {
    write_bytes_atomically(path, content.as_bytes())
}

/// Writes a file so that a reader sees either the old or the whole new content.
pub(crate) fn write_bytes_atomically(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let refuse = |error: io::Error| Failure::file(path, format!("cannot be written: {error}"));
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        // To put a file in the place of a device or pipe would harm whoever uses it.
        return Err(refuse(io::Error::other("expected a regular file in its place, or nothing")));
    }
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".output-");
    #[cfg(unix)]
    {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        // As any new file: whoever may read the directory's files may read this one.
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory).map_err(refuse)?;
    file.write_all(content).map_err(refuse)?;
    file.persist(path).map_err(|error| refuse(error.error))?;
    Ok(())
}

/// Prints a result. A reader who has gone away is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Prints a result that is no text. A reader who has gone away is no failure.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("standard output cannot be written")?
        }
        _ => Ok(()),
    }
}

/// Prints a diagnostic, if anybody can hear it.
pub(crate) fn print_error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
