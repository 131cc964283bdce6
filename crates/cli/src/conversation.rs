//! `fruitrage engine`: the engine on standard input and output.

use std::io::{self, ErrorKind};
use std::time::Instant;

use anyhow::Context;
use fruitrage_cli_support::Failure;
use fruitrage_protocol::converse;

pub(crate) fn run(start: Instant) -> Result<(), Failure> {
    match converse(io::stdin().lock(), io::stdout(), move || start.elapsed()) {
        // A host that has gone away has ended the conversation.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("the conversation broke off")?
        }
        _ => Ok(()),
    }
}
