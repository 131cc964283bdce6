//! `fruitrage board` prints boards.

use fruitrage_rules::{Board, Input};

use crate::run::{fruitrage, standard_error, standard_output};

fn board(arguments: &[&str]) -> String {
    let run = fruitrage(&["board"]).args(arguments).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    standard_output(&run)
}

#[test]
fn the_same_seed_gives_the_same_board() {
    let text = board(&["--size", "6", "--fruits", "5", "--seed", "2026"]);
    assert_eq!(text, "423133\n441114\n113011\n323330\n223443\n222230\n");
}

#[test]
fn without_a_seed_it_tells_the_one_it_took() {
    let run = fruitrage(&["board"]).output().unwrap();
    let seed = standard_error(&run).trim().strip_prefix("seed ").unwrap().to_owned();
    assert_eq!(standard_output(&run), board(&["--seed", &seed]));
}

#[test]
fn an_input_file_or_json_on_request() {
    let text = board(&["--size", "3", "--seed", "1", "--time", "2.5"]);
    let input = Input::parse(text.as_bytes()).unwrap();
    assert_eq!((input.kinds.get(), input.time_left.as_millis()), (4, 2500));

    let text = board(&["--size", "3", "--seed", "1", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rows: Vec<&str> =
        object["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!(rows.join("/").parse::<Board>(), Ok(input.board));
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, message) in [
        (&["--size", "27"][..], "expected a whole number from 1 to 26"),
        (&["--fruits", "0"], "expected a whole number from 1 to 10"),
        (&["--seed", "first"], "--seed"),
        (&["--time", "nan"], "expected a number of seconds above 0"),
        (&["--colour"], "--colour"),
    ] {
        let run = fruitrage(&["board"]).args(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2));
        assert!(standard_error(&run).contains(message), "{}", standard_error(&run));
    }
}
