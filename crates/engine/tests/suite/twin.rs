//! A naive twin of the solver: alpha-beta and a table over the boards of the rules, and nothing
//! else. It shares no code with the engine, so that both are wrong only by coincidence.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use fruitrage_engine::{Limits, Options, Stop, solve};
use fruitrage_rules::{Board, FruitKinds, Group, Size, random_board};

/// Beyond any value.
const INFINITE: i32 = 1_000_000;

/// What is known of a board's value: at least, and at most.
type Known = HashMap<Board, (i32, i32)>;

/// What the player to move gains over the opponent with best play of both.
pub(crate) fn value(board: &Board, known: &mut Known) -> i32 {
    alpha_beta(board, -INFINITE, INFINITE, known)
}

/// The value of a board if it is between alpha and beta, and otherwise a bound on that side.
fn alpha_beta(board: &Board, mut alpha: i32, beta: i32, known: &mut Known) -> i32 {
    if board.is_empty() {
        return 0;
    }
    let (lower, upper) = known.get(board).copied().unwrap_or((-INFINITE, INFINITE));
    if lower >= beta || lower == upper {
        return lower;
    }
    if upper <= alpha {
        return upper;
    }
    let asked = alpha;
    let mut groups: Vec<Group> = board.groups().collect();
    groups.sort_by_key(|group| Reverse(group.count()));
    let mut best = -INFINITE;
    for group in groups {
        let points = group.points() as i32;
        let reply = alpha_beta(&board.after(&group), points - beta, points - alpha, known);
        best = best.max(points - reply);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    let lower = if best > asked { best } else { lower };
    let upper = if best < beta { best } else { upper };
    known.insert(*board, (lower, upper));
    best
}

fn solved(board: &Board) -> i32 {
    let options = Options { hash_megabytes: 16, ..Options::default() };
    let clock = || Duration::ZERO;
    let solution = solve(board, options, &Limits::NONE, &clock, &Stop::new(), &mut |_| {});
    solution.unwrap().value
}

/// A random board after some moves that claim the largest group.
fn board(size: usize, kinds: usize, seed: u64, moves: usize) -> Board {
    let size = Size::new(size).unwrap();
    let mut board = random_board(size, FruitKinds::new(kinds).unwrap(), seed);
    for _ in 0..moves {
        let largest = board.groups().max_by_key(Group::count).unwrap();
        board = board.after(&largest);
    }
    board
}

#[test]
fn the_solver_agrees_with_its_naive_twin_on_6_by_6() {
    // From the start, or after some moves where the twin would take too long.
    let boards = [(2, 0, 0..6), (3, 0, 20..23), (3, 2, 30..36), (4, 0, 5003..5004)];
    let more = [(4, 0, 5009..5010), (4, 3, 40..48), (5, 4, 60..64)];
    for (kinds, moves, seeds) in boards.into_iter().chain(more) {
        for seed in seeds {
            let board = board(6, kinds, seed, moves);
            let expected = value(&board, &mut HashMap::new());
            assert_eq!(solved(&board), expected, "{board:?}");
        }
    }
}

/// Fruits enough for the solver to sort moves by what they lead to (14 and more).
#[test]
fn every_position_of_a_game_agrees() {
    let mut known = HashMap::new();
    let mut position = board(5, 4, 11, 0);
    while let Some(largest) = position.groups().max_by_key(Group::count) {
        assert_eq!(solved(&position), value(&position, &mut known), "{position:?}");
        position = position.after(&largest);
    }
}
