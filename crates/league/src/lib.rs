//! The league of The Fruit Rage: tournaments of many agents, every result in a store, to be
//! resumed at any time, and the [`standings`] that follow from it.
//!
//! What is to be played follows from the [`Configuration`] and the results so far; what
//! is in the [`Store`] is not played again. So there is nothing to resume but to start.
//! On one machine [`run()`] plays it; where many machines share a store, one of them
//! publishes the tournament ([`publish`]) and all of them [`work`].

mod cache;
mod configuration;
mod folder;
mod format;
mod package;
mod plan;
mod published;
mod run;
mod schedule;
pub mod standings;
mod status;
mod store;
mod submission;
mod swiss;
mod worker;

pub use configuration::{Configuration, ConfigurationError, Entrant};
pub use folder::read_folder;
pub use format::{Format, NotAFormat};
pub use package::PackageError;
pub use plan::publish;
pub use run::{Progress, RunError, run};
pub use schedule::GameKey;
pub use status::{Activity, Rounds, Status, WorkerStatus};
pub use store::{
    Claim, Enrolment, Kept, Location, NotALocation, Store, StoreError, StoredFault, StoredGame,
    WorkerCount,
};
pub use worker::{News, WorkerSettings, work};
