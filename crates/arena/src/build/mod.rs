//! Building an agent: commands in a private copy of its folder, confined as its games are, and
//! what the folder holds then.

mod toolchain;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use crate::agent::{Place, find_program};
use crate::supervisor::build::{BuildOrder, Handed, Step, StepOutcome};
use crate::supervisor::{Assignment, End, Supervisor, Task, user_for_a_program};
use crate::{Host, StartError, executable};
use toolchain::{Toolchain, search_path};

pub use crate::supervisor::build::SCRATCH;

/// The most that a built agent may have: as much as can travel to other machines.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 64 << 20;

/// How often somebody who waits for a build looks whether it was broken off.
const GLANCE: Duration = Duration::from_millis(50);

/// What is to be done to build an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The commands, one after the other, each as its words.
    pub commands: Vec<Vec<String>>,
    /// What is set in their environment.
    pub environment: Vec<(String, String)>,
    /// What they may take together.
    pub time: Duration,
}

/// What became of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOutcome {
    /// What went wrong; none if the agent is built.
    pub problem: Option<String>,
    /// The commands and what they printed.
    pub log: String,
    /// What it took.
    pub time: Duration,
}

impl Host {
    /// Builds the agent whose folder is the base directory. What the folder holds then is
    /// written into `target`, which is there and empty; the folder itself stays as it is.
    /// The commands are confined if the host confines programs, and have its limits.
    pub fn build(&self, build: &Build, target: &Path) -> Result<BuildOutcome, StartError> {
        self.refuse_what_the_system_lacks()?;
        let mut steps = Vec::new();
        let mut toolchains = Vec::new();
        for words in &build.commands {
            let (program, toolchain) = self.tool(&words[0])?;
            toolchains.extend(toolchain);
            steps.push((words, program));
        }
        let failed = |error: io::Error| StartError::failed("the build", &error);
        let place = Place::new("the build")?;
        let assignment = self.assign_build(build, &place, &steps, &toolchains);
        let printed = place.printed().map_err(failed)?;
        let (supervisor, streams, guarantees) =
            Supervisor::start(&self.helper, &assignment, printed, &self.stop).map_err(failed)?;
        self.accept(&guarantees)?;
        let mut site = Site { orders: streams.to, supervisor, answers: None, host: self };
        site.listen(streams.from, target.to_owned());
        site.carry_out(&steps, build.time).map_err(failed)
    }

    /// The file that a command of a build begins with, and the toolchain that it belongs to.
    fn tool(&self, word: &str) -> Result<(PathBuf, Option<Toolchain>), StartError> {
        if word.contains(std::path::is_separator) && !Path::new(word).is_absolute() {
            // It may be an earlier command that makes it.
            return Ok((PathBuf::from(word), None));
        }
        let found = find_program(word, &self.base)?;
        Ok(match Toolchain::behind(&found, word) {
            Some((program, toolchain)) => (program, Some(toolchain)),
            None => (found, None),
        })
    }

    fn assign_build(
        &self,
        build: &Build,
        place: &Place,
        steps: &[(&Vec<String>, PathBuf)],
        toolchains: &[Toolchain],
    ) -> Assignment {
        let mut readable = self.readable.clone();
        readable.extend(toolchains.iter().map(|toolchain| toolchain.folder.clone()));
        for program in steps.iter().map(|(_, program)| program).filter(|it| it.is_absolute()) {
            readable.extend([program.clone()].into_iter().chain(program.canonicalize().ok()));
        }
        let environment = build.environment.iter();
        let environment = environment.map(|(name, value)| (name.clone(), OsString::from(value)));
        let path = search_path(toolchains, self.sandbox).map(|path| ("PATH".to_owned(), path));
        Assignment {
            program: PathBuf::new(),
            name: OsString::new(),
            arguments: Vec::new(),
            folder: Some(self.base.clone()),
            links: Vec::new(),
            readable,
            scratch: place.scratch(),
            user: if self.sandbox { user_for_a_program() } else { None },
            confinement: self.confinement(),
            limits: self.limits,
            environment: environment.chain(path).collect(),
            task: Task::Build,
        }
    }
}

/// What is heard from a supervisor that builds.
enum Answer {
    Step(StepOutcome),
    /// All files are there, or why not.
    Files(io::Result<()>),
}

/// A build that goes on.
struct Site<'a> {
    orders: ChildStdin,
    supervisor: Supervisor,
    answers: Option<mpsc::Receiver<Answer>>,
    host: &'a Host,
}

impl Site<'_> {
    /// Listens in a thread of its own, so that a build can be broken off at any time.
    fn listen(&mut self, mut from: BufReader<ChildStdout>, target: PathBuf) {
        let (sender, receiver) = mpsc::channel();
        self.answers = Some(receiver);
        thread::spawn(move || {
            while let Ok(line) = read_line(&mut from) {
                let answer = match serde_json::from_str::<StepOutcome>(&line) {
                    Ok(outcome) => Answer::Step(outcome),
                    Err(_) => Answer::Files(receive(&line, &mut from, &target)),
                };
                if sender.send(answer).is_err() {
                    return;
                }
            }
        });
    }

    fn carry_out(
        &mut self,
        steps: &[(&Vec<String>, PathBuf)],
        time: Duration,
    ) -> io::Result<BuildOutcome> {
        let start = Instant::now();
        let mut log = String::new();
        let mut problem = None;
        for (words, program) in steps {
            let left = time.saturating_sub(start.elapsed());
            let arguments = words[1..].iter().map(OsString::from).collect();
            let step = Step {
                program: program.clone(),
                name: words[0].clone().into(),
                arguments,
                deadline: left,
            };
            self.order(&BuildOrder::Run(step))?;
            let Answer::Step(StepOutcome { end, printed }) = self.hear()? else {
                return Err(io::Error::other("expected what became of a command"));
            };
            log.extend(["$ ", &crate::agent::join_words(words), "\n", &printed]);
            if !log.ends_with('\n') {
                log.push('\n');
            }
            problem = problem_of(&end, &words[0], time);
            if let Some(problem) = &problem {
                log.extend([problem, "\n"]);
                break;
            }
        }
        if problem.is_none() {
            self.order(&BuildOrder::HandOver { files: MOST_FILES, bytes: MOST_BYTES })?;
            problem = match self.hear()? {
                Answer::Files(Ok(())) => None,
                Answer::Files(Err(error)) => Some(error.to_string()),
                Answer::Step(_) => return Err(io::Error::other("expected the files of a build")),
            };
        }
        Ok(BuildOutcome { problem, log, time: start.elapsed() })
    }

    fn order(&mut self, order: &BuildOrder) -> io::Result<()> {
        // A failure is told by how the supervisor ended.
        let _ = writeln!(self.orders, "{}", serde_json::to_string(order)?);
        Ok(())
    }

    fn hear(&mut self) -> io::Result<Answer> {
        let Some(answers) = &self.answers else { return Err(io::ErrorKind::BrokenPipe.into()) };
        loop {
            if self.host.stop.is_stopped() {
                return Err(io::Error::other("it was broken off"));
            }
            match answers.recv_timeout(GLANCE) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.supervisor.gone()),
            }
        }
    }
}

/// What the end of a command means for the build.
fn problem_of(end: &End, name: &str, time: Duration) -> Option<String> {
    match end {
        End::Status(0) => None,
        End::Status(status) => Some(format!("`{name}` ended with status {status}")),
        End::Signal(number, signal) => {
            Some(format!("`{name}` was ended by signal {signal} ({number})"))
        }
        End::Deadline => {
            let seconds = time.as_secs_f64();
            Some(format!("expected a build of at most {seconds} s, but `{name}` was still running"))
        }
        End::Memory(used) => {
            Some(format!("`{name}` held {} MiB, more memory than a build may", used >> 20))
        }
        End::NotStarted(reason) => Some(format!("`{name}` cannot be started: {reason}")),
    }
}

fn read_line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    match from.read_line(&mut line)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(line),
    }
}

fn understood<T: DeserializeOwned>(line: &str) -> io::Result<T> {
    Ok(serde_json::from_str(line)?)
}

/// Writes the files that are handed over, of which the first line was read already.
fn receive(first: &str, from: &mut impl BufRead, target: &Path) -> io::Result<()> {
    let mut line = first.to_owned();
    loop {
        match understood(&line)? {
            Handed::Folder(name) => {
                let folder = inside(target, &name)?;
                fs::create_dir(&folder)?;
                executable::permit(&folder, true)?;
            }
            Handed::File { name, executable, length } => {
                let path = inside(target, &name)?;
                let mut file = File::create_new(&path)?;
                if io::copy(&mut from.by_ref().take(length), &mut file)? < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                drop(file);
                executable::permit(&path, executable)?;
            }
            Handed::End => return Ok(()),
            Handed::Refused(reason) => return Err(io::Error::other(reason)),
        }
        line = read_line(from)?;
    }
}

/// Where a file of this name goes: nothing outside of the folder is ever written.
fn inside(target: &Path, name: &Path) -> io::Result<PathBuf> {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    if name.as_os_str().is_empty() || !name.components().all(is_plain) {
        return Err(io::Error::other(format!("expected a file's name, found {}", name.display())));
    }
    Ok(target.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(text: &[u8]) -> (io::Result<()>, tempfile::TempDir) {
        let target = tempfile::tempdir().unwrap();
        let inner = target.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let mut from = BufReader::new(text);
        let first = read_line(&mut from).unwrap_or_default();
        (receive(&first, &mut from, &inner), target)
    }

    #[test]
    fn files_arrive_with_their_bytes() {
        let text = b"{\"Folder\":\"a\"}\n{\"File\":{\"name\":\"a/b\",\"executable\":true,\
            \"length\":3}}\nx\ny{\"File\":{\"name\":\"c\",\"executable\":false,\"length\":0}}\n\"End\"\n";
        let (outcome, target) = received(text);
        outcome.unwrap();
        let inner = target.path().join("inner");
        assert_eq!(fs::read(inner.join("a/b")).unwrap(), b"x\ny");
        assert!(executable::is_executable(&inner.join("a/b")) || cfg!(windows));
        assert_eq!(fs::read(inner.join("c")).unwrap(), b"");
    }

    #[test]
    fn nothing_is_written_outside_of_the_folder() {
        for name in ["../x", "/tmp/fruitrage-escaped", "a/../../x", "", "."] {
            let text =
                format!("{{\"File\":{{\"name\":\"{name}\",\"executable\":false,\"length\":0}}}}\n");
            let (outcome, target) = received(text.as_bytes());
            assert!(outcome.is_err(), "{name}");
            assert_eq!(fs::read_dir(target.path()).unwrap().count(), 1, "{name}");
        }
        assert!(
            received(b"{\"File\":{\"name\":\"c\",\"executable\":false,\"length\":9}}\nxy")
                .0
                .is_err()
        );
        assert!(received(b"{\"Refused\":\"too much\"}\n").0.is_err());
        assert!(received(b"\xff\n").0.is_err());
    }
}
