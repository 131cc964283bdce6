//! A tournament as JSON; `page/api.d.ts` describes every answer.

mod agents;
mod live;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use fruitrage_league::standings::{Line, Standings};
use fruitrage_league::{LeftOut, Search, Status, StoreError, StoredGame};
use fruitrage_statistics::{Count, Score};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::snapshot::{Arena, Snapshot};

/// A visitor is not kept waiting longer for a store that is busy.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// For more agents there is no table of who beat whom.
const LARGEST_TABLE: usize = 60;

const MOST_GAMES: usize = 200;
const GAMES: usize = 50;

type Served = Option<Arc<Arena>>;

/// The routes below `/api`.
pub(crate) fn routes(arena: Served) -> Router {
    Router::new()
        .route("/tournament", get(tournament))
        .route("/games", get(games))
        .route("/game/{id}", get(game))
        .route("/live", get(live::games))
        .route("/live/{pair}/{number}", get(live::game))
        .route("/history", get(agents::history))
        .route("/agent", get(agents::agent))
        .fallback(|| async {
            Refusal::missing("expected tournament, games, game/ID, live, history or agent")
        })
        .with_state(arena)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TournamentView<'a> {
    name: &'a str,
    finished: usize,
    planned: Option<i64>,
    status: Option<&'a Status>,
    /// When the last game that counts here was finished.
    as_of: Option<i64>,
    standings: Vec<StandingView<'a>>,
    /// None for a large class: it would be most of what is sent, and nobody could look it over.
    table: Option<&'a [Vec<Option<Count>>]>,
    /// Who was entered and does not play.
    left_out: &'a [LeftOut],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StandingView<'a> {
    rank: usize,
    name: &'a str,
    rating: f64,
    low: Option<f64>,
    high: Option<f64>,
    pairs: Count,
    games: Count,
    margin: f64,
    faults: &'a BTreeMap<String, u32>,
    seconds_per_game: f64,
}

impl<'a> From<&'a Line> for StandingView<'a> {
    fn from(line: &'a Line) -> Self {
        let rating = line.rating.0;
        Self {
            rank: line.rank,
            name: &line.name,
            rating: rating.value,
            low: rating.low,
            high: rating.high,
            pairs: line.pairs,
            games: line.games,
            margin: line.margin,
            faults: &line.faults,
            seconds_per_game: line.seconds_per_game,
        }
    }
}

/// When standings are asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct When {
    /// One of the moments of the history; now if there is none.
    at: Option<i64>,
}

async fn tournament(
    State(arena): State<Served>,
    when: Result<Query<When>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let Query(When { at }) = when.map_err(|refused| Refusal::bad(refused.body_text()))?;
    if arena.is_none() {
        // Not a refusal: the page asks whether there is one.
        return json(&headers, &None::<TournamentView>);
    }
    let snapshot = snapshot(arena.clone()).await?;
    let Some(at) = at else {
        let view = TournamentView::new(&snapshot, &snapshot.standings, snapshot.as_of);
        return json(&headers, &view);
    };
    let history = ask(arena, Arena::history).await?;
    let moment = history.iter().find(|moment| moment.at == at);
    let moment =
        moment.ok_or_else(|| Refusal::missing("expected one of the moments of api/history"))?;
    json(&headers, &TournamentView::new(&snapshot, &moment.standings, Some(at)))
}

impl<'a> TournamentView<'a> {
    fn new(snapshot: &'a Snapshot, standings: &'a Standings, as_of: Option<i64>) -> Self {
        Self {
            name: &snapshot.name,
            finished: standings.games,
            planned: snapshot.status.as_ref().map(games_in_all),
            status: snapshot.status.as_ref(),
            as_of,
            standings: standings.lines.iter().map(StandingView::from).collect(),
            table: (standings.lines.len() <= LARGEST_TABLE).then_some(&standings.table[..]),
            left_out: &snapshot.standings.left_out,
        }
    }
}

/// The games of a tournament as far as it is drawn.
const fn games_in_all(status: &Status) -> i64 {
    2 * (status.done + status.running + status.waiting)
}

/// Which games are asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    agent: Option<String>,
    opponent: Option<String>,
    #[serde(default)]
    offset: usize,
    limit: Option<usize>,
}

impl Question {
    fn search(self, limit: usize) -> Search {
        Search {
            agent: self.agent,
            opponent: self.opponent,
            latest_first: true,
            offset: self.offset as u64,
            limit: Some(limit as u64),
            ..Search::default()
        }
    }
}

#[derive(Serialize)]
struct GameList<'a> {
    total: usize,
    offset: usize,
    games: Vec<GameEntry<'a>>,
}

#[derive(Serialize)]
struct GameEntry<'a> {
    id: i64,
    round: u32,
    board: u32,
    event: &'a str,
    first: &'a str,
    second: &'a str,
    winner: &'static str,
    margin: i64,
    fault: Option<FaultView<'a>>,
    seconds: [f64; 2],
}

#[derive(Serialize)]
struct FaultView<'a> {
    loser: String,
    cause: &'a str,
    detail: &'a str,
}

impl<'a> From<&'a StoredGame> for GameEntry<'a> {
    fn from(game: &'a StoredGame) -> Self {
        Self {
            id: game.id,
            round: game.key.round,
            board: game.key.board,
            event: &game.key.event,
            first: &game.key.first,
            second: &game.key.second,
            winner: match game.result.score {
                Score::Won => "first",
                Score::Drawn => "draw",
                Score::Lost => "second",
            },
            margin: game.result.margin,
            fault: game.fault.as_ref().map(|fault| FaultView {
                loser: fault.loser.to_string(),
                cause: &fault.cause,
                detail: &fault.detail,
            }),
            seconds: game.time.map(|time| time.as_secs_f64()),
        }
    }
}

async fn games(
    State(arena): State<Served>,
    question: Result<Query<Question>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let Query(question) = question.map_err(|refused| Refusal::bad(refused.body_text()))?;
    let limit = question.limit.unwrap_or(GAMES);
    if !(1..=MOST_GAMES).contains(&limit) {
        return Err(Refusal::bad(format!("expected a limit 1 to {MOST_GAMES}, found {limit}")));
    }
    let offset = question.offset;
    let search = question.search(limit);
    let (total, games) = ask(arena, move |arena| arena.games(&search)).await?;
    let games = games.iter().map(GameEntry::from).collect();
    json(&headers, &GameList { total, offset, games })
}

async fn game(
    State(arena): State<Served>,
    id: Result<Path<i64>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let Path(id) = id.map_err(|_| Refusal::bad("expected the number of a game"))?;
    let record = ask(arena, move |arena| arena.record(id)).await?;
    let record = record.ok_or_else(|| Refusal::missing(format!("there is no game {id}")))?;
    Ok(tagged(&headers, "text/plain; charset=utf-8", record))
}

async fn snapshot(arena: Served) -> Result<Arc<Snapshot>, Refusal> {
    ask(arena, Arena::snapshot).await
}

/// Reads the store beside everything else that the server does.
async fn ask<T: Send + 'static>(
    arena: Served,
    question: impl FnOnce(&Arena) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Refusal> {
    let arena = arena.ok_or_else(|| Refusal::missing("no tournament is served here"))?;
    let reading = tokio::task::spawn_blocking(move || question(&arena));
    match tokio::time::timeout(LONGEST_WAIT, reading).await {
        Ok(Ok(Ok(answer))) => Ok(answer),
        Ok(Ok(Err(error))) => Err(Refusal::unavailable(error.to_string())),
        Ok(Err(_)) => Err(Refusal::unavailable("the store cannot be read")),
        Err(_) => Err(Refusal::unavailable("the store is busy")),
    }
}

fn json(headers: &HeaderMap, view: &impl Serialize) -> Result<Response, Refusal> {
    let body = serde_json::to_string(view);
    let body = body.map_err(|error| Refusal::unavailable(error.to_string()))?;
    Ok(tagged(headers, "application/json", body))
}

/// The body with a tag that changes with it, or only that it has not changed.
fn tagged(headers: &HeaderMap, content_type: &'static str, body: String) -> Response {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let common = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned())];
    if is_known(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(CONTENT_TYPE, content_type)], body).into_response()
}

/// Whether the visitor has what this tag stands for.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known
        .is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag))
}
