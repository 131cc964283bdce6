//! The arena of The Fruit Rage: agents, referee, sandbox, pairs and matches.
//!
//! ```
//! use std::time::Duration;
//! use fruitrage_arena::{Host, referee};
//! use fruitrage_rules::{FruitKinds, Setup};
//!
//! let host = Host::new().unwrap();
//! let setup = Setup::new("010/221/000".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
//! let setup = setup.with_clocks([Duration::from_secs(5); 2]);
//! let mut players = ["greedy", "engine:level=3"]
//!     .map(|agent| host.start(&agent.parse().unwrap(), 1).unwrap());
//! let played = referee(setup, &mut players, &host.stop);
//! assert!(played.game.verdict().is_some());
//! ```
//!
//! An agent is a [`Specification`]; a [`Host`] starts it for a game; the [`referee()`]
//! plays the game. A [`duel`] is a match of two agents over pairs of games, [`check`] tries
//! whether a program follows the protocol. Nothing here draws screens or prints, and
//! nothing is stored: tournaments are in the crate `fruitrage-league`.
//!
//! Programs run under a supervisor, a second process of our own binary, so a binary that
//! uses this crate must hand its hidden command to [`supervisor::run`].

mod agent;
mod build;
pub mod check;
mod conditions;
pub mod doctor;
pub mod duel;
pub mod executable;
mod limits;
mod pair;
mod referee;
mod sandbox;
mod side;
pub mod supervisor;

pub use agent::{
    Agent, Answer, EngineOptions, Evidence, Fault, Host, NotAnAgent, NotTimekeeping, OwnFiles,
    Reply, SEPARATORS, Specification, StartError, Timekeeping, normalized, sweep,
};
pub use build::{Build, BuildOutcome, SCRATCH};
pub use conditions::Conditions;
pub use limits::Limits;
pub use pair::{GameResult, PairResult};
pub use referee::{Played, referee, referee_watched, rule};
pub use sandbox::{
    DEVICES, capabilities, counts_processor_time, guarantees, system_files, why_no_namespaces,
};
pub use side::Side;
pub use supervisor::{Capabilities, Guarantee, Guarantees, Standing};
