//! What of the sandbox a machine may lack.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A part of the sandbox that this machine's kernel does not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Missing {
    /// Programs can use the network.
    Network,
    /// Programs can read and write whatever the user can.
    Files,
    /// Programs see other processes and may signal those of the same user.
    Processes,
    /// The number of processes and the size of all files together are not limited.
    Amounts,
    /// Programs have no `/proc`, which some need, and a program's children are not
    /// counted against its memory.
    ProcessTable,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Network => "network: programs can open connections",
            Self::Files => "files: programs can read and write whatever you can",
            Self::Processes => "processes: programs can see and signal your other processes",
            Self::Amounts => "amounts: the number of processes and of files is not limited",
            Self::ProcessTable => "/proc: programs have none, and children's memory is not limited",
        })
    }
}
