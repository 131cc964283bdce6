//! The standard streams, whose other ends may be gone.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use anyhow::Context;

use crate::Failure;

/// What stands for a standard stream where a file could be named.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Prints a result. A reader who has gone away is no failure.
///
/// ```
/// fruitrage_cli_support::streams::print("bench 1\n").unwrap();
/// ```
pub fn print(content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    match output.write_all(content.as_ref()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("standard output cannot be written")?
        }
        _ => Ok(()),
    }
}

/// Prints a line of diagnostics, if anybody can hear it.
pub fn print_error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// All of standard input, of at most `longest` bytes.
pub(crate) fn read(longest: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let input = io::stdin().lock().take(longest + 1).read_to_end(&mut bytes);
    input.context("standard input cannot be read")?;
    Ok(bytes)
}
