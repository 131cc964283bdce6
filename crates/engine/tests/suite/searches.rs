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
    assert_eq!(bench.nodes, 322_030);
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

/// With everything seen that the selective search looks at, the rest of the time is for what it
/// leaves out.
#[test]
fn a_search_that_has_seen_everything_goes_on_wider() {
    let board: Board = "3102322310/0121232013/3021111113/0221031132/0230011012/0323321010/\
                        2003022012/2202200021/0130000020/2200022231"
        .parse()
        .unwrap();
    let (answer, reports) = search(&board, &Limits::nodes(100_000));
    assert!(answer.nodes >= 100_000, "{} nodes: some were left unused", answer.nodes);
    let deepest = reports.last().unwrap().depth;
    let at_last = reports.iter().filter(|report| report.depth == deepest).count();
    assert!(at_last > 3, "{at_last} searches of the same depth, each wider");
    assert_eq!(board.group_at(answer.best().moves[0]).unwrap().count(), 14);
}

/// Where a search is stopped after a move has beaten the one before, that move is the answer: so
/// that in a search of one node more at a time, the answer changes between two depths, too.
#[test]
fn a_better_move_counts_before_its_depth_is_complete() {
    let changes_early = (1..40).any(|seed| {
        let board = board(8, 4, seed);
        (200..1200).step_by(100).any(|nodes| {
            let (answer, reports) = search(&board, &Limits::nodes(nodes));
            reports.last().is_some_and(|last| last.best().moves[0] != answer.best().moves[0])
        })
    });
    assert!(changes_early);
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
