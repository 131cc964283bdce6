//! The arena of The Fruit Rage: agents, referee, sandbox, pairs and matches.
//!
//! An agent is a [`Specification`]; a [`Host`] starts it for a game; the [`referee()`]
//! plays the game. A [`duel`] is a match of two agents over pairs of games, [`check`] tries
//! whether a program follows the protocol. Nothing here draws screens or prints, and
//! nothing is stored: tournaments are in the crate `fruitrage-league`.
//!
//! Programs run under a supervisor, a second process of our own binary, so a binary that
//! uses this crate must hand its hidden command to [`supervisor::run`].

mod agent;
pub mod check;
mod conditions;
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
pub use conditions::Conditions;
pub use limits::Limits;
pub use pair::{GameResult, PairResult};
pub use referee::{Played, referee, rule};
pub use sandbox::{capabilities, missing_parts, system_files};
pub use side::Side;
pub use supervisor::{Capabilities, Missing};
