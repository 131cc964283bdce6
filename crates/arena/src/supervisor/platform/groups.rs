//! Unix systems other than Linux: a program is the leader of a process group, and what
//! has left the group is found among its descendants.

use std::collections::HashMap;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, getpgid, getpid, getppid};
use signal_hook::consts::SIGTERM;
use signal_hook::iterator::Signals;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

use super::backoff::Backoff;
use super::{Capabilities, Usage, unix};
use crate::supervisor::{
    Assignment, Confinement, End, Guarantee, Guarantees, PATIENCE, Task, read_assignment, work,
};

pub(in crate::supervisor) use super::unix::{
    Folder, link, name_of, open_without_following, printed,
};
pub(crate) use super::unix::{open_printed, signal_of};

/// Neither the sandbox nor all processor time: what nobody collects is not counted.
pub(crate) const CAPABILITIES: Capabilities =
    Capabilities { sandbox: false, processor_time: false, pausing: true };

/// How often a supervisor looks whether its referee is still there.
const HEARTBEAT: Duration = Duration::from_millis(100);

/// Where the system's own programs and libraries are.
const INSTALLED: [&str; 6] = ["/usr", "/bin", "/sbin", "/opt", "/System", "/Library"];

/// Does a supervisor's work.
pub(in crate::supervisor) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    if arguments != [Confinement::Free.word()] {
        return Err(io::Error::other("there is no sandbox on this system"));
    }
    unix::leave_the_caller()?;
    let assignment = read_assignment()?;
    let processes = ProcessTree::default();
    end_with_parent(processes.clone())?;
    unix::set_limits(&assignment.limits)?;
    let guarantees = guarantees(assignment.task == Task::Talk);
    work(&assignment, guarantees, processes)
}

/// What holds for programs here.
fn guarantees(talks: bool) -> Guarantees {
    let mut guarantees = Guarantees::without_a_sandbox();
    guarantees.give(Guarantee::Memory, "measured every 10 ms");
    guarantees.give(Guarantee::Descriptors, "all closed, and a session of its own");
    guarantees.miss(Guarantee::Processor, "processes that nobody collects cost no time");
    if talks {
        let leaves = "programs are stopped by signals, which they can undo";
        guarantees.miss(Guarantee::BetweenMoves, leaves);
    } else {
        guarantees.give(Guarantee::BetweenMoves, "the processes end with the move");
    }
    guarantees
}

/// When the process that started this one is gone, or asks for it, the program is ended
/// before this process is.
fn end_with_parent(processes: ProcessTree) -> io::Result<()> {
    let parent = getppid();
    let mut signals = Signals::new([SIGTERM])?;
    let asked = signals.handle();
    thread::spawn(move || {
        while getppid() == parent {
            thread::sleep(HEARTBEAT);
        }
        asked.close();
    });
    thread::spawn(move || {
        // Waits for the signal, or for the other thread to close.
        let _ = signals.forever().next();
        let _ = processes.end();
        std::process::exit(0);
    });
    Ok(())
}

/// The program's name.
pub(in crate::supervisor) fn adorn(
    command: &mut Command,
    assignment: &Assignment,
    _directory: &Path,
) {
    command.arg0(&assignment.name);
}

/// There is no sandbox in which programs would be users of their own.
pub(crate) const fn user_for_a_program() -> Option<u32> {
    None
}

/// Where the system's own programs and libraries are.
pub(crate) fn installed() -> Vec<PathBuf> {
    INSTALLED.map(PathBuf::from).to_vec()
}

/// Whether there is a process of this number.
pub(crate) fn is_running(process: u32) -> bool {
    kill(Pid::from_raw(process as i32), None) != Err(Errno::ESRCH)
}

/// What the referee holds of a supervisor: nothing but its number.
pub(in crate::supervisor) struct Hold;

/// Makes a supervisor's command ready to be started.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(in crate::supervisor) fn prepare(command: &mut Command) -> io::Result<Hold> {
    unix::leave_the_group(command);
    Ok(Hold)
}

impl Hold {
    /// Stops the program of a supervisor while it is not its turn. Nothing tells whether
    /// all of it stands still.
    #[expect(clippy::unused_self, reason = "other systems hold more")]
    pub(in crate::supervisor) fn pause(&self, supervisor: u32) -> bool {
        let supervisor = Pid::from_raw(supervisor as i32);
        // A second look catches what was started during the first.
        for _ in 0..2 {
            unix::signal(&descendants(supervisor), Signal::SIGSTOP);
        }
        true
    }

    /// Lets the program of a supervisor go on.
    #[expect(clippy::unused_self, reason = "other systems hold more")]
    pub(in crate::supervisor) fn resume(&self, supervisor: u32) {
        unix::signal(&descendants(Pid::from_raw(supervisor as i32)), Signal::SIGCONT);
    }

    /// Ends a supervisor and with it everything that its program has started.
    #[expect(clippy::unused_self, reason = "other systems hold more")]
    pub(in crate::supervisor) fn end(&self, supervisor: &mut Child) {
        unix::end(supervisor);
    }
}

/// The processes of the machine: who started them and how much memory they hold.
fn table(memory: bool) -> HashMap<Pid, (Option<Pid>, u64)> {
    let Ok(mut system) = System::new() else { return HashMap::new() };
    let kind = ProcessRefreshKind::nothing();
    let kind = if memory { kind.with_memory() } else { kind };
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
    let number = |process: sysinfo::Pid| Pid::from_raw(process.as_u32() as i32);
    let processes =
        system.processes().iter().filter(|(_, process)| process.thread_kind().is_none());
    processes
        .map(|(id, process)| (number(*id), (process.parent().map(number), process.memory())))
        .collect()
}

/// The descendants of a process.
fn descendants(ancestor: Pid) -> Vec<Pid> {
    descendants_in(&table(false), ancestor)
}

fn descendants_in(table: &HashMap<Pid, (Option<Pid>, u64)>, ancestor: Pid) -> Vec<Pid> {
    let mut found = vec![ancestor];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        let children = table.iter().filter(|(_, (by, _))| *by == Some(parent));
        found.extend(children.map(|(process, _)| *process));
        next += 1;
    }
    found.split_off(1)
}

/// A program and all that it has started.
#[derive(Clone, Debug, Default)]
pub(in crate::supervisor) struct ProcessTree {
    /// The leader of the program's process group.
    leader: Arc<Mutex<Option<Pid>>>,
}

impl ProcessTree {
    fn leader(&self) -> MutexGuard<'_, Option<Pid>> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program and waits for its exit. What it has started may go on.
    pub(in crate::supervisor) fn run(&self, mut command: Command) -> io::Result<End> {
        let mut child = command.process_group(0).spawn()?;
        *self.leader() = Some(Pid::from_raw(child.id() as i32));
        child.wait().map(end_of)
    }

    /// The same for a program that lives for the whole game.
    pub(in crate::supervisor) fn run_stoppable(&self, command: Command) -> io::Result<End> {
        self.run(command)
    }

    /// Kills every process of it.
    pub(in crate::supervisor) fn kill(&self) {
        // Looked for first: when their parent is gone, who left the group is not found.
        let descendants = descendants(getpid());
        if let Some(leader) = *self.leader() {
            let _ = killpg(leader, Signal::SIGKILL);
        }
        for process in descendants {
            let _ = kill(process, Signal::SIGKILL);
        }
    }

    /// The memory that its processes hold, in bytes.
    pub(in crate::supervisor) fn memory(&self, _limit: u64) -> u64 {
        let table = table(true);
        let leader = *self.leader();
        let descendants = descendants_in(&table, getpid());
        let belongs = |process: Pid| {
            descendants.contains(&process)
                || leader.is_some_and(|leader| getpgid(Some(process)) == Ok(leader))
        };
        table.iter().filter(|(process, _)| belongs(**process)).map(|(_, (_, memory))| memory).sum()
    }

    /// Kills every process of it and waits until none is left.
    pub(in crate::supervisor) fn end(&self) -> io::Result<()> {
        let (start, mut backoff) = (Instant::now(), Backoff::new());
        loop {
            self.kill();
            while !matches!(
                waitpid(None, Some(WaitPidFlag::WNOHANG)),
                Ok(WaitStatus::StillAlive) | Err(_)
            ) {}
            let leader = *self.leader();
            // Any error means that the group is empty, or that only the dead are in it.
            let has_group = leader.is_some_and(|leader| killpg(leader, None).is_ok());
            if !has_group && descendants(getpid()).is_empty() {
                *self.leader() = None;
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(io::Error::other("the program's processes cannot be ended"));
            }
            backoff.wait();
        }
    }

    /// What has been used by all that have ended and were collected.
    #[expect(clippy::unused_self, reason = "the system counts all children together")]
    pub(in crate::supervisor) fn usage(&self) -> io::Result<Usage> {
        let (cpu, usage) = unix::usage_of_children()?;
        // Linux counts kibibytes, others bytes.
        let unit = if cfg!(target_os = "linux") { 1024 } else { 1 };
        Ok(Usage { cpu, peak_memory: usage.max_rss() as u64 * unit })
    }
}

/// How a process ended.
fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Status(code),
        (None, Some(number)) => {
            let name = Signal::try_from(number).map_or("unknown", Signal::as_str);
            End::Signal(number, name.to_owned())
        }
        (None, None) => End::NotStarted(status.to_string()),
    }
}

/// Children of this process are all one tree to it, so each test is one by itself.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Stdio;

    /// Whether a process does anything any more.
    fn lives(process: Pid) -> bool {
        let path = format!("/proc/{process}/stat");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
    }

    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    #[test]
    fn what_a_program_leaves_behind_ends_with_it() {
        let _alone = ONE_AT_A_TIME.lock();
        let processes = ProcessTree::default();
        // Both are orphans when it ends, in its group.
        let end = processes.run(shell("(sleep 1000 &) ; sleep 1000 & exit 3")).unwrap();
        assert_eq!(end, End::Status(3));
        let leader = (*processes.leader()).unwrap();
        assert_eq!(killpg(leader, None), Ok(()));
        processes.end().unwrap();
        assert_eq!(killpg(leader, None), Err(Errno::ESRCH));
    }

    #[test]
    fn it_is_killed_from_elsewhere_with_all_that_left_its_group() {
        let _alone = ONE_AT_A_TIME.lock();
        let processes = ProcessTree::default();
        let watch = processes.clone();
        let killer = thread::spawn(move || {
            // The shell, and what runs in a session of its own.
            while descendants(getpid()).len() < 2 {
                thread::yield_now();
            }
            let before = descendants(getpid());
            assert!(watch.memory(0) > 0);
            watch.kill();
            before
        });
        let end = processes.run(shell("setsid -w sleep 1000 & wait")).unwrap();
        assert_eq!(end, End::Signal(9, "SIGKILL".to_owned()));
        let before = killer.join().unwrap();
        processes.end().unwrap();
        let start = Instant::now();
        // Orphans are dead at once, and gone when the system has collected them.
        while before.iter().any(|process| lives(*process)) {
            assert!(start.elapsed() < PATIENCE, "something outlives it");
            thread::yield_now();
        }
        assert!(processes.usage().unwrap().peak_memory > 0);
    }
}
