//! The keeper: a small process of our own between the referee and an agent's program.
//!
//! The referee starts this binary again as a keeper, one for each player of a game. The
//! keeper shuts itself into the sandbox, starts the agent's program for every move,
//! measures it, ends everything that the program started, and reads its answer. So the
//! program's whole world, its working directory included, lives and dies with the keeper,
//! and what a move costs is one start of the program, not one of the sandbox.
//!
//! ```text
//! referee ── Order (JSON line) ──► keeper ── input.txt ──► program
//!         ◄─ Outcome ───────────         ◄── output.txt ──
//! ```

mod confinement;
mod filesystem;
mod moves;
mod restriction;
mod rlimits;
mod talk;
mod tree;
mod watch;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use crate::Limits;

pub use confinement::Missing;
pub(crate) use filesystem::system;
pub(crate) use talk::TOO_MUCH_MEMORY;
pub(crate) use tree::{pause, resume};

/// The first argument of the hidden command that makes this binary a keeper.
pub const COMMAND: &str = "keeper";

/// The exit status of a keeper that could not do its work.
const FAILED: u8 = 125;

/// How long a keeper may take to end its program before it is ended itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// Everything a keeper needs to know.
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
    /// An empty directory of the keeper's own.
    pub(crate) scratch: PathBuf,
    /// The user that the program runs as, if another than the keeper's.
    pub(crate) user: Option<u32>,
    /// Whether the program is shut in.
    pub(crate) confined: bool,
    /// What the program may use.
    pub(crate) limits: Limits,
    /// Whether the program runs for the whole game and talks to the referee itself.
    pub(crate) talks: bool,
}

/// What the keeper says once it is ready, or why it never will be.
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

/// The keeper's command: this binary again, with its assignment as an argument.
pub(crate) fn command(helper: &Path, assignment: &Assignment) -> io::Result<Command> {
    let mut command = Command::new(helper);
    command.arg(COMMAND).arg(serde_json::to_string(assignment)?);
    // A Ctrl-C in the terminal is for the referee, not a crash of the programs.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

/// Ends a keeper and with it everything that its program has started.
pub(crate) fn end(keeper: &mut Child) {
    // A failure means that it is gone already.
    let _ = kill(Pid::from_raw(keeper.id() as i32), Signal::SIGTERM);
    let start = Instant::now();
    while matches!(keeper.try_wait(), Ok(None)) {
        if start.elapsed() > PATIENCE {
            let _ = keeper.kill();
            let _ = keeper.wait();
            return;
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// Runs this process as a keeper; the hidden command of the binary ends here.
///
/// `arguments` are what follows the hidden command's name.
pub fn run(arguments: &[String]) -> ExitCode {
    let outcome = match arguments {
        [assignment] => outside(assignment),
        [assignment, missing] => inside(assignment, missing),
        _ => Err(io::Error::other("expected an assignment; only the referee calls this")),
    };
    match outcome {
        Ok(status) => status,
        Err(error) => {
            let greeting = Greeting::Failed(error.to_string());
            eprintln!("fruitrage keeper: {error}");
            println!("{}", serde_json::to_string(&greeting).unwrap_or_default());
            ExitCode::from(FAILED)
        }
    }
}

/// Enters the namespaces, in which only a new process is fully inside.
fn outside(text: &str) -> io::Result<ExitCode> {
    let assignment: Assignment = serde_json::from_str(text)?;
    if !assignment.confined {
        confinement::end_descendants_with_parent()?;
        return work(&assignment, Vec::new());
    }
    let Ok(missing) = confinement::enter_namespaces() else {
        confinement::end_descendants_with_parent()?;
        let missing = restriction::restrict(&assignment);
        // Here the kernel would count all processes of the user, not the program's.
        let limits = Limits { processes: None, ..assignment.limits };
        return work(&Assignment { user: None, limits, ..assignment }, missing);
    };
    confinement::end_with_parent()?;
    let mut inside = Command::new(std::env::current_exe()?);
    inside.arg(COMMAND).arg(text).arg(serde_json::to_string(&missing)?);
    let status = inside.stdin(Stdio::inherit()).status()?;
    Ok(ExitCode::from(status.code().map_or(FAILED, |code| code as u8)))
}

/// The first process inside: it builds the file system that the program will see.
fn inside(text: &str, missing: &str) -> io::Result<ExitCode> {
    let assignment: Assignment = serde_json::from_str(text)?;
    let mut missing: Vec<Missing> = serde_json::from_str(missing)?;
    confinement::end_with_parent()?;
    missing.extend(filesystem::enter(&assignment)?);
    let inside = Assignment { scratch: PathBuf::from(filesystem::WRITABLE), ..assignment };
    work(&inside, missing)
}

fn work(assignment: &Assignment, missing: Vec<Missing>) -> io::Result<ExitCode> {
    confinement::give_up_privileges(assignment.confined)?;
    rlimits::set(&assignment.limits)?;
    let directory = assignment.scratch.join("game");
    if !directory.exists() {
        std::fs::create_dir(&directory)?;
    }
    for (name, target) in &assignment.links {
        let link = directory.join(name);
        std::fs::create_dir_all(link.parent().unwrap_or(&directory))?;
        std::os::unix::fs::symlink(target, link)?;
    }
    if assignment.talks {
        talk::run(assignment, &directory)
    } else {
        println!("{}", serde_json::to_string(&Greeting::Ready(missing))?);
        moves::run(assignment, &directory)
    }
}

/// The program as it is started for a move or a game, without its standard streams.
fn program(assignment: &Assignment, directory: &Path) -> Command {
    use std::os::unix::process::CommandExt;

    let mut command = Command::new(&assignment.program);
    command.arg0(&assignment.name).args(&assignment.arguments).current_dir(directory);
    if assignment.confined {
        command
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin")
            .env("HOME", directory)
            .env("TMPDIR", directory)
            .env("LANG", "C.UTF-8");
        if let Some(user) = assignment.user {
            command.uid(user).gid(user);
        }
    }
    command
}
