//! What goes between a visitor and the server, as JSON. `page/online/messages.d.ts` is made
//! from these types, and a test keeps it so.

use fruitrage_rules::{Board, Cell, Ending, FruitKinds, Player, TieRule};
use serde::{Deserialize, Serialize};

use crate::{Chair, Matter, Moment, Name, Room, RoomId, Secret, Stage, Terms};

/// A longer message is none of ours.
pub const LONGEST_REQUEST: usize = 1024;

/// The longest text that is drawn as a code.
pub const LONGEST_LINK: usize = 300;

/// Against whom a room is opened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Against {
    /// Whoever follows the invitation.
    Friend {},
    /// A program of the operator's.
    Agent {
        /// As the operator calls it.
        #[cfg_attr(test, ts(type = "string"))]
        agent: Name,
    },
    /// Two programs, to watch.
    Agents {
        /// As the operator calls them.
        #[cfg_attr(test, ts(type = "[string, string]"))]
        agents: [Name; 2],
    },
}

/// What a visitor says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Opens a room.
    Open {
        /// What the visitor is called.
        #[cfg_attr(test, ts(type = "string"))]
        name: Name,
        /// What is to be agreed.
        terms: Terms,
        /// Against whom.
        against: Against,
    },
    /// Takes the free seat. Whoever was not told that it is theirs asks again.
    Sit {
        /// The room.
        #[cfg_attr(test, ts(type = "string"))]
        room: RoomId,
        /// From the link.
        #[cfg_attr(test, ts(type = "string"))]
        invitation: Secret,
        /// Opens the seat from now on.
        #[cfg_attr(test, ts(type = "string"))]
        token: Secret,
        /// What the visitor is called.
        #[cfg_attr(test, ts(type = "string"))]
        name: Name,
    },
    /// Comes back to a seat.
    Return {
        /// The room.
        #[cfg_attr(test, ts(type = "string"))]
        room: RoomId,
        /// What was given when the seat was taken.
        #[cfg_attr(test, ts(type = "string"))]
        token: Secret,
    },
    /// Watches.
    Watch {
        /// The room.
        #[cfg_attr(test, ts(type = "string"))]
        room: RoomId,
    },
    /// Claims a group.
    Play {
        /// How many moves were made on the board that is seen.
        #[cfg_attr(test, ts(type = "number"))]
        ply: usize,
        /// Any cell of the group.
        #[cfg_attr(test, ts(type = "string"))]
        cell: Cell,
    },
    // With braces, so that serde refuses fields that it does not know.
    /// Gives up.
    Resign {},
    /// Asks the other one to agree.
    Offer {
        /// To what.
        what: Matter,
    },
    /// Agrees.
    Accept {},
    /// Does not agree, or asks no longer.
    Decline {},
    /// Answers a ping at once.
    Pong {
        /// The number that came with it.
        nonce: u32,
    },
    /// Has a link drawn as a code that telephones read.
    Draw {
        /// The link.
        link: String,
    },
}

/// What the server says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "a notice is written as text at once, never kept")]
pub enum Notice {
    /// The visitor is in a room now.
    Entered {
        /// Which one; whoever knows it can watch.
        #[cfg_attr(test, ts(type = "string"))]
        room: RoomId,
        /// Where the visitor sits; null who watches.
        chair: Option<Chair>,
        /// Opens the seat again; given once, to be kept.
        #[cfg_attr(test, ts(type = "string | null"))]
        token: Option<Secret>,
        /// Opens the free seat; for whoever opened the room.
        #[cfg_attr(test, ts(type = "string | null"))]
        invitation: Option<Secret>,
    },
    /// All of the room.
    Room {
        /// As it is now.
        room: RoomView,
    },
    /// One more move.
    Moved {
        /// How many moves were made before it.
        #[cfg_attr(test, ts(type = "number"))]
        ply: usize,
        /// The move.
        turn: TurnView,
        /// What both have left, in milliseconds, in the order of the game.
        #[cfg_attr(test, ts(type = "[number, number] | null"))]
        left: Option<[u64; 2]>,
    },
    /// Who is there.
    Present {
        /// Host and guest.
        chairs: [bool; 2],
        /// How many watch.
        watching: u32,
    },
    /// Programs of others play before.
    Queue {
        /// How many games are before this one.
        ahead: u32,
    },
    /// To be answered at once: the clock gives back what the connection takes.
    Ping {
        /// To be sent back.
        nonce: u32,
    },
    /// What was asked for last cannot be done.
    Refused {
        /// Why, for people.
        reason: String,
    },
    /// The connection ends.
    Closing {
        /// Why, for people.
        reason: String,
        /// Whether it is worth coming back.
        again: bool,
    },
    /// A link as a code: rows of 0 and 1.
    Drawn {
        /// From the top.
        rows: Vec<String>,
    },
}

/// How far a room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum StageView {
    /// A chair is free.
    Open,
    /// Programs wait for a place.
    Queued,
    /// A game is under way.
    Playing,
    /// A game is over.
    Over,
}

/// A room as it is at some moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomView {
    /// What was agreed.
    pub terms: Terms,
    /// How far it is.
    pub stage: StageView,
    /// How many games were begun.
    pub games: u32,
    /// Host and guest.
    pub players: [Option<PlayerView>; 2],
    /// Who begins the game under way, or the next one.
    pub first: Chair,
    /// What one of them asks for.
    pub offer: Option<OfferView>,
    /// The game under way, or the last one.
    pub game: Option<GameView>,
}

/// Who sits on a chair.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerView {
    /// What they are called.
    #[cfg_attr(test, ts(type = "string"))]
    pub name: Name,
    /// Whether it is a program.
    pub agent: bool,
}

/// What one of them asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OfferView {
    /// Who asks.
    pub from: Chair,
    /// For what.
    pub what: Matter,
}

/// A game, from which everything else follows by the rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    /// The board before the first move.
    #[cfg_attr(test, ts(type = "string"))]
    pub board: Board,
    /// How many kinds of fruit.
    #[cfg_attr(test, ts(type = "number"))]
    pub kinds: FruitKinds,
    /// Who wins with equal points.
    #[cfg_attr(test, ts(type = "\"draw\" | \"clock\""))]
    pub ties: TieRule,
    /// The seed of the board.
    #[cfg_attr(test, ts(type = "number"))]
    pub seed: u64,
    /// The moves so far.
    pub moves: Vec<TurnView>,
    /// What each had at the start, in seconds.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub clock: Option<u32>,
    /// What both have left, in milliseconds, in the order of the game.
    #[cfg_attr(test, ts(type = "[number, number] | null"))]
    pub left: Option<[u64; 2]>,
    /// Whether the clock stands still until a player is back.
    pub paused: bool,
    /// How it ended, unless the rules say so by themselves.
    pub ending: Option<EndingView>,
}

/// A move and the seconds it took.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnView {
    /// The cell that was chosen.
    #[cfg_attr(test, ts(type = "string"))]
    pub cell: Cell,
    /// What it took.
    pub seconds: f64,
}

/// An ending that the moves do not tell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EndingView {
    /// The players agreed on a draw.
    Agreed,
    /// A player lost whatever the score.
    Forfeit {
        /// 0 moved first.
        #[cfg_attr(test, ts(type = "0 | 1"))]
        loser: usize,
        /// As records say it.
        cause: String,
        /// For people.
        detail: String,
    },
}

impl RoomView {
    /// The room at this moment.
    pub fn new(room: &Room, now: Moment) -> Self {
        let player = |chair| {
            let occupant = room.occupant(chair)?;
            Some(PlayerView { name: occupant.name().clone(), agent: occupant.is_agent() })
        };
        Self {
            terms: *room.terms(),
            stage: match room.stage() {
                Stage::Open => StageView::Open,
                Stage::Queued => StageView::Queued,
                Stage::Playing => StageView::Playing,
                Stage::Over => StageView::Over,
            },
            games: room.games(),
            players: Chair::BOTH.map(player),
            first: room.first(),
            offer: room.offer().map(|(from, what)| OfferView { from, what }),
            game: GameView::new(room, now),
        }
    }
}

impl GameView {
    fn new(room: &Room, now: Moment) -> Option<Self> {
        let game = room.game()?;
        let setup = game.setup();
        Some(Self {
            board: *setup.board(),
            kinds: setup.kinds(),
            ties: setup.ties(),
            seed: room.board_seed(),
            moves: game.turns().iter().map(TurnView::new).collect(),
            clock: room.terms().clock.map(u32::from),
            left: left(room, now),
            paused: room.is_paused(now),
            ending: match game.ending() {
                Some(Ending::Agreed) => Some(EndingView::Agreed),
                Some(Ending::Forfeit { loser, cause, detail }) => Some(EndingView::Forfeit {
                    loser: loser.index(),
                    cause: cause.to_string(),
                    detail: detail.clone(),
                }),
                _ => None,
            },
        })
    }

    /// Whose move it is after the moves so far.
    pub const fn to_move(&self) -> Player {
        Player::BOTH[self.moves.len() % 2]
    }
}

impl TurnView {
    fn new(turn: &fruitrage_rules::Turn) -> Self {
        Self { cell: turn.choice, seconds: turn.spent.as_secs_f64() }
    }
}

/// What both have left, in milliseconds.
fn left(room: &Room, now: Moment) -> Option<[u64; 2]> {
    room.clocks(now).map(|clocks| clocks.map(|clock| clock.as_millis() as u64))
}

impl Notice {
    /// All of a room.
    pub fn room(room: &Room, now: Moment) -> Self {
        Self::Room { room: RoomView::new(room, now) }
    }

    /// Its last move; all of it if there is none.
    pub fn moved(room: &Room, now: Moment) -> Self {
        let turns = room.game().map(fruitrage_rules::Game::turns).unwrap_or_default();
        match turns.split_last() {
            Some((turn, before)) => {
                Self::Moved { ply: before.len(), turn: TurnView::new(turn), left: left(room, now) }
            }
            None => Self::room(room, now),
        }
    }
}

#[cfg(test)]
mod tests {
    use ts_rs::{Config, TS};

    use super::*;
    use crate::First;

    /// The page's types are checked against these declarations; they are kept in the
    /// repository so that an editor finds them without a build.
    #[test]
    fn the_kept_declarations_are_those_of_the_types() {
        let config = Config::default();
        let mut made = "/** What goes between the page and the server. Made from \
                        `crates/rooms/src/message.rs`. */\n"
            .to_owned();
        for declaration in [
            First::decl(&config),
            Terms::decl(&config),
            Chair::decl(&config),
            Matter::decl(&config),
            Against::decl(&config),
            Request::decl(&config),
            StageView::decl(&config),
            PlayerView::decl(&config),
            OfferView::decl(&config),
            TurnView::decl(&config),
            EndingView::decl(&config),
            GameView::decl(&config),
            RoomView::decl(&config),
            Notice::decl(&config),
        ] {
            made.extend(["\nexport ", &declaration, "\n"]);
        }
        let made: String = made.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/page/online/messages.d.ts");
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        if kept != made {
            let written = std::env::temp_dir().join("messages.d.ts");
            std::fs::write(&written, &made).unwrap();
            panic!("copy {} to crates/web/page/online", written.display());
        }
    }

    #[test]
    fn what_is_unknown_is_refused() {
        for text in [
            "",
            "{}",
            "[]",
            r#"{"type":"resign","why":"bored"}"#,
            r#"{"type":"play","ply":-1,"cell":"A1"}"#,
            r#"{"type":"play","ply":0,"cell":"A27"}"#,
            r#"{"type":"watch","room":"../../etc/passwd"}"#,
            r#"{"type":"sit","room":"aaaaaaaaaaaa","invitation":"","name":"Ada"}"#,
            r#"{"type":"offer","what":"money"}"#,
        ] {
            assert!(serde_json::from_str::<Request>(text).is_err(), "{text}");
        }
        let play: Request = serde_json::from_str(r#"{"type":"play","ply":0,"cell":"A1"}"#).unwrap();
        assert!(matches!(play, Request::Play { ply: 0, .. }));
    }
}
