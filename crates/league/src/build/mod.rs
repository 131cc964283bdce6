//! From a hand-in to an agent that can play: what to build and to run, and doing it.
//!
//! ```text
//! folder or file ─ convention ─► Plan ─ Workshop: build, confined ─► shelf ─ program ─► Entrant
//!                    ▲                                    (kept by content)      │
//!      Rules: the organiser's [build], [languages]                    one move to try it
//! ```

mod contents;
mod convention;
mod languages;
mod main_class;
mod plan;
mod program;
mod rules;
mod shelf;
mod workshop;

pub(crate) use contents::{innermost, is_junk};
pub(crate) use convention::{is_marked, plan_for_folder, recognises};
pub use main_class::main_class;
pub(crate) use plan::{Plan, plan_for_file, plan_for_source, started_by_another};
pub use rules::BuildRules;
pub(crate) use rules::{BuildTable, LanguageTable, command_words};
pub(crate) use workshop::pack_source;
pub use workshop::{BuildLog, Made, Problem, Stage, Workshop};
