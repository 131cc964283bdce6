//! All processes that descend from this one.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::{Pid, getpid};

use super::super::Usage;
use super::super::unix::usage_of_children;
use super::group::Membership;
use super::memory;
use crate::supervisor::End;

/// The descendants of this process. The first of a process namespace has all others in it.
fn own_descendants() -> Vec<Pid> {
    if getpid().as_raw() != 1 {
        return descendants(getpid());
    }
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(|number| *number != 1).map(Pid::from_raw).collect()
}

/// The descendants of a process. Orphans of a supervisor stay among them, because it adopts
/// them.
pub(super) fn descendants(process: Pid) -> Vec<Pid> {
    let mut found = children(process);
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        found.extend(children(process));
        next += 1;
    }
    found
}

pub(super) fn children(process: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers = |list: String| -> Vec<Pid> {
        list.split_whitespace().filter_map(|word| word.parse().ok()).map(Pid::from_raw).collect()
    };
    lists.flat_map(numbers).collect()
}

/// A program and all that it has started: every descendant of this process.
#[derive(Debug)]
pub(in crate::supervisor) struct ProcessTree {
    /// The control group that it is in, too.
    membership: Option<Membership>,
}

impl ProcessTree {
    /// What descends from this process, which is in this control group.
    pub(super) const fn new(membership: Option<Membership>) -> Self {
        Self { membership }
    }

    /// Starts a program and waits for its exit. What it has started may go on.
    #[expect(clippy::unused_self, reason = "the only one: all descendants belong to it")]
    pub(in crate::supervisor) fn run(&self, mut command: Command) -> io::Result<End> {
        wait(&command.process_group(0).spawn()?)
    }

    /// The same for a program that lives for the whole game, and is stopped from outside
    /// while it is not its turn.
    pub(in crate::supervisor) fn run_stoppable(&self, mut command: Command) -> io::Result<End> {
        command.process_group(0);
        wait(&match &self.membership {
            Some(membership) => membership.within(|| command.spawn())??,
            None => command.spawn()?,
        })
    }

    /// Kills every process of it.
    #[expect(clippy::unused_self, reason = "the only one: all descendants belong to it")]
    pub(in crate::supervisor) fn kill(&self) {
        // The first process of a process namespace reaches all others of it in one call,
        // and no new one slips through between looking and sending.
        if getpid().as_raw() == 1 {
            let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
        } else {
            for process in own_descendants() {
                let _ = kill(process, Signal::SIGKILL);
            }
        }
    }

    /// The memory that its processes hold together, in bytes; exact if it is above the limit.
    #[expect(clippy::unused_self, reason = "the only one: all descendants belong to it")]
    pub(in crate::supervisor) fn memory(&self, limit: u64) -> u64 {
        memory::held(&own_descendants(), limit)
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
    pub(in crate::supervisor) fn usage(&self) -> io::Result<Usage> {
        let (cpu, usage) = usage_of_children()?;
        let cpu = match &self.membership {
            Some(membership) => membership.processor_time()?,
            None => cpu,
        };
        // The kernel counts kibibytes.
        Ok(Usage { cpu, peak_memory: usage.max_rss() as u64 * 1024 })
    }
}

/// Waits for the exit of a program, which stays to be collected with its descendants.
fn wait(child: &Child) -> io::Result<End> {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
    loop {
        match waitid(Id::Pid(Pid::from_raw(child.id() as i32)), flags) {
            Err(Errno::EINTR) => {}
            status => return Ok(end_of(status?)),
        }
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
