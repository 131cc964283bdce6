//! Building: commands one after the other in one working directory, and then its files.
//!
//! ```text
//! referee ── BuildOrder::Run… ──► supervisor ── starts ──► compiler
//!         ◄─ StepOutcome… ──────
//!         ── BuildOrder::HandOver ►
//!         ◄─ Handed, bytes, Handed, bytes, …, Handed::End
//! ```

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::moves::tail_of;
use super::platform::{self, ProcessTree};
use super::watch::Watch;
use super::{Assignment, End, program, workplace};
use crate::executable;

/// How much of what a command printed is kept.
const LONGEST_LOG: u64 = 64 * 1024;

/// A folder of the working directory that builds may use and nobody gets to see.
pub const SCRATCH: &str = ".fruitrage";

/// What the referee asks for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum BuildOrder {
    /// Run a command.
    Run(Step),
    /// Hand over the files that are in the working directory, unless there are more.
    HandOver {
        /// How many files and folders at most.
        files: usize,
        /// How many bytes at most, all files together.
        bytes: u64,
    },
}

/// A command of a build.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    /// The program, as a path from the root or from the working directory.
    pub(crate) program: PathBuf,
    /// What the program is told that it is called.
    pub(crate) name: OsString,
    /// The program's arguments.
    pub(crate) arguments: Vec<OsString>,
    /// When it is ended, counted from its start.
    pub(crate) deadline: Duration,
}

/// What became of a command.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StepOutcome {
    /// How it ended.
    pub(crate) end: End,
    /// The end of what it printed.
    pub(crate) printed: String,
}

/// What is handed over, in order.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Handed {
    /// A folder; what is in it follows.
    Folder(PathBuf),
    /// A file, whose bytes follow.
    File {
        /// Its name in the working directory.
        name: PathBuf,
        /// Whether it is a program.
        executable: bool,
        /// How many bytes follow.
        length: u64,
    },
    /// That was all.
    End,
    /// There is more than was asked for, or something that cannot be handed over.
    Refused(String),
}

/// Carries out orders until the referee closes the line.
pub(super) fn run(
    assignment: &Assignment,
    directory: &Path,
    processes: &Arc<ProcessTree>,
) -> io::Result<ExitCode> {
    let watch = Watch::new(processes, assignment.limits.memory);
    for line in io::stdin().lock().lines() {
        match serde_json::from_str(&line?)? {
            BuildOrder::Run(step) => {
                let outcome = carry_out(step, assignment, directory, processes, &watch)?;
                println!("{}", serde_json::to_string(&outcome)?);
            }
            BuildOrder::HandOver { files, bytes } => {
                let mut given = Given { to: io::stdout().lock(), files, bytes };
                let end = match given.folder(directory, Path::new("")) {
                    Ok(()) => Handed::End,
                    Err(error) => Handed::Refused(error.to_string()),
                };
                given.say(&end)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn carry_out(
    step: Step,
    assignment: &Assignment,
    directory: &Path,
    processes: &ProcessTree,
    watch: &Watch,
) -> io::Result<StepOutcome> {
    let Step { program: path, name, arguments, deadline } = step;
    let mut printed = platform::printed()?;
    printed.set_len(0)?;
    printed.rewind()?;
    let mut command =
        program(&Assignment { program: path, name, arguments, ..assignment.clone() }, directory);
    command.stdin(Stdio::null()).stdout(printed.try_clone()?).stderr(printed.try_clone()?);
    watch.begin(Instant::now() + deadline);
    let end = processes.run(command).unwrap_or_else(|error| End::NotStarted(error.to_string()));
    let end = match (end, watch.finish()) {
        (End::NotStarted(reason), _) => End::NotStarted(reason),
        (end, ended) => ended.unwrap_or(end),
    };
    processes.end()?;
    Ok(StepOutcome { end, printed: tail_of(printed, LONGEST_LOG).unwrap_or_default() })
}

/// Files on their way to the referee.
struct Given<W: Write> {
    to: W,
    /// How many more files and folders there may be.
    files: usize,
    /// How many more bytes there may be.
    bytes: u64,
}

impl<W: Write> Given<W> {
    fn say(&mut self, handed: &Handed) -> io::Result<()> {
        writeln!(self.to, "{}", serde_json::to_string(handed)?)?;
        self.to.flush()
    }

    /// Everything in a folder. Every process of the build has ended, so nothing changes.
    fn folder(&mut self, directory: &Path, below: &Path) -> io::Result<()> {
        let mut entries = fs::read_dir(directory.join(below))?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = below.join(entry.file_name());
            if name == Path::new(SCRATCH)
                || workplace::OF_THE_GAME.iter().any(|of_the_game| name == Path::new(of_the_game))
            {
                continue;
            }
            self.files = self.files.checked_sub(1).ok_or_else(too_much)?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                self.say(&Handed::Folder(name.clone()))?;
                self.folder(directory, &name)?;
            } else if kind.is_file() {
                self.file(&entry.path(), name)?;
            } else if kind.is_symlink() {
                self.link(directory, &entry.path(), name)?;
            }
            // Pipes and sockets are nobody's files.
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, name: PathBuf) -> io::Result<()> {
        let file = platform::open_without_following(path)?;
        let length = file.metadata()?.len();
        self.bytes = self.bytes.checked_sub(length).ok_or_else(too_much)?;
        let executable = executable::is_executable(path);
        self.say(&Handed::File { name, executable, length })?;
        let sent = io::copy(&mut file.take(length), &mut self.to)?;
        // It cannot have become shorter; if it did, what follows keeps its place.
        io::copy(&mut io::repeat(0).take(length - sent), &mut self.to)?;
        Ok(())
    }

    /// A link to one of the files becomes a file; others lead to what is not the agent's.
    fn link(&mut self, directory: &Path, path: &Path, name: PathBuf) -> io::Result<()> {
        let root = directory.canonicalize()?;
        match path.canonicalize() {
            Ok(target) if target.starts_with(&root) && target.is_file() => self.file(&target, name),
            _ => Ok(()),
        }
    }
}

fn too_much() -> io::Error {
    io::Error::other("it left more files than an agent may have")
}
