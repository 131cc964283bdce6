//! What all Unix systems have in common.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use nix::fcntl::OFlag;
use nix::sys::resource::{Resource, Usage, UsageWho, getrlimit, getrusage, setrlimit};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::{TimeVal, TimeValLike};
use nix::unistd::{Pid, getpgid};

use crate::Limits;
use crate::supervisor::PATIENCE;

/// What a single process may map beyond the memory limit: runtimes ask for much more than
/// they use. The watch measures what is used; this only stops a sudden rush.
const HEADROOM: u64 = 1 << 30;

/// Makes a supervisor's command ready to be started.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(in crate::supervisor) fn prepare(command: &mut Command) -> io::Result<()> {
    // A Ctrl-C in the terminal is for the referee, not a crash of the programs.
    command.process_group(0);
    Ok(())
}

/// Ends a supervisor and with it everything that its program has started.
pub(in crate::supervisor) fn end(supervisor: &mut Child) {
    // A failure means that it is gone already.
    let _ = kill(Pid::from_raw(supervisor.id() as i32), Signal::SIGTERM);
    let start = Instant::now();
    while matches!(supervisor.try_wait(), Ok(None)) {
        if start.elapsed() > PATIENCE {
            let _ = supervisor.kill();
            let _ = supervisor.wait();
            return;
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// Signals the program of a supervisor: the supervisor's own processes are one group, the
/// program's are in others.
pub(super) fn signal_program(supervisor: u32, signal: Signal, descendants: fn(Pid) -> Vec<Pid>) {
    let supervisor = Pid::from_raw(supervisor as i32);
    let own = getpgid(Some(supervisor));
    for process in descendants(supervisor) {
        if getpgid(Some(process)) != own {
            let _ = kill(process, signal);
        }
    }
}

/// The file that takes what a program prints.
pub(crate) fn open_printed(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).read(true).open(path)
}

/// The same file as the supervisor finds it, which is on its standard error.
pub(in crate::supervisor) fn printed() -> io::Result<File> {
    Ok(File::from(io::stderr().as_fd().try_clone_to_owned()?))
}

/// Gives one of the agent's own files a name in the working directory.
pub(in crate::supervisor) fn link(target: &Path, name: &Path) -> io::Result<()> {
    symlink(target, name)
}

/// Opens a file for reading, but not what a link in its place leads to.
pub(in crate::supervisor) fn open_without_following(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(OFlag::O_NOFOLLOW.bits()).open(path)
}

/// What stands in the place of a regular file.
pub(in crate::supervisor) fn name_of(kind: fs::FileType) -> &'static str {
    if kind.is_symlink() {
        "a symbolic link"
    } else if kind.is_dir() {
        "a directory"
    } else if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

/// The signal that an exit status stands for, as shells say it: 128 and its number.
pub(crate) fn signal_of(status: i32) -> Option<i32> {
    (status > 128).then(|| status - 128)
}

/// What the descendants that have ended have used.
pub(super) fn usage_of_children() -> io::Result<(Duration, Usage)> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let duration = |time: TimeVal| Duration::from_micros(time.num_microseconds() as u64);
    Ok((duration(usage.user_time()) + duration(usage.system_time()), usage))
}

/// Sets the kernel's limits for this process and all that it starts, but not on their
/// number: elsewhere than in a sandbox that would count all processes of the user.
pub(super) fn set_limits(limits: &Limits) -> io::Result<()> {
    lower(Resource::RLIMIT_CORE, 0)?;
    lower(Resource::RLIMIT_FSIZE, limits.file_size)?;
    lower(Resource::RLIMIT_NOFILE, limits.open_files)?;
    if let Some(memory) = limits.memory {
        lower(Resource::RLIMIT_DATA, memory.saturating_mul(2).saturating_add(HEADROOM))?;
    }
    Ok(())
}

/// Lowers one of them.
pub(super) fn lower(resource: Resource, wanted: u64) -> io::Result<()> {
    let (_, most) = getrlimit(resource)?;
    let limit = wanted.min(most);
    Ok(setrlimit(resource, limit, limit)?)
}
