//! The supervisor: a small process of our own between the referee and an agent's program.
//!
//! The referee starts this binary again as a supervisor, one for each player of a game. The
//! supervisor shuts itself into the sandbox, starts the agent's program for every move,
//! measures it, ends everything that the program started, and reads its answer. So the
//! program's whole world, its working directory included, lives and dies with the supervisor,
//! and what a move costs is one start of the program, not one of the sandbox.
//!
//! ```text
//! referee ── Order (JSON line) ──► supervisor ── input.txt ──► program
//!         ◄─ Outcome ───────────         ◄── output.txt ──
//! ```

mod missing;
mod moves;
mod platform;
mod talk;
mod watch;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Limits;
use platform::ProcessTree;

pub use missing::Missing;
pub use platform::Capabilities;
pub(crate) use platform::{
    CAPABILITIES, installed, is_running, open_printed, signal_of, user_for_a_program,
};
pub(crate) use talk::TOO_MUCH_MEMORY;

/// The first argument of the hidden command that makes this binary a supervisor.
pub const COMMAND: &str = "supervisor";

/// The exit status of a supervisor that could not do its work.
const FAILED: u8 = 125;

/// How long a supervisor may take to end its program before it is ended itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// Everything a supervisor needs to know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Assignment {
    /// The program, as an absolute path.
    pub(crate) program: PathBuf,
    /// What the program is told that it is called.
    pub(crate) name: OsString,
    /// The program's arguments.
    pub(crate) arguments: Vec<OsString>,
    /// Names in the working directory that lead to the agent's own files.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
    /// What the program may read besides the system's programs and libraries.
    pub(crate) readable: Vec<PathBuf>,
    /// An empty directory of the supervisor's own.
    pub(crate) scratch: PathBuf,
    /// The user that the program runs as, if another than the supervisor's.
    pub(crate) user: Option<u32>,
    /// Whether the program is confined.
    pub(crate) confined: bool,
    /// What the program may use.
    pub(crate) limits: Limits,
    /// Whether the program runs for the whole game and talks to the referee itself.
    pub(crate) talks: bool,
}

/// What the supervisor says once it is ready, or why it never will be.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Greeting {
    /// Ready for moves, without these parts of the sandbox.
    Ready(Vec<Missing>),
    /// It cannot work.
    Failed(String),
}

/// Asks for one move.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// The text of `input.txt`.
    pub(crate) input: String,
    /// When the program is ended, counted from its start.
    pub(crate) deadline: Duration,
}

/// What became of one move.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// How the program ended.
    pub(crate) end: End,
    /// From the program's start to its exit.
    pub(crate) wall: Duration,
    /// The processor time of the program and all its children.
    pub(crate) cpu: Duration,
    /// The most memory any of its processes has held in this game, in bytes.
    pub(crate) peak_memory: u64,
    /// What stands in `output.txt`.
    pub(crate) output: Written,
    /// The end of what it printed.
    pub(crate) printed: String,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum End {
    /// It could not be started.
    NotStarted(String),
    /// With a status.
    Status(i32),
    /// By a signal, with its name.
    Signal(i32, String),
    /// It was ended at the deadline.
    Deadline,
    /// It was ended because it and its children held so many bytes.
    Memory(u64),
}

/// What stands in `output.txt`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Written {
    /// Nothing: there is no such file.
    Missing,
    /// It is not a regular file but this.
    NotAFile(String),
    /// It is too large to be an answer, so many bytes.
    TooLarge(u64),
    /// It cannot be read, and why.
    Unreadable(String),
    /// The answer.
    Content(Vec<u8>),
}

/// A supervisor that the referee has started. Everything that it has started itself ends
/// with it when this is dropped.
pub(crate) struct Supervisor {
    process: Child,
}

impl Supervisor {
    /// Starts this binary again with its assignment as an argument. `printed` takes what
    /// the program prints.
    pub(crate) fn start(
        helper: &Path,
        assignment: &Assignment,
        printed: File,
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(helper);
        command.arg(COMMAND).arg(serde_json::to_string(assignment)?);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(printed);
        platform::prepare(&mut command)?;
        let mut supervisor = Self { process: command.spawn()? };
        let process = &mut supervisor.process;
        let streams = process.stdin.take().zip(process.stdout.take());
        let (to, from) = streams.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok((supervisor, to, from))
    }

    /// Stops its program while it is not its turn, where the system can.
    pub(crate) fn pause(&self) {
        platform::pause(self.process.id());
    }

    /// Lets its program go on.
    pub(crate) fn resume(&self) {
        platform::resume(self.process.id());
    }

    /// Whether it has ended, and if so its exit status.
    pub(crate) fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.process.try_wait()
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        platform::end(&mut self.process);
    }
}

/// Runs this process as a supervisor; the hidden command of the binary ends here.
///
/// `arguments` are what follows the hidden command's name.
pub fn run(arguments: &[String]) -> ExitCode {
    match platform::run(arguments) {
        Ok(status) => status,
        Err(error) => {
            let greeting = Greeting::Failed(error.to_string());
            eprintln!("fruitrage supervisor: {error}");
            println!("{}", serde_json::to_string(&greeting).unwrap_or_default());
            ExitCode::from(FAILED)
        }
    }
}

/// Lays out the working directory and serves a whole game.
fn work(
    assignment: &Assignment,
    missing: Vec<Missing>,
    processes: ProcessTree,
) -> io::Result<ExitCode> {
    let directory = assignment.scratch.join("game");
    if !directory.exists() {
        std::fs::create_dir(&directory)?;
    }
    for (name, target) in &assignment.links {
        let link = directory.join(name);
        std::fs::create_dir_all(link.parent().unwrap_or(&directory))?;
        platform::link(target, &link)?;
    }
    let processes = Arc::new(processes);
    if assignment.talks {
        talk::run(assignment, &directory, &processes)
    } else {
        println!("{}", serde_json::to_string(&Greeting::Ready(missing))?);
        moves::run(assignment, &directory, &processes)
    }
}

/// The program as it is started for a move or a game, without its standard streams.
fn program(assignment: &Assignment, directory: &Path) -> Command {
    let mut command = Command::new(&assignment.program);
    command.args(&assignment.arguments).current_dir(directory);
    platform::adorn(&mut command, assignment, directory);
    command
}
