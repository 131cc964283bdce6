//! Each level is stronger than the one below.

use std::time::Duration;

use fruitrage_engine::{Engine, Level, Limits, Options, Stop};
use fruitrage_rules::{Board, FruitKinds, Size, random_board};

/// Enough for every level but the last to see all that it can.
const NODES: u64 = 20_000;

/// The margin of the first player over the second in one game.
fn game(board: &Board, levels: [u8; 2]) -> i32 {
    let mut engines = levels.map(|level| {
        let level = Level::new(level).unwrap();
        Engine::new(Options { level, hash_megabytes: 1, ..Options::default() })
    });
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (mut board, mut margin, mut sign, mut turn) = (*board, 0, 1, 0);
    let clock = || Duration::ZERO;
    while let Some(report) =
        engines[turn].search(&board, &limits, &clock, &Stop::new(), &mut |_| {})
    {
        let (after, group) = board.play(report.best().moves[0]).unwrap();
        margin += sign * group.points() as i32;
        (board, sign, turn) = (after, -sign, 1 - turn);
    }
    margin
}

/// A level that looks one move ahead takes what is left then to be worth half of the largest
/// group, however easy it would be to solve.
#[test]
fn a_level_sees_no_further_than_it_looks() {
    for seed in 0..20 {
        let board = random_board(Size::new(3).unwrap(), FruitKinds::new(3).unwrap(), seed);
        let level = Level::new(3).unwrap();
        let mut engine = Engine::new(Options { level, hash_megabytes: 1, ..Options::default() });
        let clock = || Duration::ZERO;
        let report = engine.search(&board, &Limits::NONE, &clock, &Stop::new(), &mut |_| {});
        let best = report.unwrap().best().clone();
        let (after, group) = board.play(best.moves[0]).unwrap();
        let largest = after.groups().map(|group| group.points()).max().unwrap_or(0);
        let estimate = group.points() as i32 - largest as i32 / 2;
        // To the nearest value that a game can end with: odd or even as the fruits are.
        assert!((best.value - estimate).abs() <= 1, "seed {seed}: {}, not {estimate}", best.value);
    }
}

#[test]
fn each_level_beats_the_one_below_over_pairs() {
    for level in 2..=10 {
        let margin: i32 = (0..16)
            .map(|seed| {
                let size = Size::new(9).unwrap();
                let board = random_board(size, FruitKinds::new(4).unwrap(), 7000 + seed);
                game(&board, [level, level - 1]) - game(&board, [level - 1, level])
            })
            .sum();
        assert!(margin > 0, "level {level} against {}: {margin}", level - 1);
    }
}
