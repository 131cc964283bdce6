//! A binary that was installed somewhere: from any directory, with completions and a manual.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::run::{copy_program, directory_with, fruitrage, standard_error, standard_output};

/// Whether a program is installed on this machine.
fn is_installed(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
    found.is_ok_and(|found| found.status.success())
}

fn succeeded(run: &Output) -> String {
    assert!(run.status.success(), "{}{}", standard_output(run), standard_error(run));
    standard_output(run)
}

#[test]
fn a_copy_works_from_any_directory() {
    let place = TempDir::new().unwrap();
    let binary = place.path().join("fruitrage");
    copy_program(Path::new(env!("CARGO_BIN_EXE_fruitrage")), &binary);
    let directory = directory_with("2\n3\n9\n01\n21\n");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&binary);
        // As after a log-in: nothing of cargo's, nothing of the sources.
        command.env_clear().env("HOME", place.path()).env("PATH", "/usr/bin:/bin");
        succeeded(&command.args(arguments).current_dir(directory.path()).output().unwrap())
    };
    assert!(run(&[]).contains("claims 2 fruits"));
    assert!(directory.path().join("output.txt").is_file());
    assert!(run(&["match", "greedy", "random", "--pairs", "1"]).contains("greedy against"));
    // The referee starts the binary again to look after programs.
    let copier = ["match", "cp input.txt output.txt", "greedy", "--pairs", "1"];
    assert!(run(&copier).contains("2 × malformed-output"));
}

#[test]
fn the_version_has_a_revision_where_it_is_known() {
    let text = succeeded(&fruitrage(&["--version"]).output().unwrap());
    let version = concat!("fruitrage ", env!("CARGO_PKG_VERSION"));
    let rest = text.trim_end().strip_prefix(version).unwrap_or_else(|| panic!("{text}"));
    if rest.is_empty() {
        return;
    }
    // As in ` (94d3baa 2026-11-16)`.
    let inner = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')')).unwrap();
    let (revision, date) = inner.split_once(' ').unwrap();
    assert!(revision.len() >= 7 && revision.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
    assert_eq!(date.split('-').map(str::len).collect::<Vec<_>>(), [4, 2, 2], "{text}");
}

/// Each script is one that its shell accepts, and knows our commands.
#[test]
fn shells_accept_their_completions() {
    let directory = TempDir::new().unwrap();
    for (shell, program, check) in [
        ("bash", "bash", &["-n"][..]),
        ("zsh", "zsh", &["-n"]),
        ("fish", "fish", &["--no-execute"]),
        ("powershell", "pwsh", &["-NoProfile", "-File"]),
        ("elvish", "elvish", &["-compileonly"]),
    ] {
        let script = succeeded(&fruitrage(&["completions", shell]).output().unwrap());
        for word in ["tournament", "call-final-leads", "completions"] {
            assert!(script.contains(word), "{shell}: no {word}");
        }
        assert!(!script.contains("supervisor"), "{shell}: the hidden command is completed");
        let file = directory.path().join(format!("completions.{shell}"));
        std::fs::write(&file, script).unwrap();
        if is_installed(program) {
            succeeded(&Command::new(program).args(check).arg(&file).output().unwrap());
        }
    }
}

/// What bash offers after a word, through the script as a user loads it.
#[test]
fn bash_completes_commands_and_options() {
    let directory = TempDir::new().unwrap();
    let script = directory.path().join("fruitrage");
    std::fs::write(&script, succeeded(&fruitrage(&["completions", "bash"]).output().unwrap()))
        .unwrap();
    let complete = |words: &str| {
        let test = format!(
            "source '{}'; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _fruitrage fruitrage \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        succeeded(&Command::new("bash").args(["-c", &test]).output().unwrap())
    };
    assert_eq!(complete("fruitrage tour"), "tournament\n");
    assert_eq!(complete("fruitrage match --call"), "--call-final-leads\n");
    assert_eq!(complete("fruitrage play --ties c"), "clock\n");
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let directory = TempDir::new().unwrap();
    let pages = directory.path().join("man/man1");
    let run = fruitrage(&["manual"]).arg(&pages).output().unwrap();
    assert!(succeeded(&run).contains("manual pages to "));
    for name in ["fruitrage.1", "fruitrage-play.1", "fruitrage-tournament-status.1"] {
        let page = pages.join(name);
        let text = std::fs::read_to_string(&page).unwrap();
        assert!(text.contains(".SH NAME") && text.contains("EXAMPLES"), "{text}");
        if is_installed("groff") {
            let run = Command::new("groff")
                .args(["-man", "-Tascii", "-ww", "-P-c"])
                .arg(&page)
                .output()
                .unwrap();
            assert_eq!(standard_error(&run), "", "{name}");
            let lines = succeeded(&run);
            let example = lines.lines().filter(|line| line.trim().starts_with("fruitrage "));
            assert!(example.count() >= 2, "{lines}");
        }
    }
    assert!(!pages.join("fruitrage-supervisor.1").exists());
}
