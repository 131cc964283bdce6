//! What twice the time for one move is worth, at each stage of a game.
//!
//! `cargo bench -p fruitrage-engine --bench stages -- [NODES [GAMES [FIRST]]]` lets the engine play
//! against itself on boards from the seed `FIRST` on, with so many nodes a move, and asks it for
//! every move again with twice as many. Where the answers differ, both moves are searched with
//! sixteen times as many: the difference is what twice the time has gained. Nodes stand for time,
//! so that the machine does not matter. Printed is the mean gain in points by how many moves the
//! game still lasted, with its standard error.

use std::time::Duration;

use fruitrage_engine::{Engine, Limits, Options, Report, Stop};
use fruitrage_rules::{Board, Cell, FruitKinds, Size, random_board};

const SHAPES: [(usize, usize); 4] = [(10, 4), (12, 6), (16, 5), (20, 4)];

/// How many times the nodes of a move judge it.
const JUDGE: u64 = 16;

/// Moves left are counted in steps of this.
const STEP: usize = 5;

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<u64>().ok());
    let nodes = numbers.next().unwrap_or(20_000);
    let games = numbers.next().unwrap_or(10);
    let first = numbers.next().unwrap_or(1);
    println!("gain of {} nodes over {nodes}, in points, by moves left", 2 * nodes);
    for (width, kinds) in SHAPES {
        let mut gains: Vec<Vec<f64>> = Vec::new();
        for seed in first..first + games {
            let (size, kinds) = (Size::new(width), FruitKinds::new(kinds));
            let board = random_board(size.expect("a size"), kinds.expect("kinds"), seed);
            let of_game = gains_in_game(board, nodes);
            for (left, gain) in (1..).zip(of_game.into_iter().rev()) {
                let stage = left / STEP;
                gains.resize(gains.len().max(stage + 1), Vec::new());
                gains[stage].push(f64::from(gain));
            }
        }
        println!("{width}×{width}/{kinds}");
        for (stage, gains) in gains.iter().enumerate().rev() {
            let (mean, error) = mean(gains);
            println!("{:>4} left  {mean:+.3} ± {error:.3}  ({})", stage * STEP, gains.len());
        }
    }
}

/// What twice the nodes gain at each move of a game.
fn gains_in_game(mut board: Board, nodes: u64) -> Vec<i32> {
    let mut gains = Vec::new();
    while let Some(report) = search(&board, nodes) {
        let choice = report.best().moves[0];
        let twice = if report.best().exact { None } else { search(&board, 2 * nodes) };
        let other = twice.map_or(choice, |report| report.best().moves[0]);
        let gain = if board.group_at(other) == board.group_at(choice) {
            0
        } else {
            value(&board, other, nodes * JUDGE) - value(&board, choice, nodes * JUDGE)
        };
        gains.push(gain);
        board = board.play(choice).expect("a legal move").0;
    }
    gains
}

/// What a move is worth to who makes it.
fn value(board: &Board, choice: Cell, nodes: u64) -> i32 {
    let (after, group) = board.play(choice).expect("a legal move");
    let reply = search(&after, nodes).map_or(0, |report| report.best().value);
    group.points() as i32 - reply
}

fn search(board: &Board, nodes: u64) -> Option<Report> {
    let clock = || Duration::ZERO;
    let mut engine = Engine::new(Options::default());
    engine.search(board, &Limits::nodes(nodes), &clock, &Stop::new(), &mut |_| {})
}

/// The mean of some values and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count * (count - 1.0).max(1.0))).sqrt())
}
