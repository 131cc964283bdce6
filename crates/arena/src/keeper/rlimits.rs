//! The kernel's limits for every process that a program starts.

use std::io;

use nix::sys::resource::{Resource, getrlimit, setrlimit};

use crate::Limits;

/// What a single process may map beyond the memory limit: runtimes ask for much more than
/// they use. The watch measures what is used; this only stops a sudden rush.
const HEADROOM: u64 = 1 << 30;

/// Sets the limits for this process and all that it starts.
pub(super) fn set(limits: &Limits) -> io::Result<()> {
    lower(Resource::RLIMIT_CORE, 0)?;
    lower(Resource::RLIMIT_FSIZE, limits.file_size)?;
    lower(Resource::RLIMIT_NOFILE, limits.open_files)?;
    if let Some(processes) = limits.processes {
        lower(Resource::RLIMIT_NPROC, processes)?;
    }
    if let Some(memory) = limits.memory {
        lower(Resource::RLIMIT_DATA, memory.saturating_mul(2).saturating_add(HEADROOM))?;
    }
    Ok(())
}

fn lower(resource: Resource, wanted: u64) -> io::Result<()> {
    let (_, most) = getrlimit(resource)?;
    let limit = wanted.min(most);
    Ok(setrlimit(resource, limit, limit)?)
}
