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
    let told = standard_error(&run);
    assert!(told.starts_with("error: not solved in "), "{told}");
    assert!(told.contains(" positions: the value is between "), "{told}");
    assert_eq!(standard_output(&run), "");

    let run = fruitrage(&["solve", "--time", "0.2", "--json"])
        .arg(directory.path().join("input.txt"))
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    let answer: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(answer["solved"], false);
    assert!(answer["least"].as_i64() < answer["most"].as_i64(), "{answer}");
}

fn solved_lines(arguments: &[&str], boards: &str) -> (Option<i32>, Vec<serde_json::Value>, String) {
    let mut process = fruitrage(&["solve", "--batch", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(boards.as_bytes()).unwrap();
    let run = process.wait_with_output().unwrap();
    let output = standard_output(&run);
    let lines = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (run.status.code(), lines, standard_error(&run))
}

#[test]
fn many_boards_are_solved_in_their_order() {
    let boards = "***/*10/000\n\n01/21\r\n**/**\n0123/1230/2301/3012\n0";
    let expected = [("***/*10/000", 15), ("01/21", 4), ("**/**", 0)];
    for jobs in ["1", "3"] {
        let (status, lines, told) = solved_lines(&["--jobs", jobs], boards);
        assert_eq!((status, lines.len()), (Some(0), 5), "{told}");
        for (line, (board, value)) in lines.iter().zip(expected) {
            assert_eq!((&line["board"], &line["value"]), (&board.into(), &value.into()));
            assert_eq!(line["solved"], true);
        }
        assert_eq!((&lines[4]["board"], &lines[4]["value"]), (&"0".into(), &1.into()));
    }
}

#[test]
fn of_many_boards_one_that_takes_too_long_is_told_and_the_others_are_solved() {
    let row = "0123012301230123";
    let large = [row, &row[1..], &row[2..], &row[3..]].map(|row| format!("{row:0<16}")).join("/");
    let boards = format!("01/21\n{}\n01/21\n", [&*large; 4].join("/"));
    let (status, lines, told) = solved_lines(&["--time", "1"], &boards);
    assert_eq!((status, told.trim_end()), (Some(1), "error: 2 of 3 boards solved"));
    let solved: Vec<_> = lines.iter().map(|line| line["solved"].as_bool().unwrap()).collect();
    assert_eq!(solved, [true, false, true]);
}

#[test]
fn a_batch_of_solutions_goes_on_where_its_file_ends() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("values.jsonl");
    let arguments = ["--output", path.to_str().unwrap()];
    // As in `suites/`: comments, and more words after the board.
    let boards = "# two boards\n01/21 value=4\n***/*10/000\n";
    let (status, lines, told) = solved_lines(&arguments, boards);
    assert_eq!((status, lines.len()), (Some(0), 0), "{told}");
    let whole = std::fs::read_to_string(&path).unwrap();
    let (first, _) = whole.split_once('\n').unwrap();
    // What it has is not solved again: a value of our own stays, also that there is none.
    for (before, after, expected) in
        [("\"value\":4", "\"value\":44", 0), ("\"solved\":true", "\"solved\":false", 1)]
    {
        let kept = first.replace(before, after);
        std::fs::write(&path, format!("{kept}\n{{\"board\"")).unwrap();
        let (status, _, told) = solved_lines(&arguments, boards);
        assert_eq!(status, Some(expected), "{told}");
        let found = std::fs::read_to_string(&path).unwrap();
        assert!(found.starts_with(&kept) && found.contains("\"value\":15"), "{found}");
        assert_eq!(found.lines().count(), 2);
    }
}

#[test]
fn a_bad_board_among_many_is_found_before_any_is_solved() {
    let (status, lines, told) = solved_lines(&[], "01/21\n012/1x2/000\n");
    assert_eq!((status, lines.len()), (Some(2), 0));
    assert!(told.contains("-:2:6: expected a fruit 0 to 9 or `*`"), "{told}");
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
