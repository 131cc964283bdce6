//! `fruitrage solve`, `fruitrage engine` and `fruitrage bench`.

use std::io::Write;
use std::process::Stdio;

use crate::run::{directory_with, fruitrage, standard_error, standard_output};

#[test]
fn a_position_is_solved() {
    let directory = directory_with("3\n2\n24.345\n***\n*10\n000\n");
    let file = directory.path().join("input.txt");
    let run = fruitrage(&["solve"]).arg(&file).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    assert!(standard_output(&run).contains("Value +15 (exact): best is A3\nLine A3 B3\n"));

    let run = fruitrage(&["solve", "--json"]).arg(&file).output().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((&answer["solved"], &answer["value"]), (&true.into(), &15.into()));
}

#[test]
fn a_bare_board_comes_from_standard_input() {
    for board in ["01\n21\n", "01/21", "01\r\n21\r\n\r\n"] {
        let mut process = fruitrage(&["solve", "-", "--threads", "2"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        process.stdin.take().unwrap().write_all(board.as_bytes()).unwrap();
        let run = process.wait_with_output().unwrap();
        assert!(standard_output(&run).contains("Value +4 (exact)"), "{board:?}");
    }
}

#[test]
fn what_cannot_be_solved_in_time_is_not() {
    let run =
        fruitrage(&["board", "--size", "20", "--fruits", "6", "--seed", "1"]).output().unwrap();
    let directory = directory_with(run.stdout);
    let run = fruitrage(&["solve", "--time", "0.2"])
        .arg(directory.path().join("input.txt"))
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(standard_error(&run).starts_with("error: not solved in 0.2 s"));
    assert_eq!(standard_output(&run), "");
}

#[test]
fn a_bad_position_is_explained() {
    let directory = directory_with("01\n2x\n");
    let run = fruitrage(&["solve"]).arg(directory.path().join("input.txt")).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("input.txt:2:2: expected a fruit 0 to 9 or `*`"));
}

#[test]
fn the_engine_talks_on_standard_input_and_output() {
    let mut process =
        fruitrage(&["engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let talk = b"position board 01/21\ngo clock 1\n";
    process.stdin.take().unwrap().write_all(talk).unwrap();
    let run = process.wait_with_output().unwrap();
    assert!(standard_output(&run).ends_with("bestmove B1\n"));
}
