//! What hostile programs do. Each act is a program that plays a game on a single fruit: if
//! the act succeeds it says so and fails, and if it is in vain it plays its move.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sched::{CloneFlags, unshare};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::supervisor::COMMAND;

/// The argument of the hidden command that performs an act.
pub(crate) const ACT: &str = "act";

/// The exit status of an act that succeeded.
pub(super) const SUCCEEDED: u8 = 99;

/// What an act uses of a processor.
pub(super) const WORK: Duration = Duration::from_millis(100);

/// How much memory an act takes, in mebibytes.
pub(super) const MEBIBYTES: u64 = 256;

/// How long an act waits for others, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// More threads than a program may have.
const THREADS: usize = 1000;

/// Performs the act of this name.
pub(crate) fn perform(arguments: &[String]) -> ExitCode {
    let word = |place: usize| arguments.get(place).map_or("", String::as_str);
    // A path stands behind an @: files that a command line names are shown to its program.
    let target = word(1).trim_start_matches('@');
    let succeeded = match word(0) {
        "read-file" => fs::read(target).is_ok(),
        "write-file" => OpenOptions::new().create(true).append(true).open(target).is_ok(),
        "connect" => TcpStream::connect(target).is_ok(),
        "connect-locally" => UnixStream::connect(target).is_ok(),
        "see-processes" => sees_process(target),
        "multiply" => can_start_threads(),
        "allocate" => {
            let block = vec![1_u8; (MEBIBYTES as usize) << 20];
            // Who looks at it may have to wait for a processor.
            thread::sleep(PATIENCE);
            block.iter().step_by(4096).all(|byte| *byte == 1)
        }
        "nest-namespaces" => unshare(CloneFlags::CLONE_NEWUSER).is_ok(),
        "hide-memory" => memfd_create(c"memory", MFdFlags::empty()).is_ok(),
        "descriptors" => has_open_files(),
        "work-in-an-orphan" => work_in_an_orphan().is_err(),
        "orphan" => return leave_a_worker(),
        "work" => return work(),
        "ponder" => return ponder(),
        _ => true,
    };
    if succeeded || fs::write("output.txt", "A1\n*\n").is_err() {
        return ExitCode::from(SUCCEEDED);
    }
    ExitCode::SUCCESS
}

/// Whether a process of another program is to be seen, by a word of its command line.
fn sees_process(word: &str) -> bool {
    let own = std::process::id().to_string();
    let others = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut lines = others
        .filter(|entry| entry.file_name().to_str() != Some(&own))
        .filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    lines.any(|line| line.split('\0').nth(1) == Some(word))
}

/// Whether as many threads as anybody likes can be had.
fn can_start_threads() -> bool {
    let sleep = || thread::sleep(Duration::from_secs(10));
    let mut builders = (0..THREADS).map(|_| thread::Builder::new().stack_size(16 << 10));
    builders.all(|builder| builder.spawn(sleep).is_ok())
}

/// Whether anything is open but the standard streams and the list itself.
fn has_open_files() -> bool {
    let entries = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers.filter(|number| *number > 2).count() > 1
}

fn again(act: &str) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([COMMAND, ACT, act]).stdin(Stdio::null());
    Ok(command)
}

/// Lets a process work whose parent is gone, and waits until it is done.
fn work_in_an_orphan() -> io::Result<()> {
    let _ = fs::remove_file("done");
    again("orphan")?.status()?;
    let start = Instant::now();
    while !fs::exists("done")? && start.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

fn leave_a_worker() -> ExitCode {
    let started = again("work").and_then(|mut command| command.spawn());
    if started.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn processor_time() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return Duration::MAX };
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    Duration::from_micros(micros as u64)
}

fn work() -> ExitCode {
    while processor_time() < WORK {}
    if fs::write("done", "").is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A program of the line protocol that thinks all the time, and tells if it could while it
/// was not its turn.
fn ponder() -> ExitCode {
    thread::spawn(|| while processor_time() < Duration::MAX {});
    let mut before = None;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let answer = match line.split(' ').next() {
            Some("fri") => "friok",
            Some("isready") => {
                before = Some(processor_time());
                "readyok"
            }
            Some("go") => {
                let thought = before.map(|before| processor_time().saturating_sub(before));
                let in_vain = thought.is_none_or(|thought| thought < WORK / 2);
                if in_vain { "bestmove A1" } else { "error it could think" }
            }
            _ => continue,
        };
        if writeln!(io::stdout(), "{answer}").is_err() {
            return ExitCode::FAILURE;
        }
        if answer == "bestmove A1" {
            before = Some(processor_time());
        }
    }
    ExitCode::SUCCESS
}
