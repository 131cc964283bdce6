//! Bad input: a message that says where and what, status 2, and nothing overwritten.

use std::fs::File;
use std::path::Path;

use tempfile::TempDir;

use crate::run::{agent, directory_with, standard_error};

/// The agent refuses what is in the directory and leaves its old answer alone.
fn check_refusal(directory: &Path, message: &str) {
    let output = directory.join("output.txt");
    std::fs::write(&output, "old answer").unwrap();
    let run = agent(directory);
    let error = standard_error(&run);
    let expected = format!("error: {}", directory.join(message).display());
    assert!(error.trim_end().starts_with(&expected), "expected {expected}\ncame {error}");
    assert_eq!(run.status.code(), Some(2), "{error}");
    assert!(run.stdout.is_empty(), "{message}");
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "old answer", "{message}");
}

#[test]
fn texts_that_are_no_input() {
    let n = "expected the board's width n, a whole number from 1 to 26";
    let p = "expected the number p of kinds of fruit, a whole number from 1 to 10";
    let time = "expected the seconds left, a number above 0";
    for (text, place, message) in [
        // n
        ("", "1:1", format!("{n}, found the end of the text")),
        ("\n3\n9\n01\n21\n", "1:1", format!("{n}, found nothing")),
        ("0\n3\n9\n", "1:1", format!("{n}, found `0`")),
        ("-2\n3\n9\n01\n21\n", "1:1", format!("{n}, found `-2`")),
        ("27\n3\n9\n", "1:1", format!("{n}, found `27`")),
        ("two\n3\n9\n01\n21\n", "1:1", format!("{n}, found `two`")),
        ("2.0\n3\n9\n01\n21\n", "1:1", format!("{n}, found `2.0`")),
        ("99999999999999999999\n3\n9\n", "1:1", format!("{n}, found `99999999999999999999`")),
        // p
        ("2\n", "2:1", format!("{p}, found the end of the text")),
        ("2\n\n9\n01\n21\n", "2:1", format!("{p}, found nothing")),
        ("2\n0\n9\n01\n21\n", "2:1", format!("{p}, found `0`")),
        ("2\n-3\n9\n01\n21\n", "2:1", format!("{p}, found `-3`")),
        ("2\n11\n9\n01\n21\n", "2:1", format!("{p}, found `11`")),
        ("2\nx\n9\n01\n21\n", "2:1", format!("{p}, found `x`")),
        ("2\n18446744073709551617\n9\n", "2:1", format!("{p}, found `18446744073709551617`")),
        // The time
        ("2\n3\n", "3:1", format!("{time}, found the end of the text")),
        ("2\n3\n0\n01\n21\n", "3:1", format!("{time}, found `0`")),
        ("2\n3\n-1.5\n01\n21\n", "3:1", format!("{time}, found `-1.5`")),
        ("2\n3\nNaN\n01\n21\n", "3:1", format!("{time}, found `NaN`")),
        ("2\n3\ninf\n01\n21\n", "3:1", format!("{time}, found `inf`")),
        ("2\n3\n1e999\n01\n21\n", "3:1", format!("{time}, found `1e999`")),
        ("2\n3\nsoon\n01\n21\n", "3:1", format!("{time}, found `soon`")),
        // The rows
        ("2\n3\n9\n", "4:1", "expected row 1 of 2 of the board, found the end of the text".into()),
        (
            "2\n3\n9\n01\n",
            "5:1",
            "expected row 2 of 2 of the board, found the end of the text".into(),
        ),
        ("2\n3\n9\n01\n21\n00\n", "6:1", "expected the end of the text, found `00`".into()),
        (
            "2\n3\n9\n0\n21\n",
            "4:2",
            "expected 2 characters in row 1 of 2 of the board, found 1 character".into(),
        ),
        (
            "2\n3\n9\n01\n\n",
            "5:1",
            "expected 2 characters in row 2 of 2 of the board, found 0 characters".into(),
        ),
        (
            "2\n3\n9\n01\n210\n",
            "5:3",
            "expected 2 characters in row 2 of 2 of the board, found 3 characters".into(),
        ),
        (
            "2\n3\n9\n01\n23\n",
            "5:2",
            "expected a fruit 0 to 2 or `*` in row 2 of 2 of the board, found `3`".into(),
        ),
        (
            "2\n3\n9\n0x\n21\n",
            "4:2",
            "expected a fruit 0 to 2 or `*` in row 1 of 2 of the board, found `x`".into(),
        ),
        (
            "2\n3\n9\n 1\n21\n",
            "4:1",
            "expected a fruit 0 to 2 or `*` in row 1 of 2 of the board, found ` `".into(),
        ),
        (
            "2\n3\n9\n0é\n21\n",
            "4:2",
            "expected a fruit 0 to 2 or `*` in row 1 of 2 of the board, found `é`".into(),
        ),
        (
            "2\n3\n9\n0\0\n21\n",
            "4:2",
            "expected a fruit 0 to 2 or `*` in row 1 of 2 of the board, found `\\0`".into(),
        ),
    ] {
        let directory = directory_with(text);
        check_refusal(directory.path(), &format!("input.txt:{place}: {message}"));
    }
}

#[test]
fn bytes_that_are_no_text() {
    let directory = directory_with(b"2\n3\n9\n0\xFF\n21\n");
    check_refusal(directory.path(), "input.txt:4:2: expected text in UTF-8, found the byte 0xFF");
}

#[test]
fn a_board_without_a_move() {
    let directory = directory_with("2\n3\n9\n**\n**\n");
    let message = "input.txt:4:1: expected a board with a fruit to claim, found an empty board";
    check_refusal(directory.path(), message);
}

#[test]
fn no_file() {
    let directory = TempDir::new().unwrap();
    check_refusal(directory.path(), "input.txt: no such file");
}

#[test]
fn no_directory() {
    let directory = TempDir::new().unwrap();
    let run = agent(&directory.path().join("nowhere"));
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("nowhere: no such directory"));
}

#[test]
fn the_file_in_the_directorys_place() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    let file = directory.path().join("input.txt");
    let run = agent(&file);
    let expected = format!("error: {}: expected a directory, found a file", file.display());
    assert_eq!(standard_error(&run).trim_end(), expected);
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn a_directory_in_the_files_place() {
    let directory = TempDir::new().unwrap();
    std::fs::create_dir(directory.path().join("input.txt")).unwrap();
    check_refusal(directory.path(), "input.txt: expected a file, found a directory");
}

/// The file has holes: it takes no space, and reading it whole would take a while.
#[test]
fn a_gigabyte() {
    let directory = TempDir::new().unwrap();
    let file = File::create(directory.path().join("input.txt")).unwrap();
    file.set_len(1 << 30).unwrap();
    check_refusal(directory.path(), "input.txt: expected at most 65536 bytes, found more");
}

#[test]
fn an_answer_that_cannot_be_put_in_place() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    std::fs::create_dir_all(directory.path().join("output.txt/full")).unwrap();
    let run = agent(directory.path());
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("output.txt: expected a file, found a directory"));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2, "no file left behind");
}

#[cfg(unix)]
mod permissions {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::{Command, Output};

    use crate::run::{copy_program, directory_with, standard_error};

    /// Debian's and most systems' user `nobody`.
    const NOBODY: u32 = 65534;

    /// Runs the agent as a user whom permissions bind: root is not, so it becomes nobody,
    /// with a copy of the binary that nobody can reach.
    fn agent_without_privileges(directory: &Path) -> Output {
        let place = tempfile::tempdir().unwrap();
        let binary = place.path().join("fruitrage");
        copy_program(Path::new(env!("CARGO_BIN_EXE_fruitrage")), &binary);
        std::fs::set_permissions(place.path(), Permissions::from_mode(0o755)).unwrap();
        let id = Command::new("id").arg("-u").output().unwrap();
        let mut command = Command::new(binary);
        if id.stdout == b"0\n" {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.arg("agent").arg(directory).output().unwrap()
    }

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn an_unreadable_file() {
        let directory = directory_with("2\n3\n9\n01\n21\n");
        set_mode(directory.path(), 0o755);
        set_mode(&directory.path().join("input.txt"), 0o000);
        let run = agent_without_privileges(directory.path());
        let error = standard_error(&run);
        assert!(error.contains("input.txt: cannot be read: Permission denied"), "{error}");
        assert_eq!(run.status.code(), Some(2));
    }

    #[test]
    fn an_unwritable_directory() {
        let directory = directory_with("2\n3\n9\n01\n21\n");
        std::fs::write(directory.path().join("output.txt"), "old answer").unwrap();
        set_mode(directory.path(), 0o555);
        let run = agent_without_privileges(directory.path());
        let error = standard_error(&run);
        assert!(error.contains("output.txt: cannot be written: Permission denied"), "{error}");
        assert_eq!(run.status.code(), Some(2));
        let answer = std::fs::read_to_string(directory.path().join("output.txt")).unwrap();
        assert_eq!(answer, "old answer");
        set_mode(directory.path(), 0o755);
    }

    #[test]
    fn a_pipe_in_the_files_place() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("input.txt");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let run = crate::run::agent(directory.path());
        let error = standard_error(&run);
        assert!(error.contains("expected a file, found a device or pipe"), "{error}");
        assert_eq!(run.status.code(), Some(2));
    }
}
