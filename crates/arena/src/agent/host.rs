//! The host of a game's agents: where and how they are started.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fruitrage_engine::Stop;
use fruitrage_rules::Generator;

use super::engine::EngineAgent;
use super::file::FileAgent;
use super::line::LineAgent;
use super::own_files::{OwnFiles, links_to_all_in};
use super::place::Place;
use super::simple::{Greedy, Random};
use super::{Agent, Specification, StartError, Timekeeping, program};
use crate::Limits;
use crate::supervisor::{
    self, Assignment, CAPABILITIES, Confinement, Guarantee, Guarantees, Supervisor, Task, workplace,
};

/// Where and how agents' programs run.
#[derive(Clone, Debug)]
pub struct Host {
    /// The binary that can act as a supervisor; usually the one that runs now.
    pub helper: PathBuf,
    /// Where relative paths in command lines start.
    pub base: PathBuf,
    /// Whether all that is there is the agent's own: its working directory then begins as a
    /// copy of it. If not, only what the command line names is.
    pub owns_base: bool,
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
    /// How long an answer is waited for at most, whatever the clock says; only to try programs.
    pub patience: Option<Duration>,
    /// What programs in the sandbox may go without; nothing here is for any of it. Games in
    /// which anything else is missing are not played.
    pub dispensable: Option<Vec<Guarantee>>,
    /// Breaks off games and engines.
    pub stop: Stop,
}

impl Host {
    /// The current directory and binary, wall time, no sandbox.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            helper: env::current_exe()?,
            base: env::current_dir()?,
            owns_base: false,
            sandbox: false,
            limits: Limits::trusted(),
            timekeeping: Timekeeping::Wall,
            readable: Vec::new(),
            options: Vec::new(),
            crlf_input: false,
            patience: None,
            dispensable: None,
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
        self.program_of(agent)?;
        match agent {
            Specification::Files(words) | Specification::Lines(words) => {
                program::expect_script(&words[1..], &self.base)
            }
            _ => Ok(()),
        }
    }

    /// The file that an agent's program is; none if it is built in.
    pub fn program_of(&self, agent: &Specification) -> Result<Option<PathBuf>, StartError> {
        match agent {
            Specification::Files(words) | Specification::Lines(words) => {
                program::find(&words[0], &self.base).map(Some)
            }
            _ => Ok(None),
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
                let place = Place::new(&words[0])?;
                let assignment = self.assign(words, &place, Task::Talk)?;
                Box::new(LineAgent::start(self, &assignment, place)?)
            }
        })
    }

    /// A supervisor with a program of the file protocol.
    pub(crate) fn start_files(&self, words: &[String]) -> Result<FileAgent, StartError> {
        let place = Place::new(&words[0])?;
        let assignment = self.assign(words, &place, Task::Moves)?;
        FileAgent::start(self, &assignment, place)
    }

    fn assign(
        &self,
        words: &[String],
        place: &Place,
        task: Task,
    ) -> Result<Assignment, StartError> {
        self.refuse_what_the_system_lacks()?;
        let mut program = program::find(&words[0], &self.base)?;
        let mut name = OsString::from(&words[0]);
        let mut own = OwnFiles::mentioned(words, &self.base);
        let mut readable = self.readable.clone();
        let mut folder = None;
        if self.owns_base {
            if workplace::is_small(&self.base) {
                own.links.clear();
                folder = Some(self.base.clone());
            } else if let Some(links) = links_to_all_in(&self.base) {
                own.links = links;
                readable.push(self.base.clone());
            }
            if self.sandbox {
                // The folder is not where it was, and the program starts from the copy.
                own.enter(&self.base);
                if let Ok(inside) = program.strip_prefix(&self.base).map(Path::to_owned) {
                    name = Path::new(".").join(&inside).into_os_string();
                    program = inside;
                }
            }
        }
        if !self.owns_base {
            readable.extend(own.links.iter().map(|(_, target)| target.clone()));
        }
        readable.extend(own.elsewhere.iter().cloned());
        if program.is_absolute() {
            readable.push(program.clone());
        }
        // What a link leads to must be there, too. Not so for links within the agent's folder,
        // which its author may have made a moment ago: they lead to what is in it, or nowhere.
        let canonical: Vec<PathBuf> =
            readable.iter().filter_map(|path| path.canonicalize().ok()).collect();
        readable.extend(canonical);
        Ok(Assignment {
            program,
            name,
            arguments: own.arguments,
            folder,
            links: own.links,
            readable,
            scratch: place.scratch(),
            user: if self.sandbox { supervisor::user_for_a_program() } else { None },
            confinement: self.confinement(),
            limits: self.limits,
            environment: Vec::new(),
            task,
        })
    }

    pub(crate) fn confinement(&self) -> Confinement {
        match self.sandbox {
            false => Confinement::Free,
            true if supervisor::confinement(&self.helper).is_ok() => Confinement::Namespaces,
            true => Confinement::Restricted,
        }
    }

    /// What holds for a program of this host.
    pub(crate) fn ask_for_guarantees(&self, talks: bool) -> Result<Guarantees, StartError> {
        let words = [self.helper.to_string_lossy().into_owned(), "--version".to_owned()];
        let failed = |error: io::Error| StartError::failed(&words[0], &error);
        let place = Place::new(&words[0])?;
        let task = if talks { Task::Talk } else { Task::Moves };
        let assignment = self.assign(&words, &place, task)?;
        let printed = place.printed().map_err(failed)?;
        let started = Supervisor::start(&self.helper, &assignment, printed, &self.stop);
        started.map(|(_, _, guarantees)| guarantees).map_err(failed)
    }

    /// No game is played with less than was said before the first one.
    pub(crate) fn accept(&self, guarantees: &Guarantees) -> Result<(), StartError> {
        let charges_processor = self.timekeeping == Timekeeping::Cpu;
        if charges_processor && !guarantees.has(Guarantee::Processor) {
            return Err(StartError::NoProcessorTime);
        }
        let Some(dispensable) = self.dispensable.as_ref().filter(|_| self.sandbox) else {
            return Ok(());
        };
        let is_needed =
            |guarantee| guarantee != Guarantee::Processor && !dispensable.contains(&guarantee);
        match guarantees.missing().find(|(guarantee, _)| is_needed(*guarantee)) {
            Some((guarantee, leaves)) => {
                Err(StartError::Weaker { guarantee, leaves: leaves.to_owned() })
            }
            None => Ok(()),
        }
    }

    /// A sandbox or a clock is never pretended.
    pub(crate) fn refuse_what_the_system_lacks(&self) -> Result<(), StartError> {
        if self.sandbox && !CAPABILITIES.sandbox {
            return Err(StartError::NoSandbox);
        }
        if self.timekeeping == Timekeeping::Cpu && !CAPABILITIES.processor_time {
            return Err(StartError::NoProcessorTime);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_gets_less_than_was_announced() {
        let mut found = Guarantees::default();
        found.miss(Guarantee::Network, "programs can open connections");
        let host = Host { dispensable: Some(Vec::new()), ..Host::new().unwrap().sandboxed() };
        let refused = host.accept(&found).unwrap_err();
        assert!(refused.to_string().contains("weaker than before the first game"), "{refused}");
        let told = Host { dispensable: Some(vec![Guarantee::Network]), ..host.clone() };
        assert!(told.accept(&found).is_ok(), "that it is missing was announced");
        let without = Host { sandbox: false, ..host };
        assert!(without.accept(&found).is_ok(), "nothing was promised");
    }
}
