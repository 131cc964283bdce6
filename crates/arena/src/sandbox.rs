//! Asking this machine what it can give.

use std::path::PathBuf;

use crate::supervisor::{self, CAPABILITIES};
use crate::{Capabilities, Host, Missing, StartError};

/// What the operating system can give to the referee.
///
/// ```
/// use fruitrage_arena::capabilities;
///
/// assert_eq!(capabilities().sandbox, cfg!(target_os = "linux"));
/// ```
pub const fn capabilities() -> Capabilities {
    CAPABILITIES
}

/// The parts of the sandbox that are missing on this machine: starts a supervisor and asks.
pub fn missing_parts(host: &Host) -> Result<Vec<Missing>, StartError> {
    host.clone().sandboxed().start_files(&["true".to_owned()]).map(|agent| agent.missing().to_vec())
}

/// The files and folders of the system that every program may read, and that are expected
/// on every machine.
pub fn system_files() -> Vec<PathBuf> {
    supervisor::installed()
}
