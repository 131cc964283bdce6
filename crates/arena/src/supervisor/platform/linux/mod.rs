//! Linux: a supervisor adopts whatever its program leaves behind, and can confine itself.

mod calls;
mod confinement;
mod filesystem;
mod group;
mod hold;
mod memory;
mod restriction;
mod tree;

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use nix::sys::resource::Resource;

use super::{Capabilities, unix};
use crate::Limits;
use crate::supervisor::{
    Assignment, COMMAND, Confinement, FAILED, Guarantee, Guarantees, Task, read_assignment, work,
    workplace,
};
use calls::Sockets;
use group::Membership;

pub(in crate::supervisor) use super::unix::{
    Folder, link, name_of, open_without_following, printed,
};
pub(crate) use super::unix::{open_printed, signal_of};
pub(crate) use filesystem::installed;
pub(in crate::supervisor) use hold::{Hold, prepare};
pub(in crate::supervisor) use tree::ProcessTree;

/// Everything.
pub(crate) const CAPABILITIES: Capabilities =
    Capabilities { sandbox: true, processor_time: true, pausing: true };

/// The argument of the process inside the namespaces.
const INSIDE: &str = "inside";

/// Does a supervisor's work, outside of the sandbox or inside. The arguments are how the
/// program is confined, and the control group that the referee made if it could.
pub(in crate::supervisor) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    let Some((word, rest)) = arguments.split_first() else {
        return Err(io::Error::other("expected to be called by the referee"));
    };
    let group = rest.first().map(PathBuf::from);
    if word == INSIDE {
        return inside(group.as_deref());
    }
    unix::leave_the_caller()?;
    // Where it is refused the guarantees say so.
    let group = group.filter(|group| Membership::join(group).is_ok());
    let all = [Confinement::Free, Confinement::Restricted, Confinement::Namespaces];
    match all.into_iter().find(|confinement| confinement.word() == word) {
        Some(Confinement::Free) => free(group.as_deref()),
        Some(Confinement::Restricted) => restricted(group.as_deref()),
        Some(Confinement::Namespaces) => in_namespaces(group.as_deref()),
        None => Err(io::Error::other(format!("expected how to confine a program, found `{word}`"))),
    }
}

/// The program can do what its user can.
fn free(group: Option<&Path>) -> io::Result<ExitCode> {
    confinement::end_descendants_with_parent()?;
    begin(&read_assignment()?, Guarantees::without_a_sandbox(), member(group), None)
}

/// Where there are no namespaces: rules for this process and all that it starts.
fn restricted(group: Option<&Path>) -> io::Result<ExitCode> {
    confinement::end_descendants_with_parent()?;
    let assignment = read_assignment()?;
    let membership = member(group);
    let mut guarantees = Guarantees::default();
    // Before the rules: the folder itself is not for the program to see.
    workplace::make(&assignment.scratch, assignment.folder.as_deref())?;
    // Whoever can write anywhere can leave a control group.
    let is_kept_in = restriction::restrict(&assignment, &mut guarantees);
    let membership = membership.filter(|_| is_kept_in);
    // Here the kernel would count all processes of the user, not the program's.
    let limits = Limits { processes: None, ..assignment.limits };
    let assignment = Assignment { user: None, limits, ..assignment };
    begin(&assignment, guarantees, membership, Some(Sockets::None))
}

/// Enters the namespaces, in which only a new process is fully inside.
fn in_namespaces(group: Option<&Path>) -> io::Result<ExitCode> {
    confinement::enter_namespaces()?;
    confinement::end_with_parent()?;
    let mut inside = Command::new(std::env::current_exe()?);
    inside.arg(COMMAND).arg(INSIDE).args(group).stdin(Stdio::inherit());
    let status = inside.status()?;
    // As shells say it: 128 and the signal's number.
    let signal = status.signal().map(|signal| 128 + signal);
    let status = status.code().or(signal).and_then(|status| u8::try_from(status).ok());
    Ok(ExitCode::from(status.unwrap_or(FAILED)))
}

/// The first process inside: it builds the file system that the program will see.
fn inside(group: Option<&Path>) -> io::Result<ExitCode> {
    confinement::end_with_parent()?;
    let assignment = read_assignment()?;
    let membership = member(group);
    filesystem::enter(&assignment)?;
    let mut guarantees = Guarantees::default();
    guarantees.give(Guarantee::Files, "a file system of its own, in a mount namespace");
    guarantees.give(Guarantee::Network, "an empty network namespace");
    guarantees.give(Guarantee::Processes, "a process namespace, and a limit on its user");
    let inside = Assignment { scratch: PathBuf::from(filesystem::WRITABLE), ..assignment };
    begin(&inside, guarantees, membership, Some(Sockets::InNamespace))
}

/// The control group, opened while its files can still be seen.
fn member(group: Option<&Path>) -> Option<Membership> {
    group.and_then(|group| Membership::open(group).ok())
}

/// Takes the last restrictions upon this process and serves the game. Confined programs have
/// these sockets.
fn begin(
    assignment: &Assignment,
    mut guarantees: Guarantees,
    membership: Option<Membership>,
    sockets: Option<Sockets>,
) -> io::Result<ExitCode> {
    confinement::give_up_privileges(assignment.confinement)?;
    unix::set_limits(&assignment.limits)?;
    if let Some(processes) = assignment.limits.processes {
        unix::lower(Resource::RLIMIT_NPROC, processes)?;
    }
    if let Some(sockets) = sockets {
        refuse_calls(sockets, &mut guarantees);
    }
    guarantees.give(Guarantee::Memory, "measured every 10 ms, what is shared counted once");
    guarantees.give(Guarantee::Descriptors, "all closed, and a session of its own");
    promise_times(assignment, membership.is_some(), &mut guarantees);
    work(assignment, guarantees, ProcessTree::new(membership))
}

fn refuse_calls(sockets: Sockets, guarantees: &mut Guarantees) {
    let refused = calls::refuse(sockets).is_ok();
    if refused {
        guarantees.give(Guarantee::SystemCalls, "a filter (seccomp)");
    } else {
        let leaves = "programs can make system calls that lead around the sandbox";
        guarantees.miss(Guarantee::SystemCalls, leaves);
    }
    match (sockets, refused) {
        (Sockets::InNamespace, _) => {}
        (Sockets::None, true) => {
            guarantees.give(Guarantee::Network, "no sockets: a filter (seccomp)");
        }
        (Sockets::None, false) => {
            guarantees.miss(Guarantee::Network, "programs can open connections");
        }
    }
}

/// What follows from being in a control group.
fn promise_times(assignment: &Assignment, grouped: bool, guarantees: &mut Guarantees) {
    if grouped {
        guarantees.give(Guarantee::Processor, "counted by a control group");
    } else {
        guarantees.miss(Guarantee::Processor, "processes that nobody collects cost no time");
    }
    match (assignment.task == Task::Talk, grouped) {
        (false, _) => {
            guarantees.give(Guarantee::BetweenMoves, "every process ends with the move");
        }
        (true, true) => {
            guarantees.give(Guarantee::BetweenMoves, "frozen in a control group");
        }
        (true, false) => {
            let leaves = "programs are stopped by signals, which they can undo";
            guarantees.miss(Guarantee::BetweenMoves, leaves);
        }
    }
}

/// The program's name, and in the sandbox its surroundings and its user.
pub(in crate::supervisor) fn adorn(
    command: &mut Command,
    assignment: &Assignment,
    directory: &Path,
) {
    command.arg0(&assignment.name);
    if assignment.confinement != Confinement::Free {
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
    if process.uid() != 0 || !has_all_users() {
        return None;
    }
    let game = COUNT.fetch_add(1, Ordering::Relaxed) % 10_000;
    Some(USERS + std::process::id() % 100_000 * 10_000 + game)
}

/// Whether this process can be any user: it is in no user namespace, or in one with all users.
fn has_all_users() -> bool {
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    map.split_whitespace().nth(2) == Some("4294967295")
}

/// Whether there is a process of this number.
pub(crate) fn is_running(process: u32) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}
