//! Asking this machine what of the sandbox it can give.

use std::path::PathBuf;

use crate::{Host, Missing, StartError, keeper};

/// The parts of the sandbox that are missing on this machine: starts a keeper and asks.
pub fn missing_parts(host: &Host) -> Result<Vec<Missing>, StartError> {
    host.clone().sandboxed().start_files(&["true".to_owned()]).map(|agent| agent.missing().to_vec())
}

/// The files and folders of the system that every program may read, and that are expected
/// on every machine.
pub fn system_files() -> Vec<PathBuf> {
    keeper::system()
}
