//! Asking this machine what it can give.

use std::path::PathBuf;

use crate::supervisor::{self, CAPABILITIES};
use crate::{Capabilities, Guarantee, Guarantees, Host, StartError};

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

/// What this machine guarantees for programs in the sandbox, with the line protocol or
/// without: starts a supervisor and asks.
pub fn guarantees(host: &Host, talks: bool) -> Result<Guarantees, StartError> {
    host.clone().sandboxed().ask_for_guarantees(talks)
}

/// Whether all processor time that programs of this host use can be charged to them.
pub fn counts_processor_time(host: &Host) -> Result<bool, StartError> {
    Ok(host.ask_for_guarantees(false)?.has(Guarantee::Processor))
}

/// Why programs cannot be confined to namespaces on this machine, and what to do about it.
pub fn why_no_namespaces(host: &Host) -> Option<&'static str> {
    supervisor::confinement(&host.helper).as_ref().err().map(String::as_str)
}

/// The devices that every program in the sandbox has.
pub const DEVICES: [&str; 5] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The files and folders of the system that every program may read, and that are expected
/// on every machine.
pub fn system_files() -> Vec<PathBuf> {
    supervisor::installed()
}
