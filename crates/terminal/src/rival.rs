//! The opponent: the engine, which tells what it thinks, or any other agent of the arena.

use std::time::{Duration, Instant};

use fruitrage_arena::{Agent, Answer, EngineOptions, Evidence, Fault, Host, Reply, Specification};
use fruitrage_engine::{Engine, Limits, Options, Report, Stop};
use fruitrage_rules::{Cause, Game};

/// What the engine thinks about a move when nobody has a clock.
const TIME_FOR_AN_UNTIMED_MOVE: Duration = Duration::from_secs(2);

/// An opponent that was started for a game.
pub(crate) enum Rival {
    Engine {
        engine: Box<Engine>,
        depth: Option<u32>,
        nodes: Option<u64>,
        stop: Stop,
    },
    Agent(Box<dyn Agent>),
    /// It could not be started, and loses when it is asked.
    Missing(Fault),
}

impl Rival {
    pub(crate) fn start(agent: &Specification, host: &Host, seed: u64) -> Self {
        match agent {
            Specification::Engine(options) => Self::Engine {
                engine: Box::new(Engine::new(engine_options(options))),
                depth: options.depth,
                nodes: options.nodes,
                stop: host.stop.clone(),
            },
            other => match host.start(other, seed) {
                Ok(agent) => Self::Agent(agent),
                Err(error) => {
                    Self::Missing(Fault { cause: Cause::Crashed, detail: error.to_string() })
                }
            },
        }
    }

    /// Asks for a move; the engine tells of every depth.
    pub(crate) fn choose(
        &mut self,
        game: &Game,
        timed: bool,
        told: &mut dyn FnMut(&Report),
    ) -> Reply {
        match self {
            Self::Agent(agent) => agent.choose(game),
            Self::Missing(fault) => reply(Duration::ZERO, Err(fault.clone())),
            Self::Engine { engine, depth, nodes, stop } => {
                let start = Instant::now();
                let left = game.clock(game.to_move()).filter(|_| timed);
                let time = left.map_or(Limits::move_time(TIME_FOR_AN_UNTIMED_MOVE), Limits::clock);
                let limits = Limits { depth: *depth, nodes: *nodes, ..time };
                let clock = || start.elapsed();
                let report = engine.search(game.board(), &limits, &clock, stop, told);
                let answer = report
                    .map(|report| Answer { choice: report.best().moves[0], board: None })
                    .ok_or_else(|| Fault {
                        cause: Cause::NoOutput,
                        detail: "expected a board with fruit".to_owned(),
                    });
                reply(start.elapsed(), answer)
            }
        }
    }
}

fn engine_options(options: &EngineOptions) -> Options {
    let default = Options::default();
    Options {
        level: options.level.unwrap_or(default.level),
        threads: options.threads.unwrap_or(default.threads),
        hash_megabytes: options.hash.unwrap_or(default.hash_megabytes),
        ..default
    }
}

fn reply(spent: Duration, answer: Result<Answer, Fault>) -> Reply {
    Reply { spent, cpu: Duration::ZERO, answer, evidence: Evidence::default() }
}
