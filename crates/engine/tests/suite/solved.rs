//! The engine finds moves that keep the value of solved positions.
//!
//! `tests/solved.txt` has lines `BOARD VALUE MOVES`: the exact value and every move that
//! keeps it, found by the solver, and checked here by programs that share no code with it.

use std::collections::HashMap;
use std::time::Duration;

use fruitrage_engine::{Engine, Limits, Options, Stop};
use fruitrage_rules::{Board, Cell};

use crate::{brute_force, twin};

/// About as many positions as are looked at in a tenth of a second.
const NODES: u64 = 100_000;

/// The naive twin takes seconds up to here.
const FRUITS_FOR_TWIN: u32 = 25;

/// Brute force takes a moment up to here.
const FRUITS_FOR_BRUTE_FORCE: u32 = 16;

fn solved_positions() -> impl Iterator<Item = (Board, i32, Vec<Cell>)> {
    let lines = include_str!("../solved.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let best = words[2].split(',').map(|cell| cell.parse().unwrap());
        (words[0].parse().unwrap(), words[1].parse().unwrap(), best.collect())
    })
}

#[test]
fn the_engine_keeps_the_value_in_99_of_100() {
    let (mut kept, mut count) = (0, 0);
    for (board, _, best) in solved_positions() {
        let mut engine = Engine::new(Options { hash_megabytes: 16, ..Options::default() });
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let clock = || Duration::ZERO;
        let report = engine.search(&board, &limits, &clock, &Stop::new(), &mut |_| {}).unwrap();
        let choice = board.group_at(report.best().moves[0]).unwrap().name();
        kept += u32::from(best.contains(&choice));
        count += 1;
    }
    assert!(count >= 100 && kept * 100 >= count * 99, "{kept} of {count}");
}

#[test]
fn values_are_what_the_naive_twin_says() {
    let mut checked = 0;
    for (board, value, _) in solved_positions() {
        if board.fruits_left() <= FRUITS_FOR_TWIN {
            assert_eq!(twin::value(&board, &mut HashMap::new()), value, "{board:?}");
            checked += 1;
        }
    }
    assert!(checked >= 25, "{checked} positions");
}

#[test]
fn small_ones_are_what_brute_force_says() {
    let mut checked = 0;
    for (board, value, best) in solved_positions() {
        if board.fruits_left() > FRUITS_FOR_BRUTE_FORCE {
            continue;
        }
        let mut known = HashMap::new();
        assert_eq!(brute_force::value(&board, &mut known), value, "{board:?}");
        let keeps = |cell: &Cell| {
            let (after, group) = board.play(*cell).unwrap();
            group.points() as i32 - brute_force::value(&after, &mut known) == value
        };
        let names = board.groups().map(|group| group.name());
        assert_eq!(names.filter(keeps).collect::<Vec<_>>(), best, "{board:?}");
        checked += 1;
    }
    assert!(checked >= 10, "{checked} small positions");
}
