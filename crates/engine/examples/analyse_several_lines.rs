//! The best moves of a position, deeper and deeper, and stopped from elsewhere.

use std::time::Instant;

use fruitrage_engine::{Engine, Limits, Options, Report, Stop};
use fruitrage_rules::{FruitKinds, Size, random_board};

fn main() {
    let board = random_board(Size::new(8).unwrap(), FruitKinds::new(4).unwrap(), 3);
    let options = Options { lines: 3, hash_megabytes: 16, ..Options::default() };
    let mut engine = Engine::new(options);
    let start = Instant::now();
    let stop = Stop::new();
    let mut hear = |report: &Report| {
        println!("depth {}, {} positions", report.depth, report.nodes);
        for line in &report.lines {
            let moves: Vec<String> = line.moves.iter().take(5).map(ToString::to_string).collect();
            println!("  {:+} {}", line.value, moves.join(" "));
        }
        if report.depth >= 6 {
            // Any thread may do this, with a copy of the handle.
            stop.stop();
        }
    };
    let limits = Limits::nodes(200_000);
    let clock = || start.elapsed();
    let report = engine.search(&board, &limits, &clock, &stop, &mut hear).expect("there is a move");
    assert_eq!(report.lines.len(), 3);
}

#[test]
fn it_runs() {
    main();
}
