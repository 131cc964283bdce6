//! Reviews as one page that needs nothing else: graphs, boards to step through, and
//! what many games say.

use std::fmt::{self, Write};

use fruitrage_pictures::{BoardPicture, escaped, replay_end, replay_head, replay_record};
use fruitrage_rules::{Board, Cell, CellSet, Player, plain_name};
use serde_json::{Value, json};

use crate::{Aggregate, Judgement, Part, ReviewedGame, Summary, shown};

const STYLE: &str = include_str!("page.css");

/// Nothing is fetched from anywhere, and nothing is sent.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

/// The reviewed games, and what they say of players, as one HTML page.
pub fn page(games: &[ReviewedGame], aggregates: &[Aggregate]) -> String {
    let mut page = String::new();
    // Writing to a text cannot fail.
    let _ = write_page(&mut page, games, aggregates);
    page
}

fn write_page(page: &mut String, games: &[ReviewedGame], aggregates: &[Aggregate]) -> fmt::Result {
    let title = match games {
        [game] => escaped(&title(game)),
        _ => format!("{} games", games.len()),
    };
    writeln!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         {}<style>\n{STYLE}</style>\n<h1>{title}</h1>",
        replay_head(),
    )?;
    for aggregate in aggregates {
        write_aggregate(page, aggregate, games)?;
    }
    for (number, game) in games.iter().enumerate() {
        write_game(page, number, game, games.len() == 1)?;
    }
    writeln!(page, "{}</html>", replay_end())
}

fn title(game: &ReviewedGame) -> String {
    format!("{} – {}", shown::name(game, Player::First), shown::name(game, Player::Second))
}

fn write_game(page: &mut String, number: usize, game: &ReviewedGame, is_open: bool) -> fmt::Result {
    let open = if is_open { " open" } else { "" };
    writeln!(
        page,
        "<details class=\"game\" id=\"game-{}\"{open}>\n<summary>{}: {}, {}</summary>",
        number + 1,
        escaped(&game.source),
        escaped(&title(game)),
        escaped(&shown::result(game)),
    )?;
    writeln!(page, "<p>{}</p>", typeset(&shown::account(game)))?;
    write_summaries(page, game)?;
    writeln!(page, "<div class=\"columns\"><div class=\"replay\"></div>")?;
    write_moves(page, game)?;
    writeln!(
        page,
        "</div>\n<pre class=\"record\" hidden>{}</pre>\n\
         <script type=\"application/json\">{}</script>\n</details>",
        replay_record(&game.record.to_string()),
        harmless(&judged(game)),
    )
}

/// The players side by side, which fits the screen of a phone.
fn write_summaries(page: &mut String, game: &ReviewedGame) -> fmt::Result {
    let [first, second] = Player::BOTH.map(|player| figures(game, player));
    write!(page, "<table class=\"compared\">\n<tr><th>Player")?;
    for player in Player::BOTH {
        write!(page, "<th class=\"number {player}\">{}", escaped(&shown::name(game, player)))?;
    }
    for ((name, one), (_, other)) in first.into_iter().zip(second) {
        write!(page, "\n<tr><th>{name}{}{}", cell(&one), cell(&other))?;
    }
    writeln!(page, "\n</table>")
}

/// What is said of a player, line by line.
fn figures(game: &ReviewedGame, player: Player) -> [(&'static str, String); 6] {
    let Summary { moves, flawless, lost, accuracy, .. } = game.review.summary(player);
    [
        ("Points", game.record.game().scores()[player.index()].to_string()),
        ("Moves", moves.to_string()),
        ("Flawless", flawless.to_string()),
        ("Lost", lost.to_string()),
        ("Accuracy", shown::accuracy(accuracy)),
        ("Seconds", format!("{:.1}", game.time_used(player).as_secs_f64())),
    ]
}

fn cell(content: &dyn fmt::Display) -> String {
    format!("<td class=\"number\">{content}")
}

/// Numbers with a minus instead of a keyboard's hyphen.
fn typeset(numbers: &str) -> String {
    numbers.replace('-', "−")
}

fn write_moves(page: &mut String, game: &ReviewedGame) -> fmt::Result {
    writeln!(
        page,
        "<div class=\"moves\"><table>\n<tr><th class=\"number\">#<th>Move<th class=\"number\">Points\
         <th class=\"number\">Value<th class=\"number\">Lost<th>Better"
    )?;
    for judgement in &game.review.judgements {
        let Judgement { index, played, points, exact, .. } = judgement;
        let better = ReviewedGame::better(judgement).map_or_else(String::new, |better| {
            format!("{better} {}", typeset(&shown::value(judgement.best_value, *exact)))
        });
        let lost = if judgement.lost() > 0 { judgement.lost().to_string() } else { String::new() };
        writeln!(
            page,
            "<tr data-index=\"{index}\"><td class=\"number {}\">{}<td>{played}{}{}{}<td>{better}",
            judgement.player(),
            index + 1,
            cell(points),
            cell(&typeset(&shown::value(judgement.played_value, *exact))),
            cell(&lost),
        )?;
    }
    writeln!(page, "</table></div>")
}

/// What the script shows beside the moves: the review as the web page knows it.
fn judged(game: &ReviewedGame) -> Value {
    let judgements: Vec<Value> = game
        .review
        .judgements
        .iter()
        .map(|judgement| {
            let best: Vec<String> = judgement.best.iter().map(Cell::to_string).collect();
            json!({
                "index": judgement.index,
                "played": judgement.played.to_string(),
                "points": judgement.points,
                "largest": judgement.largest,
                "playedValue": judgement.played_value,
                "bestValue": judgement.best_value,
                "lost": judgement.lost(),
                "best": best,
                "exact": judgement.exact,
            })
        })
        .collect();
    json!({
        "judgements": judgements,
        "margins": game.review.expected_margins(),
        "turningPoints": game.review.turning_points(),
    })
}

fn group(board: &Board, cell: Option<Cell>) -> CellSet {
    let group = cell.and_then(|cell| board.group_at(cell));
    group.map_or(CellSet::EMPTY, |group| *group.cells())
}

fn write_aggregate(
    page: &mut String,
    aggregate: &Aggregate,
    games: &[ReviewedGame],
) -> fmt::Result {
    let tally = &aggregate.tally;
    writeln!(
        page,
        "<section>\n<h2>{}</h2>\n<p>{} games, {} moves, {} flawless; {} points lost, {:.1} a game; \
         accuracy {}.</p>\n<div class=\"tables\">",
        escaped(&plain_name(&aggregate.name)),
        aggregate.games,
        tally.moves,
        tally.flawless,
        tally.lost,
        aggregate.lost_per_game(),
        shown::accuracy(tally.accuracy()),
    )?;
    for (title, parts) in aggregate.tables() {
        write_parts(page, title, parts, tally.lost)?;
    }
    writeln!(page, "</div>\n<div class=\"positions\">")?;
    for worst in &aggregate.worst {
        let judgement = &games[worst.game].review.judgements[worst.index];
        let picture = BoardPicture::new(&worst.board)
            .with_marked(&group(&worst.board, Some(judgement.played)))
            .with_dashed(&group(&worst.board, ReviewedGame::better(judgement)));
        writeln!(
            page,
            "<figure>\n{picture}<figcaption><a href=\"#game-{}-move-{}\">{}</a> lost {}; {} \
             (dashed) was better</figcaption></figure>",
            worst.game + 1,
            worst.index + 1,
            shown::name_of(judgement),
            worst.lost,
            judgement.best[0],
        )?;
    }
    writeln!(page, "</div>\n</section>")
}

fn write_parts(page: &mut String, title: &str, parts: &[Part], all_lost: i64) -> fmt::Result {
    writeln!(
        page,
        "<table>\n<tr><th>{title}<th class=\"number\">Moves<th class=\"number\">Lost\
         <th class=\"number\">Share<th class=\"number\">Accuracy"
    )?;
    for Part { name, tally } in parts {
        let share = 100.0 * tally.lost as f64 / all_lost.max(1) as f64;
        writeln!(
            page,
            "<tr><td>{name}{}{}<td class=\"number\">{share:.0}%{}",
            cell(&tally.moves),
            cell(&tally.lost),
            cell(&shown::accuracy(tally.accuracy())),
        )?;
    }
    writeln!(page, "</table>")
}

/// Data that cannot end the element that it is in.
fn harmless(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}
