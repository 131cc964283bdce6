//! Finding the program that a command line begins with, and the script that it is given.

use std::env;
use std::path::{Path, PathBuf};

use super::StartError;
use super::own_files::normal;
use crate::executable;
use crate::supervisor::CAPABILITIES;

/// How scripts of common interpreters end.
const SCRIPT_ENDINGS: [&str; 7] = ["py", "rb", "pl", "js", "mjs", "lua", "sh"];

/// The program that a command line begins with: a path, which starts at `base` if it is
/// relative, or a name to look up.
pub(crate) fn find(word: &str, base: &Path) -> Result<PathBuf, StartError> {
    let missing = || StartError::NoProgram { program: word.to_owned() };
    if word.contains(std::path::is_separator) {
        let path = base.join(word);
        return match executable::find(&path) {
            Some(found) => Ok(normal(&found)),
            None if path.is_file() => Err(StartError::NotExecutable { program: word.to_owned() }),
            None => Err(missing()),
        };
    }
    let system = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let known = env::split_paths(&path);
    // In a sandbox a home directory's programs cannot be seen: the system's first. So it
    // is without, too, where there could be one: who tries a program and who runs the
    // tournament mean the same by a name.
    let has_sandbox = CAPABILITIES.sandbox;
    let folders: Vec<PathBuf> =
        if has_sandbox { system.into_iter().chain(known).collect() } else { known.collect() };
    let found = folders.iter().find_map(|folder| executable::find(&folder.join(word)));
    found.ok_or_else(|| match instead_of(&base.join(word), word) {
        Some(instead) => StartError::FileHere { program: word.to_owned(), instead },
        None => missing(),
    })
}

/// What to write for a file that was named as if it were a program of the system.
fn instead_of(path: &Path, word: &str) -> Option<String> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending {
        _ if !path.is_file() => None,
        Some("py") => Some(format!("{} {word}", executable::PYTHON)),
        Some("jar") => Some(format!("java -jar {word}")),
        Some("js") => Some(format!("node {word}")),
        Some("rb") => Some(format!("ruby {word}")),
        _ => Some(Path::new(".").join(word).display().to_string()),
    }
}

/// Without its script an interpreter would start, and lose every game by crashing.
pub(super) fn expect_script(arguments: &[String], base: &Path) -> Result<(), StartError> {
    let is_script = |word: &&String| {
        let ending = Path::new(word.as_str()).extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| SCRIPT_ENDINGS.contains(&ending))
    };
    // Only the first argument is sure to be the script; the others are its own.
    match arguments.first().filter(is_script) {
        Some(script) if !base.join(script).exists() => {
            Err(StartError::NoProgram { program: script.clone() })
        }
        _ => Ok(()),
    }
}
