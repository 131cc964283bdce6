//! `sample` fills its file, however often it is interrupted.

use std::fs;
use std::path::PathBuf;

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::run::{end_after, printed, refusal};

/// A file for samples, and the command that fills it.
struct File {
    directory: TempDir,
    positions: &'static str,
    seed: &'static str,
}

impl File {
    fn new() -> Self {
        Self { directory: TempDir::new().unwrap(), positions: "60", seed: "3" }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("samples.txt")
    }

    fn with_command<T>(&self, run: impl FnOnce(&[&str]) -> T) -> T {
        let path = self.path();
        let Self { positions, seed, .. } = self;
        let file = path.to_str().unwrap();
        run(&["sample", file, "--positions", positions, "--seed", seed, "--nodes", "100"])
    }

    fn fill(&self) -> String {
        self.with_command(printed);
        self.content()
    }

    fn content(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }
}

#[test]
fn the_file_has_as_many_positions_as_asked_and_any_number_of_jobs_the_same() {
    let file = File::new();
    let content = file.fill();
    assert_eq!(content.lines().next(), Some("fruitrage samples 1 seed=3 nodes=100"));
    assert_eq!(content.lines().count(), 61);
    let (_, samples) = fruitrage_trainer::samples::read(&content).unwrap();
    assert!(samples.iter().any(|sample| sample.exact.is_some()));
    assert!(samples.iter().any(|sample| sample.exact.is_none() && sample.values.len() > 3));

    let other = File::new();
    other.with_command(|arguments| printed(&[arguments, &["--jobs", "1"]].concat()));
    assert_eq!(other.content(), content);
}

#[test]
fn a_file_cut_off_anywhere_is_filled_to_the_same_end() {
    let file = File::new();
    let content = file.fill();
    for part in [0, 10, 40, 41, content.len() / 3, content.len() / 2, content.len() - 1] {
        fs::write(file.path(), &content[..part]).unwrap();
        assert_eq!(file.fill(), content, "cut off after {part} bytes");
    }
}

#[test]
fn a_run_that_is_killed_or_interrupted_goes_on() {
    let file = File { positions: "400", ..File::new() };
    let path = file.path();
    let end = |signal| file.with_command(|arguments| end_after(arguments, &path, 3, signal));
    assert_eq!(end(Signal::SIGKILL), None);
    assert_eq!(end(Signal::SIGINT), Some(1));
    assert!(file.content().lines().count() < 401, "it must still have been sampling");
    let undisturbed = File { positions: "400", ..File::new() };
    assert_eq!(file.fill(), undisturbed.fill());
}

#[test]
fn more_positions_are_added_to_those_that_are_there() {
    let few = File { positions: "25", ..File::new() };
    let start = few.fill();
    let more = File { positions: "60", ..few };
    let content = more.fill();
    assert!(content.starts_with(&start));
    assert_eq!(content, File::new().fill());
}

#[test]
fn a_file_of_another_seed_engine_or_kind_is_refused() {
    let file = File::new();
    let content = file.fill();
    let other = File { seed: "4", ..file };
    let said = other.with_command(refusal);
    assert!(said.contains("samples.txt:1:1: expected `fruitrage samples 1 seed=4"), "{said}");
    assert!(said.contains("found `fruitrage samples 1 seed=3 nodes=100`"), "{said}");
    assert_eq!(other.content(), content);

    let file = File { seed: "3", positions: "90", ..other };
    let changed = content.trim_end().to_owned() + ",7\n";
    fs::write(file.path(), changed).unwrap();
    let said = file.with_command(refusal);
    assert!(said.contains("expected samples of this engine"), "{said}");

    fs::write(file.path(), content + "1 2 x\n").unwrap();
    let said = file.with_command(refusal);
    assert!(said.contains("samples.txt:62:5: expected a board"), "{said}");
}

#[test]
fn nonsense_is_refused() {
    assert!(refusal(&["sample", "x", "--positions", "0", "--seed", "1"]).contains("--positions"));
    assert!(refusal(&["sample", "x", "--positions", "1"]).contains("--seed"));
    let said = refusal(&["sample", "/nowhere/x", "--positions", "1", "--seed", "1"]);
    assert!(said.contains("/nowhere/x: cannot be read and written"), "{said}");
}
