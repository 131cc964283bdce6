//! Searches keep to their limits and give the same answer every time.

use std::time::{Duration, Instant};

use fruitrage_engine::{Engine, Limits, Options, Report, Stop};
use fruitrage_rules::{Board, FruitKinds, Size, random_board};

fn board(size: usize, kinds: usize, seed: u64) -> Board {
    random_board(Size::new(size).unwrap(), FruitKinds::new(kinds).unwrap(), seed)
}

fn engine() -> Engine {
    Engine::new(Options { hash_megabytes: 16, ..Options::default() })
}

fn search(board: &Board, limits: &Limits) -> (Report, Vec<Report>) {
    let start = Instant::now();
    let clock = || start.elapsed();
    let mut reports = Vec::new();
    let answer = engine()
        .search(board, limits, &clock, &Stop::new(), &mut |report| reports.push(report.clone()))
        .unwrap();
    (answer, reports)
}

#[test]
fn a_search_of_one_thread_is_reproducible() {
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let board = board(10, 4, 3);
    let (first, second) = (search(&board, &limits).0, search(&board, &limits).0);
    assert_eq!((&first.lines, first.depth), (&second.lines, second.depth));
    assert_eq!(first.nodes, second.nodes);
    assert!(first.nodes <= 50_000);
}

/// A change of the search changes this number; one that should not, must not.
#[test]
fn the_signature_is_the_recorded_one() {
    let bench = fruitrage_engine::bench(&|| Duration::ZERO, &mut |_, _| {});
    assert_eq!(bench.nodes, 362_328);
}

#[test]
fn a_depth_is_searched_and_no_deeper() {
    let (answer, reports) = search(&board(12, 5, 3), &Limits::depth(5));
    assert_eq!(answer.depth, 5);
    assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(answer.lines.iter().all(|line| !line.moves.is_empty()));
}

#[test]
fn a_move_is_found_even_without_time() {
    let limits = Limits::move_time(Duration::ZERO);
    let board = board(26, 9, 3);
    let (answer, _) = search(&board, &limits);
    assert!(board.play(answer.best().moves[0]).is_ok());
}

#[test]
fn stop_ends_a_search_without_limits() {
    let stop = Stop::new();
    let start = Instant::now();
    let clock = || start.elapsed();
    let board = board(20, 6, 3);
    let mut on_report = |report: &Report| {
        if report.depth >= 4 {
            stop.stop();
        }
    };
    let answer = engine().search(&board, &Limits::default(), &clock, &stop, &mut on_report);
    assert!(answer.unwrap().depth >= 4);
}

#[test]
fn an_empty_board_has_no_answer() {
    let board: Board = "**/**".parse().unwrap();
    let clock = || Duration::ZERO;
    assert!(
        engine().search(&board, &Limits::default(), &clock, &Stop::new(), &mut |_| {}).is_none()
    );
}

#[test]
fn several_lines_start_with_different_moves_best_first() {
    let start = Instant::now();
    let clock = || start.elapsed();
    let mut engine = Engine::new(Options { hash_megabytes: 16, lines: 4, ..Options::default() });
    let limits = Limits::depth(6);
    let answer =
        engine.search(&board(12, 5, 8), &limits, &clock, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(answer.lines.len(), 4);
    assert!(answer.lines.is_sorted_by_key(|line| -line.value), "{:?}", answer.lines);
    let mut first: Vec<_> = answer.lines.iter().map(|line| line.moves[0]).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 4);
}

#[test]
fn hanging_fruit_at_the_root_is_searched() {
    let board: Board = "0*/*1".parse().unwrap();
    let (answer, _) = search(&board, &Limits::default());
    assert_eq!((answer.best().value, answer.best().exact), (0, true));
}
