//! Positions as a search meets them at its leaves, with values from searches of their own.
//!
//! A unit is one game, and everything in it follows from the seed and the unit's number:
//!
//! 1. The board's width is drawn evenly from 4 to 26, the kinds of fruit from 1 to 9, where
//!    2 to 9 are five times as likely as 1: with one kind there is next to nothing to learn.
//! 2. Up to four moves are drawn evenly, so that no two games are alike, and then an engine
//!    with few nodes plays both sides to the end.
//! 3. The game is cut into 10 to 20 pieces of equal length, fewer if it is shorter, and a
//!    position is taken from each.
//! 4. From there up to five moves are drawn, larger groups more likely by their points:
//!    leaves are not positions of best play.
//! 5. The position is searched with a table of its own, limited by nodes alone.

use std::borrow::Cow;
use std::time::Duration;

use fruitrage_engine::evaluation::{Bucket, Evaluation, ValueRange};
use fruitrage_engine::{Engine, Limits, Options, Parameters, Report, Stop};
use fruitrage_rules::seed::mix;
use fruitrage_rules::{Board, FruitKinds, Generator, Group, Size, random_board};

use crate::samples::{Header, Sample};

/// The widths of boards.
const WIDTHS: std::ops::RangeInclusive<usize> = 4..=26;

/// How likely each number of kinds is, from 1 on.
const KINDS_WEIGHTS: [usize; 9] = [1, 5, 5, 5, 5, 5, 5, 5, 5];

/// The most random moves at the start of a game.
const MOST_OPENING_MOVES: usize = 4;

/// The nodes of a move of the game.
const NODES_OF_THE_GAME: u64 = 1000;

/// How many positions a game yields if it is long enough.
const POSITIONS: std::ops::RangeInclusive<usize> = 10..=20;

/// The most random moves from the game's position to the sample.
const MOST_STEPS_AWAY: usize = 5;

/// No search has two to the power of this nodes.
const NEVER_DOUBLED_SO_OFTEN: i32 = 1000;

/// What a table holds for such short searches.
const TABLE_MEGABYTES: usize = 4;

/// The samples of one game; if the handle is stopped meanwhile they mean nothing.
pub fn sample_game(header: &Header, unit: u64, stop: &Stop) -> Vec<Sample> {
    let mut chance = Generator::new(mix(&[header.seed, unit]));
    let size = Size::new(draw_between(&mut chance, WIDTHS)).expect("the widths are sizes");
    let kinds = draw_weighted(&mut chance, &KINDS_WEIGHTS) + 1;
    let kinds = FruitKinds::new(kinds).expect("the weights are of kinds of fruit");
    let boards = play(&random_board(size, kinds, chance.next()), &mut chance, stop);
    let taken = spread(&boards, &mut chance);
    let samples = taken.into_iter().map(|board| {
        let board = walk_away(&board, &mut chance);
        let (exact, values) = evaluate(&board, header.nodes, stop);
        Sample { unit, kinds, board, exact, values }
    });
    samples.collect()
}

/// Plays a game and tells the board before every move.
fn play(start: &Board, chance: &mut Generator, stop: &Stop) -> Vec<Board> {
    let mut opening = chance.below(MOST_OPENING_MOVES + 1);
    let mut engine = new_engine();
    let mut boards = Vec::new();
    let mut board = *start;
    while !board.is_empty() && !stop.is_stopped() {
        boards.push(board);
        board = if opening > 0 {
            opening -= 1;
            let groups: Vec<Group> = board.groups().collect();
            board.after(&groups[chance.below(groups.len())])
        } else {
            after_best(&mut engine, &board, stop)
        };
    }
    boards
}

fn after_best(engine: &mut Engine, board: &Board, stop: &Stop) -> Board {
    let report = search(engine, board, NODES_OF_THE_GAME, stop, &mut |_| {});
    let best = report.best().moves[0];
    board.play(best).expect("the engine claims groups of the board").0
}

/// Boards from all over a game: one from each of some pieces of equal length.
fn spread(boards: &[Board], chance: &mut Generator) -> Vec<Board> {
    let pieces = draw_between(chance, POSITIONS).min(boards.len());
    let start = |piece: usize| piece * boards.len() / pieces;
    let taken = (0..pieces).map(|piece| {
        let length = start(piece + 1) - start(piece);
        boards[start(piece) + chance.below(length)]
    });
    taken.collect()
}

/// Plays moves at random, but never the last one of the game.
fn walk_away(start: &Board, chance: &mut Generator) -> Board {
    let mut board = *start;
    for _ in 0..chance.below(MOST_STEPS_AWAY + 1) {
        let groups: Vec<Group> = board.groups().collect();
        if groups.len() == 1 {
            break;
        }
        let points: Vec<usize> = groups.iter().map(|group| group.points() as usize).collect();
        board = board.after(&groups[draw_weighted(chance, &points)]);
    }
    board
}

/// The exact value, if it is found, and the values by depth.
fn evaluate(board: &Board, nodes: u64, stop: &Stop) -> (Option<i32>, Vec<i32>) {
    let (mut exact, mut values) = (None, Vec::new());
    search(&mut new_engine(), board, nodes, stop, &mut |report| {
        let best = report.best();
        if best.exact {
            exact = Some(best.value);
        } else {
            values.push(best.value);
        }
    });
    (exact, values)
}

/// An engine that has learned nothing: samples do not depend on what was learned from the
/// samples before them, nor on how far that is trusted. What solving takes is learned, too: it
/// solves only what there is nothing else to do with.
fn new_engine() -> Engine {
    let parameters = Parameters {
        near_shrink: 0,
        solve_early: -NEVER_DOUBLED_SO_OFTEN,
        ..Parameters::default()
    };
    let options = Options { hash_megabytes: TABLE_MEGABYTES, parameters, ..Options::default() };
    let evaluation = Evaluation::new([ValueRange::WIDEST; Bucket::COUNT]);
    Engine::with_evaluation(options, Cow::Owned(evaluation))
}

/// Searches a board with fruit. Time stands still: only nodes count.
fn search(
    engine: &mut Engine,
    board: &Board,
    nodes: u64,
    stop: &Stop,
    hear: &mut dyn FnMut(&Report),
) -> Report {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = engine.search(board, &limits, &|| Duration::ZERO, stop, hear);
    report.expect("a board with fruit has a move")
}

fn draw_between(chance: &mut Generator, range: std::ops::RangeInclusive<usize>) -> usize {
    range.start() + chance.below(range.end() - range.start() + 1)
}

/// An index, as likely as its weight says.
fn draw_weighted(chance: &mut Generator, weights: &[usize]) -> usize {
    let mut drawn = chance.below(weights.iter().sum());
    for (index, &weight) in weights.iter().enumerate() {
        if drawn < weight {
            return index;
        }
        drawn -= weight;
    }
    unreachable!("what is drawn is below the sum of the weights")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: Header = Header { seed: 5, nodes: 200 };

    fn games(units: std::ops::Range<u64>) -> Vec<Vec<Sample>> {
        units.map(|unit| sample_game(&HEADER, unit, &Stop::new())).collect()
    }

    #[test]
    fn a_game_is_the_same_every_time_and_another_with_another_seed() {
        assert_eq!(games(0..2), games(0..2));
        let other = Header { seed: 6, ..HEADER };
        assert_ne!(games(0..1)[0], sample_game(&other, 0, &Stop::new()));
    }

    #[test]
    fn games_yield_positions_from_start_to_end() {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for game in games(0..12) {
            assert!((1..=20).contains(&game.len()));
            assert!(game.iter().all(|sample| sample.board.fruits_left() > 0));
            let part_left = |sample: &Sample| {
                f64::from(sample.board.fruits_left()) / sample.board.size().get().pow(2) as f64
            };
            first.push(part_left(&game[0]));
            last.push(part_left(&game[game.len() - 1]));
        }
        let mean = |parts: &[f64]| parts.iter().sum::<f64>() / parts.len() as f64;
        assert!(mean(&first) > 0.6 && mean(&last) < 0.15, "{first:?} {last:?}");
    }

    #[test]
    fn values_have_the_bounds_and_exact_ones_the_parity_that_they_must() {
        for sample in games(0..12).concat() {
            let most = sample.board.most_points_left() as i32;
            assert!(sample.values.iter().all(|value| value.abs() <= most), "{sample}");
            if let Some(exact) = sample.exact {
                let fruits = sample.board.fruits_left() as i32;
                assert!(exact.abs() <= most && (exact - fruits) % 2 == 0, "{sample}");
            }
        }
    }

    #[test]
    fn draws_go_by_their_weights() {
        let mut chance = Generator::new(1);
        let mut drawn = [0; 4];
        for _ in 0..10_000 {
            drawn[draw_weighted(&mut chance, &[1, 0, 3, 6])] += 1;
        }
        for (count, wanted) in drawn.into_iter().zip([1000_i32, 0, 3000, 6000]) {
            assert!((count - wanted).abs() <= 200, "{drawn:?}");
        }
    }
}
