//! What supervising asks of the operating system, with one implementation for each.
//!
//! | | Linux | other Unix, as macOS | Windows |
//! |---|---|---|---|
//! | all processes of a program | descendants, whom the supervisor adopts | its process group and descendants | a job object |
//! | dies with the referee | by a signal of the kernel | by looking who the parent is | by the referee's job |
//! | the agent's own files | symbolic links | symbolic links | hard links, or copies |
//! | sandbox | namespaces, or Landlock | | |
//!
//! Every implementation has the same names; nothing outside of this folder asks which one
//! it is. The feature `process-groups` makes Linux do as other Unix systems do, so that
//! their implementation can be tried there.

mod backoff;

#[cfg(unix)]
mod unix;

#[cfg(all(target_os = "linux", not(feature = "process-groups")))]
mod linux;
#[cfg(all(target_os = "linux", not(feature = "process-groups")))]
use linux as system;

#[cfg(all(unix, any(not(target_os = "linux"), feature = "process-groups")))]
mod groups;
#[cfg(all(unix, any(not(target_os = "linux"), feature = "process-groups")))]
use groups as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) use system::{
    CAPABILITIES, installed, is_running, open_printed, signal_of, user_for_a_program,
};
pub(super) use system::{
    Folder, Hold, ProcessTree, adorn, link, name_of, open_without_following, prepare, printed, run,
};

/// What this operating system can give to the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Programs can be confined.
    pub sandbox: bool,
    /// All the processor time of programs can be measured, if this machine lets the referee.
    pub processor_time: bool,
    /// Programs of the line protocol are stopped while it is not their turn.
    pub pausing: bool,
}

/// What is in a folder under some name.
pub(super) enum Entry {
    /// A file, open to be read.
    File(File),
    /// A folder.
    Folder(Folder),
    /// A symbolic link, and what is written in it.
    #[cfg_attr(windows, expect(dead_code, reason = "links are followed there"))]
    Link(PathBuf),
    /// A pipe, a socket or a device.
    Other,
}

/// What the programs that have ended in this game have used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// The processor time of all of them together.
    pub(super) cpu: Duration,
    /// The most memory any of them has held, in bytes.
    pub(super) peak_memory: u64,
}
