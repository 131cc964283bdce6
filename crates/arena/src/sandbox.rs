//! Asking this machine what of the sandbox it can give.

use crate::{Host, Missing, StartError};

/// The parts of the sandbox that are missing on this machine: starts a keeper and asks.
pub fn missing_parts(host: &Host) -> Result<Vec<Missing>, StartError> {
    host.clone().sandboxed().start_files(&["true".to_owned()]).map(|agent| agent.missing().to_vec())
}
