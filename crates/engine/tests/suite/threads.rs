//! Searches with several threads, on boards that keep the helpers busy.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use fruitrage_engine::{Engine, Limits, Options, Solution, Stop, solve};
use fruitrage_rules::{Board, Cell, Fruit, FruitKinds, Size, random_board};

fn solved(board: &Board, threads: usize) -> Solution {
    let options = Options { hash_megabytes: 16, threads, ..Options::default() };
    let clock = || Duration::ZERO;
    solve(board, options, &Limits::NONE, &clock, &Stop::new(), &mut |_| {}).unwrap()
}

/// The margin of a line that is played to the end of the game.
fn margin(board: &Board, line: &[Cell]) -> i32 {
    let (mut board, mut margin, mut sign) = (*board, 0, 1);
    for &cell in line {
        let (after, group) = board.play(cell).unwrap();
        (board, margin, sign) = (after, margin + sign * group.points() as i32, -sign);
    }
    assert!(board.is_empty(), "the line goes to the end");
    margin
}

/// Seeds of 6×6 boards with 4 kinds of fruit and their values. One thread searches 70,000 to
/// 300,000 positions for each, so that helpers have started long before the end.
const KNOWN_VALUES: [(u64, i32); 5] = [(6001, 8), (5010, 46), (5017, 20), (5023, 18), (6010, 6)];

#[test]
fn values_are_the_same_with_any_number_of_threads() {
    for (seed, value) in KNOWN_VALUES {
        let board = random_board(Size::new(6).unwrap(), FruitKinds::new(4).unwrap(), seed);
        for threads in 1..=4 {
            let solution = solved(&board, threads);
            assert_eq!(solution.value, value, "seed {seed}, {threads} threads");
            assert_eq!(margin(&board, &solution.line), value, "seed {seed}, {threads} threads");
            assert!(threads > 1 || solution.nodes > 50_000, "seed {seed}: {}", solution.nodes);
        }
    }
}

/// 676 groups of one fruit each: the deepest that a search can get.
fn alternating_stacks() -> Board {
    Board::from_fn(Size::LARGEST, |cell| Fruit::new(cell.row() % 5 + 5 * (cell.column() % 2)))
}

/// Half of what threads have unless they ask for more, and what a main thread has on Windows.
const STACK: usize = 1 << 20;

#[test]
fn the_deepest_searches_fit_the_stack_of_a_thread() {
    let search = || {
        for threads in [1, 2] {
            let options = Options { hash_megabytes: 16, threads, ..Options::default() };
            let limits = Limits::nodes(300_000);
            let clock = || Duration::ZERO;
            let board = alternating_stacks();
            // It goes down to the last fruit at once, long before it is stopped.
            let solution = solve(&board, options, &limits, &clock, &Stop::new(), &mut |_| {});
            assert!(solution.is_err());
            let mut engine = Engine::new(options);
            let report = engine.search(&board, &limits, &clock, &Stop::new(), &mut |_| {});
            assert_eq!(board.group_at(report.unwrap().best().moves[0]).unwrap().count(), 1);
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(search).unwrap().join().unwrap();
}

/// The clock is asked by every thread that searches.
#[test]
fn every_thread_searches() {
    let board = random_board(Size::LARGEST, FruitKinds::new(5).unwrap(), 1);
    let (stop, heard, start) = (Stop::new(), Mutex::new(HashSet::new()), Instant::now());
    let clock = || {
        let mut heard = heard.lock().unwrap();
        heard.insert(std::thread::current().id());
        if heard.len() == 3 || start.elapsed() > Duration::from_mins(1) {
            stop.stop();
        }
        Duration::ZERO
    };
    let options = Options { hash_megabytes: 16, threads: 3, ..Options::default() };
    Engine::new(options).search(&board, &Limits::NONE, &clock, &stop, &mut |_| {});
    assert_eq!(heard.lock().unwrap().len(), 3);
}

#[test]
fn a_search_that_is_stopped_from_the_start_answers_with_helpers_too() {
    let stop = Stop::new();
    stop.stop();
    let options = Options { hash_megabytes: 16, threads: 4, ..Options::default() };
    let board = random_board(Size::new(10).unwrap(), FruitKinds::new(4).unwrap(), 1);
    let clock = || Duration::ZERO;
    let report = Engine::new(options).search(&board, &Limits::NONE, &clock, &stop, &mut |_| {});
    assert!(board.play(report.unwrap().best().moves[0]).is_ok());
}
