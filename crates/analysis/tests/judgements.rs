//! Reviews of games: exactly right where everything is known, and always adding up.

#[path = "../../engine/tests/suite/brute_force.rs"]
mod brute_force;

use std::collections::HashMap;
use std::time::Duration;

use fruitrage_analysis::{Judgement, Review, review};
use fruitrage_engine::{Engine, Limits, Options, Stop};
use fruitrage_rules::{
    Board, Cause, Cell, FruitKinds, Game, Generator, Group, Player, Setup, Size, random_board,
};

/// A game of moves that chance chose; it goes on for at most so many.
fn game_by_chance(size: usize, kinds: usize, seed: u64, longest: usize) -> Game {
    let kinds = FruitKinds::new(kinds).unwrap();
    let board = random_board(Size::new(size).unwrap(), kinds, seed);
    let mut game = Game::new(Setup::new(board, kinds).unwrap());
    let mut chance = Generator::new(seed);
    while game.ending().is_none() && game.turns().len() < longest {
        let groups: Vec<Group> = game.board().groups().collect();
        let choice = groups[chance.below(groups.len())].name();
        game.play(choice, Duration::ZERO).unwrap();
    }
    game
}

fn reviewed(game: &Game, limits: &Limits) -> Review {
    let mut engine = Engine::new(Options { hash_megabytes: 16, ..Options::default() });
    let clock = || Duration::ZERO;
    review(&mut engine, game, limits, &clock, &Stop::new(), &mut |_| {}).unwrap()
}

/// What the first player gave away less what the second did.
fn given_away(review: &Review) -> i32 {
    let lost = |player| review.summary(player).lost;
    lost(Player::First) - lost(Player::Second)
}

/// The margin of a line of play for the player who begins it.
fn margin(board: &Board, line: &[Cell]) -> i32 {
    let (mut board, mut margin, mut sign) = (*board, 0, 1);
    for &cell in line {
        let (after, group) = board.play(cell).unwrap();
        (board, margin, sign) = (after, margin + sign * group.points() as i32, -sign);
    }
    margin
}

#[test]
fn every_number_is_that_of_brute_force() {
    for (size, kinds, seeds) in [(2, 2, 8), (3, 3, 30), (4, 2, 20), (4, 4, 8)] {
        for seed in 0..seeds {
            let game = game_by_chance(size, kinds, seed, usize::MAX);
            let review = reviewed(&game, &Limits::default());
            let mut known = HashMap::new();
            let mut board = *game.setup().board();
            assert_eq!(review.start_value, brute_force::value(&board, &mut known));
            for (judgement, turn) in review.judgements.iter().zip(game.turns()) {
                let (after, group) = board.play(turn.choice).unwrap();
                let played = group.points() as i32 - brute_force::value(&after, &mut known);
                assert_eq!(judgement.played_value, played, "{board:?}");
                assert_eq!(judgement.best_value, brute_force::value(&board, &mut known));
                assert_eq!(margin(&board, &judgement.best), judgement.best_value, "{board:?}");
                assert!(judgement.exact);
                board = after;
            }
            assert_eq!(review.start_value - game.lead(Player::First), given_away(&review));
        }
    }
}

#[test]
fn estimates_add_up_too() {
    for (size, kinds, seed) in [(8, 4, 1), (10, 3, 2), (12, 6, 3)] {
        let game = game_by_chance(size, kinds, seed, usize::MAX);
        let review = reviewed(&game, &Limits { nodes: Some(300), ..Limits::default() });
        assert!(!review.judgements[0].exact && review.judgements.last().unwrap().exact);
        assert!(review.judgements.iter().all(|judgement| judgement.lost() >= 0));
        assert_eq!(review.start_value - game.lead(Player::First), given_away(&review));
        assert_eq!(review.expected_margins().last(), Some(&game.lead(Player::First)));
    }
}

#[test]
fn a_game_that_ended_early_is_continued_with_best_play() {
    for seed in 0..10 {
        let mut game = game_by_chance(4, 3, seed, 3);
        game.forfeit(Player::Second, Cause::OutOfTime, "");
        let review = reviewed(&game, &Limits::default());
        let rest = brute_force::value(game.board(), &mut HashMap::new());
        let outcome = game.lead(Player::First) - rest;
        assert_eq!(review.expected_margins().last(), Some(&outcome));
        assert_eq!(review.start_value - outcome, given_away(&review));
    }
}

#[test]
fn a_game_without_moves_has_nothing_to_judge() {
    let game = game_by_chance(3, 3, 1, 0);
    let review = reviewed(&game, &Limits::default());
    assert_eq!(review.start_value, brute_force::value(game.board(), &mut HashMap::new()));
    assert_eq!(review.expected_margins(), [review.start_value]);
    assert_eq!(review.summary(Player::First).accuracy, None);
}

#[test]
fn judgements_are_told_from_the_last_to_the_first() {
    let game = game_by_chance(4, 3, 5, usize::MAX);
    let mut engine = Engine::new(Options { hash_megabytes: 16, ..Options::default() });
    let mut told: Vec<Judgement> = Vec::new();
    let mut tell = |judgement: &Judgement| told.push(judgement.clone());
    let limits = Limits::default();
    let review = review(&mut engine, &game, &limits, &|| Duration::ZERO, &Stop::new(), &mut tell);
    told.reverse();
    assert_eq!(told, review.unwrap().judgements);
}

#[test]
fn a_stopped_review_is_none() {
    let game = game_by_chance(6, 3, 5, usize::MAX);
    let mut engine = Engine::new(Options { hash_megabytes: 16, ..Options::default() });
    let (stop, mut count) = (Stop::new(), 0);
    let mut tell = |_: &Judgement| {
        count += 1;
        if count == 2 {
            stop.stop();
        }
    };
    let limits = Limits::default();
    assert_eq!(review(&mut engine, &game, &limits, &|| Duration::ZERO, &stop, &mut tell), None);
    assert_eq!(count, 2);
}

#[test]
fn the_summary_counts_flaws_and_tells_the_moves_to_look_at() {
    let judgement = |index, points, largest, played_value, best_value| Judgement {
        index,
        played: "A1".parse().unwrap(),
        points,
        largest,
        played_value,
        best_value,
        best: vec!["A1".parse().unwrap()],
        exact: true,
    };
    let review = Review {
        start_value: 10,
        judgements: vec![
            judgement(0, 4, 16, 10, 10),
            judgement(1, 9, 9, -15, -10),
            judgement(2, 4, 4, 3, 20),
            judgement(3, 1, 1, -1, -1),
            judgement(4, 1, 9, 1, 6),
        ],
    };
    let first = review.summary(Player::First);
    assert_eq!((first.moves, first.flawless, first.lost), (3, 1, 22));
    assert_eq!((first.worst, first.best), (vec![2, 4], vec![0]));
    assert_eq!(review.summary(Player::Second).lost, 5);
    assert_eq!(review.expected_margins(), [10, 10, 15, -2, -2, -7]);
    assert_eq!(review.turning_points(), [2]);
}
