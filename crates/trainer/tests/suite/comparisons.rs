//! `compare` tells which engine is better, and goes on from its log.

use std::fs;
use std::path::Path;

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::run::{end_after, printed, refusal};

const BOARDS: [&str; 3] = ["--board", "6x6/3", "7x7/4"];

fn compare(first: &str, second: &str, rest: &[&str]) -> String {
    let arguments = ["compare", first, second, "--seed", "5", "--hash", "1"];
    printed(&[&arguments, &BOARDS[..], rest].concat())
}

#[test]
fn every_kind_of_board_is_told_of_on_its_own() {
    let said = compare("default", "default", &["--pairs", "4", "--nodes", "100"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[0].contains("default against default, 100 nodes a move, 1 MB, seed 5"), "{said}");
    for (line, board) in lines[1..].iter().zip(["6x6/3", "7x7/4"]) {
        let start = format!("{board}: 0–4–0, margin +0.0 ± 0.0 a pair, depth ");
        assert!(line.starts_with(&start), "{said}");
    }
}

#[test]
fn a_clear_match_is_ended_by_the_test() {
    let rest = ["--pairs", "500", "--nodes", "100", "--sprt", "elo0=0,elo1=50"];
    let said = compare("default", "leaf_share=-256", &rest);
    assert_eq!(said.matches("test: better, +").count(), 2, "{said}");
    assert!(!said.contains("500–"), "{said}");
}

#[test]
fn a_clock_limits_too() {
    let said = compare("default", "leaf_share=120", &["--pairs", "1", "--time", "0.2"]);
    assert!(said.contains("leaf_share=120, 0.2 s a game, 1 MB"), "{said}");
}

/// A command with a log, and what it prints and writes in the end.
fn logged(log: &Path, pairs: &str, nodes: &str, jobs: &str) -> (String, String) {
    let said = printed(&with_log(log, pairs, nodes, jobs));
    (said, fs::read_to_string(log).unwrap())
}

fn with_log<'a>(log: &'a Path, pairs: &'a str, nodes: &'a str, jobs: &'a str) -> Vec<&'a str> {
    let command = ["compare", "default", "leaf_share=60", "--seed", "5", "--hash", "1"];
    let log = log.to_str().unwrap();
    let rest = ["--pairs", pairs, "--nodes", nodes, "--jobs", jobs, "--log", log];
    [&command, &BOARDS[..], &rest].concat()
}

#[test]
fn a_comparison_that_is_killed_or_interrupted_ends_the_same() {
    let directory = TempDir::new().unwrap();
    let [killed, other] = ["killed", "other"].map(|name| directory.path().join(name));
    let command = with_log(&killed, "150", "1000", "1");
    assert_eq!(end_after(&command, &killed, 5, Signal::SIGKILL), None);
    assert_eq!(end_after(&command, &killed, 5, Signal::SIGINT), Some(1));
    let ended = logged(&killed, "150", "1000", "1");
    assert_eq!(ended, logged(&other, "150", "1000", "2"));
}

#[test]
fn a_log_cut_off_anywhere_ends_the_same() {
    let directory = TempDir::new().unwrap();
    let log = directory.path().join("log");
    let (said, content) = logged(&log, "40", "100", "2");
    assert_eq!(content.lines().count(), 81);
    assert!(content.lines().nth(1).unwrap().starts_with("6x6/3 5 "));
    for part in [0, 20, content.len() / 2, content.len() - 1, content.len()] {
        fs::write(&log, &content[..part]).unwrap();
        let again = logged(&log, "40", "100", "2");
        assert_eq!(again, (said.clone(), content.clone()), "cut off after {part} bytes");
    }
}

#[test]
fn a_log_of_another_comparison_is_refused() {
    let directory = TempDir::new().unwrap();
    let log = directory.path().join("log");
    let rest = ["--seed", "1", "--board", "4x4/2", "--pairs", "2", "--hash", "1"];
    let with = |first, nodes| -> Vec<&str> {
        let log = ["--log", log.to_str().unwrap()];
        [&["compare", first, "default", "--nodes", nodes], &rest[..], &log].concat()
    };
    printed(&with("default", "10"));
    for other in [with("default", "11"), with("leaf_share=1", "10")] {
        let said = refusal(&other);
        assert!(said.contains("log:1:1: expected `fruitrage comparison 1: "), "{said}");
    }
    fs::write(&log, fs::read_to_string(&log).unwrap() + "4x4/2 x\n").unwrap();
    let said = refusal(&with("default", "10"));
    assert!(said.contains("log:4:7: expected the seed of a board, found `x`"), "{said}");
}

#[test]
fn nonsense_is_refused() {
    let rest = ["--seed", "1", "--pairs", "2"];
    let with = |arguments: &[&'static str]| refusal(&[arguments, &rest].concat());
    let said = with(&["compare", "leaf=2", "default", "--board", "4x4/2", "--nodes", "1"]);
    assert!(said.contains("expected one of") && said.contains("found `leaf`"), "{said}");
    let said = with(&["compare", "default", "default", "--board", "4x5/2", "--nodes", "1"]);
    assert!(said.contains("expected WIDTHxWIDTH/KINDS"), "{said}");
    let said = with(&["compare", "default", "default", "--board", "4x4/2"]);
    assert!(said.contains("--nodes <K>|--time <SECONDS>"), "{said}");
    let said = with(&["compare", "default", "default", "--board", "4x4/2", "--time", "0"]);
    assert!(said.contains("expected a number of seconds above 0"), "{said}");
}
