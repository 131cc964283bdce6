//! An agent in a tournament.

use std::path::PathBuf;

use fruitrage_arena::{Host, Specification, StartError};

use super::{Handicap, TimeOdds};

/// An agent in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What it is called; no two have the same name.
    pub name: String,
    /// Which program it is.
    pub specification: Specification,
    /// The folder that its command line starts in, if not where the tournament's does; all
    /// of it is its own.
    pub folder: Option<PathBuf>,
    /// Its limit on memory in mebibytes, if not everybody's.
    pub memory: Option<u64>,
    /// What it may read besides its own files.
    pub readable: Vec<PathBuf>,
    /// What it is told to set, if it speaks the line protocol.
    pub options: Vec<(String, String)>,
    /// Whether it meets everybody in a gauntlet.
    pub champion: bool,
    /// How much of everybody's clock it has.
    pub time_odds: TimeOdds,
    /// The points that it has before a game begins.
    pub handicap: Handicap,
}

impl Entrant {
    /// An agent with nothing special about it.
    pub const fn new(name: String, specification: Specification) -> Self {
        Self {
            name,
            specification,
            folder: None,
            memory: None,
            readable: Vec::new(),
            options: Vec::new(),
            champion: false,
            time_odds: TimeOdds::EVEN,
            handicap: Handicap::NONE,
        }
    }

    /// The host that runs this agent.
    pub fn host(&self, host: &Host) -> Host {
        let mut host = host.clone();
        if let Some(folder) = &self.folder {
            host.base.clone_from(folder);
            host.owns_base = true;
        }
        if let Some(memory) = self.memory {
            host.limits = host.limits.with_memory(memory);
        }
        host.readable.extend(self.readable.iter().cloned());
        host.options.clone_from(&self.options);
        host
    }

    /// Whether all that it needs is on this machine.
    pub(crate) fn check(&self, host: &Host) -> Result<(), StartError> {
        let failed = |reason| Err(StartError::Failed { program: self.name.clone(), reason });
        if let Some(folder) = self.folder.as_ref().filter(|folder| !folder.is_dir()) {
            return failed(format!("expected its folder {}, found none", folder.display()));
        }
        if let Some(path) = self.readable.iter().find(|path| !path.exists()) {
            return failed(format!("expected {} to read, found nothing there", path.display()));
        }
        self.host(host).check(&self.specification)
    }
}
