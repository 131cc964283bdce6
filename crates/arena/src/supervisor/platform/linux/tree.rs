//! All processes that descend from this one.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::{Pid, SysconfVar, getpid, sysconf};

use super::super::Usage;
use super::super::unix::{signal_program, usage_of_children};
use crate::supervisor::End;

/// The descendants of a process. Orphans of a supervisor stay among them, because it adopts
/// them.
fn descendants(process: Pid) -> Vec<Pid> {
    let mut found = children(process);
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        found.extend(children(process));
        next += 1;
    }
    found
}

fn children(process: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers = |list: String| -> Vec<Pid> {
        list.split_whitespace().filter_map(|word| word.parse().ok()).map(Pid::from_raw).collect()
    };
    lists.flat_map(numbers).collect()
}

/// Resident pages that are not shared with files.
fn own_pages(process: Pid) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let mut numbers = text.split_whitespace().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (resident, shared) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    resident.saturating_sub(shared)
}

/// A program and all that it has started: every descendant of this process.
#[derive(Debug)]
pub(in crate::supervisor) struct ProcessTree;

impl ProcessTree {
    /// Starts a program and waits for its exit. What it has started may go on.
    #[expect(clippy::unused_self, reason = "the only one: all descendants belong to it")]
    pub(in crate::supervisor) fn run(&self, mut command: Command) -> io::Result<End> {
        // A group of its own tells its processes from the supervisor's.
        let child = command.process_group(0).spawn()?;
        // It stays to be collected with its descendants.
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        loop {
            match waitid(Id::Pid(Pid::from_raw(child.id() as i32)), flags) {
                Err(Errno::EINTR) => {}
                status => return Ok(end_of(status?)),
            }
        }
    }

    /// Kills every process of it.
    #[expect(clippy::unused_self, reason = "the only one: all descendants belong to it")]
    pub(in crate::supervisor) fn kill(&self) {
        // The first process of a process namespace reaches all others of it in one call,
        // and no new one slips through between looking and sending.
        if getpid().as_raw() == 1 {
            let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
        } else {
            for process in descendants(getpid()) {
                let _ = kill(process, Signal::SIGKILL);
            }
        }
    }

    /// The memory that its processes hold for themselves, in bytes.
    #[expect(clippy::unused_self, reason = "the only one: all descendants belong to it")]
    pub(in crate::supervisor) fn memory(&self) -> u64 {
        let page = sysconf(SysconfVar::PAGE_SIZE).ok().flatten().unwrap_or(4096) as u64;
        descendants(getpid()).into_iter().map(|process| own_pages(process) * page).sum()
    }

    /// Kills every process of it and waits until none is left.
    pub(in crate::supervisor) fn end(&self) -> io::Result<()> {
        loop {
            self.kill();
            match waitpid(None, None) {
                Err(Errno::ECHILD) => return Ok(()),
                Ok(_) | Err(Errno::EINTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// What has been used by all that have ended.
    #[expect(clippy::unused_self, reason = "the only one: all descendants belong to it")]
    pub(in crate::supervisor) fn usage(&self) -> io::Result<Usage> {
        let (cpu, usage) = usage_of_children()?;
        // The kernel counts kibibytes.
        Ok(Usage { cpu, peak_memory: usage.max_rss() as u64 * 1024 })
    }
}

fn end_of(status: WaitStatus) -> End {
    match status {
        WaitStatus::Signaled(_, signal, _) => {
            End::Signal(signal as i32, Signal::as_str(signal).to_owned())
        }
        WaitStatus::Exited(_, status) => End::Status(status),
        other => End::NotStarted(format!("{other:?}")),
    }
}

/// Stops the program of a supervisor while it is not its turn.
pub(crate) fn pause(supervisor: u32) {
    // A second look catches what was started during the first.
    for _ in 0..2 {
        signal_program(supervisor, Signal::SIGSTOP, descendants);
    }
}

/// Lets the program of a supervisor go on.
pub(crate) fn resume(supervisor: u32) {
    signal_program(supervisor, Signal::SIGCONT, descendants);
}
