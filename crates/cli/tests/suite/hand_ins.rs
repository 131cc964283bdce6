//! Hand-ins: a folder of its author's own, and nothing of anybody else's.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::arena::{agents, python_agent, sinner};
use crate::run::{copy_program, fruitrage, standard_error, standard_output};

/// A folder with an honest hand-in, and the folder of another.
fn submissions() -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let honest = directory.path().join("honest");
    fs::create_dir(&honest).unwrap();
    fs::copy(python_agent(), honest.join("largest.py")).unwrap();
    let other = directory.path().join("other");
    fs::create_dir(&other).unwrap();
    (directory, other)
}

fn tournament(folder: &Path, arguments: &[&str]) -> Output {
    fruitrage(&["tournament"])
        .arg(folder)
        .args(["--json", "--size", "3", "--fruits", "2", "--time", "600"])
        .args(arguments)
        .output()
        .unwrap()
}

/// The faults of a tournament of these hand-ins.
fn faults(folder: &Path, arguments: &[&str]) -> Value {
    let run = tournament(folder, arguments);
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    let standings: Value = serde_json::from_str(&standard_output(&run)).unwrap();
    standings["faults"].clone()
}

/// A name with a separator of search paths in it names one file, not what its parts name.
#[test]
fn odd_names_grant_nothing() {
    let (directory, _) = submissions();
    let odd = directory.path().join(":odd");
    fs::create_dir(&odd).unwrap();
    let notes = directory.path().join("honest/notes");
    fs::write(&notes, "secret").unwrap();
    let spy = format!(
        "import os, sys\nassert not os.path.exists({notes:?})\n{}",
        fs::read_to_string(python_agent()).unwrap()
    );
    fs::write(directory.path().join("=spy.py"), &spy).unwrap();
    fs::write(odd.join("spy.py"), &spy).unwrap();
    let found = faults(directory.path(), &["--sandbox=required"]);
    assert_eq!(found, Value::Array(Vec::new()));
}

/// A pipe in a folder keeps nobody waiting.
#[test]
fn a_pipe_among_the_files_is_left_out() {
    let (directory, _) = submissions();
    let pipe = directory.path().join("honest/pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fs::copy(python_agent(), directory.path().join("second.py")).unwrap();
    let found = faults(directory.path(), &["--sandbox=required"]);
    assert_eq!(found, Value::Array(Vec::new()));
}

#[test]
fn a_hand_in_writes_no_policy() {
    let (directory, other) = submissions();
    let secret = TempDir::new().unwrap();
    let secret = secret.path().join("secret");
    for (text, message) in [
        ("command = 'python3 spy.py ../honest/largest.py'".to_owned(), "`../honest/largest.py`"),
        (format!("command = 'python3 spy.py {}'", secret.display()), "which is elsewhere"),
        ("command = 'python3 spy.py'\nallow-read = ['/root']".to_owned(), "`allow-read`"),
        ("command = 'python3 spy.py'\nfolder = '../..'".to_owned(), "`folder`"),
        ("command = 'python3 spy.py'\nmemory = 1000000".to_owned(), "at most 200 MiB"),
        ("command = 'engine'".to_owned(), "which is built in"),
    ] {
        fs::write(other.join("agent.toml"), &text).unwrap();
        let run = tournament(directory.path(), &["--sandbox=required", "--memory", "200"]);
        assert_eq!(run.status.code(), Some(2), "{text}");
        assert!(standard_error(&run).contains(message), "{text}: {}", standard_error(&run));
        assert!(standard_error(&run).contains("other/agent.toml: expected "), "{text}");
        assert!(run.stdout.is_empty() && !directory.path().join("tournament.db").exists());
    }
    fs::write(other.join("agent.toml"), "command = 'python3 spy.py book'").unwrap();
    symlink("../honest/largest.py", other.join("book")).unwrap();
    let run = tournament(directory.path(), &[]);
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("other/book: "), "{}", standard_error(&run));
    assert!(standard_error(&run).contains("leads elsewhere"), "{}", standard_error(&run));
}

#[test]
fn a_link_is_no_hand_in() {
    let (directory, other) = submissions();
    fs::remove_dir(&other).unwrap();
    for (target, name) in [("honest", "twin"), ("honest/largest.py", "twin.py")] {
        symlink(directory.path().join(target), directory.path().join(name)).unwrap();
        let run = tournament(directory.path(), &[]);
        assert_eq!(run.status.code(), Some(2), "{name}");
        assert!(standard_error(&run).contains("found a link to one"), "{}", standard_error(&run));
        fs::remove_file(directory.path().join(name)).unwrap();
    }
}

#[test]
fn the_organiser_grants_in_the_organisers_file() {
    let (directory, other) = submissions();
    let secret = TempDir::new().unwrap();
    fs::set_permissions(secret.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let book = secret.path().join("book");
    fs::write(&book, "openings").unwrap();
    copy_program(Path::new(sinner()), &other.join("program"));
    let agent = |grant: &str| {
        format!(
            "[[agent]]\nname = 'reader'\ncommand = './program read-file @{}'\nfolder = 'other'\n{grant}",
            book.display()
        )
    };
    fs::write(directory.path().join("tournament.toml"), agent("")).unwrap();
    assert_eq!(faults(directory.path(), &["--sandbox=required"]).as_array().unwrap().len(), 0);
    let grant = format!("allow-read = ['{}']\nmemory = 2048\n", book.display());
    fs::write(directory.path().join("tournament.toml"), agent(&grant)).unwrap();
    fs::remove_file(directory.path().join("tournament.db")).unwrap();
    let faults = faults(directory.path(), &["--sandbox=required"]);
    assert_eq!(faults.as_array().unwrap().len(), 2, "what is granted can be read: {faults}");
}

/// An agent of two files that reads a third beside itself and changes it: it fails if the
/// change of another game is still there, or its own of the same game is not.
const DIARIST: &str = "
import helper
moves = len(open('calibrate.txt').read())
first = helper.is_first('input.txt')
if first != (moves == 2):
    raise SystemExit('the diary has %d words' % moves)
open('calibrate.txt', 'a').write('.')
open('left-behind', 'w').write('x')
helper.play()
";

const HELPER: &str = "
import os
def is_first(name):
    return not os.path.exists('left-behind')
def play():
    exec(compile(open('largest.py').read(), 'largest.py', 'exec'), {'__name__': '__main__'})
";

fn write_diarist(folder: &Path) {
    fs::write(folder.join("main.py"), DIARIST).unwrap();
    fs::write(folder.join("helper.py"), HELPER).unwrap();
    fs::copy(python_agent(), folder.join("largest.py")).unwrap();
    fs::write(folder.join("calibrate.txt"), "42").unwrap();
}

/// Nothing of what the games did is in the folder.
fn is_untouched(folder: &Path) {
    assert_eq!(fs::read_to_string(folder.join("calibrate.txt")).unwrap(), "42");
    for name in ["left-behind", "input.txt", "output.txt"] {
        assert!(!folder.join(name).exists(), "{name}");
    }
}

const BOTH: [&str; 2] = ["--sandbox=off", "--sandbox=required"];

#[test]
fn a_program_of_several_files_has_them_and_leaves_nothing_behind() {
    for sandbox in BOTH {
        let (directory, other) = submissions();
        write_diarist(&other);
        fs::write(other.join("agent.toml"), "command = 'python3 main.py'").unwrap();
        assert_eq!(faults(directory.path(), &[sandbox]).as_array().unwrap().len(), 0, "{sandbox}");
        is_untouched(&other);
        for arguments in [
            &["match", "python3 main.py", "greedy", "--pairs", "2", "--size", "3"][..],
            &["check", "python3 main.py"],
        ] {
            let run = fruitrage(arguments)
                .args([sandbox, "--json"])
                .current_dir(&other)
                .output()
                .unwrap();
            let text = standard_output(&run);
            assert_eq!(run.status.code(), Some(0), "{arguments:?} {sandbox}: {text}");
            let result: Value = serde_json::from_str(&text).unwrap();
            let faults = result["faults"].as_array().map_or(0, Vec::len);
            assert_eq!(faults, 0, "{arguments:?} {sandbox}: {result}");
            is_untouched(&other);
        }
    }
}

#[test]
fn a_folder_too_large_to_copy_is_there_to_be_read() {
    for sandbox in BOTH {
        let (directory, other) = submissions();
        copy_program(Path::new(sinner()), &other.join("program"));
        fs::create_dir(other.join("data")).unwrap();
        fs::write(other.join("data/small"), "x").unwrap();
        fs::File::create(other.join("data/large")).unwrap().set_len(100 << 20).unwrap();
        fs::write(other.join("agent.toml"), "command = './program needs-file data/small'").unwrap();
        assert_eq!(faults(directory.path(), &[sandbox]).as_array().unwrap().len(), 0, "{sandbox}");
    }
}

/// What is in an agent's folder may be changed by its author at any moment, so what a link there
/// leads to is not granted, whether the folder is copied or shown.
#[test]
fn a_link_in_an_agents_folder_grants_nothing() {
    let elsewhere = TempDir::new().unwrap();
    fs::set_permissions(elsewhere.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let secret = elsewhere.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    for bytes in [1, 100 << 20] {
        let folder = TempDir::new().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        copy_program(Path::new(sinner()), &folder.path().join("program"));
        fs::File::create(folder.path().join("data")).unwrap().set_len(bytes).unwrap();
        symlink(&secret, folder.path().join("leak")).unwrap();
        let caught = |target: &str, sandbox: &str| {
            let agent = format!("./program read-file @{target}");
            let run = fruitrage(&["match", "greedy", &agent, "--pairs", "1", "--size", "3"])
                .args(["--json", sandbox])
                .current_dir(folder.path())
                .output()
                .unwrap();
            let played: Value = serde_json::from_str(&standard_output(&run)).unwrap();
            played["faults"].as_array().unwrap().len()
        };
        assert_eq!(caught("leak", BOTH[0]), 2, "without the sandbox it leads there");
        assert_eq!(caught("leak", BOTH[1]), 0, "{bytes} bytes");
        assert_eq!(caught("data", BOTH[1]), 2, "its own files are there");
    }
}

#[test]
fn in_a_script_its_own_folder_is_around_it() {
    let (directory, other) = submissions();
    write_diarist(&other);
    fs::write(other.join("run"), "#!/bin/sh\ncd \"$(dirname \"$0\")\" && exec python3 main.py\n")
        .unwrap();
    fs::set_permissions(other.join("run"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(other.join("agent.toml"), "command = './run'").unwrap();
    assert_eq!(faults(directory.path(), &["--sandbox=required"]).as_array().unwrap().len(), 0);
    is_untouched(&other);
}

#[test]
fn java_finds_its_classes_where_it_is_started() {
    let (directory, other) = submissions();
    let compiled = Command::new("javac")
        .args(["-d", "."])
        .arg(agents().join("Last.java"))
        .current_dir(&other)
        .status();
    if !compiled.is_ok_and(|status| status.success()) {
        return;
    }
    for (command, sandbox) in
        [("java Last", BOTH[0]), ("java Last", BOTH[1]), ("java -cp . Last", BOTH[1])]
    {
        fs::write(other.join("agent.toml"), format!("command = '{command}'")).unwrap();
        let _ = fs::remove_file(directory.path().join("tournament.db"));
        let found = faults(directory.path(), &[sandbox]);
        assert_eq!(found.as_array().unwrap().len(), 0, "{command} {sandbox}: {found}");
        let run = fruitrage(&["check", command, "--case", "2", sandbox])
            .current_dir(&other)
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(0), "{command}: {}", standard_output(&run));
    }
}

#[test]
fn a_home_directory_is_nobodys_folder_in_the_sandbox() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("diary"), "secret").unwrap();
    // Behind an @ it is a word like any other, not the name of a file.
    let agent = format!("{} needs-file @diary", sinner());
    for (folder, sandbox, status) in [
        (home.path().to_owned(), BOTH[1], 1),
        (home.path().to_owned(), BOTH[0], 0),
        (home.path().join("below"), BOTH[1], 0),
    ] {
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("diary"), "secret").unwrap();
        let run = fruitrage(&["check", &agent, "--case", "2", sandbox])
            .current_dir(&folder)
            .env("HOME", home.path())
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(status), "{sandbox}: {}", standard_output(&run));
    }
}
