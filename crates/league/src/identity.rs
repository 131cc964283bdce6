//! What an agent is, wherever its files lie: the content of them, its command line and what
//! it is granted. Two that differ in any of these are two versions.

use std::path::Path;

use fruitrage_arena::Specification;

use crate::Entrant;
use crate::package::{ContentHash, PackageError, hash_of_folder};
use crate::submission::Submission;

/// What an agent is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Its command line as it is beside its files.
    pub(crate) command: String,
    /// Its content.
    pub(crate) content: ContentHash,
}

impl Identity {
    /// Reads an agent's files. What cannot travel, because it is too large or has links to
    /// elsewhere, is known by its content all the same if it has a folder, else by its command.
    pub(crate) fn of(entrant: &Entrant, base: &Path) -> Result<Self, PackageError> {
        let (command, files) = match (Submission::new(entrant, base), &entrant.folder) {
            (Ok(Submission { specification, package }), _) => {
                let files = package.map(|package| package.hash().to_string());
                (specification.to_string(), files.unwrap_or_default())
            }
            (Err(_), Some(folder)) => {
                let command = beside_its_files(&entrant.specification, folder);
                (command, hash_of_folder(folder)?.to_string())
            }
            (Err(_), None) => (entrant.specification.to_string(), String::new()),
        };
        let grants = (entrant.memory, &entrant.options, entrant.time_odds.to_string());
        let handicap = match entrant.handicap.points() {
            0 => String::new(),
            points => format!("\nhandicap {points}"),
        };
        let text = format!("{command}\n{files}\n{grants:?}{handicap}");
        Ok(Self { command, content: ContentHash::of(text.as_bytes()) })
    }
}

fn beside_its_files(specification: &Specification, folder: &Path) -> String {
    let prefix = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
    specification.to_string().replace(&prefix, "")
}
