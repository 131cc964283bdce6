//! The built-in engine as an agent: all that the arena knows of the engine is here.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use fruitrage_engine::{Engine, Level, Limits, Options, Stop};
use fruitrage_rules::Game;

use super::{Agent, Answer, Evidence, Reply, time_left};

/// What can be set for the engine, `engine:NAME=VALUE,…`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineOptions {
    /// How strong it plays; as strong as it can if not set.
    pub level: Option<Level>,
    /// How many threads search.
    pub threads: Option<usize>,
    /// The size of its table in megabytes.
    pub hash: Option<usize>,
    /// The greatest depth in moves.
    pub depth: Option<u32>,
    /// The most positions looked at for a move.
    pub nodes: Option<u64>,
}

impl EngineOptions {
    /// The names that can be set.
    const NAMES: &str = "engine options `level`, `threads`, `hash`, `depth` or `nodes`, each `=N`";

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "level" => {
                let level = value.parse().map_err(|error| format!("for `level`: {error}"))?;
                self.level = Some(level);
            }
            "threads" => self.threads = Some(whole(name, value, Options::MOST_THREADS)?),
            "hash" => self.hash = Some(whole(name, value, Options::MOST_MEGABYTES)?),
            "depth" => self.depth = Some(whole(name, value, u32::MAX)?),
            "nodes" => self.nodes = Some(whole(name, value, u64::MAX)?),
            _ => return Err(Self::NAMES.to_owned()),
        }
        Ok(())
    }

    fn options(&self) -> Options {
        let default = Options::default();
        Options {
            level: self.level.unwrap_or(default.level),
            threads: self.threads.unwrap_or(default.threads),
            hash_megabytes: self.hash.unwrap_or(default.hash_megabytes),
            ..default
        }
    }
}

impl FromStr for EngineOptions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut options = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or_else(|| Self::NAMES.to_owned())?;
            options.set(name, value)?;
        }
        Ok(options)
    }
}

/// A whole number from 1 to `most`.
fn whole<T>(name: &str, text: &str, most: T) -> Result<T, String>
where
    T: Copy + FromStr + PartialOrd + From<u8> + fmt::Display,
{
    let number = text.parse().ok().filter(|number| T::from(1) <= *number && *number <= most);
    number.ok_or_else(|| format!("a whole number from 1 to {most} for `{name}`"))
}

impl fmt::Display for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, threads, hash, depth, nodes } = self;
        let parts = [
            level.map(|level| format!("level={level}")),
            threads.map(|threads| format!("threads={threads}")),
            hash.map(|hash| format!("hash={hash}")),
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
        Self { engine: Engine::new(options.options()), options, stop }
    }
}

impl Agent for EngineAgent {
    fn choose(&mut self, game: &Game) -> Reply {
        let start = Instant::now();
        let EngineOptions { depth, nodes, .. } = self.options;
        let limits = Limits { depth, nodes, ..Limits::clock(time_left(game)) };
        let clock = || start.elapsed();
        let report = self.engine.search(game.board(), &limits, &clock, &self.stop, &mut |_| {});
        let report = report.expect("a game that goes on has a move");
        Reply {
            spent: start.elapsed(),
            cpu: Duration::ZERO,
            answer: Ok(Answer { choice: report.best().moves[0], board: None }),
            evidence: Evidence::default(),
        }
    }
}
