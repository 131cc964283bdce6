//! The file protocol: a new process for every move.

use std::fs;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::platform::{self, ProcessTree};
use super::watch::Watch;
use super::{Assignment, End, Order, Outcome, Written, program};

/// More than any answer needs.
const LONGEST_OUTPUT: u64 = 64 * 1024;

/// How much of what a program printed is kept.
const TAIL: u64 = 4 * 1024;

/// Carries out orders until the referee closes the line.
pub(super) fn run(
    assignment: &Assignment,
    directory: &Path,
    processes: &Arc<ProcessTree>,
) -> io::Result<ExitCode> {
    let watch = Watch::new(processes, assignment.limits.memory);
    for line in io::stdin().lock().lines() {
        let order: Order = serde_json::from_str(&line?)?;
        let outcome = carry_out(&order, assignment, directory, processes, &watch)?;
        println!("{}", serde_json::to_string(&outcome)?);
    }
    Ok(ExitCode::SUCCESS)
}

fn carry_out(
    order: &Order,
    assignment: &Assignment,
    directory: &Path,
    processes: &ProcessTree,
    watch: &Watch,
) -> io::Result<Outcome> {
    let (input, output) = (directory.join("input.txt"), directory.join("output.txt"));
    remove(&input)?;
    remove(&output)?;
    fs::write(&input, &order.input)?;
    let mut printed = platform::printed()?;
    printed.set_len(0)?;
    printed.rewind()?;
    let mut command = program(assignment, directory);
    command.stdin(Stdio::null()).stdout(printed.try_clone()?).stderr(printed.try_clone()?);

    let cpu_before = processes.usage()?.cpu;
    let start = Instant::now();
    watch.begin(start + order.deadline);
    let (end, wall) = match processes.run(command) {
        Ok(end) => (end, start.elapsed()),
        Err(error) => (End::NotStarted(error.to_string()), Duration::ZERO),
    };
    let end = match (end, watch.finish()) {
        (End::NotStarted(reason), _) => End::NotStarted(reason),
        (end, ended) => ended.unwrap_or(end),
    };
    processes.end()?;
    let usage = processes.usage()?;
    Ok(Outcome {
        end,
        wall,
        cpu: usage.cpu.saturating_sub(cpu_before),
        peak_memory: usage.peak_memory,
        output: read(&output),
        printed_bytes: printed.metadata().map_or(0, |file| file.len()),
        printed: tail_of(printed, TAIL).unwrap_or_default(),
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

fn read(path: &Path) -> Written {
    let kind = match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Written::Missing,
        Err(error) => return Written::Unreadable(error.to_string()),
        Ok(kind) => kind,
    };
    if !kind.is_file() {
        return Written::NotAFile(platform::name_of(kind.file_type()).to_owned());
    }
    if kind.len() > LONGEST_OUTPUT {
        return Written::TooLarge(kind.len());
    }
    let content = platform::open_without_following(path).and_then(|file| {
        let mut content = Vec::new();
        file.take(LONGEST_OUTPUT).read_to_end(&mut content)?;
        Ok(content)
    });
    match content {
        Ok(content) => Written::Content(content),
        Err(error) => Written::Unreadable(error.to_string()),
    }
}

/// The end of what was printed, at most so many bytes.
pub(super) fn tail_of(mut printed: fs::File, longest: u64) -> io::Result<String> {
    let length = printed.seek(SeekFrom::End(0))?;
    printed.seek(SeekFrom::Start(length.saturating_sub(longest)))?;
    let mut tail = Vec::new();
    printed.take(longest).read_to_end(&mut tail)?;
    Ok(String::from_utf8_lossy(&tail).into_owned())
}
