//! A folder of agents as a tournament.

use std::fs;
use std::path::{Path, PathBuf};

use fruitrage_arena::{Specification, executable};

use crate::configuration::{AgentTable, read_toml};
use crate::{Configuration, ConfigurationError, Entrant};

/// What a folder may say about the tournament.
const SETTINGS: &str = "tournament.toml";

/// What an agent's own folder may say about it.
const AGENT: &str = "agent.toml";

/// Reads a folder of agents: each program in it, and each folder in it with a program or
/// an `agent.toml`, is an agent named after it. A `tournament.toml` in it says the rest.
pub fn read_folder(folder: &Path) -> Result<Configuration, ConfigurationError> {
    let refuse = |error: std::io::Error| ConfigurationError::file(folder, error);
    let folder = &dunce::canonicalize(folder).map_err(refuse)?;
    let settings = folder.join(SETTINGS);
    let mut tournament = match fs::read_to_string(&settings) {
        Ok(text) => Configuration::parse(&text, &settings)?,
        Err(_) => Configuration::of(Vec::new()),
    };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(refuse)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(refuse)?;
    paths.sort();
    for path in paths {
        tournament.entrants.extend(if path.is_dir() {
            agent_in_folder(&path)?
        } else {
            program(&path).map(|words| Entrant {
                // Its neighbours are other people's: it may read itself alone.
                folder: None,
                ..Entrant::new(stem(&path), Specification::Files(words))
            })
        });
    }
    tournament.refuse_doubles(folder)?;
    Ok(tournament)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The command line for a file that is a program by its name or its permissions.
fn program(path: &Path) -> Option<Vec<String>> {
    let text = path.to_str()?.to_owned();
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    if path.file_name()?.to_str()?.starts_with('.') {
        return None;
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("py") => Some([words(&[executable::PYTHON]), vec![text]].concat()),
        Some("jar") => Some([words(&["java", "-jar"]), vec![text]].concat()),
        Some("toml" | "db") => None,
        _ => executable::is_executable(path).then(|| vec![text]),
    }
}

/// The agent of a folder: as its `agent.toml` says, or the only program in it.
fn agent_in_folder(folder: &Path) -> Result<Option<Entrant>, ConfigurationError> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let settings = folder.join(AGENT);
    if let Ok(text) = fs::read_to_string(&settings) {
        let table: AgentTable = read_toml(&text, &settings)?;
        let entrant = table.entrant(Some(&name), folder, &settings)?;
        let folder = entrant.folder.clone().unwrap_or_else(|| folder.to_owned());
        return Ok(Some(Entrant { folder: Some(folder), ..entrant }));
    }
    let entries = fs::read_dir(folder).map_err(|error| ConfigurationError::file(folder, error))?;
    let programs: Vec<Vec<String>> =
        entries.flatten().filter_map(|entry| program(&entry.path())).collect();
    match &programs[..] {
        [] => Ok(None),
        [words] => Ok(Some(Entrant {
            folder: Some(folder.to_owned()),
            ..Entrant::new(name, Specification::Files(words.clone()))
        })),
        several => Err(ConfigurationError::file(
            folder,
            format!("expected one program or an {AGENT}, found {} programs", several.len()),
        )),
    }
}
