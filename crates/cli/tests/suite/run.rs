//! Running the binary and looking at what it did.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The binary with arguments.
pub(crate) fn fruitrage(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
    command.args(arguments).env_remove("RUST_BACKTRACE");
    // What is built here is not kept with the user's.
    command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command
}

/// Runs a command that reads this text.
pub(crate) fn run_with_input(command: &mut Command, input: &str) -> Output {
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read what it is given.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

/// A new directory with an `input.txt`.
pub(crate) fn directory_with(input: impl AsRef<[u8]>) -> TempDir {
    let directory = TempDir::new().unwrap();
    std::fs::write(directory.path().join("input.txt"), input).unwrap();
    directory
}

/// The agent in a directory.
pub(crate) fn agent(directory: &Path) -> Output {
    fruitrage(&["agent"]).arg(directory).output().unwrap()
}

/// The lines of the `output.txt` in a directory.
pub(crate) fn answer(directory: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(directory.join("output.txt")).unwrap();
    assert!(text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

/// Copies a program. In a process of its own: a file that this one has open for writing
/// while another test starts a process cannot be started itself for a moment.
pub(crate) fn copy_program(from: &Path, to: &Path) {
    let status = Command::new("cp").arg(from).arg(to).status().unwrap();
    assert!(status.success(), "{} cannot be copied", from.display());
}

pub(crate) fn standard_error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn standard_output(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}
