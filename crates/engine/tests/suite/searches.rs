//! Searches keep to their limits and give the same answer every time.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use fruitrage_engine::{
    Conditions, Engine, Level, Limits, Options, Parameters, Report, Stop, plan,
};
use fruitrage_rules::{Board, FruitKinds, Group, Size, random_board};

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
    assert_eq!(bench.nodes, 298_595);
}

#[test]
fn a_depth_is_searched_and_no_deeper() {
    let (answer, reports) = search(&board(12, 5, 3), &Limits::depth(5));
    assert_eq!(answer.depth, 5);
    assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(answer.best().moves.len(), 5, "the line goes as deep as the search");
}

#[test]
fn the_constants_of_the_search_are_those_of_the_options() {
    let clock = || Duration::ZERO;
    let nodes = |parameters| {
        let options = Options { hash_megabytes: 16, parameters, ..Options::default() };
        let limits = Limits::depth(5);
        let answer = Engine::new(options).search(
            &board(12, 5, 3),
            &limits,
            &clock,
            &Stop::new(),
            &mut |_| {},
        );
        answer.unwrap().nodes
    };
    let usual = Parameters::default();
    let wasteful = Parameters { prune_margin: 20, ..usual };
    assert!(nodes(wasteful) > nodes(usual));
}

/// The clock stands where the share of a move that stays the same has passed and that of one in
/// doubt has not: a search goes on only if it has just changed its mind.
#[test]
fn only_a_move_in_doubt_is_searched_deeper() {
    // So little time that it does not look like a pause in which something else was running.
    let left = Duration::from_millis(240);
    let options = Options { hash_megabytes: 16, overhead: Duration::ZERO, ..Options::default() };
    let mut in_doubt = 0;
    for seed in 0..20 {
        let board = board(12, 5, seed);
        let conditions = Conditions::assumed(left, options.overhead);
        let plan = plan(&board, left, &conditions);
        let now = Mutex::new(Duration::ZERO);
        let (mut last, mut looked_at) = (None, None);
        let mut hear = |report: &Report| {
            let chosen = Some(report.best().moves[0]);
            if looked_at.is_some() {
                *now.lock().unwrap() = plan.limit;
            } else if report.nodes >= 2000 {
                *now.lock().unwrap() = plan.if_stable;
                looked_at = Some((report.depth, chosen != last));
            }
            last = chosen;
        };
        let clock = || *now.lock().unwrap();
        let limits = Limits::clock(left);
        let mut engine = Engine::new(options);
        let answer = engine.search(&board, &limits, &clock, &Stop::new(), &mut hear).unwrap();
        let (depth, is_in_doubt) = looked_at.unwrap();
        assert_eq!(answer.depth > depth, is_in_doubt, "seed {seed}");
        in_doubt += u32::from(is_in_doubt);
    }
    assert!((1..20).contains(&in_doubt), "{in_doubt} of 20");
}

#[test]
fn without_any_search_the_largest_group_is_the_answer_and_half_of_it_the_value() {
    let board = board(10, 4, 1);
    let (answer, reports) = search(&board, &Limits::nodes(1));
    let largest = board.groups().max_by_key(Group::count).unwrap();
    assert_eq!(board.group_at(answer.best().moves[0]).unwrap().count(), largest.count());
    assert_eq!(answer.best().value as u32, largest.points() / 2);
    assert!(reports.is_empty());
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
    // With the same width again, each would be over at once and there would be hundreds.
    assert!((4..20).contains(&at_last), "{at_last} searches of the same depth, each wider");
    assert_eq!(board.group_at(answer.best().moves[0]).unwrap().count(), 14);
}

/// Who asks for a depth or a level wants no more than that, however soon everything is seen.
#[test]
fn no_depth_is_searched_twice_where_depth_or_level_are_given() {
    let board = board(5, 3, 1);
    let clock = || Duration::ZERO;
    for (level, depth, expected) in [(9, None, 8), (10, Some(20), 20)] {
        let level = Level::new(level).unwrap();
        let mut engine = Engine::new(Options { hash_megabytes: 1, level, ..Options::default() });
        let limits = Limits { depth, nodes: Some(1_000_000), ..Limits::NONE };
        let mut searches = 0;
        engine.search(&board, &limits, &clock, &Stop::new(), &mut |_| searches += 1);
        assert_eq!(searches, expected);
    }
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
