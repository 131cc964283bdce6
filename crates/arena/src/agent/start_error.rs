//! Why an agent cannot be started.

use thiserror::Error;

use crate::executable;
use crate::supervisor::Guarantee;

/// Why an agent cannot be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// There is no such program.
    #[error("expected a program, but `{program}` was not found")]
    NoProgram {
        /// As it was written.
        program: String,
    },
    /// A file is called so, but that is not how a program in a folder is written.
    #[error(
        "expected a program, but `{program}` is none of the system's; for the file of that name \
         write `{instead}`"
    )]
    FileHere {
        /// As it was written.
        program: String,
        /// What is meant, probably.
        instead: String,
    },
    /// The file is not a program.
    #[error("expected a program, but `{program}` is not executable ({})", executable::HINT)]
    NotExecutable {
        /// As it was written.
        program: String,
    },
    /// Programs cannot be confined here.
    #[error("the sandbox needs Linux; on this system programs run without")]
    NoSandbox,
    /// Processor time cannot be charged here.
    #[error(
        "`--clock cpu` is not to be had here: to count all processor time takes Linux with a \
         control group (version 2) of one's own; be the superuser, or start it with \
         `systemd-run --user --scope -p Delegate=yes fruitrage …`"
    )]
    NoProcessorTime,
    /// The sandbox has become weaker since it was asked for.
    #[error("the sandbox is weaker than before the first game; {guarantee}: {leaves}")]
    Weaker {
        /// What is missing.
        guarantee: Guarantee,
        /// What programs can do.
        leaves: String,
    },
    /// The supervisor could not work.
    #[error("`{program}` cannot be started: {reason}")]
    Failed {
        /// As it was written.
        program: String,
        /// Why.
        reason: String,
    },
}

impl StartError {
    pub(crate) fn failed(program: &str, reason: &dyn std::fmt::Display) -> Self {
        Self::Failed { program: program.to_owned(), reason: reason.to_string() }
    }
}
