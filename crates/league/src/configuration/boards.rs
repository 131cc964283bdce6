//! Who plays on which boards.

use serde::{Deserialize, Serialize};

/// Who plays on which boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boards {
    /// Every two agents play on boards of their own: nobody can prepare for them, and one
    /// board more or less to an agent's liking hardly matters.
    #[default]
    Own,
    /// All agents play on the same boards.
    Same,
}

impl Boards {
    /// The name in files and stores.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Same => "same",
        }
    }
}
