//! The file protocol: a new process for every move.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::Signal;
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::{Pid, ftruncate};

use super::watch::Watch;
use super::{Assignment, End, Order, Outcome, Written, program, tree};

/// More than any answer needs.
const LONGEST_OUTPUT: u64 = 64 * 1024;

/// How much of what a program printed is kept.
const TAIL: u64 = 4 * 1024;

/// Carries out orders until the referee closes the line.
pub(super) fn run(assignment: &Assignment, directory: &Path) -> io::Result<ExitCode> {
    let watch = Watch::new(assignment.limits.memory);
    for line in io::stdin().lock().lines() {
        let order: Order = serde_json::from_str(&line?)?;
        let outcome = carry_out(&order, assignment, directory, &watch)?;
        println!("{}", serde_json::to_string(&outcome)?);
    }
    Ok(ExitCode::SUCCESS)
}

fn carry_out(
    order: &Order,
    assignment: &Assignment,
    directory: &Path,
    watch: &Watch,
) -> io::Result<Outcome> {
    let (input, output) = (directory.join("input.txt"), directory.join("output.txt"));
    remove(&input)?;
    remove(&output)?;
    fs::write(&input, &order.input)?;
    ftruncate(io::stderr(), 0)?;
    let printed = || io::stderr().as_fd().try_clone_to_owned();
    let mut command = program(assignment, directory);
    command.stdin(Stdio::null()).stdout(printed()?).stderr(printed()?);

    let cpu_before = cpu_of_children()?;
    let start = Instant::now();
    watch.begin(start + order.deadline);
    let (end, wall) = match command.spawn() {
        Ok(child) => {
            let status = wait(Pid::from_raw(child.id() as i32))?;
            let wall = start.elapsed();
            (watch.finish().unwrap_or_else(|| end_of(status)), wall)
        }
        Err(error) => {
            watch.finish();
            (End::NotStarted(error.to_string()), Duration::ZERO)
        }
    };
    tree::end()?;
    Ok(Outcome {
        end,
        wall,
        cpu: cpu_of_children()?.saturating_sub(cpu_before),
        peak_memory: getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss() as u64 * 1024,
        output: read(&output),
        printed: tail_of_printed().unwrap_or_default(),
    })
}

/// Removes whatever stands at a path; links are not followed.
fn remove(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Err(_) => Ok(()),
        Ok(kind) if kind.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
    }
}

/// Waits for the exit of a child, which stays to be collected with its descendants.
fn wait(child: Pid) -> io::Result<WaitStatus> {
    loop {
        match waitid(Id::Pid(child), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
            Err(Errno::EINTR) => {}
            status => return Ok(status?),
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

/// The processor time of all descendants that have ended.
fn cpu_of_children() -> io::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let microseconds = |time: nix::sys::time::TimeVal| {
        Duration::from_micros((time.tv_sec() * 1_000_000 + time.tv_usec()) as u64)
    };
    Ok(microseconds(usage.user_time()) + microseconds(usage.system_time()))
}

fn read(path: &Path) -> Written {
    let kind = match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Written::Missing,
        Err(error) => return Written::Unreadable(error.to_string()),
        Ok(kind) => kind,
    };
    if !kind.is_file() {
        return Written::NotAFile(name_of(kind.file_type()).to_owned());
    }
    if kind.len() > LONGEST_OUTPUT {
        return Written::TooLarge(kind.len());
    }
    let no_links = nix::fcntl::OFlag::O_NOFOLLOW.bits();
    let content =
        OpenOptions::new().read(true).custom_flags(no_links).open(path).and_then(|file| {
            let mut content = Vec::new();
            file.take(LONGEST_OUTPUT).read_to_end(&mut content)?;
            Ok(content)
        });
    match content {
        Ok(content) => Written::Content(content),
        Err(error) => Written::Unreadable(error.to_string()),
    }
}

fn name_of(kind: fs::FileType) -> &'static str {
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

/// Standard error is a file that the referee opened for reading, too.
fn tail_of_printed() -> io::Result<String> {
    let mut file = fs::File::from(io::stderr().as_fd().try_clone_to_owned()?);
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
    io::stderr().flush()?;
    Ok(String::from_utf8_lossy(&tail).into_owned())
}
