//! `difficulty` tells what solving positions takes.

use std::fs;

use tempfile::TempDir;

use crate::run::{printed, refusal};

#[test]
fn solving_is_fitted_to_the_positions_of_a_file_by_any_number_of_jobs() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("samples.txt");
    let file = path.to_str().unwrap();
    printed(&["sample", file, "--positions", "200", "--seed", "5", "--nodes", "100"]);
    let command = ["difficulty", file, "--positions", "30"];
    let said = printed(&command);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 7, "{said}");
    let each_move = lines[2].strip_prefix("each move").unwrap().trim();
    assert!(each_move.parse::<i32>().unwrap() > 0, "{said}");
    let all: usize =
        lines[6].split(' ').filter_map(|word| word.parse::<usize>().ok()).take(2).sum();
    assert_eq!(all, 30, "{said}");
    assert_eq!(printed(&[&command[..], &["--jobs", "1"]].concat()), said);

    fs::write(&path, "fruitrage samples 1 seed=1 nodes=5\n").unwrap();
    assert!(refusal(&command).contains("expected features that determine the coefficients"));
}
