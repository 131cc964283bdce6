//! Reviews for programs.

use fruitrage_rules::{Cell, Player, Turn};
use serde_json::{Value, json};

use crate::{Aggregate, Judgement, Part, ReviewedGame, Tally};

/// A reviewed game as an object. Moves are numbered from 1, values are for the player
/// who moved, margins for the first player.
pub fn game_as_json(game: &ReviewedGame) -> Value {
    let played = game.record.game();
    let expected = game.review.expected_margins();
    let moves: Vec<Value> = game
        .review
        .judgements
        .iter()
        .zip(played.turns())
        .map(|(judgement, turn)| move_as_json(judgement, turn, expected[judgement.index]))
        .collect();
    let turning_points: Vec<usize> =
        game.review.turning_points().into_iter().map(|index| index + 1).collect();
    json!({
        "type": "game",
        "source": game.source,
        "players": game.record.players(),
        "size": played.setup().board().size().get(),
        "fruits": played.setup().kinds().get(),
        "scores": played.scores(),
        "winner": played.verdict().map(|verdict| verdict.to_string()),
        "start_value": game.review.start_value,
        "expected_margin": expected.last(),
        "exact_from": game.exact_from().map(|index| index + 1),
        "turning_points": turning_points,
        "summaries": Player::BOTH.map(|player| summary_as_json(game, player)),
        "moves": moves,
    })
}

fn move_as_json(judgement: &Judgement, turn: &Turn, expected_margin: i32) -> Value {
    json!({
        "number": judgement.index + 1,
        "player": judgement.player().to_string(),
        "move": judgement.played.to_string(),
        "points": judgement.points,
        "seconds": turn.spent.as_secs_f64(),
        "value": judgement.played_value,
        "best_value": judgement.best_value,
        "lost": judgement.lost(),
        "exact": judgement.exact,
        "best": cells(&judgement.best),
        "expected_margin": expected_margin,
    })
}

fn summary_as_json(game: &ReviewedGame, player: Player) -> Value {
    let summary = game.review.summary(player);
    let numbers = |moves: Vec<usize>| moves.into_iter().map(|index| index + 1).collect::<Vec<_>>();
    json!({
        "player": player.to_string(),
        "name": game.name(player),
        "moves": summary.moves,
        "flawless": summary.flawless,
        "lost": summary.lost,
        "accuracy": rounded(summary.accuracy),
        "seconds": game.time_used(player).as_secs_f64(),
        "worst": numbers(summary.worst),
        "best": numbers(summary.best),
    })
}

/// What many games say of one player, as an object.
pub fn aggregate_as_json(aggregate: &Aggregate, games: &[ReviewedGame]) -> Value {
    let table = |parts: &[Part]| -> Vec<Value> {
        parts.iter().map(|part| tally_as_json(&part.name, &part.tally)).collect()
    };
    let worst: Vec<Value> = aggregate
        .worst
        .iter()
        .map(|worst| {
            let game = &games[worst.game];
            let judgement = &game.review.judgements[worst.index];
            json!({
                "source": game.source,
                "number": worst.index + 1,
                "board": format!("{:#}", worst.board),
                "move": judgement.played.to_string(),
                "lost": worst.lost,
                "exact": judgement.exact,
                "best": cells(&judgement.best),
            })
        })
        .collect();
    json!({
        "type": "player",
        "games": aggregate.games,
        "all": tally_as_json(&aggregate.name, &aggregate.tally),
        "by_fruit": table(&aggregate.by_fruit),
        "by_board": table(&aggregate.by_board),
        "by_clock": table(&aggregate.by_clock),
        "by_thinking": table(&aggregate.by_thinking),
        "worst": worst,
    })
}

fn tally_as_json(name: &str, tally: &Tally) -> Value {
    let accuracy = rounded(tally.accuracy());
    let Tally { moves, flawless, lost, at_stake } = tally;
    json!({
        "name": name,
        "moves": moves,
        "flawless": flawless,
        "lost": lost,
        "at_stake": at_stake,
        "accuracy": accuracy,
    })
}

/// To two decimals: the rest differs from machine to machine.
fn rounded(accuracy: Option<f64>) -> Option<f64> {
    accuracy.map(|accuracy| (accuracy * 100.0).round() / 100.0)
}

fn cells(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}
