//! Tournaments: many agents, every result in a store, to be resumed at any time.
//!
//! What is to be played follows from the [`Configuration`] and the results so far; what
//! is in the [`Store`] is not played again. So there is nothing to resume but to start.

mod configuration;
mod folder;
mod run;
mod schedule;
mod store;
mod swiss;

pub use configuration::{Configuration, ConfigurationError, Entrant, Event, Format};
pub use folder::read_folder;
pub use run::{Progress, RunError, run};
pub use schedule::GameKey;
pub use store::{Store, StoreError, StoredGame};
