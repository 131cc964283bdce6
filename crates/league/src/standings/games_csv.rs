//! Games for a spreadsheet.

use fruitrage_statistics::Score;

use super::csv::quoted;
use crate::StoredGame;

/// The names of the columns.
pub(crate) fn heading() -> String {
    "game,round,board,event,first,first_version,second,second_version,winner,margin,fault,loser,\
     detail,first_seconds,second_seconds\n"
        .to_owned()
}

/// A game as comma-separated values.
pub(crate) fn row(game: &StoredGame) -> String {
    let winner = match game.result.score {
        Score::Won => "first",
        Score::Drawn => "draw",
        Score::Lost => "second",
    };
    let fault = game.fault.as_ref().map_or_else(
        || ",,".to_owned(),
        |fault| format!("{},{},{}", fault.cause, fault.loser, quoted(&fault.detail)),
    );
    let [first, second] = game.time.map(|time| time.as_secs_f64());
    format!(
        "{},{},{},{},{},{},{},{},{winner},{},{fault},{first:.3},{second:.3}\n",
        game.id,
        game.key.round,
        game.key.board + 1,
        quoted(&game.key.event),
        quoted(&game.key.first),
        game.versions[0],
        quoted(&game.key.second),
        game.versions[1],
        game.result.margin,
    )
}
