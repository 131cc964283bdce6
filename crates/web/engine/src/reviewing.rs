//! Reviews of games, as the page reads them.

use fruitrage_analysis::{Judgement, Review, Summary};
use fruitrage_engine::Limits;
use fruitrage_rules::Player;
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::games::positive_seconds;

/// What may be spent on each position of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewLimits {
    /// The seconds.
    #[serde(default)]
    pub move_seconds: Option<f64>,
    /// The depth in moves.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The number of positions looked at.
    #[serde(default)]
    pub nodes: Option<u64>,
}

impl ReviewLimits {
    /// The engine's own limits.
    pub fn limits(&self) -> Result<Limits, Problem> {
        let time = self.move_seconds.map(positive_seconds).transpose()?;
        if self.depth == Some(0) || self.nodes == Some(0) {
            return Err(Problem::value("a depth and a number of nodes above 0", &0));
        }
        Ok(Limits { move_time: time, depth: self.depth, nodes: self.nodes, clock: None })
    }
}

/// What one move was worth, for the player who moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JudgementView {
    /// Which move, from 0.
    pub index: usize,
    /// The cell that was chosen.
    pub played: String,
    /// What it scored.
    pub points: i32,
    /// What the largest group scored there: the size of what was at stake.
    pub largest: i32,
    /// What it was worth with best play after it.
    pub played_value: i32,
    /// What the best move was worth.
    pub best_value: i32,
    /// What it gave away.
    pub lost: i32,
    /// Best play from there; never empty.
    pub best: Vec<String>,
    /// Whether both values are proved.
    pub exact: bool,
}

impl From<&Judgement> for JudgementView {
    fn from(judgement: &Judgement) -> Self {
        Self {
            index: judgement.index,
            played: judgement.played.to_string(),
            points: judgement.points,
            largest: judgement.largest,
            played_value: judgement.played_value,
            best_value: judgement.best_value,
            lost: judgement.lost(),
            best: judgement.best.iter().map(ToString::to_string).collect(),
            exact: judgement.exact,
        }
    }
}

/// How a player did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryView {
    /// How many moves the player made.
    pub moves: usize,
    /// How many of them gave nothing away.
    pub flawless: usize,
    /// What they gave away in all.
    pub lost: i32,
    /// From 0 to 100; none without a move.
    pub accuracy: Option<f64>,
    /// The moves that gave the most away, the worst first.
    pub worst: Vec<usize>,
}

impl From<Summary> for SummaryView {
    fn from(summary: Summary) -> Self {
        let Summary { moves, flawless, lost, accuracy, worst, .. } = summary;
        Self { moves, flawless, lost, accuracy, worst }
    }
}

/// A game judged move by move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    /// What the first player would gain with best play of both.
    pub start_value: i32,
    /// The moves in the order of the game.
    pub judgements: Vec<JudgementView>,
    /// The first player's margin with best play, before every move and after the last.
    pub margins: Vec<i32>,
    /// The moves that changed who wins with best play.
    pub turning_points: Vec<usize>,
    /// How each player did.
    pub players: [SummaryView; 2],
}

impl From<&Review> for ReviewView {
    fn from(review: &Review) -> Self {
        Self {
            start_value: review.start_value,
            judgements: review.judgements.iter().map(JudgementView::from).collect(),
            margins: review.expected_margins(),
            turning_points: review.turning_points(),
            players: Player::BOTH.map(|player| SummaryView::from(review.summary(player))),
        }
    }
}
