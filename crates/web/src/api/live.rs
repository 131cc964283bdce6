//! Games under way, as JSON.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use fruitrage_league::LiveGame;
use fruitrage_rules::{Player, Record};
use serde::Serialize;

use super::{Served, ask, json};
use crate::refusal::Refusal;
use crate::snapshot::{Arena, Whereabouts};

#[derive(Serialize)]
struct LiveList<'a> {
    total: usize,
    games: Vec<LiveEntry<'a>>,
}

/// A game under way, without the moves that led there.
#[derive(Serialize)]
struct LiveEntry<'a> {
    pair: i64,
    number: u32,
    worker: i64,
    event: &'a str,
    first: &'a str,
    second: &'a str,
    /// The board now.
    position: String,
    /// What was claimed last.
    last: Option<String>,
    moves: usize,
    scores: [u32; 2],
    clocks: Option<[f64; 2]>,
}

impl<'a> LiveEntry<'a> {
    /// None for a record that cannot be read, which no worker of this version writes.
    fn of(live: &'a LiveGame) -> Option<Self> {
        let record = Record::parse(live.record.as_bytes()).ok()?;
        let game = record.game();
        let clock = |player| game.clock(player).map(|left| left.as_secs_f64());
        let clocks = clock(Player::First).zip(clock(Player::Second));
        Some(Self {
            pair: live.pair,
            number: live.number,
            worker: live.worker,
            event: &live.key.event,
            first: &live.key.first,
            second: &live.key.second,
            position: game.board().to_string().replace('\n', "/"),
            last: game.turns().last().map(|turn| turn.choice.to_string()),
            moves: game.turns().len(),
            scores: game.scores(),
            clocks: clocks.map(|(first, second)| [first, second]),
        })
    }
}

pub(super) async fn games(
    State(arena): State<Served>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let live = ask(arena, Arena::live).await?;
    let games = live.games.iter().filter_map(LiveEntry::of).collect();
    json(&headers, &LiveList { total: live.total, games })
}

/// One game under way, move by move.
#[derive(Serialize)]
struct Followed {
    /// As long as it is under way.
    record: Option<String>,
    /// Its number among the games once it is over and kept.
    game: Option<i64>,
}

pub(super) async fn game(
    State(arena): State<Served>,
    which: Result<Path<(i64, u32)>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let Path((pair, number)) = which
        .map_err(|_| Refusal::bad("expected the numbers of a pair and of one of its games"))?;
    let found = ask(arena, move |arena| arena.find_live(pair, number)).await?;
    json(
        &headers,
        &match found {
            Whereabouts::UnderWay(record) => Followed { record: Some(record), game: None },
            Whereabouts::Over(game) => Followed { record: None, game },
        },
    )
}
