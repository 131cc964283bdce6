//! Standings as one page that needs nothing else: tables, intervals, replays.

use std::fmt::{self, Write};

use fruitrage_rules::Player;
use fruitrage_statistics::Score;

use super::{Line, Standings, faults_shown, games_shown, half_width, shown};
use crate::StoredGame;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The standings with the cross-table and every game to replay, as one HTML page.
pub fn html(title: &str, standings: &Standings, games: &[StoredGame]) -> String {
    let mut page = String::new();
    // Writing to a text cannot fail.
    let _ = write_page(&mut page, title, standings, games);
    page
}

fn write_page(
    page: &mut String,
    title: &str,
    standings: &Standings,
    games: &[StoredGame],
) -> fmt::Result {
    let title = escaped(title);
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{title}</h1>\n"
    )?;
    write_standings(page, standings)?;
    write_cross_table(page, standings, games)?;
    write_faults(page, standings)?;
    writeln!(page, "<h2>Games</h2>")?;
    for game in games {
        write_game(page, game)?;
    }
    writeln!(page, "<script>\n{SCRIPT}</script>\n</html>")
}

fn write_standings(page: &mut String, standings: &Standings) -> fmt::Result {
    let bounds = standings.lines.iter().flat_map(|line| [line.rating.0.low, line.rating.0.high]);
    let bounds: Vec<f64> = bounds.flatten().collect();
    let low = bounds.iter().copied().fold(0.0, f64::min);
    let high = bounds.iter().copied().fold(1.0, f64::max);
    writeln!(
        page,
        "<div class=\"scroll\"><table class=\"standings\">\n<tr><th class=\"number\">Rank\
         <th>Agent<th class=\"number\">Rating<th>95% interval<th class=\"number\">Pairs\
         <th class=\"number\">Games<th class=\"number\">Margin<th class=\"number\">s/game<th>Faults"
    )?;
    for line in &standings.lines {
        writeln!(
            page,
            "<tr><td class=\"number\">{}<td>{}<td class=\"number\">{:.0} ± {:.0}<td>{}\
             <td class=\"number\">{}<td class=\"number\">{}<td class=\"number\">{:+.1}\
             <td class=\"number\">{:.2}<td>{}",
            line.rank,
            escaped(&line.name),
            line.rating.0.value,
            half_width(&line.rating),
            bar(line, low, high),
            shown(&line.pairs),
            shown(&line.games),
            line.margin,
            line.seconds_a_game,
            escaped(&faults_shown(line)),
        )?;
    }
    writeln!(
        page,
        "</table></div>\n<p>{}. Pairs and games: won–drawn–lost.</p>",
        games_shown(standings.games)
    )
}

/// The rating and its interval on a common scale.
fn bar(line: &Line, low: f64, high: f64) -> String {
    let percent = |value: f64| (value - low) / (high - low) * 100.0;
    let rating = &line.rating.0;
    let (from, to) = (rating.low.unwrap_or(low), rating.high.unwrap_or(high));
    format!(
        "<div class=\"bar\"><i style=\"left:{:.1}%;width:{:.1}%\"></i><b style=\"left:{:.1}%\"></b></div>",
        percent(from),
        percent(to) - percent(from),
        percent(rating.value),
    )
}

fn write_cross_table(
    page: &mut String,
    standings: &Standings,
    games: &[StoredGame],
) -> fmt::Result {
    writeln!(
        page,
        "<h2>Cross-table</h2>\n<div class=\"scroll\"><table class=\"cross\">\n<tr><th><th>Agent"
    )?;
    for number in 1..=standings.lines.len() {
        write!(page, "<th class=\"number\">{number}")?;
    }
    for ((number, line), row) in (1..).zip(&standings.lines).zip(&standings.table) {
        write!(page, "\n<tr><td class=\"number\">{number}<td>{}", escaped(&line.name))?;
        for (other, cell) in standings.lines.iter().zip(row) {
            let between =
                |game: &&StoredGame| game.key.first == line.name && game.key.second == other.name;
            match (cell, games.iter().find(between)) {
                (Some(count), Some(game)) => {
                    let (id, count) = (game.id, shown(count));
                    write!(page, "<td class=\"number\"><a href=\"#game-{id}\">{count}</a>")?;
                }
                _ => write!(page, "<td>")?,
            }
        }
    }
    writeln!(page, "\n</table></div>")
}

fn write_faults(page: &mut String, standings: &Standings) -> fmt::Result {
    if standings.faults.is_empty() {
        return Ok(());
    }
    writeln!(page, "<h2>Games lost by a fault</h2>\n<ul>")?;
    for fault in &standings.faults {
        writeln!(
            page,
            "<li><a href=\"#game-{0}\">Game {0}</a>: {1} lost to {2} ({3}): {4}",
            fault.game,
            escaped(&fault.loser),
            escaped(&fault.opponent),
            escaped(&fault.cause),
            escaped(&fault.detail),
        )?;
    }
    writeln!(page, "</ul>")
}

fn write_game(page: &mut String, game: &StoredGame) -> fmt::Result {
    let names = [&game.key.first, &game.key.second].map(|name| escaped(name));
    let result = match game.result.score {
        Score::Won => format!("{} won", names[Player::First.index()]),
        Score::Drawn => "drawn".to_owned(),
        Score::Lost => format!("{} won", names[Player::Second.index()]),
    };
    let [first, second] = &names;
    writeln!(
        page,
        "<details class=\"game\" id=\"game-{}\"><summary>Game {}: {first} – {second}, {}, {result}\
         </summary><pre>{}</pre></details>",
        game.id,
        game.id,
        escaped(&game.key.event),
        escaped(&game.record),
    )
}

/// Text that stays text in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;

    #[test]
    fn names_cannot_become_part_of_the_page() {
        let evil = "<script>alert(1)</script>";
        let games = [game(1, evil, "b", 5), game(2, "b", evil, 3)];
        let standings = Standings::new(&[evil.to_owned(), "b".to_owned()], &games);
        let page = html("A & B", &standings, &games);
        assert!(!page.contains(evil));
        assert!(page.contains("&lt;script&gt;alert(1)"));
        assert!(page.contains("<title>A &amp; B</title>"));
    }

    #[test]
    fn every_game_of_the_cross_table_can_be_replayed() {
        let games = [game(1, "a", "b", 5), game(2, "b", "a", 3)];
        let standings = Standings::new(&["a".to_owned(), "b".to_owned()], &games);
        let page = html("Cup", &standings, &games);
        for id in ["game-1", "game-2"] {
            assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
            assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
        }
        // Self-contained: nothing is fetched from anywhere.
        assert!(!page.contains("http") && !page.contains("src="));
    }
}
