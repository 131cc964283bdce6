//! `fruitrage puzzles`.

use serde_json::Value;

use crate::run::{fruitrage, standard_error, standard_output};

/// The page's collection begins with seed 1.
const COLLECTION: &str = include_str!("../../../web/page/puzzles.jsonl");

#[test]
fn the_same_seeds_give_the_same_puzzles() {
    let run = fruitrage(&["puzzles", "--count", "2", "--json"]).output().unwrap();
    assert!(run.status.success(), "{}", standard_error(&run));
    let parsed = |line| serde_json::from_str::<Value>(line).unwrap();
    let output = standard_output(&run);
    assert!(output.lines().map(parsed).eq(COLLECTION.lines().take(2).map(parsed)), "{output}");
}

#[test]
fn a_puzzle_is_told_to_people_with_its_answer() {
    let run = fruitrage(&["puzzles", "--count", "1"]).output().unwrap();
    let told = standard_output(&run);
    for part in ["Difficulty ", "The largest group is ", "Best is ", "any other move "] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn what_cannot_be_used_is_refused_with_its_range() {
    for (arguments, expected) in [
        (["puzzles", "--size", "3"], "expected a whole number from 4 to 10"),
        (["puzzles", "--difficulty", "6"], "expected a whole number from 1 to 5"),
        (["puzzles", "--count", "0"], "expected a whole number from 1 to 100000"),
    ] {
        let run = fruitrage(&arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        assert!(standard_error(&run).contains(expected), "{}", standard_error(&run));
    }
    let run = fruitrage(&["puzzles", "nowhere.fruitrage"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2), "{}", standard_error(&run));
}
