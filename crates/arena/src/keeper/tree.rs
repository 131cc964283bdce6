//! All processes that descend from this one.

use std::fs;
use std::io;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::{Pid, SysconfVar, getpgid, getpid, sysconf};

/// The descendants of a process. Orphans of a keeper stay among them, because it adopts
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

/// The memory that the descendants hold for themselves, in bytes.
pub(super) fn memory() -> u64 {
    let page = sysconf(SysconfVar::PAGE_SIZE).ok().flatten().unwrap_or(4096) as u64;
    descendants(getpid()).into_iter().map(|process| own_pages(process) * page).sum()
}

/// Resident pages that are not shared with files.
fn own_pages(process: Pid) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let mut numbers = text.split_whitespace().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (resident, shared) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    resident.saturating_sub(shared)
}

/// Sends a signal to every descendant.
pub(super) fn signal(signal: Signal) {
    // The first process of a process namespace reaches all others of it in one call,
    // and no new one slips through between looking and sending.
    if getpid().as_raw() == 1 {
        let _ = kill(Pid::from_raw(-1), signal);
    } else {
        for process in descendants(getpid()) {
            let _ = kill(process, signal);
        }
    }
}

/// Stops the program of a keeper while it is not its turn.
pub(crate) fn pause(keeper: u32) {
    // A second look catches what was started during the first.
    for _ in 0..2 {
        signal_program(keeper, Signal::SIGSTOP);
    }
}

/// Lets the program of a keeper go on.
pub(crate) fn resume(keeper: u32) {
    signal_program(keeper, Signal::SIGCONT);
}

/// The keeper's own processes are one group, the program's are in others.
fn signal_program(keeper: u32, signal: Signal) {
    let keeper = Pid::from_raw(keeper as i32);
    let own = getpgid(Some(keeper));
    for process in descendants(keeper) {
        if getpgid(Some(process)) != own {
            let _ = kill(process, signal);
        }
    }
}

/// Ends every descendant and waits until none is left.
pub(super) fn end() -> io::Result<()> {
    loop {
        signal(Signal::SIGKILL);
        match waitpid(None, None) {
            Err(Errno::ECHILD) => return Ok(()),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
