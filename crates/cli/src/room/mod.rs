//! A room of somebody's server, entered from the command line.

mod address;
mod connection;
mod lines;
mod seat;

use std::time::Duration;

use fruitrage_rooms::Chair;
use fruitrage_rooms::message::{EndingView, GameView, Notice, RoomView, StageView};
use fruitrage_rules::{Cause, Ending, Game, Player, Setup};

pub(crate) use address::RoomAddress;
pub(crate) use connection::{Connection, Heard};
pub(crate) use lines::play_by_lines;
pub(crate) use seat::{SeatOptions, run as run_seat};

/// What is known of the room.
#[derive(Debug, Default)]
struct Known {
    chair: Option<Chair>,
    room: Option<RoomView>,
}

impl Known {
    /// Takes in what the server says; whether the room is another one now.
    fn hear(&mut self, notice: &Notice) -> bool {
        match notice {
            Notice::Entered { chair, .. } => {
                self.chair = *chair;
                false
            }
            Notice::Room { room } => {
                self.room = Some(room.clone());
                true
            }
            Notice::Moved { ply, turn, left } => {
                let game = self.room.as_mut().and_then(|room| room.game.as_mut());
                match game.filter(|game| game.moves.len() == *ply) {
                    Some(game) => {
                        game.moves.push(*turn);
                        game.left = *left;
                        true
                    }
                    None => false,
                }
            }
            _ => false,
        }
    }

    /// The game, replayed by the rules; none before it begins, or if it is not possible.
    fn game(&self) -> Option<Game> {
        replayed(self.room.as_ref()?.game.as_ref()?)
    }

    /// Which player this seat is.
    fn player(&self) -> Option<Player> {
        let (chair, room) = (self.chair?, self.room.as_ref()?);
        Some(if chair == room.first { Player::First } else { Player::Second })
    }

    fn name(&self, player: Player) -> String {
        let first = self.room.as_ref().map_or(Chair::Host, |room| room.first);
        self.name_at(if player == Player::First { first } else { first.other() })
    }

    fn name_at(&self, chair: Chair) -> String {
        let named = self.room.as_ref().and_then(|room| room.players[chair.index()].as_ref());
        named.map_or_else(|| "nobody".to_owned(), |player| player.name.to_string())
    }

    /// Why the game is over, as a sentence.
    fn end_of(&self, game: &Game) -> String {
        match game.ending() {
            None => String::new(),
            Some(Ending::Finished) => "All fruits are claimed.".to_owned(),
            Some(Ending::FinalLead) => "What is left cannot change the winner.".to_owned(),
            Some(Ending::Agreed) => "Both agreed on a draw.".to_owned(),
            Some(Ending::Interrupted) => "The game was broken off.".to_owned(),
            Some(Ending::Forfeit { loser, cause, detail }) => {
                let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
                format!("{} {}{detail}.", self.name(*loser), deed(*cause))
            }
        }
    }

    /// Whether this seat is to move.
    fn is_our_turn(&self, game: &Game) -> bool {
        let plays = self.room.as_ref().is_some_and(|room| room.stage == StageView::Playing);
        plays && game.ending().is_none() && self.player() == Some(game.to_move())
    }
}

/// What somebody did to lose whatever the score, after their name.
const fn deed(cause: Cause) -> &'static str {
    match cause {
        Cause::OutOfTime => "ran out of time",
        Cause::Resigned => "resigned",
        Cause::Crashed => "crashed",
        Cause::NoOutput => "wrote no answer",
        Cause::MalformedOutput => "wrote an answer that cannot be read",
        Cause::IllegalMove => "made an illegal move",
        Cause::WrongBoard => "wrote a wrong board",
        Cause::Memory => "used too much memory",
        Cause::OutputTooLarge => "wrote too much",
        Cause::ProtocolError => "broke the protocol",
    }
}

fn replayed(view: &GameView) -> Option<Game> {
    let mut setup = Setup::new(view.board, view.kinds).ok()?.with_ties(view.ties);
    if let Some(clock) = view.clock {
        setup = setup.with_clocks([Duration::from_secs(u64::from(clock)); 2]);
    }
    let mut game = Game::new(setup);
    for turn in &view.moves {
        game.play(turn.cell, Duration::try_from_secs_f64(turn.seconds).ok()?).ok()?;
    }
    match &view.ending {
        Some(EndingView::Agreed) => game.agree_on_a_draw(),
        Some(EndingView::Forfeit { loser, cause, detail }) => {
            let cause = cause.parse().unwrap_or(Cause::ProtocolError);
            game.forfeit(*Player::BOTH.get(*loser)?, cause, detail);
        }
        None => {}
    }
    Some(game)
}
