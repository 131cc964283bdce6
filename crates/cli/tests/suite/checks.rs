//! `fruitrage check` tells an author what is wrong.

use serde_json::Value;
use tempfile::TempDir;

use crate::arena::{python_agent, sinner};
use crate::run::{fruitrage, standard_error, standard_output};

/// By processor time: some situations have less time than a program takes to start on a busy
/// machine.
fn check(agent: &str, status: i32) -> Value {
    let run = fruitrage(&["check", agent, "--json", "--clock", "cpu"]).output().unwrap();
    assert_eq!(run.status.code(), Some(status), "{}", standard_error(&run));
    serde_json::from_str(&standard_output(&run)).unwrap()
}

fn cause<'a>(result: &'a Value, situation: &str) -> &'a str {
    let findings = result["findings"].as_array().unwrap();
    let found =
        findings.iter().find(|finding| finding["situation"].as_str().unwrap().contains(situation));
    found.unwrap()["cause"].as_str().unwrap_or("none")
}

#[test]
fn good_programs_pass() {
    let python = format!("python3 {}", python_agent().display());
    for agent in ["greedy", sinner(), &python] {
        let result = check(agent, 0);
        assert_eq!(result["failed"], 0, "{agent}: {result}");
        assert_eq!(result["findings"].as_array().unwrap().len(), 17);
    }
}

#[test]
fn the_start_up_of_a_program_is_measured() {
    let python = format!("python3 {}", python_agent().display());
    let start_up = &check(&python, 0)["start_up"];
    let of = |name: &str| start_up[name].as_f64().unwrap();
    assert!(of("seconds") > 0.0 && of("bare_seconds") > 0.0, "{start_up}");
    assert!(of("cpu_seconds") > 0.001, "{start_up}");
}

#[test]
fn what_fails_is_named_with_the_input_that_shows_it() {
    let result = check(&format!("{} wrong-board", sinner()), 1);
    assert_eq!(cause(&result, "2×2"), "wrong-board");
    assert_eq!(result["findings"][1]["evidence"]["input"], "2\n3\n123.6\n01\n21\n");
    let result = check(&format!("{} nothing", sinner()), 1);
    assert_eq!(cause(&result, "whole game"), "no-output");
    assert_eq!(result["failed"], 15);
}

#[test]
fn a_situation_can_be_seen_again() {
    let directory = TempDir::new().unwrap();
    let agent = format!("{} illegal-move", sinner());
    let run = fruitrage(&["check", &agent, "--case", "2", "--save", "case-2"])
        .current_dir(directory.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    let text = standard_output(&run);
    assert!(text.contains("FAILED   2  2×2"), "{text}");
    assert!(text.contains("illegal-move: expected a cell of the 2×2 board, but Z26 is outside"));
    assert!(text.contains("--case 2 --save case-2"), "{text}");
    let input = std::fs::read_to_string(directory.path().join("case-2/input.txt")).unwrap();
    assert_eq!(input, "2\n3\n123.6\n01\n21\n");
}

#[test]
fn windows_line_ends_are_really_sent() {
    // The agent copies its input, which is not an answer, so that it is kept as evidence.
    let directory = TempDir::new().unwrap();
    let run = fruitrage(&["check", "cp input.txt output.txt", "--case", "9", "--save", "kept"])
        .current_dir(directory.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    let answer = std::fs::read_to_string(directory.path().join("kept/answer.txt")).unwrap();
    assert!(answer.starts_with("10\r\n4\r\n30\r\n"), "{answer:?}");
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, message) in [
        (&["./no-such-program"][..], "was not found"),
        (&["greedy", "--case", "99"], "expected a whole number from 1 to 17"),
        (&["greedy", "--save", "x"], "--case"),
    ] {
        let run = fruitrage(&["check"]).args(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        assert!(standard_error(&run).contains(message), "{}", standard_error(&run));
    }
}
