//! Words that text and page share.

use fruitrage_rules::{Ending, Game, Player, Verdict, plain_name};

use crate::{Judgement, ReviewedGame};

/// A value with its sign, and `~` before it if it is not proved.
pub(crate) fn value(value: i32, exact: bool) -> String {
    let mark = if exact { "" } else { "~" };
    format!("{mark}{}", signed(value))
}

/// A number with its sign; nothing has none.
fn signed(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}

/// The number of a move and its cell.
pub(crate) fn name_of(judgement: &Judgement) -> String {
    format!("{}. {}", judgement.index + 1, judgement.played)
}

/// A player's name.
pub(crate) fn name(game: &ReviewedGame, player: Player) -> String {
    plain_name(game.name(player))
}

/// From 0 to 100 with one decimal, or nothing to tell.
pub(crate) fn accuracy(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.1}"))
}

/// How the game ended, in the words of its players' names.
pub(crate) fn result(game: &ReviewedGame) -> String {
    let [first, second] = game.record.game().scores();
    let who = match game.record.game().verdict() {
        Some(Verdict::Won(winner)) => format!("{} won", name(game, winner)),
        Some(Verdict::Draw) => "drawn".to_owned(),
        Some(Verdict::Undecided) | None => "undecided".to_owned(),
    };
    format!("{first} to {second}, {who}{}", how(game.record.game()))
}

fn how(game: &Game) -> String {
    match game.ending() {
        Some(Ending::FinalLead) => " by a final lead".to_owned(),
        Some(Ending::Agreed) => " by agreement".to_owned(),
        Some(Ending::Interrupted) => " (broken off)".to_owned(),
        Some(Ending::Forfeit { loser, cause, .. }) => format!(" ({cause} of the {loser} player)"),
        Some(Ending::Finished) | None => String::new(),
    }
}

/// How the final margin came about: the sum that always holds.
pub(crate) fn account(game: &ReviewedGame) -> String {
    let review = &game.review;
    let [first, second] = Player::BOTH.map(|player| review.summary(player).lost);
    let start = value(review.start_value, game.exact_from() == Some(0));
    let outcome = review.start_value - first + second;
    let end = if game.record.game().board().is_empty() { "" } else { " with best play to the end" };
    format!(
        "Best play is worth {start} to the first player; {first} lost by the first and {second} by \
         the second make {}{end}.",
        signed(outcome)
    )
}
