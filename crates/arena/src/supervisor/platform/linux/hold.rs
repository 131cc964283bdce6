//! What the referee holds of a supervisor and its program.

use std::fs;
use std::io;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use nix::unistd::Pid;

use super::super::backoff::Backoff;
use super::super::unix;
use super::group::Group;
use super::tree::{children, descendants};

/// How long signals may take to stop all processes of a program, each of which has to get a
/// processor for that.
const STOPPING: Duration = Duration::from_secs(10);

/// The control group of a supervisor and its program, where there is one.
#[derive(Debug)]
pub(in crate::supervisor) struct Hold {
    group: Option<Group>,
}

/// Makes a supervisor's command ready to be started.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(in crate::supervisor) fn prepare(command: &mut Command) -> io::Result<Hold> {
    unix::leave_the_group(command);
    let group = Group::create();
    command.args(group.as_ref().map(Group::path));
    Ok(Hold { group })
}

impl Hold {
    /// Stops the program of a supervisor while it is not its turn; whether all of it stands
    /// still.
    pub(in crate::supervisor) fn pause(&self, supervisor: u32) -> bool {
        match &self.group {
            Some(group) if group.is_used() => group.freeze(),
            _ => stop(Pid::from_raw(supervisor as i32)),
        }
    }

    /// Lets the program of a supervisor go on.
    pub(in crate::supervisor) fn resume(&self, supervisor: u32) {
        match &self.group {
            Some(group) if group.is_used() => group.thaw(),
            _ => unix::signal(&program(Pid::from_raw(supervisor as i32)), Signal::SIGCONT),
        }
    }

    /// Ends a supervisor and with it everything that its program has started.
    #[expect(clippy::unused_self, reason = "the group goes when this is dropped")]
    pub(in crate::supervisor) fn end(&self, supervisor: &mut Child) {
        unix::end(supervisor);
    }
}

/// The processes of the program: not a supervisor, nor the one that is inside for it.
fn program(supervisor: Pid) -> Vec<Pid> {
    let all = descendants(supervisor);
    let is_ours = |process: &Pid| {
        let program = |process| fs::read_link(format!("/proc/{process}/exe")).ok();
        children(supervisor) == [*process] && program(*process) == program(supervisor)
    };
    all.into_iter().filter(|process| !is_ours(process)).collect()
}

/// Stops a program by signals, until a look at all its processes finds them stopped that were
/// there at the look before.
fn stop(supervisor: Pid) -> bool {
    let (start, mut backoff) = (Instant::now(), Backoff::new());
    let mut before = None;
    while start.elapsed() < STOPPING {
        let processes = program(supervisor);
        let still = processes.iter().all(|process| is_still(*process));
        if still && before.as_ref() == Some(&processes) {
            return true;
        }
        unix::signal(&processes, Signal::SIGSTOP);
        before = Some(processes);
        backoff.wait();
    }
    false
}

/// Whether a process is stopped, or ended.
fn is_still(process: Pid) -> bool {
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/stat")) else { return true };
    let state = status.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    matches!(state, Some('T' | 't' | 'Z' | 'X') | None)
}
