//! `fruitrage analyze`, and pictures of boards.

use serde_json::Value;
use tempfile::TempDir;

use crate::reviews::RECORD;
use crate::run::{fruitrage, run_with_input, standard_error, standard_output};

const BOARD: &str = "***\n*10\n000\n";

fn analyze(arguments: &[&str], input: &str) -> std::process::Output {
    run_with_input(fruitrage(&["analyze", "-"]).args(arguments), input)
}

#[test]
fn a_board_from_standard_input() {
    for input in [BOARD.to_owned(), format!("3\n2\n24.345\n{BOARD}")] {
        let run = analyze(&[], &input);
        assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
        let text = standard_output(&run);
        let (shown, counted) = text.rsplit_once("proof").unwrap();
        assert!(counted.contains(" positions, "));
        insta::assert_snapshot!("analysis", shown);
    }
}

#[test]
fn every_depth_is_an_object_and_the_last_is_final() {
    let board = fruitrage(&["board", "--size", "8", "--seed", "3"]).output().unwrap();
    let run = analyze(&["--json", "--depth", "4", "--lines", "2"], &standard_output(&board));
    let text = standard_output(&run);
    let reports: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, before) = reports.split_last().unwrap();
    assert_eq!((&last["final"], &last["depth"]), (&true.into(), &4.into()));
    let depths: Vec<&Value> = before.iter().map(|report| &report["depth"]).collect();
    assert_eq!(depths, [1, 2, 3, 4]);
    assert_eq!(last["lines"].as_array().unwrap().len(), 2);
    assert_eq!(last["value"], last["lines"][0]["value"]);
}

#[test]
fn the_position_of_a_record() {
    let run = analyze(&["--move", "2"], RECORD);
    let text = standard_output(&run);
    assert!(text.starts_with("Move 2: Grace, who played A3 for 16 points\n"), "{text}");
    let run = analyze(&["--move", "3"], RECORD);
    assert_eq!(standard_output(&run), "Move 3: Ada\n\nValue 0: the board is empty.\n");
}

#[test]
fn one_game_of_many() {
    let run = analyze(&["--move", "1", "--game", "2"], &RECORD.repeat(2));
    assert!(standard_output(&run).starts_with("Move 1: Ada"), "{}", standard_error(&run));
}

#[test]
fn what_does_not_fit_is_refused() {
    let two = RECORD.repeat(2);
    for (arguments, input, message) in [
        (&[][..], RECORD, "-: expected --move NUMBER with a record, found none"),
        (&["--move", "4"], RECORD, "-: expected --move from 1 to 3, found 4"),
        (&["--move", "0"], RECORD, "expected a whole number from 1 to 676"),
        (&["--move", "1"], BOARD, "-: expected a record for --move, found another text"),
        (&["--move", "1"], &two, "-: expected --game from 1 to 2, found none"),
        (&["--move", "1", "--game", "3"], &two, "-: expected --game from 1 to 2, found 3"),
        (&["--json", "--svg", "-"], BOARD, "expected either --json or a picture"),
        (&["--png", "-", "--svg", "-"], BOARD, "-: expected a different file for each output"),
        (&["--svg", "no/where.svg"], BOARD, "no: no such directory"),
        (&["--lines", "0"], BOARD, "expected a whole number from 1 to 676"),
        (&[], "01\n2x\n", "-:2:2: expected a fruit 0 to 9"),
    ] {
        let run = analyze(arguments, input);
        let error = standard_error(&run);
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!(run.status.code(), Some(2), "{error}");
        assert!(run.stdout.is_empty());
    }
}

#[test]
fn pictures_go_to_files_and_to_standard_output() {
    let directory = TempDir::new().unwrap();
    let (svg, png) = (directory.path().join("board.svg"), directory.path().join("board.png"));
    let mut command = fruitrage(&["analyze", "-", "--svg"]);
    let run = run_with_input(command.arg(&svg).arg("--png").arg(&png), BOARD);
    assert!(standard_output(&run).contains("A3"), "{}", standard_error(&run));
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.contains("4 fruits are marked"));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(analyze(&["--svg", "-"], BOARD).stdout, picture.as_bytes());
    assert!(analyze(&["--png", "-"], BOARD).stdout.starts_with(b"\x89PNG"));
}

#[test]
fn a_random_board_as_a_picture() {
    let run = fruitrage(&["board", "--size", "3", "--seed", "1", "--svg", "-"]).output().unwrap();
    let picture = standard_output(&run);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(picture.matches("<use ").count(), 9);
}

#[test]
fn a_picture_does_not_take_the_place_of_what_it_is_drawn_from() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("board.txt");
    std::fs::write(&file, BOARD).unwrap();
    let run = fruitrage(&["analyze"]).arg(&file).arg("--svg").arg(&file).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("expected a file to write, found one that is read"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), BOARD);
}

const BOARDS: &str = "# three boards\n\n01/21 and more\n***/*10/000\r\n**/**\n";

fn results(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn many_boards_are_analysed_in_order() {
    let run = analyze(&["--batch", "--nodes", "2000", "--jobs", "3"], BOARDS);
    let found = results(&standard_output(&run));
    let boards: Vec<&Value> = found.iter().map(|found| &found["board"]).collect();
    assert_eq!(boards, ["01/21", "***/*10/000", "**/**"]);
    let values: Vec<&Value> = found.iter().map(|found| &found["value"]).collect();
    assert_eq!(values, [4, 15, 0]);
    assert!(found.iter().all(|found| found["exact"] == true));
    assert_eq!(found[1]["moves"], serde_json::json!(["A3", "B3"]));
}

#[test]
fn a_batch_goes_on_where_its_file_ends() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("found.jsonl");
    let arguments = ["--batch", "--nodes", "2000", "--output", path.to_str().unwrap()];
    let run = analyze(&arguments, BOARDS);
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    let whole = std::fs::read_to_string(&path).unwrap();
    let (first, rest) = whole.split_once('\n').unwrap();
    // What it has is not searched again: a value of our own stays.
    let kept = first.replace("\"value\":4", "\"value\":44");
    assert_ne!(kept, first);
    for torn in ["", &rest[..20]] {
        std::fs::write(&path, format!("{kept}\n{torn}")).unwrap();
        assert_eq!(analyze(&arguments, BOARDS).status.code(), Some(0));
        let found = results(&std::fs::read_to_string(&path).unwrap());
        assert_eq!(found.len(), 3);
        assert_eq!((&found[0]["value"], &found[1]["value"]), (&44.into(), &15.into()));
    }
    for other in ["{\"board\":\"00/00\"}\n", "a letter", "a letter\n", "[]\n"] {
        std::fs::write(&path, other).unwrap();
        let run = analyze(&arguments, BOARDS);
        assert_eq!(run.status.code(), Some(2), "{other}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), other, "it is left alone");
    }
}

#[test]
fn a_board_that_is_wrong_is_told_before_any_is_searched() {
    let run = analyze(&["--batch", "--time", "600"], "01/21\n01/2x\n");
    assert_eq!(run.status.code(), Some(2));
    let error = standard_error(&run);
    assert!(error.contains("-:2:5: expected a fruit 0 to 9"), "{error}");
    assert_eq!(standard_output(&run), "");
    let run = analyze(&["--batch", "--svg", "x.svg"], "01/21\n");
    assert_eq!(run.status.code(), Some(2));
    let run = analyze(&["--jobs", "2"], "01/21\n");
    assert_eq!(run.status.code(), Some(2));
}
