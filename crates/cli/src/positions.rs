//! Files that hold a position.

use std::path::Path;

use fruitrage_cli_support::{Failure, files};
use fruitrage_rules::Board;

/// More than any `input.txt` or board needs: 29 lines of at most 26 characters, with
/// blanks to spare.
pub(crate) const LONGEST: u64 = 64 * 1024;

/// Reads the board of an `input.txt` or of a file that is a board and nothing else.
pub(crate) fn read(path: &Path) -> Result<Board, Failure> {
    parse(path, &files::read(path, LONGEST)?)
}

/// The board of an `input.txt` or a bare board that was read from a file.
pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Board, Failure> {
    fruitrage_rules::read_position(bytes).map_err(|error| Failure::text(path, &error))
}
