//! Starting agents for a game.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_engine::Stop;
use tempfile::TempDir;
use thiserror::Error;

use super::engine::EngineAgent;
use super::file::FileAgent;
use super::line::LineAgent;
use super::simple::{Greedy, Random};
use super::{Agent, Specification, Timekeeping};
use crate::supervisor::{self, Assignment, CAPABILITIES};
use crate::{Limits, executable};
use fruitrage_rules::Generator;

/// Where and how agents' programs run.
#[derive(Clone, Debug)]
pub struct Host {
    /// The binary that can act as a supervisor; usually the one that runs now.
    pub helper: PathBuf,
    /// Where relative paths in command lines start.
    pub base: PathBuf,
    /// Whether programs are confined.
    pub sandbox: bool,
    /// What programs may use.
    pub limits: Limits,
    /// Which time is charged.
    pub timekeeping: Timekeeping,
    /// What programs in the sandbox may read besides their own files.
    pub readable: Vec<PathBuf>,
    /// What programs of the line protocol are told to set, by name.
    pub options: Vec<(String, String)>,
    /// Whether the lines of `input.txt` end as on Windows; only to try programs.
    pub crlf_input: bool,
    /// Breaks off games and engines.
    pub stop: Stop,
}

impl Host {
    /// The current directory and binary, wall time, no sandbox.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            helper: env::current_exe()?,
            base: env::current_dir()?,
            sandbox: false,
            limits: Limits::trusted(),
            timekeeping: Timekeeping::Wall,
            readable: Vec::new(),
            options: Vec::new(),
            crlf_input: false,
            stop: Stop::new(),
        })
    }

    /// The same with programs confined.
    #[must_use]
    pub fn sandboxed(self) -> Self {
        Self { sandbox: true, limits: Limits::untrusted(), ..self }
    }

    /// Whether an agent can be started at all, before any game depends on it.
    pub fn check(&self, agent: &Specification) -> Result<(), StartError> {
        match agent {
            Specification::Files(words) | Specification::Lines(words) => {
                self.find_program(&words[0])?;
                self.find_script(&words[1..])
            }
            _ => Ok(()),
        }
    }

    /// Without its script an interpreter would start, and lose every game by crashing.
    fn find_script(&self, arguments: &[String]) -> Result<(), StartError> {
        let is_script = |word: &&String| {
            let ending = Path::new(word.as_str()).extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| SCRIPT_ENDINGS.contains(&ending))
        };
        // Only the first argument is sure to be the script; the others are its own.
        match arguments.first().filter(is_script) {
            Some(script) if !self.base.join(script).exists() => {
                Err(StartError::NoProgram { program: script.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Starts an agent for one game. The seed fixes what agents built in do by chance.
    pub fn start(&self, agent: &Specification, seed: u64) -> Result<Box<dyn Agent>, StartError> {
        Ok(match agent {
            Specification::Engine(options) => {
                Box::new(EngineAgent::new(options.clone(), self.stop.clone()))
            }
            Specification::Greedy => Box::new(Greedy),
            Specification::Random => Box::new(Random(Generator::new(seed))),
            Specification::Files(words) => Box::new(self.start_files(words)?),
            Specification::Lines(words) => {
                let place = Place::new(words)?;
                let assignment = self.assign(words, &place, true)?;
                Box::new(LineAgent::start(self, &assignment, place)?)
            }
        })
    }

    /// A supervisor with a program of the file protocol.
    pub(crate) fn start_files(&self, words: &[String]) -> Result<FileAgent, StartError> {
        let place = Place::new(words)?;
        let assignment = self.assign(words, &place, false)?;
        FileAgent::start(self, &assignment, place)
    }

    fn assign(
        &self,
        words: &[String],
        place: &Place,
        talks: bool,
    ) -> Result<Assignment, StartError> {
        self.refuse_what_the_system_lacks()?;
        let program = self.find_program(&words[0])?;
        let own = OwnFiles::mentioned(words, &self.base);
        let mut readable = vec![program.clone()];
        readable.extend(own.links.iter().map(|(_, target)| target.clone()));
        readable.extend(own.elsewhere.iter().cloned());
        readable.extend(self.readable.iter().cloned());
        // What a link leads to must be there, too.
        let canonical: Vec<PathBuf> =
            readable.iter().filter_map(|path| path.canonicalize().ok()).collect();
        readable.extend(canonical);
        Ok(Assignment {
            program,
            name: OsString::from(&words[0]),
            arguments: own.arguments,
            links: own.links,
            readable,
            scratch: place.scratch(),
            user: if self.sandbox { supervisor::user_for_a_program() } else { None },
            confined: self.sandbox,
            limits: self.limits,
            talks,
        })
    }

    /// A sandbox or a clock is never pretended.
    fn refuse_what_the_system_lacks(&self) -> Result<(), StartError> {
        if self.sandbox && !CAPABILITIES.sandbox {
            return Err(StartError::NoSandbox);
        }
        if self.timekeeping == Timekeeping::Cpu && !CAPABILITIES.processor_time {
            return Err(StartError::NoProcessorTime);
        }
        Ok(())
    }

    /// The program that a command line begins with: a path, or a name to look up.
    fn find_program(&self, word: &str) -> Result<PathBuf, StartError> {
        let missing = || StartError::NoProgram { program: word.to_owned() };
        if word.contains(std::path::is_separator) {
            let path = self.base.join(word);
            return match executable::find(&path) {
                Some(found) => Ok(normal(&found)),
                None if path.is_file() => {
                    Err(StartError::NotExecutable { program: word.to_owned() })
                }
                None => Err(missing()),
            };
        }
        let system = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
        let path = env::var_os("PATH").unwrap_or_default();
        let known = env::split_paths(&path);
        // In the sandbox a home directory's programs cannot be seen: the system's first.
        let folders: Vec<PathBuf> =
            if self.sandbox { system.into_iter().chain(known).collect() } else { known.collect() };
        folders.iter().find_map(|folder| executable::find(&folder.join(word))).ok_or_else(missing)
    }
}

/// A path without `.` and, as far as it can be seen, `..`.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// What stands between the paths in a word: search paths list several files, options have
/// theirs after an equals sign.
pub const SEPARATORS: [char; 2] = [if cfg!(windows) { ';' } else { ':' }, '='];

/// The agent's own files, as far as its command line mentions them. Those below the base
/// directory get a link of the same name in the working directory, so that the command
/// means the same there.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    /// The arguments as they are given to the program.
    pub arguments: Vec<OsString>,
    /// The links: their names in the working directory, and what they lead to.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// The files that are not below the base directory.
    pub elsewhere: Vec<PathBuf>,
}

impl OwnFiles {
    /// The files that a command line mentions; relative paths start at `base`.
    pub fn mentioned(words: &[String], base: &Path) -> Self {
        let mut own = Self { arguments: Vec::new(), links: Vec::new(), elsewhere: Vec::new() };
        own.mention(&words[0], base);
        for word in &words[1..] {
            if word.starts_with("..") && base.join(word).exists() {
                let path = normal(&base.join(word));
                own.arguments.push(path.clone().into_os_string());
                own.elsewhere.push(path);
                continue;
            }
            own.arguments.push(OsString::from(word));
            for part in word.split(SEPARATORS) {
                own.mention(part, base);
            }
        }
        own.without_nested_links()
    }

    fn mention(&mut self, part: &str, base: &Path) {
        let path = Path::new(part);
        if path.is_absolute() {
            if path.exists() {
                self.elsewhere.push(normal(path));
            }
            return;
        }
        let relative = normal(path);
        let Some(Component::Normal(first)) = relative.components().next() else { return };
        let belongs_to_the_game = first == "input.txt" || first == "output.txt";
        let climbs = path.components().any(|component| component == Component::ParentDir);
        let target = base.join(&relative);
        if !belongs_to_the_game && !climbs && target.exists() {
            self.links.push((relative, target));
        }
    }

    /// Without links into directories that are linked themselves.
    fn without_nested_links(mut self) -> Self {
        self.links.sort_by_key(|(name, _)| name.components().count());
        let mut kept: Vec<(PathBuf, PathBuf)> = Vec::new();
        for (name, target) in self.links {
            if !kept.iter().any(|(above, _)| name.starts_with(above)) {
                kept.push((name, target));
            }
        }
        Self { links: kept, ..self }
    }
}

/// How the names of such directories begin; the number of their process follows.
const PLACE: &str = "fruitrage-game-";

/// How long the directory of a game that is over may take to be removed.
const REMOVAL: Duration = Duration::from_secs(2);

/// Removes what processes that were killed have left behind. What cannot be removed
/// belongs to somebody else and stays.
pub fn sweep() {
    let entries = fs::read_dir(env::temp_dir()).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(PLACE));
        let process = process.and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        if process.is_some_and(|process| !supervisor::is_running(process)) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A directory of the machine that belongs to one player of one game.
pub(super) struct Place {
    directory: TempDir,
}

impl Place {
    fn new(words: &[String]) -> Result<Self, StartError> {
        let made = || {
            let prefix = format!("{PLACE}{}-", std::process::id());
            let directory = tempfile::Builder::new().prefix(&prefix).tempdir()?;
            fs::create_dir(directory.path().join("scratch"))?;
            Ok(Self { directory })
        };
        made().map_err(|error: io::Error| StartError::failed(&words[0], &error))
    }

    fn scratch(&self) -> PathBuf {
        self.directory.path().join("scratch")
    }

    /// The file that takes what the program prints.
    pub(super) fn printed(&self) -> io::Result<File> {
        supervisor::open_printed(&self.directory.path().join("printed"))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Windows does not remove what a process that is just ending still holds.
        let start = Instant::now();
        while fs::remove_dir_all(self.directory.path()).is_err()
            && self.directory.path().exists()
            && start.elapsed() < REMOVAL
        {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// How scripts of common interpreters end.
const SCRIPT_ENDINGS: [&str; 7] = ["py", "rb", "pl", "js", "mjs", "lua", "sh"];

/// Why an agent cannot be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// There is no such program.
    #[error("expected a program, but `{program}` was not found")]
    NoProgram {
        /// As it was written.
        program: String,
    },
    /// The file is not a program.
    #[error("expected a program, but `{program}` is not executable ({})", executable::HINT)]
    NotExecutable {
        /// As it was written.
        program: String,
    },
    /// Programs cannot be confined here.
    #[error("the sandbox needs Linux; on this system programs run without")]
    NoSandbox,
    /// Processor time cannot be charged here.
    #[error("`--clock cpu` is not to be had on this system: processor time cannot be measured")]
    NoProcessorTime,
    /// The supervisor could not work.
    #[error("`{program}` cannot be started: {reason}")]
    Failed {
        /// As it was written.
        program: String,
        /// Why.
        reason: String,
    },
}

impl StartError {
    pub(super) fn failed(program: &str, reason: &dyn std::fmt::Display) -> Self {
        Self::Failed { program: program.to_owned(), reason: reason.to_string() }
    }
}
