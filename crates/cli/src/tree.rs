//! `fruitrage tree`: how many lines of play there are.

use std::path::PathBuf;

use clap::Args;
use fruitrage_cli_support::{Failure, streams};
use fruitrage_rules::{Board, Cell, Group, Size, count_lines};
use serde_json::{Value, json};

use crate::positions;
use crate::values::whole_number;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage tree examples/figure-1/input.txt --depth 3
  fruitrage board --size 4 --seed 1 | fruitrage tree - --depth 5 --json

Counts the sequences of DEPTH moves, and the shorter ones that empty the board.
All cells of a group are one move. If your program counts otherwise, follow the
first move whose count differs."
)]
pub(crate) struct TreeOptions {
    /// An input.txt or a bare board; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of moves to look ahead
    #[arg(long, value_name = "MOVES", default_value = "3", value_parser = whole_number(1..=Size::MOST_CELLS as u32))]
    depth: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &TreeOptions) -> Result<(), Failure> {
    let board = positions::read(&options.file)?;
    let moves = lines_by_move(&board, options.depth);
    // From an empty board there is one line: to play nothing.
    let total = moves.iter().map(|(_, lines)| lines).sum::<u64>().max(1);
    if options.json {
        let entry =
            |(cell, lines): &(Cell, u64)| json!({ "move": cell.to_string(), "lines": lines });
        let moves: Vec<Value> = moves.iter().map(entry).collect();
        let object = json!({ "depth": options.depth, "lines": total, "moves": moves });
        return streams::print(format!("{object}\n"));
    }
    streams::print(describe(options.depth, &moves, total))
}

fn describe(depth: u32, moves: &[(Cell, u64)], total: u64) -> String {
    let rows = moves.iter().map(|(cell, lines)| format!("{:<4} {lines}\n", cell.to_string()));
    let mut text: String = rows.collect();
    if !text.is_empty() {
        text.push('\n');
    }
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let (moves, lines) = (plural(u64::from(depth)), plural(total));
    text + &format!("{depth} move{moves} ahead: {total} line{lines} of play\n")
}

/// Each move with the number of lines that begin with it.
fn lines_by_move(board: &Board, depth: u32) -> Vec<(Cell, u64)> {
    let lines = |group: &Group| count_lines(&board.after(group), depth - 1);
    board.groups().map(|group| (group.name(), lines(&group))).collect()
}
