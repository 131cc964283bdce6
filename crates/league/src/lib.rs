//! The league of The Fruit Rage: tournaments of many agents, every result in a store, to be
//! resumed at any time, and the [`standings`] that follow from it.
//!
//! What is to be played follows from the [`Configuration`] and the results so far; what
//! is in the [`Store`] is not played again. So there is nothing to resume but to start.
//! On one machine [`run()`] plays it; where many machines share a store, one of them
//! publishes the tournament ([`publish`]) and all of them [`work`].

mod build;
mod cache;
mod configuration;
mod export;
mod folder;
mod format;
mod hand_in;
mod identity;
mod live;
mod misspelling;
mod package;
mod plan;
mod published;
mod replacement;
pub mod report;
mod run;
mod schedule;
pub mod standings;
mod status;
mod store;
mod submission;
mod swiss;
mod worker;

pub use build::{BuildLog, BuildRules, Made, Problem, Stage, Workshop, main_class};
pub use configuration::{
    Boards, Configuration, ConfigurationError, Entrant, Grade, Handicap, LeftOut, SCHEMA, TEMPLATE,
    TimeOdds,
};
pub use export::{ExportError, export, head_to_head};
pub use folder::{Class, is_class, read_folder};
pub use format::{Format, NotAFormat};
pub use hand_in::HandIn;
pub use package::PackageError;
pub use plan::{Publication, publish};
pub use replacement::{Replacement, ReplacementError, replace};
pub use run::{Progress, RunError, run};
pub use schedule::GameKey;
pub use status::{Activity, Rounds, Status, WorkerStatus};
pub use store::{
    Address, Claim, Enrolment, Entered, Finished, Kept, LiveGame, Location, Log, NotALocation,
    Refusal, Rematch, Search, Selection, Shown, Store, StoreError, StoredFault, StoredGame,
    Version, WorkerCount,
};
pub use worker::{News, WorkerSettings, join, work};
