//! Standings as one page that needs nothing else: tables, intervals, replays.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

use fruitrage_pictures::{escaped, replay_end, replay_head, replay_record};
use fruitrage_rules::{Player, plain, plain_name};
use fruitrage_statistics::{Count, Score};

use super::{Audience, Line, Standings, absence, faults_shown, games_shown, half_width, shown};
use crate::{Search, Selection, Store, StoreError, StoredGame};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The largest page, without the script. What does not fit is in the store.
const LARGEST: usize = 1_850_000;

/// The most agents whose cross-table is written out; for more of them the page shows one
/// agent's results at a time.
const LARGEST_TABLE: usize = 60;

/// How much of a fault is told.
const LONGEST_DETAIL: usize = 500;

/// How many games lost by a fault are listed.
const MOST_FAULTS: usize = 200;

/// No game takes less on the page.
const SHORTEST_GAME: usize = 250;

/// A game, and how it is written on the page.
type Told = (StoredGame, String);

/// The standings with everybody's results against everybody, and as many games to replay as
/// fit, as one HTML page of at most 2 MB that needs nothing else. A page for the public has
/// neither games nor faults.
pub fn html(
    title: &str,
    standings: &Standings,
    store: &mut Store,
    selection: &Selection,
    audience: Audience,
) -> Result<String, StoreError> {
    let standings = &match audience {
        Audience::Organiser => Cow::Borrowed(standings),
        Audience::Public => Cow::Owned(standings.clone().for_the_public()),
    };
    let mut page = String::new();
    // Writing to a text cannot fail.
    let _ = write_head(&mut page, title, standings);
    let mut games = Vec::new();
    if audience == Audience::Organiser {
        let _ = write_faults(&mut page, standings);
        // A cell with its link, or a few digits of a pair.
        let agents = standings.lines.len();
        let table = agents.pow(2) * if agents <= LARGEST_TABLE { 60 } else { 5 };
        games = games_within(LARGEST.saturating_sub(page.len() + table), store, selection)?;
    }
    let _ = write_tail(&mut page, standings, &games, audience);
    Ok(page)
}

/// As many games with their records as fit into so many bytes.
fn games_within(
    mut room: usize,
    store: &mut Store,
    selection: &Selection,
) -> Result<Vec<Told>, StoreError> {
    let limit = Some((room / SHORTEST_GAME) as u64);
    let mut told = Vec::new();
    for game in store.find(&Search { limit, ..selection.search() })? {
        let record = store.record(game.id)?.unwrap_or_default();
        let mut shown = String::new();
        let _ = write_game(&mut shown, &game, &record);
        match room.checked_sub(shown.len()) {
            Some(left) => room = left,
            None => break,
        }
        told.push((game, shown));
    }
    Ok(told)
}

fn write_head(page: &mut String, title: &str, standings: &Standings) -> fmt::Result {
    let title = escaped(&plain_name(title));
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         {}<style>\n{STYLE}</style>\n<h1>{title}</h1>\n",
        replay_head(),
    )?;
    write_standings(page, standings)
}

fn write_tail(
    page: &mut String,
    standings: &Standings,
    games: &[Told],
    audience: Audience,
) -> fmt::Result {
    if standings.lines.len() <= LARGEST_TABLE {
        write_cross_table(page, standings, games)?;
    } else {
        write_head_to_head(page, standings)?;
    }
    if audience == Audience::Organiser {
        writeln!(page, "<h2>Games</h2>")?;
        page.extend(games.iter().map(|(_, shown)| shown.as_str()));
        if let Some(more) = standings.games.checked_sub(games.len()).filter(|more| *more > 0) {
            writeln!(
                page,
                "<p>{} more in the store: <code>fruitrage tournament export</code> writes them \
                 all, <code>fruitrage standings --game NUMBER</code> shows one.</p>",
                games_shown(more)
            )?;
        }
    }
    writeln!(page, "<script>\n{SCRIPT}</script>")?;
    if audience == Audience::Organiser {
        write!(page, "{}", replay_end())?;
    }
    writeln!(page, "</html>")
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
            "<tr><td class=\"number\">{}<td>{}<td class=\"number\">{:.0} ± {}<td>{}\
             <td class=\"number\">{}<td class=\"number\">{}<td class=\"number\">{:+.1}\
             <td class=\"number\">{:.2}<td>{}",
            line.rank,
            escaped(&plain_name(&line.name)),
            line.rating.0.value,
            half_width(&line.rating),
            bar(line, low, high),
            shown(&line.pairs),
            shown(&line.games),
            line.margin,
            line.seconds_per_game,
            escaped(&faults_shown(line)),
        )?;
    }
    writeln!(
        page,
        "</table></div>\n<p>{}. Pairs and games: won–drawn–lost.</p>",
        games_shown(standings.games)
    )?;
    write_absences(page, standings)
}

fn write_absences(page: &mut String, standings: &Standings) -> fmt::Result {
    if standings.left_out.is_empty() {
        return Ok(());
    }
    writeln!(page, "<ul>")?;
    for left_out in &standings.left_out {
        writeln!(page, "<li>{}", escaped(&absence(left_out)))?;
    }
    writeln!(page, "</ul>")
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

fn write_cross_table(page: &mut String, standings: &Standings, games: &[Told]) -> fmt::Result {
    let mut first_games = BTreeMap::new();
    for (game, _) in games {
        let key = (game.key.first.as_str(), game.key.second.as_str());
        first_games.entry(key).or_insert(game.id);
    }
    writeln!(
        page,
        "<h2>Cross-table</h2>\n<div class=\"scroll\"><table class=\"cross\">\n<tr><th><th>Agent"
    )?;
    for number in 1..=standings.lines.len() {
        write!(page, "<th class=\"number\">{number}")?;
    }
    for ((number, line), row) in (1..).zip(&standings.lines).zip(&standings.table) {
        write!(
            page,
            "\n<tr><td class=\"number\">{number}<td>{}",
            escaped(&plain_name(&line.name))
        )?;
        for (other, cell) in standings.lines.iter().zip(row) {
            let game = first_games.get(&(line.name.as_str(), other.name.as_str()));
            match (cell.as_ref().map(shown), game) {
                (Some(count), Some(id)) => {
                    write!(page, "<td class=\"number\"><a href=\"#game-{id}\">{count}</a>")?;
                }
                (Some(count), None) => write!(page, "<td class=\"number\">{count}")?,
                (None, _) => write!(page, "<td>")?,
            }
        }
    }
    writeln!(page, "\n</table></div>")
}

/// Everybody's results against everybody who comes later, in a few bytes each; the script
/// shows those of one agent.
fn write_head_to_head(page: &mut String, standings: &Standings) -> fmt::Result {
    writeln!(
        page,
        "<h2>Head to head</h2>\n<p><label>Agent <select id=\"agent\"></select></label></p>\n\
         <div class=\"scroll\"><table id=\"results\"></table></div>\n\
         <script type=\"text/plain\" id=\"table\">"
    )?;
    for (number, row) in standings.table.iter().enumerate() {
        for cell in &row[number + 1..] {
            match cell {
                Some(Count { won, drawn, lost }) => write!(page, "{won}.{drawn}.{lost} ")?,
                None => write!(page, "- ")?,
            }
        }
        writeln!(page)?;
    }
    writeln!(page, "</script>")
}

fn write_faults(page: &mut String, standings: &Standings) -> fmt::Result {
    if standings.faults.is_empty() {
        return Ok(());
    }
    writeln!(page, "<h2>Games lost by a fault</h2>\n<ul>")?;
    for fault in standings.faults.iter().take(MOST_FAULTS) {
        writeln!(
            page,
            "<li><a href=\"#game-{0}\">Game {0}</a>: {1} lost to {2} ({3}): {4}",
            fault.game,
            escaped(&plain_name(&fault.loser)),
            escaped(&plain_name(&fault.opponent)),
            escaped(&fault.cause),
            escaped(&plain(&fault.detail, LONGEST_DETAIL)),
        )?;
    }
    writeln!(page, "</ul>")?;
    let more = (standings.fault_count() as usize).saturating_sub(MOST_FAULTS);
    if more > 0 { writeln!(page, "<p>And {more} more.</p>") } else { Ok(()) }
}

fn write_game(page: &mut String, game: &StoredGame, record: &str) -> fmt::Result {
    let names = [&game.key.first, &game.key.second].map(|name| escaped(&plain_name(name)));
    let result = match game.result.score {
        Score::Won => format!("{} won", names[Player::First.index()]),
        Score::Drawn => "drawn".to_owned(),
        Score::Lost => format!("{} won", names[Player::Second.index()]),
    };
    let [first, second] = &names;
    writeln!(
        page,
        "<details class=\"game\" id=\"game-{}\"><summary>Game {}: {first} – {second}, {}, {result}\
         </summary><div class=\"replay\"></div><details class=\"text\"><summary>The record</summary>\
         <pre class=\"record\">{}</pre></details></details>",
        game.id,
        game.id,
        escaped(&game.key.event),
        replay_record(record),
    )
}
