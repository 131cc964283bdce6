//! The move-tree counts in `suites/lines/` are what the rules give.
//!
//! Each file has lines `BOARD DEPTH=COUNT …` and comments that say where the counts
//! come from. The smaller counts are checked against the naive rules too.

use std::path::Path;

use crate::naive::NaiveBoard;
use fruitrage_rules::{Board, Fruit, count_lines};

/// As far as the naive rules count within a moment.
const NAIVE_LIMIT: u64 = 20_000;

fn naive_board(board: &Board) -> NaiveBoard {
    let size = board.size();
    let mut cells = vec![vec![None; size.get()]; size.get()];
    for cell in size.cells() {
        cells[cell.row()][cell.column()] = board.fruit_at(cell).map(Fruit::number);
    }
    NaiveBoard { cells }
}

fn count_naively(board: &NaiveBoard, depth: u32) -> u64 {
    let mut seen = Vec::new();
    let mut count = 0;
    for row in 0..board.width() {
        for column in 0..board.width() {
            if board.cells[row][column].is_none() || seen.contains(&(row, column)) {
                continue;
            }
            seen.extend(board.group(row, column));
            count += match depth {
                1 => 1,
                _ => count_naively(&board.after(row, column), depth - 1),
            };
        }
    }
    count.max(1)
}

#[test]
fn counts_are_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/lines");
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (board, counts) = line.split_once(' ').unwrap();
            let board: Board = board.parse().unwrap();
            for item in counts.split(' ') {
                let (depth, count) = item.split_once('=').unwrap();
                let (depth, count) = (depth.parse().unwrap(), count.parse().unwrap());
                assert_eq!(count_lines(&board, depth), count, "{}: {line}", path.display());
                if count <= NAIVE_LIMIT {
                    assert_eq!(count_naively(&naive_board(&board), depth), count, "{line}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked >= 40, "only {checked} counts found");
}
