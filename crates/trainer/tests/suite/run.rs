//! Running the binary and looking at what it did.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The binary with arguments.
pub(crate) fn trainer(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fruitrage-trainer"));
    command.args(arguments).env_remove("RUST_BACKTRACE");
    command
}

/// What a command prints that succeeds.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = trainer(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", standard_error(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// What a command says that refuses its arguments or files.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let output = trainer(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", standard_error(&output));
    assert!(output.stdout.is_empty());
    standard_error(&output)
}

/// Starts a command and ends it by a signal as soon as a file was seen to change so often.
pub(crate) fn end_after(
    arguments: &[&str],
    file: &Path,
    changes: usize,
    signal: Signal,
) -> Option<i32> {
    let content = || std::fs::read(file).ok();
    let mut before = content();
    let mut command = trainer(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    for _ in 0..changes {
        while content() == before {
            assert_eq!(child.try_wait().unwrap(), None, "it must still have been at work");
            std::thread::yield_now();
        }
        before = content();
    }
    // Without a process of its own, which a busy machine may start too late.
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
    child.wait().unwrap().code()
}

pub(crate) fn standard_error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
