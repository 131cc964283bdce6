//! Linux: a supervisor adopts whatever its program leaves behind, and can shut itself in.

mod confinement;
mod filesystem;
mod restriction;
mod tree;

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use nix::sys::resource::Resource;

use super::{Capabilities, unix};
use crate::supervisor::{Assignment, COMMAND, FAILED, work};
use crate::{Limits, Missing};

pub(in crate::supervisor) use super::unix::{
    end, link, name_of, open_without_following, prepare, printed,
};
pub(crate) use super::unix::{open_printed, signal_of};
pub(crate) use filesystem::installed;
pub(in crate::supervisor) use tree::ProcessTree;
pub(crate) use tree::{pause, resume};

/// Everything.
pub(crate) const CAPABILITIES: Capabilities =
    Capabilities { sandbox: true, processor_time: true, pausing: true };

/// Does a supervisor's work, outside of the sandbox or inside.
pub(in crate::supervisor) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    match arguments {
        [assignment] => outside(assignment),
        [assignment, missing] => inside(assignment, missing),
        _ => Err(io::Error::other("expected an assignment; only the referee calls this")),
    }
}

/// Enters the namespaces, in which only a new process is fully inside.
fn outside(text: &str) -> io::Result<ExitCode> {
    let assignment: Assignment = serde_json::from_str(text)?;
    if !assignment.confined {
        confinement::end_descendants_with_parent()?;
        return begin(&assignment, Vec::new());
    }
    let Ok(missing) = confinement::enter_namespaces() else {
        confinement::end_descendants_with_parent()?;
        let missing = restriction::restrict(&assignment);
        // Here the kernel would count all processes of the user, not the program's.
        let limits = Limits { processes: None, ..assignment.limits };
        return begin(&Assignment { user: None, limits, ..assignment }, missing);
    };
    confinement::end_with_parent()?;
    let mut inside = Command::new(std::env::current_exe()?);
    inside.arg(COMMAND).arg(text).arg(serde_json::to_string(&missing)?);
    let status = inside.stdin(Stdio::inherit()).status()?;
    Ok(ExitCode::from(status.code().map_or(FAILED, |code| code as u8)))
}

/// The first process inside: it builds the file system that the program will see.
fn inside(text: &str, missing: &str) -> io::Result<ExitCode> {
    let assignment: Assignment = serde_json::from_str(text)?;
    let mut missing: Vec<Missing> = serde_json::from_str(missing)?;
    confinement::end_with_parent()?;
    missing.extend(filesystem::enter(&assignment)?);
    let inside = Assignment { scratch: PathBuf::from(filesystem::WRITABLE), ..assignment };
    begin(&inside, missing)
}

fn begin(assignment: &Assignment, missing: Vec<Missing>) -> io::Result<ExitCode> {
    confinement::give_up_privileges(assignment.confined)?;
    unix::set_limits(&assignment.limits)?;
    if let Some(processes) = assignment.limits.processes {
        unix::lower(Resource::RLIMIT_NPROC, processes)?;
    }
    work(assignment, missing, ProcessTree)
}

/// The program's name, and in the sandbox its surroundings and its user.
pub(in crate::supervisor) fn adorn(
    command: &mut Command,
    assignment: &Assignment,
    directory: &Path,
) {
    command.arg0(&assignment.name);
    if assignment.confined {
        command
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin")
            .env("HOME", directory)
            .env("TMPDIR", directory)
            .env("LANG", "C.UTF-8");
        if let Some(user) = assignment.user {
            command.uid(user).gid(user);
        }
    }
}

/// The first of a billion user numbers that nobody has.
const USERS: u32 = 1_000_000_000;

/// Under the superuser each program of a game runs as a user of its own, who owns no
/// files: limits on processes hold for a user, and not for the superuser. Elsewhere a user
/// namespace does the same, and none is needed.
pub(crate) fn user_for_a_program() -> Option<u32> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let process = fs::metadata("/proc/self").ok()?;
    let map = fs::read_to_string("/proc/self/uid_map").ok()?;
    let has_everybody = map.split_whitespace().nth(2) == Some("4294967295");
    if process.uid() != 0 || !has_everybody {
        return None;
    }
    let game = COUNT.fetch_add(1, Ordering::Relaxed) % 10_000;
    Some(USERS + std::process::id() % 100_000 * 10_000 + game)
}

/// Whether there is a process of this number.
pub(crate) fn is_running(process: u32) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}
