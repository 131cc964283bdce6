//! The supervisor: a small process of our own between the referee and an agent's program.
//!
//! The referee starts this binary again as a supervisor, one for each player of a game. The
//! supervisor confines itself to the sandbox, starts the agent's program for every move,
//! measures it, ends everything that the program started, and reads its answer. So the
//! program's whole world, its working directory included, lives and dies with the supervisor,
//! and what a move costs is one start of the program, not one of the sandbox.
//!
//! ```text
//! referee ── Assignment, Order… ──► supervisor ── input.txt ──► program
//!         ◄─ Greeting, Outcome… ──         ◄── output.txt ──
//! ```
//!
//! Each of these is a line of JSON on the supervisor's standard streams: nothing of it stands
//! in an argument list, which everybody on the machine can read.

pub(crate) mod build;
mod guarantee;
mod moves;
mod platform;
mod talk;
mod watch;
pub(crate) mod workplace;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_engine::Stop;
use fruitrage_rules::seconds;
use serde::{Deserialize, Serialize};

use crate::Limits;
use platform::{Hold, ProcessTree};

pub use guarantee::{Guarantee, Guarantees, Standing};
pub use platform::Capabilities;
pub(crate) use platform::{CAPABILITIES, installed, open_printed, signal_of, user_for_a_program};
pub(crate) use talk::TOO_MUCH_MEMORY;

/// The first argument of the hidden command that makes this binary a supervisor.
pub const COMMAND: &str = "supervisor";

/// The exit status of a supervisor that could not do its work.
const FAILED: u8 = 125;

/// How long a supervisor may take to end its program before it is ended itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a supervisor may take to get ready: it copies the agent's folder.
const READINESS: Duration = Duration::from_mins(1);

/// How often somebody who waits looks whether the game was broken off.
pub(crate) const GLANCE: Duration = Duration::from_millis(20);

/// Everything a supervisor needs to know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Assignment {
    /// The program, as a path from the root or from the working directory.
    pub(crate) program: PathBuf,
    /// What the program is told that it is called.
    pub(crate) name: OsString,
    /// The program's arguments.
    pub(crate) arguments: Vec<OsString>,
    /// The agent's folder, which is copied into the working directory.
    pub(crate) folder: Option<PathBuf>,
    /// Names in the working directory that lead to the agent's own files.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
    /// What the program may read besides the system's programs and libraries.
    pub(crate) readable: Vec<PathBuf>,
    /// An empty directory of the supervisor's own.
    pub(crate) scratch: PathBuf,
    /// The user that the program runs as, if another than the supervisor's.
    pub(crate) user: Option<u32>,
    /// How the program is confined.
    pub(crate) confinement: Confinement,
    /// What the program may use.
    pub(crate) limits: Limits,
    /// What is set in the program's environment besides.
    pub(crate) environment: Vec<(String, OsString)>,
    /// What the supervisor does.
    pub(crate) task: Task,
}

/// What a supervisor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Task {
    /// Starts the program for every move.
    Moves,
    /// Lets the program run for the whole game and talk to the referee itself.
    Talk,
    /// Runs commands one after the other and hands over the files that are there then.
    Build,
}

/// How a program is confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Confinement {
    /// Not at all.
    Free,
    /// By rules of the kernel on what it may ask for.
    Restricted,
    /// Into namespaces, in which there is nothing but what it may use.
    Namespaces,
}

impl Confinement {
    /// The word for it in the argument list of a supervisor.
    const fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Restricted => "restricted",
            Self::Namespaces => "namespaces",
        }
    }
}

/// What the supervisor says once it is ready, or why it never will be.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Greeting {
    /// Ready for moves; for a program that is confined with this much of the sandbox.
    Ready(Guarantees),
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
    /// How many bytes it printed in all.
    pub(crate) printed_bytes: u64,
}

impl Outcome {
    /// A move of which nothing was heard, long after its deadline.
    pub(crate) const fn overdue(deadline: Duration) -> Self {
        Self {
            end: End::Deadline,
            wall: deadline,
            cpu: deadline,
            peak_memory: 0,
            output: Written::Missing,
            printed: String::new(),
            printed_bytes: 0,
        }
    }
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

/// What the referee says to a supervisor, or through it to the program, and hears from it.
pub(crate) struct Streams {
    pub(crate) to: ChildStdin,
    pub(crate) from: BufReader<ChildStdout>,
}

/// A supervisor that the referee has started. Everything that it has started itself ends
/// with it when this is dropped.
pub(crate) struct Supervisor {
    process: Child,
    hold: Hold,
}

impl Supervisor {
    /// Starts this binary again, gives it its assignment and waits until it is ready.
    /// `printed` takes what the program prints; `stop` breaks the waiting off.
    pub(crate) fn start(
        helper: &Path,
        assignment: &Assignment,
        printed: File,
        stop: &Stop,
    ) -> io::Result<(Self, Streams, Guarantees)> {
        let mut command = Command::new(helper);
        command.arg(COMMAND).arg(assignment.confinement.word());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(printed);
        let hold = platform::prepare(&mut command)?;
        let mut supervisor = Self { process: command.spawn()?, hold };
        let process = &mut supervisor.process;
        let streams = process.stdin.take().zip(process.stdout.take());
        let (mut to, from) = streams.ok_or(io::ErrorKind::BrokenPipe)?;
        // One that fails at once does not listen, but says why.
        let _ = writeln!(to, "{}", serde_json::to_string(assignment)?);
        let (line, from) = greeting(BufReader::new(from), READINESS, stop)?;
        match serde_json::from_str(&line) {
            Ok(Greeting::Ready(guarantees)) => Ok((supervisor, Streams { to, from }, guarantees)),
            Ok(Greeting::Failed(reason)) => Err(io::Error::other(reason)),
            Err(_) => Err(supervisor.gone()),
        }
    }

    /// It stopped talking: how did it end?
    pub(crate) fn gone(&mut self) -> io::Error {
        let start = Instant::now();
        let status = loop {
            match self.process.try_wait() {
                Ok(None) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(1)),
                Ok(status) => break status,
                Err(error) => return error,
            }
        };
        io::Error::other(match status {
            Some(status) => format!("the helper process of the referee was ended: {status}"),
            None => "the helper process of the referee does not answer".to_owned(),
        })
    }

    /// Stops its program while it is not its turn, where the system can; whether all of it
    /// stands still then.
    pub(crate) fn pause(&self) -> bool {
        self.hold.pause(self.process.id())
    }

    /// Lets its program go on.
    pub(crate) fn resume(&self) {
        self.hold.resume(self.process.id());
    }

    /// Whether it has ended, and if so its exit status.
    pub(crate) fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.process.try_wait()
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.hold.end(&mut self.process);
    }
}

/// The first line of a supervisor that has just been started, if it comes in time, and the rest
/// of what it says.
fn greeting<R: BufRead + Send + 'static>(
    mut from: R,
    readiness: Duration,
    stop: &Stop,
) -> io::Result<(String, R)> {
    let (greeted, greeting) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        let _ = from.read_line(&mut line);
        let _ = greeted.send((line, from));
    });
    let start = Instant::now();
    loop {
        match greeting.recv_timeout(GLANCE) {
            Ok(greeting) => return Ok(greeting),
            Err(_) if stop.is_stopped() => return Err(io::Error::other("the game was broken off")),
            Err(_) if start.elapsed() > readiness => {
                return Err(io::Error::other(format!(
                    "the helper process of the referee was not ready within {} s",
                    seconds::display(readiness)
                )));
            }
            Err(_) => {}
        }
    }
}

/// How programs are confined on this machine: to namespaces if they can be had, which
/// is tried once, in a process of its own; else by rules, and why.
pub(crate) fn confinement(helper: &Path) -> &'static Result<(), String> {
    static TRIED: OnceLock<Result<(), String>> = OnceLock::new();
    TRIED.get_or_init(|| try_namespaces(helper).map_err(|error| error.to_string()))
}

fn try_namespaces(helper: &Path) -> io::Result<()> {
    let scratch = tempfile::tempdir()?;
    let printed = open_printed(&scratch.path().join("printed"))?;
    let assignment = Assignment {
        program: helper.to_owned(),
        name: OsString::new(),
        arguments: Vec::new(),
        folder: None,
        links: Vec::new(),
        readable: Vec::new(),
        scratch: scratch.path().join("scratch"),
        user: user_for_a_program(),
        confinement: Confinement::Namespaces,
        limits: Limits::untrusted(),
        environment: Vec::new(),
        task: Task::Moves,
    };
    std::fs::create_dir(&assignment.scratch)?;
    Supervisor::start(helper, &assignment, printed, &Stop::new()).map(|_| ())
}

/// This process in the names of what it may leave behind. In containers numbers of processes
/// come again, so the namespace of the number is a part of it.
pub(crate) fn owner() -> String {
    format!("{}.{}", process_namespace(), std::process::id())
}

/// Whether what bears this name has lost its owner. Of processes in other containers, which
/// cannot be seen from here, that is not known.
pub(crate) fn is_gone(owner: &str) -> bool {
    let parts = owner.split_once('.');
    let number = parts.filter(|(namespace, _)| *namespace == process_namespace());
    let process = number.and_then(|(_, number)| number.parse().ok());
    process.is_some_and(|process| !platform::is_running(process))
}

/// Which numbers of processes are meant here; 0 on systems that have but one kind.
fn process_namespace() -> String {
    let link = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits = link.to_string_lossy().chars().filter(char::is_ascii_digit).collect::<String>();
    if digits.is_empty() { "0".to_owned() } else { digits }
}

/// Runs this process as a supervisor; the hidden command of the binary ends here.
///
/// `arguments` are what follows the hidden command's name.
pub fn run(arguments: &[String]) -> ExitCode {
    #[cfg(target_os = "linux")]
    if let Some((first, act)) = arguments.split_first()
        && first == crate::doctor::ACT
    {
        return crate::doctor::perform(act);
    }
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
    guarantees: Guarantees,
    processes: ProcessTree,
) -> io::Result<ExitCode> {
    let directory = workplace::make(&assignment.scratch, assignment.folder.as_deref())?;
    for (name, target) in &assignment.links {
        let link = directory.join(name);
        std::fs::create_dir_all(link.parent().unwrap_or(&directory))?;
        platform::link(target, &link)?;
    }
    let processes = Arc::new(processes);
    println!("{}", serde_json::to_string(&Greeting::Ready(guarantees))?);
    match assignment.task {
        Task::Moves => moves::run(assignment, &directory, &processes),
        Task::Talk => talk::run(assignment, &directory, &processes),
        Task::Build => build::run(assignment, &directory, &processes),
    }
}

/// Reads the assignment. The referee says nothing more until it is greeted, so that nothing
/// is read here that is meant for the program.
fn read_assignment() -> io::Result<Assignment> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    if line.is_empty() {
        return Err(io::Error::other("expected an assignment; only the referee calls this"));
    }
    Ok(serde_json::from_str(&line)?)
}

/// The program as it is started for a move or a game, without its standard streams.
fn program(assignment: &Assignment, directory: &Path) -> Command {
    let mut command = Command::new(directory.join(&assignment.program));
    command.args(&assignment.arguments).current_dir(directory);
    platform::adorn(&mut command, assignment, directory);
    command.envs(assignment.environment.iter().map(|(name, value)| (name, value)));
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::io::pipe;

    /// Whoever waits for one that never says anything hears of it in the end, or of Ctrl-C.
    #[test]
    fn a_supervisor_that_never_gets_ready_keeps_nobody_waiting() {
        let (silent, _to) = pipe().unwrap();
        let waiting = greeting(BufReader::new(silent), Duration::from_millis(50), &Stop::new());
        let problem = waiting.unwrap_err().to_string();
        assert!(problem.ends_with("was not ready within 0.05 s"), "{problem}");
        let (silent, _to) = pipe().unwrap();
        let stop = Stop::new();
        stop.stop();
        let waiting = greeting(BufReader::new(silent), READINESS, &stop);
        assert_eq!(waiting.unwrap_err().to_string(), "the game was broken off");
    }

    /// Else two containers with the same temporary folder end each other's games.
    #[test]
    fn processes_of_other_containers_are_not_taken_for_gone() {
        let namespace = process_namespace();
        assert!(!is_gone(&owner()));
        assert!(is_gone(&format!("{namespace}.{}", u32::MAX)));
        assert!(!is_gone(&format!("1{namespace}.{}", u32::MAX)));
        assert!(!is_gone(&u32::MAX.to_string()) && !is_gone("x"));
    }

    #[test]
    fn what_follows_the_greeting_is_not_lost() {
        let (from, mut to) = pipe().unwrap();
        to.write_all(b"ready\nmore\n").unwrap();
        let (line, mut from) = greeting(BufReader::new(from), READINESS, &Stop::new()).unwrap();
        assert_eq!(line, "ready\n");
        let mut next = String::new();
        from.read_line(&mut next).unwrap();
        assert_eq!(next, "more\n");
    }
}
