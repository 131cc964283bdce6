//! The standard streams, whose other ends may be gone.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use anyhow::Context;
use fruitrage_rules::{plain, plain_json};
use serde::Serialize;

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

/// Prints a result for people, in which others may have a say: names, and what programs
/// printed.
pub fn print_text(text: &str) -> Result<(), Failure> {
    print(plain_lines(text) + "\n")
}

/// Prints a result for programs, as a line of JSON. Nothing in it steers a terminal, and what
/// others wrote is in it as it was.
///
/// ```
/// fruitrage_cli_support::streams::print_json(&["a", "b"]).unwrap();
/// ```
pub fn print_json(result: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string(result).map_err(anyhow::Error::from)?;
    print(plain_json(&json) + "\n")
}

/// Prints diagnostics, if anybody can hear them. Nothing in them steers the terminal.
pub fn print_error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", plain_lines(text));
}

/// More than a screen shows of one line.
const LONGEST_LINE: usize = 1000;

fn plain_lines(text: &str) -> String {
    text.lines().map(|line| plain(line, LONGEST_LINE)).collect::<Vec<_>>().join("\n")
}

/// All of standard input, of at most `longest` bytes.
pub(crate) fn read(longest: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let input = io::stdin().lock().take(longest + 1).read_to_end(&mut bytes);
    input.context("standard input cannot be read")?;
    Ok(bytes)
}
