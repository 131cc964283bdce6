//! What is called exact is exact.

use std::collections::HashMap;
use std::time::Duration;

use fruitrage_engine::{Engine, Interval, Limits, Options, Report, Stop, Unsolved, solve};
use fruitrage_rules::{Board, Fruit, FruitKinds, Size, random_board};
use proptest::prelude::*;

use crate::brute_force;

fn search(board: &Board, options: Options) -> Option<Report> {
    let no_clock = || Duration::ZERO;
    let mut engine = Engine::new(Options { hash_megabytes: 16, ..options });
    engine.search(board, &Limits::default(), &no_clock, &Stop::new(), &mut |_| {})
}

/// The values are those of brute force, best first, and the lines are games that have them.
fn check(board: &Board, options: Options) {
    let mut known = HashMap::new();
    let mut expected: Vec<i32> = board
        .groups()
        .map(|group| group.points() as i32 - brute_force::value(&board.after(&group), &mut known))
        .collect();
    expected.sort_unstable_by_key(|&value| std::cmp::Reverse(value));
    expected.truncate(options.lines);
    let Some(report) = search(board, options) else {
        assert!(board.is_empty(), "no move on {board:?}");
        return;
    };
    let values: Vec<i32> = report.lines.iter().map(|line| line.value).collect();
    assert_eq!(values, expected, "{board:?}");
    assert_eq!(report.interval, Interval { least: expected[0], most: expected[0] }, "{board:?}");
    for line in &report.lines {
        assert!(line.exact, "{board:?}");
        let (mut board, mut margin, mut sign) = (*board, 0, 1);
        for &cell in &line.moves {
            let (after, group) = board.play(cell).unwrap();
            margin += sign * group.points() as i32;
            sign = -sign;
            board = after;
        }
        assert!(board.is_empty(), "the line goes to the end");
        assert_eq!(margin, line.value, "{board:?}");
    }
}

#[test]
fn random_boards() {
    for (size, kinds, seeds) in
        [(1, 1, 2), (2, 2, 16), (3, 3, 60), (4, 2, 60), (4, 4, 20), (5, 2, 30)]
    {
        let kinds = FruitKinds::new(kinds).unwrap();
        for seed in 0..seeds {
            let board = random_board(Size::new(size).unwrap(), kinds, seed);
            check(&board, Options::default());
        }
    }
}

#[test]
fn several_lines() {
    let kinds = FruitKinds::new(3).unwrap();
    for seed in 100..115 {
        let board = random_board(Size::new(4).unwrap(), kinds, seed);
        check(&board, Options { lines: 3, ..Options::default() });
    }
}

#[test]
fn a_value_is_between_what_is_proved_whenever_the_solver_must_stop() {
    let (size, kinds) = (Size::new(4).unwrap(), FruitKinds::new(4).unwrap());
    let (clock, options) = (|| Duration::ZERO, Options { hash_megabytes: 1, ..Options::default() });
    let mut unsolved = 0;
    for (seed, nodes) in (200..212).flat_map(|seed| [(seed, 50), (seed, 150), (seed, 400)]) {
        let board = random_board(size, kinds, seed);
        let value = brute_force::value(&board, &mut HashMap::new());
        match solve(&board, options, &Limits::nodes(nodes), &clock, &Stop::new(), &mut |_| {}) {
            Ok(solution) => assert_eq!(solution.value, value),
            Err(Unsolved::Stopped { interval: Interval { least, most }, .. }) => {
                assert!((least..=most).contains(&value), "{least} to {most}, {value}: {board:?}");
                unsolved += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(unsolved > 10, "{unsolved}");
}

#[test]
fn what_takes_long_to_solve_is_soon_known_within_limits() {
    let board = random_board(Size::new(8).unwrap(), FruitKinds::new(4).unwrap(), 5000);
    let (clock, limits) = (|| Duration::ZERO, Limits::nodes(400_000));
    match solve(&board, Options::default(), &limits, &clock, &Stop::new(), &mut |_| {}) {
        Err(Unsolved::Stopped { interval: Interval { least, most }, .. }) => {
            assert!(most - least <= 512, "{least} to {most}");
        }
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn every_line_of_several_is_worth_what_it_says() {
    let board: Board = "***/*10/000".parse().unwrap();
    let report = search(&board, Options { lines: 5, ..Options::default() }).unwrap();
    let values: Vec<i32> = report.lines.iter().map(|line| line.value).collect();
    assert_eq!(values, [15, -15]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Sparse boards with fruit hanging anywhere, as wide as they come.
    #[test]
    fn sparse_boards(
        size in 3..27usize,
        fruits in proptest::collection::vec((0..26usize, 0..26usize, 0..4usize), 0..11),
    ) {
        let size = Size::new(size).unwrap();
        let board = Board::from_fn(size, |cell| {
            let here = |&&(column, row, _): &&(usize, usize, usize)| {
                (column % size.get().min(6), row % size.get()) == (cell.column(), cell.row())
            };
            fruits.iter().find(here).and_then(|&(_, _, fruit)| Fruit::new(fruit))
        });
        check(&board, Options::default());
    }
}
