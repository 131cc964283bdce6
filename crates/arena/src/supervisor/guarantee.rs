//! What the sandbox promises, and what of it a machine gives.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that the sandbox promises.
///
/// ```
/// use fruitrage_arena::Guarantee;
///
/// assert_eq!(Guarantee::BetweenMoves.to_string(), "time between moves");
/// assert_eq!(Guarantee::ALL.len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guarantee {
    /// A program reads the system's programs and its own files, and writes to its own space.
    Files,
    /// It reaches nobody over a network or a local socket.
    Network,
    /// It sees and signals no process but its own, and has no more of them than it may.
    Processes,
    /// It holds no more memory than it may, all its processes together.
    Memory,
    /// `--clock cpu` charges all the processor time that was used.
    Processor,
    /// It does not think on its opponent's time.
    BetweenMoves,
    /// It inherits nothing that the referee or its caller has opened.
    Descriptors,
    /// It cannot ask the kernel for what leads around the sandbox.
    SystemCalls,
}

impl Guarantee {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Files,
        Self::Network,
        Self::Processes,
        Self::Memory,
        Self::Processor,
        Self::BetweenMoves,
        Self::Descriptors,
        Self::SystemCalls,
    ];

    /// The name in tables and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Network => "network",
            Self::Processes => "processes",
            Self::Memory => "memory",
            Self::Processor => "processor",
            Self::BetweenMoves => "time between moves",
            Self::Descriptors => "descriptors",
            Self::SystemCalls => "system calls",
        }
    }
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How it stands with a guarantee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// This gives it.
    Given(String),
    /// It is missing: this is what a program can do.
    Missing(String),
}

/// How it stands with every guarantee for one program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarantees(Vec<(Guarantee, Standing)>);

impl Guarantees {
    /// For programs that are not confined: what only a sandbox gives is missing.
    pub(super) fn without_a_sandbox() -> Self {
        let mut guarantees = Self::default();
        guarantees.miss(Guarantee::Files, "programs can read and write whatever you can");
        guarantees.miss(Guarantee::Network, "programs can open connections");
        guarantees.miss(Guarantee::Processes, "programs can see and signal your other processes");
        guarantees.miss(Guarantee::SystemCalls, "programs can make every system call");
        guarantees
    }

    /// This mechanism gives a guarantee.
    pub(super) fn give(&mut self, guarantee: Guarantee, by: &str) {
        self.0.push((guarantee, Standing::Given(by.to_owned())));
    }

    /// Nothing gives a guarantee, and so programs can do this.
    pub(crate) fn miss(&mut self, guarantee: Guarantee, leaves: &str) {
        self.0.push((guarantee, Standing::Missing(leaves.to_owned())));
    }

    /// Each with how it stands.
    pub fn iter(&self) -> impl Iterator<Item = &(Guarantee, Standing)> {
        self.0.iter()
    }

    /// Those that are missing, and what programs can do without them.
    pub fn missing(&self) -> impl Iterator<Item = (Guarantee, &str)> {
        self.0.iter().filter_map(|(guarantee, standing)| match standing {
            Standing::Missing(leaves) => Some((*guarantee, leaves.as_str())),
            Standing::Given(_) => None,
        })
    }

    /// Whether something gives it.
    pub fn has(&self, wanted: Guarantee) -> bool {
        self.0.iter().any(|(guarantee, standing)| {
            *guarantee == wanted && matches!(standing, Standing::Given(_))
        })
    }
}
