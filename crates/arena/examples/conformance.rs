//! Writes the situations of `fruitrage check` as plain files; see `suites/README.md`.
//!
//! ```sh
//! cargo run -p fruitrage-arena --example conformance -- suites/conformance
//! ```

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fruitrage_arena::check::{Situation, situations};
use fruitrage_rules::{Group, Input};

/// How many moves of a situation are written at most.
const MOST_MOVES: usize = 24;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected a folder")?;
    for (path, content) in files() {
        let path = Path::new(&folder).join(path);
        fs::create_dir_all(path.parent().ok_or("expected a folder")?)?;
        fs::write(path, content)?;
    }
    Ok(())
}

/// Every file with its content.
fn files() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for (number, situation) in (1..).zip(situations()) {
        let folder = PathBuf::from(format!("{number:02}"));
        files.push((folder.join("input.txt"), input(&situation)));
        files.push((folder.join("moves.txt"), moves(&situation)));
    }
    files
}

fn input(situation: &Situation) -> String {
    let setup = situation.setup();
    let [time_left, _] = setup.clocks().expect("every situation has a clock");
    let text = Input { kinds: setup.kinds(), time_left, board: *setup.board() }.to_string();
    if situation.crlf { text.replace('\n', "\r\n") } else { text }
}

/// Moves with what they claim, what they score and the board after them.
fn moves(situation: &Situation) -> String {
    let setup = situation.setup();
    let board = setup.board();
    let groups: Vec<Group> = board.groups().collect();
    let mut text = format!("# {}; {} moves in all\n", situation.name, groups.len());
    for group in groups.iter().step_by(groups.len().div_ceil(MOST_MOVES)) {
        let cells: Vec<String> = group.cells().iter().map(|cell| cell.to_string()).collect();
        let (cells, points, after) = (cells.join(","), group.points(), board.after(group));
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{cells} {points} {after:#}");
    }
    text
}

#[test]
fn the_files_are_those_of_the_situations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/conformance");
    for (path, content) in files() {
        assert_eq!(fs::read_to_string(folder.join(&path)).unwrap(), content, "{}", path.display());
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), situations().len());
}
