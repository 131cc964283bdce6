//! Printing with care.

use std::io::{self, ErrorKind, Write};

use anyhow::Context;

use crate::failure::Failure;

/// Prints a result. A reader who has gone away is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
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
