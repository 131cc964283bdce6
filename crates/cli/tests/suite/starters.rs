//! `fruitrage new` writes agents that play, and `check` builds them with the real compilers.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{fruitrage, standard_error, standard_output};

fn new(language: &str, directory: &Path, name: &str) -> Output {
    fruitrage(&["new", language, name]).current_dir(directory).output().unwrap()
}

/// The result of a check in a folder, with what is built kept apart from the user's. By processor
/// time: some situations have less time than a program takes to start on a busy machine.
fn check(directory: &Path, arguments: &[&str]) -> Output {
    fruitrage(&["check", "--json", "--clock", "cpu"])
        .args(arguments)
        .current_dir(directory)
        .env("XDG_CACHE_HOME", directory.join(".cache"))
        .output()
        .unwrap()
}

#[test]
fn every_starter_passes_its_check() {
    for (language, compiler) in
        [("python", "python3"), ("java", "javac"), ("cpp", "g++"), ("rust", "cargo"), ("c", "gcc")]
    {
        if language == "java" && Command::new(compiler).arg("--version").output().is_err() {
            continue;
        }
        let directory = TempDir::new().unwrap();
        let written = new(language, directory.path(), "My Bot 2");
        assert_eq!(written.status.code(), Some(0), "{}", standard_error(&written));
        assert!(standard_output(&written).contains("fruitrage check ."));
        let run = check(directory.path(), &["My Bot 2", "--sandbox=required"]);
        assert_eq!(run.status.code(), Some(0), "{language}: {}", standard_error(&run));
        let result: Value = serde_json::from_str(&standard_output(&run)).unwrap();
        assert_eq!(result["failed"], 0, "{language}: {result}");
        assert_eq!(result["findings"].as_array().unwrap().len(), 17);
    }
}

#[test]
fn nothing_is_written_over() {
    let directory = TempDir::new().unwrap();
    fs::create_dir(directory.path().join("mine")).unwrap();
    fs::write(directory.path().join("mine/homework.py"), "precious").unwrap();
    fs::write(directory.path().join("file"), "precious").unwrap();
    for name in ["mine", "file", ".."] {
        let refused = new("python", directory.path(), name);
        assert_eq!(refused.status.code(), Some(2), "{name}");
        assert!(standard_error(&refused).contains("expected a "), "{name}");
    }
    let text = fs::read_to_string(directory.path().join("mine/homework.py")).unwrap();
    assert_eq!(text, "precious");
    let refused = new("cobol", directory.path(), "x");
    assert_eq!(refused.status.code(), Some(2));
    assert!(!directory.path().join("x").exists());
}

#[test]
fn the_agent_of_the_guide_looks_ahead_and_follows_the_protocol() {
    let agents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents");
    let run = check(&agents, &["deepening.py", "--case", "2"]);
    assert_eq!(run.status.code(), Some(0), "{}", standard_output(&run));
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/first-agent.md");
    let guide = fs::read_to_string(guide).unwrap();
    let agent = fs::read_to_string(agents.join("deepening.py")).unwrap();
    // What the guide shows is what is played; it leaves out comments.
    for block in guide.split("```python\n").skip(2) {
        let block = block.split("```").next().unwrap();
        for line in block.lines().filter(|line| !line.is_empty()) {
            assert!(agent.contains(line), "not in the agent: {line}");
        }
    }
}
