//! What all Unix systems have in common.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{OFlag, openat, readlinkat};
use nix::sys::resource::{Resource, Usage, UsageWho, getrlimit, getrusage, setrlimit};
use nix::sys::signal::{Signal, kill};
use nix::sys::stat::Mode;
use nix::sys::time::{TimeVal, TimeValLike};
use nix::unistd::{Pid, close, getpgid, getpgrp, getpid, getppid, setpgid, setsid};

use super::Entry;
use super::backoff::Backoff;
use crate::Limits;
use crate::supervisor::PATIENCE;

/// What a single process may map beyond the memory limit: runtimes ask for much more than
/// they use. The watch measures what is used; this only stops a sudden rush.
const HEADROOM: u64 = 1 << 30;

/// A Ctrl-C in the terminal is for the referee, not a crash of the programs. Who has a group of
/// its own comes out of it again only by way of the referee's; if that began outside of the
/// container that all of this runs in, there is no such way, and it is left a moment later.
pub(super) fn leave_the_group(command: &mut Command) {
    if getpgrp().as_raw() != 0 {
        command.process_group(0);
    }
}

/// Leaves what the caller of the referee has opened, and its terminal: a supervisor has its
/// standard streams and nothing else, and so has its program. To be called before anything
/// is opened here.
pub(super) fn leave_the_caller() -> io::Result<()> {
    // The list is read to its end and closed, so that closing meets nothing of it.
    let open: Vec<RawFd> = fs::read_dir("/dev/fd")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    for descriptor in open.into_iter().filter(|descriptor| *descriptor > 2) {
        // One of them was the list itself, which is closed already.
        let _ = close(descriptor);
    }
    // The leader of a group cannot leave the session; for a moment it is a member of another.
    if getpgrp() == getpid() {
        setpgid(Pid::from_raw(0), getpgid(Some(getppid()))?)?;
    }
    setsid()?;
    Ok(())
}

/// Ends a supervisor and with it everything that its program has started.
pub(super) fn end(supervisor: &mut Child) {
    // A failure means that it is gone already.
    let _ = kill(Pid::from_raw(supervisor.id() as i32), Signal::SIGTERM);
    let (start, mut backoff) = (Instant::now(), Backoff::new());
    while matches!(supervisor.try_wait(), Ok(None)) {
        if start.elapsed() > PATIENCE {
            let _ = supervisor.kill();
            let _ = supervisor.wait();
            return;
        }
        backoff.wait();
    }
}

/// Signals processes, as far as they are still there.
pub(super) fn signal(processes: &[Pid], signal: Signal) {
    for process in processes {
        let _ = kill(*process, signal);
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

/// An open folder. What is in it is reached through it and not by a path, which may come to
/// lead elsewhere.
pub(in crate::supervisor) struct Folder(Dir);

impl Folder {
    pub(in crate::supervisor) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        Ok(Self(Dir::open(path, flags, Mode::empty())?))
    }

    /// The names of what is in it.
    pub(in crate::supervisor) fn names(&mut self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in self.0.iter() {
            let name = OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned();
            if name != "." && name != ".." {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// Opens what is in it under a name. Links are not followed, and nothing is waited for.
    pub(in crate::supervisor) fn entry(&self, name: &OsStr) -> io::Result<Entry> {
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        let file = match openat(&self.0, name, flags, Mode::empty()) {
            Ok(descriptor) => File::from(descriptor),
            Err(Errno::ELOOP) => return Ok(Entry::Link(readlinkat(&self.0, name)?.into())),
            // A socket.
            Err(Errno::ENXIO) => return Ok(Entry::Other),
            Err(error) => return Err(error.into()),
        };
        let kind = file.metadata()?.file_type();
        Ok(if kind.is_dir() {
            Entry::Folder(Self(Dir::from_fd(file.into())?))
        } else if kind.is_file() {
            Entry::File(file)
        } else {
            Entry::Other
        })
    }
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
    // Not 0, with which Linux still hands a dying process to a program that collects crashes.
    lower(Resource::RLIMIT_CORE, 1)?;
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
