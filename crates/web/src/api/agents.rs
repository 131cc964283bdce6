//! One agent, and how the standings came about, as JSON.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use fruitrage_league::standings::{FaultLine, Moment, Standings};
use fruitrage_statistics::Count;
use serde::{Deserialize, Serialize};

use super::{Served, StandingView, ask, json, snapshot};
use crate::refusal::Refusal;
use crate::snapshot::Arena;

/// How many of an agent's faults are listed.
const MOST_FAULTS: usize = 50;

/// A moment at which the standings are known.
#[derive(Serialize)]
struct MomentView {
    at: i64,
    games: usize,
}

pub(super) async fn history(
    State(arena): State<Served>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let history = ask(arena, Arena::history).await?;
    let moment = |moment: &Moment| MomentView { at: moment.at, games: moment.standings.games };
    json(&headers, &history.iter().map(moment).collect::<Vec<_>>())
}

/// Which agent is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    name: String,
}

#[derive(Serialize)]
struct AgentView<'a> {
    standing: StandingView<'a>,
    meetings: Vec<Meeting<'a>>,
    faults: Vec<&'a FaultLine>,
    history: Vec<Stage>,
}

/// The pairs against one opponent.
#[derive(Serialize)]
struct Meeting<'a> {
    opponent: &'a str,
    pairs: Count,
}

/// Where the agent stood at some moment.
#[derive(Serialize)]
struct Stage {
    at: i64,
    games: u32,
    rank: usize,
    rating: f64,
    low: Option<f64>,
    high: Option<f64>,
}

pub(super) async fn agent(
    State(arena): State<Served>,
    question: Result<Query<Question>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let Query(Question { name }) = question.map_err(|refused| Refusal::bad(refused.body_text()))?;
    let snapshot = snapshot(arena.clone()).await?;
    let history = ask(arena, Arena::history).await?;
    let standings = &snapshot.standings;
    let line = standings.lines.iter().find(|line| line.name == name);
    let line = line.ok_or_else(|| Refusal::missing("there is no such agent"))?;
    let faults = standings.faults.iter().filter(|fault| fault.loser == name);
    json(
        &headers,
        &AgentView {
            standing: StandingView::from(line),
            meetings: meetings(standings, &name),
            faults: faults.take(MOST_FAULTS).collect(),
            history: history.iter().filter_map(|moment| stage(moment, &name)).collect(),
        },
    )
}

/// The agent's opponents, the best first.
fn meetings<'a>(standings: &'a Standings, name: &str) -> Vec<Meeting<'a>> {
    let opponents = standings.lines.iter().map(|line| line.name.as_str());
    let meeting = |opponent: &'a str| {
        standings.between(name, opponent).map(|pairs| Meeting { opponent, pairs })
    };
    opponents.filter_map(meeting).collect()
}

/// None before its first pair.
fn stage(moment: &Moment, name: &str) -> Option<Stage> {
    let line = moment.standings.lines.iter().find(|line| line.name == name)?;
    let rating = line.rating.0;
    (line.pairs.total() > 0).then(|| Stage {
        at: moment.at,
        games: line.games.total(),
        rank: line.rank,
        rating: rating.value,
        low: rating.low,
        high: rating.high,
    })
}
