//! An agent of the file protocol: reads `input.txt`, thinks within the clock, writes
//! `output.txt`. The directory is its only argument.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fruitrage_engine::{Engine, Limits, Options, Stop};
use fruitrage_rules::{Input, Output};

fn main() -> Result<(), Box<dyn Error>> {
    answer(&std::env::args().nth(1).map_or_else(|| PathBuf::from("."), PathBuf::from))
}

fn answer(directory: &Path) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let input = Input::parse(&fs::read(directory.join("input.txt"))?)?;
    let mut engine = Engine::new(Options { hash_megabytes: 16, ..Options::default() });
    let limits = Limits::clock(input.time_left);
    let clock = || start.elapsed();
    let report = engine
        .search(&input.board, &limits, &clock, &Stop::new(), &mut |_| {})
        .ok_or("expected a board with a move, found an empty one")?;
    let choice = report.best().moves[0];
    let (board, _) = input.board.play(choice)?;
    fs::write(directory.join("output.txt"), Output { choice, board }.to_string())?;
    Ok(())
}

#[test]
fn it_answers_a_published_example() {
    let directory = std::env::temp_dir().join(format!("fruitrage-agent-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("input.txt"), "3\r\n2\r\n24.345\r\n***\r\n*10\r\n000").unwrap();
    answer(&directory).unwrap();
    let answer = fs::read_to_string(directory.join("output.txt")).unwrap();
    fs::remove_dir_all(&directory).unwrap();
    assert_eq!(answer, "A3\n***\n***\n*1*\n");
}
