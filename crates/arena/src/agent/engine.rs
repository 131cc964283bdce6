//! The built-in engine as an agent: all that the arena knows of the engine is here.

use std::fmt;
use std::str::FromStr;
use std::time::Instant;

use fruitrage_engine::{Engine, Limits, Stop, Time};
use fruitrage_rules::Game;

use super::{Agent, Answer, Evidence, Reply, time_left};

/// What can be set for the engine, `engine:NAME=VALUE,…`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineOptions {
    /// The greatest depth in moves.
    pub depth: Option<u32>,
    /// The most positions looked at for a move.
    pub nodes: Option<u64>,
}

impl FromStr for EngineOptions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut options = Self::default();
        for part in text.split(',') {
            match part.split_once('=') {
                Some(("depth", value)) => options.depth = Some(positive("depth", value)?),
                Some(("nodes", value)) => options.nodes = Some(positive("nodes", value)?),
                _ => return Err("engine options `depth=N` or `nodes=N`".to_owned()),
            }
        }
        Ok(options)
    }
}

fn positive<T: FromStr + PartialOrd + From<u8>>(name: &str, text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| format!("a whole number above 0 for `{name}`"))
}

impl fmt::Display for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, nodes } = self;
        let parts = [
            depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { Ok(()) } else { write!(f, ":{}", parts.join(",")) }
    }
}

/// The engine as a player.
pub(super) struct EngineAgent {
    engine: Engine,
    options: EngineOptions,
    stop: Stop,
}

impl EngineAgent {
    pub(super) fn new(options: EngineOptions, stop: Stop) -> Self {
        Self { engine: Engine::new(), options, stop }
    }
}

impl Agent for EngineAgent {
    fn choose(&mut self, game: &Game) -> Reply {
        let start = Instant::now();
        let EngineOptions { depth, nodes, .. } = self.options;
        let limits = Limits { depth, nodes, ..Limits::time(Time::Game(time_left(game))) };
        let clock = || start.elapsed();
        let report = self.engine.search(game.board(), &limits, &clock, &self.stop, &mut |_| {});
        let report = report.expect("a game that goes on has a move");
        Reply {
            spent: start.elapsed(),
            answer: Ok(Answer { choice: report.best().moves[0], board: None }),
            evidence: Evidence::default(),
        }
    }
}
