//! `fruitrage tree` counts lines of play.

use serde_json::Value;

use crate::run::{fruitrage, run_with_input, standard_output};

/// The published board, with counts that the naive rules of the rules' tests found as well.
const BOARD: &str = "3102322310/0121232013/3021111113/0221031132/0230011012/0323321010/2003022012/\
                     2202200021/0130000020/2200022231";

#[test]
fn the_counts_are_those_of_the_rules() {
    for (depth, lines) in [("1", 45), ("2", 1926), ("3", 78_611)] {
        let run = run_with_input(&mut fruitrage(&["tree", "-", "--depth", depth, "--json"]), BOARD);
        let counted: Value = serde_json::from_str(&standard_output(&run)).unwrap();
        assert_eq!(counted["lines"], lines);
        let moves = counted["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 45);
        let sum: u64 = moves.iter().map(|entry| entry["lines"].as_u64().unwrap()).sum();
        assert_eq!(sum, lines);
    }
}

#[test]
fn people_see_every_move_and_the_sum() {
    let run = run_with_input(&mut fruitrage(&["tree", "-", "--depth", "9"]), "01\n21\n");
    assert_eq!(standard_output(&run), "A1   2\nA2   2\nB1   2\n\n9 moves ahead: 6 lines of play\n");
    let run = run_with_input(&mut fruitrage(&["tree", "-"]), "**\n**\n");
    assert_eq!(standard_output(&run), "3 moves ahead: 1 line of play\n");
}
