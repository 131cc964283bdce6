//! What is to be checked: people name a program, its source, or a folder.

use std::path::{Path, PathBuf};

use fruitrage_arena::Specification;
use fruitrage_cli_support::Failure;
use fruitrage_league::{BuildRules, HandIn, is_class};

/// What is to be checked.
#[derive(Debug)]
pub(super) enum Target {
    /// A command line, or an agent that is built in.
    Agent(Specification),
    /// A folder, or a source file that is to be built.
    HandIn(PathBuf),
    /// A folder of hand-ins.
    Class(PathBuf),
}

impl Target {
    pub(super) fn read(text: &str) -> Result<Self, Failure> {
        let path = Path::new(text);
        if path.is_dir() {
            let path = path.to_owned();
            return Ok(if is_class(&path) { Self::Class(path) } else { Self::HandIn(path) });
        }
        if path.is_file() {
            if let Some(agent) = HandIn::command_for(path) {
                return Ok(Self::Agent(agent));
            }
            if HandIn::is_source(path, &BuildRules::default()) {
                return Ok(Self::HandIn(path.to_owned()));
            }
        }
        let agent = text.parse::<Specification>();
        agent.map(Self::Agent).map_err(|error| Failure::Input(error.to_string()))
    }
}
