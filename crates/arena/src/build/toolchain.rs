//! Programs that only lead to others: rustup keeps Rust's in the home directory of a user,
//! where a confined build sees nothing.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where a sandbox looks for programs.
const SYSTEM: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// A folder with programs and what belongs to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Toolchain {
    /// All of it is read by its programs.
    pub(super) folder: PathBuf,
    /// Where its programs are.
    programs: PathBuf,
}

impl Toolchain {
    /// The program that is really meant by one that leads to it, and what it belongs to.
    pub(super) fn behind(found: &Path, name: &str) -> Option<(PathBuf, Self)> {
        let manager = found.canonicalize().ok()?;
        if manager.file_stem() != Some(OsStr::new("rustup")) {
            return None;
        }
        // Not in the folder of an agent, which could ask for a toolchain of its own.
        let answer = Command::new(manager)
            .args(["which", name])
            .current_dir(env::temp_dir())
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let program = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim());
        let programs = program.parent()?.to_owned();
        let folder = programs.parent()?.to_owned();
        program.is_file().then_some((program, Self { folder, programs }))
    }
}

/// Where commands look for further programs, if not only where everybody does.
pub(super) fn search_path(toolchains: &[Toolchain], sandbox: bool) -> Option<OsString> {
    if toolchains.is_empty() {
        return None;
    }
    let own = toolchains.iter().map(|toolchain| toolchain.programs.clone());
    let known = env::var_os("PATH").unwrap_or_default();
    let others: Vec<PathBuf> = if sandbox {
        SYSTEM.map(PathBuf::from).to_vec()
    } else {
        env::split_paths(&known).collect()
    };
    env::join_paths(own.chain(others)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_programs_lead_nowhere() {
        assert_eq!(Toolchain::behind(&env::current_exe().unwrap(), "x"), None);
        assert_eq!(search_path(&[], true), None);
    }
}
