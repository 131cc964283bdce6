//! What an agent's program may use besides its clock.

use serde::{Deserialize, Serialize};

const MEBIBYTE: u64 = 1 << 20;

/// What an agent's program may use besides its clock.
///
/// ```
/// use fruitrage_arena::Limits;
///
/// assert_eq!(Limits::trusted().memory, None);
/// assert_eq!(Limits::untrusted().memory, Some(1 << 30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The memory of all its processes together, in bytes.
    pub memory: Option<u64>,
    /// The processes and threads at one time.
    pub processes: Option<u64>,
    /// The size of a file, and of what it prints in a move, in bytes.
    pub file_size: u64,
    /// All files that it writes together, in bytes; holds only in the sandbox.
    pub disk: u64,
    /// The open files of a process.
    pub open_files: u64,
}

impl Limits {
    /// For one's own programs: only accidents are stopped.
    pub const fn trusted() -> Self {
        Self { memory: None, processes: None, ..Self::untrusted() }
    }

    /// For anybody's programs.
    pub const fn untrusted() -> Self {
        Self {
            memory: Some(1024 * MEBIBYTE),
            processes: Some(256),
            file_size: 64 * MEBIBYTE,
            disk: 256 * MEBIBYTE,
            open_files: 1024,
        }
    }

    /// For compilers, at anybody's command: they need more than what they make.
    pub const fn building() -> Self {
        Self {
            memory: Some(2048 * MEBIBYTE),
            processes: Some(512),
            file_size: 256 * MEBIBYTE,
            disk: 1024 * MEBIBYTE,
            open_files: 1024,
        }
    }

    /// The same with another limit on memory, in mebibytes.
    #[must_use]
    pub const fn with_memory(self, mebibytes: u64) -> Self {
        Self { memory: Some(mebibytes.saturating_mul(MEBIBYTE)), ..self }
    }
}
