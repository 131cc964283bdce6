//! Puzzles: positions whose one best move is proved, and is not the largest group.

use fruitrage_engine::{Engine, Limits, Options, Stop, Unsolved, solve};
use fruitrage_rules::{Board, Cell, FruitKinds, Generator, Group, Size, random_board};

/// How many positions may be searched to prove one move. Not a time, so that the same seeds
/// give the same puzzles on every machine.
const NODES: u64 = 1_000_000;

/// Enough for positions of this size.
const HASH_MEGABYTES: usize = 4;

/// What the best move must be worth more than any other: fewer points are no reason to
/// remember anything.
const LEAST_GAIN: i32 = 4;

/// Positions with more fruits take too long to prove, those with fewer are too plain.
const FRUITS: std::ops::RangeInclusive<u32> = 14..=30;

/// From these depths on the search must find the move for each difficulty but the last.
const DEPTHS: [u32; 4] = [1, 2, 4, 6];

/// A position whose one best move is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub board: Board,
    /// The best move, by the name of its group.
    pub best: Cell,
    /// What the player to move gains by it, with best play to the end; proved.
    pub value: i32,
    /// What the next best move is worth; proved, and less.
    pub second: i32,
    /// The largest group, which is not the best move.
    pub largest: Cell,
    /// 1, seen at a glance, to 5: how far one must look ahead.
    pub difficulty: u8,
}

impl Puzzle {
    /// The puzzle in a position, unless it has none: several moves are best, or the largest
    /// group is, or the best one gains little, or a proof would take too long.
    ///
    /// ```
    /// use fruitrage_analysis::Puzzle;
    /// use fruitrage_engine::Stop;
    ///
    /// let board = "***/*10/000".parse().unwrap();
    /// assert_eq!(Puzzle::in_position(&board, &Stop::new()), None, "too plain");
    /// ```
    pub fn in_position(board: &Board, stop: &Stop) -> Option<Self> {
        if !FRUITS.contains(&board.fruits_left()) {
            return None;
        }
        let groups: Vec<Group> = board.groups().collect();
        let largest = groups.iter().max_by_key(|group| group.points())?;
        let mut moves = Vec::with_capacity(groups.len());
        for group in &groups {
            moves.push((worth(board, group, stop)?, group));
        }
        moves.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        let [(value, best), (second, _), ..] = moves.as_slice() else { return None };
        if value - second < LEAST_GAIN || best.points() == largest.points() {
            return None;
        }
        Some(Self {
            board: *board,
            best: best.name(),
            value: *value,
            second: *second,
            largest: largest.name(),
            difficulty: difficulty(board, best, stop)?,
        })
    }

    /// The puzzle of a seed, if it has one: the first in a game from its board in which moves
    /// are made by chance among the larger groups.
    pub fn of_seed(size: Size, kinds: FruitKinds, seed: u64, stop: &Stop) -> Option<Self> {
        let mut board = random_board(size, kinds, seed);
        let mut chance = Generator::new(seed);
        while board.fruits_left() >= *FRUITS.start() && !stop.is_stopped() {
            if let Some(puzzle) = Self::in_position(&board, stop) {
                return Some(puzzle);
            }
            let mut groups: Vec<Group> = board.groups().collect();
            groups.sort_by_key(|group| std::cmp::Reverse(group.points()));
            let among = groups.len().div_ceil(3);
            board = board.after(&groups[chance.below(among)]);
        }
        None
    }
}

/// What a move is worth to who makes it, proved; none if that takes too long.
fn worth(board: &Board, group: &Group, stop: &Stop) -> Option<i32> {
    let options = Options { hash_megabytes: HASH_MEGABYTES, ..Options::default() };
    let limits = Limits::nodes(NODES);
    let clock = || std::time::Duration::ZERO;
    let solved: Result<_, Unsolved> =
        solve(&board.after(group), options, &limits, &clock, stop, &mut |_| {});
    Some(group.points() as i32 - solved.ok()?.value)
}

/// How far the search must look ahead to find a move, from 1 to 5.
fn difficulty(board: &Board, best: &Group, stop: &Stop) -> Option<u8> {
    let clock = || std::time::Duration::ZERO;
    let mut found_from = DEPTHS.len();
    for (place, depth) in DEPTHS.into_iter().enumerate().rev() {
        let options = Options { hash_megabytes: HASH_MEGABYTES, ..Options::default() };
        let mut engine = Engine::new(options);
        let report = engine.search(board, &Limits::depth(depth), &clock, stop, &mut |_| {})?;
        if !best.cells().contains(report.best().moves[0]) {
            break;
        }
        found_from = place;
    }
    Some(1 + found_from as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_seed(seed: u64) -> Option<Puzzle> {
        Puzzle::of_seed(Size::new(6).unwrap(), FruitKinds::new(3).unwrap(), seed, &Stop::new())
    }

    #[test]
    fn a_puzzle_has_one_best_move_and_it_is_not_the_largest() {
        let puzzles: Vec<Puzzle> = (1..30).filter_map(of_seed).collect();
        assert!(puzzles.len() > 1, "{}", puzzles.len());
        for puzzle in &puzzles {
            let Puzzle { board, best, value, second, largest, difficulty } = puzzle;
            let points = |cell: &Cell| board.group_at(*cell).unwrap().points();
            assert!(points(best) < points(largest) && value - second >= LEAST_GAIN);
            assert!((1..=5).contains(difficulty));
            let options = Options { hash_megabytes: 16, ..Options::default() };
            let clock = || std::time::Duration::ZERO;
            let whole =
                solve(board, options, &Limits::NONE, &clock, &Stop::new(), &mut |_| {}).unwrap();
            assert_eq!(whole.value, *value, "{board:#}");
            let first = board.group_at(whole.line[0]).unwrap();
            assert_eq!(first.name(), *best, "{board:#}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_puzzle() {
        assert_eq!(of_seed(3), of_seed(3));
    }
}
