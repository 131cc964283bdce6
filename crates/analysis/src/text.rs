//! Reviews as plain text for people.

use std::fmt::Write;

use fruitrage_rules::{Player, plain_name};

use crate::{Aggregate, Judgement, Part, ReviewedGame, Summary, shown};

/// A reviewed game move by move, with a summary of each player.
pub fn game_as_text(game: &ReviewedGame) -> String {
    let size = game.record.game().setup().board().size();
    let kinds = game.record.game().setup().kinds();
    let mut text = format!(
        "{} – {}, {size}×{size}, {kinds} kinds of fruit\n{}\n\n",
        shown::name(game, Player::First),
        shown::name(game, Player::Second),
        shown::result(game),
    );
    text += &moves(game);
    text += &summaries(game);
    text += &highlights(game);
    text += &exactness(game);
    text
}

/// A reviewed game as one line of a list.
pub fn game_as_line(game: &ReviewedGame) -> String {
    let [first, second] = Player::BOTH.map(|player| game.review.summary(player));
    format!(
        "{}: {} – {}, {}; lost {} and {}, accuracy {} and {}\n",
        game.source,
        shown::name(game, Player::First),
        shown::name(game, Player::Second),
        shown::result(game),
        first.lost,
        second.lost,
        shown::accuracy(first.accuracy),
        shown::accuracy(second.accuracy),
    )
}

fn moves(game: &ReviewedGame) -> String {
    if game.review.judgements.is_empty() {
        return "No move was played.\n\n".to_owned();
    }
    let mut text = "move  player  cell  points    value    lost  better    value\n".to_owned();
    let turning_points = game.review.turning_points();
    for judgement in &game.review.judgements {
        let Judgement { index, played, points, exact, .. } = judgement;
        let player = judgement.player().to_string();
        let value = shown::value(judgement.played_value, *exact);
        let line = format!("{:>4}  {player:<6}  {played:<4}  {points:>6}  {value:>7}", index + 1);
        let better = ReviewedGame::better(judgement).map_or_else(String::new, |better| {
            let best = shown::value(judgement.best_value, *exact);
            let turn = if turning_points.contains(index) { "  turning point" } else { "" };
            format!("  {:>6}  {:<6}  {best:>7}{turn}", judgement.lost(), better.to_string())
        });
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{line}{better}");
    }
    text + "\n"
}

fn summaries(game: &ReviewedGame) -> String {
    let mut text = "player  moves  flawless    lost  accuracy  seconds  name\n".to_owned();
    for player in Player::BOTH {
        let Summary { moves, flawless, lost, accuracy, .. } = game.review.summary(player);
        let _ = writeln!(
            text,
            "{:<6}  {moves:>5}  {flawless:>8}  {lost:>6}  {:>8}  {:>7.1}  {}",
            player.to_string(),
            shown::accuracy(accuracy),
            game.time_used(player).as_secs_f64(),
            shown::name(game, player),
        );
    }
    text + "\n"
}

fn highlights(game: &ReviewedGame) -> String {
    let judgements = &game.review.judgements;
    let mut text = String::new();
    let mut add = |what: &str, moves: &[usize], of: &dyn Fn(&Judgement) -> String| {
        let moves: Vec<String> = moves.iter().map(|&index| of(&judgements[index])).collect();
        if !moves.is_empty() {
            let _ = writeln!(text, "{what}: {}", moves.join("; "));
        }
    };
    for player in Player::BOTH {
        let summary = game.review.summary(player);
        add(&format!("Worst moves of the {player}"), &summary.worst, &|judgement| {
            let better =
                ReviewedGame::better(judgement).map_or_else(String::new, |cell| cell.to_string());
            format!("{} lost {} ({better} was better)", shown::name_of(judgement), judgement.lost())
        });
        add(&format!("Best moves of the {player}"), &summary.best, &|judgement| {
            let (points, largest) = (judgement.points, judgement.largest);
            format!("{} for {points} rather than {largest}", shown::name_of(judgement))
        });
    }
    add("Turning points", &game.review.turning_points(), &shown::name_of);
    text + &shown::account(game) + "\n"
}

fn exactness(game: &ReviewedGame) -> String {
    match game.exact_from() {
        Some(0) => "Every value is exact.\n".to_owned(),
        Some(from) => {
            format!("Values are exact from move {} on, and estimated before (~).\n", from + 1)
        }
        None => "Values are estimated (~).\n".to_owned(),
    }
}

/// What many games say of one player.
pub fn aggregate_as_text(aggregate: &Aggregate, games: &[ReviewedGame]) -> String {
    let tally = &aggregate.tally;
    let mut text = format!(
        "{}: {} games, {} moves, {} flawless, {} lost ({:.1} a game), accuracy {}\n\n",
        plain_name(&aggregate.name),
        aggregate.games,
        tally.moves,
        tally.flawless,
        tally.lost,
        aggregate.lost_per_game(),
        shown::accuracy(tally.accuracy()),
    );
    for (title, parts) in aggregate.tables() {
        text += &table(title, parts, tally.lost);
    }
    if !aggregate.worst.is_empty() {
        text += "Worst moves\n";
    }
    for worst in &aggregate.worst {
        let game = &games[worst.game];
        let judgement = &game.review.judgements[worst.index];
        let line: Vec<String> = judgement.best.iter().take(6).map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "  {} lost {}{}, best is {}: {}, {:.3} s\n    {:#}",
            shown::name_of(judgement),
            if judgement.exact { "" } else { "~" },
            judgement.lost(),
            line.join(" "),
            game.source,
            game.record.game().turns()[worst.index].spent.as_secs_f64(),
            worst.board,
        );
    }
    text
}

fn table(title: &str, parts: &[Part], all_lost: i64) -> String {
    let mut text = format!("{title:<24}  moves    lost  share  a move  accuracy\n");
    for Part { name, tally } in parts {
        let share = 100.0 * tally.lost as f64 / all_lost.max(1) as f64;
        let _ = writeln!(
            text,
            "  {name:<22}  {:>5}  {:>6}  {share:>4.0}%  {:>6.1}  {:>8}",
            tally.moves,
            tally.lost,
            tally.lost as f64 / tally.moves.max(1) as f64,
            shown::accuracy(tally.accuracy()),
        );
    }
    text + "\n"
}
