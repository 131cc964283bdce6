//! Where hand-ins become agents: each is built if need be, and asked for one move.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use fruitrage_arena::check::{Case, Finding};
use fruitrage_arena::{Build, Conditions, Host, Specification, executable};
use fruitrage_rules::Cause;
use serde::{Deserialize, Serialize};

use super::contents::is_left_behind;
use super::plan::Plan;
use super::rules::BuildRules;
use super::shelf::{Kept, Shelf};
use crate::Entrant;
use crate::hand_in::HandIn;
use crate::package::Package;

/// How far a hand-in came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It is not clear what to run, or it asks for what it may not.
    Found,
    /// It was to be built.
    Built,
    /// It was asked for a move.
    Tried,
}

/// Why a hand-in does not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// How far it came.
    pub stage: Stage,
    /// What was expected and what came.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match self.stage {
            Stage::Found => "cannot be started",
            Stage::Built => "does not build",
            Stage::Tried => "fails at its first move",
        };
        write!(f, "{stage}: {}", self.message)
    }
}

/// What building a hand-in was like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BuildLog {
    /// The commands and what they printed.
    pub text: String,
    /// What it took, in seconds.
    pub seconds: f64,
    /// Whether it was built before.
    pub is_kept: bool,
    /// The file that has the text.
    pub path: PathBuf,
}

/// What was made of a hand-in.
#[derive(Clone, Debug)]
pub struct Made {
    /// What it is called.
    pub name: String,
    /// Its folder or file.
    pub path: PathBuf,
    /// What it is, in a few words.
    pub what: String,
    /// What building it was like, if it was built.
    pub build: Option<BuildLog>,
    /// What its answer to the trial lacked, though it plays.
    pub warning: Option<String>,
    /// The agent, or why there is none.
    pub outcome: Result<Entrant, Problem>,
    /// What tells its files from others.
    pub content: Option<String>,
}

/// Where hand-ins become agents.
#[derive(Debug)]
pub struct Workshop<'a> {
    host: &'a Host,
    rules: &'a BuildRules,
    shelf: Shelf,
    trial: Option<Conditions>,
}

impl<'a> Workshop<'a> {
    /// Agents play as the host says and are built as the rules say. What is built is kept in
    /// the folder `shelf`. With conditions each agent is asked for one move under them.
    pub const fn new(
        host: &'a Host,
        rules: &'a BuildRules,
        shelf: PathBuf,
        trial: Option<Conditions>,
    ) -> Self {
        Self { host, rules, shelf: Shelf::new(shelf), trial }
    }

    /// Makes agents of all hand-ins, so many at one time. `hear` is told of each as it is
    /// done; what comes back is in the order of the hand-ins. Ends early if the host is
    /// stopped.
    pub fn make_all(
        &self,
        hand_ins: &[HandIn],
        jobs: usize,
        hear: &(dyn Fn(&Made) + Sync),
    ) -> Vec<Made> {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, Made)>> = Mutex::default();
        thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, hand_ins.len().max(1)) {
                scope.spawn(|| {
                    while !self.host.stop.is_stopped() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(hand_in) = hand_ins.get(index) else { return };
                        let made = self.make(hand_in);
                        hear(&made);
                        if let Ok(mut done) = done.lock() {
                            done.push((index, made));
                        }
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_default();
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, made)| made).collect()
    }

    /// Makes an agent of a hand-in, or says why not.
    pub fn make(&self, hand_in: &HandIn) -> Made {
        let mut made = Made {
            name: hand_in.name.clone(),
            path: hand_in.path.clone(),
            what: String::new(),
            build: None,
            warning: hand_in.shares_its_name.then(|| "another has the same name".to_owned()),
            content: None,
            outcome: Err(Problem { stage: Stage::Found, message: String::new() }),
        };
        made.outcome = match &hand_in.plan {
            Err(message) => Err(Problem { stage: Stage::Found, message: message.clone() }),
            Ok(plan) => {
                made.what.clone_from(&plan.what);
                self.carry_out(hand_in, plan, &mut made)
            }
        };
        if let (Err(problem), Some(folder)) = (&mut made.outcome, hand_in.path.parent()) {
            // Where the organiser keeps the hand-ins is nothing to its author.
            let place = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
            problem.message = problem.message.replace(&place, "");
        }
        made
    }

    fn carry_out(
        &self,
        hand_in: &HandIn,
        plan: &Plan,
        made: &mut Made,
    ) -> Result<Entrant, Problem> {
        let built = |message: String| Problem { stage: Stage::Built, message };
        let mut kept = self.build(plan, made).map_err(built)?;
        let folder = kept.as_ref().map_or_else(|| plan.root.clone(), Kept::files);
        let specification = plan.runs.resolve(&folder).map_err(built)?;
        let entrant = Entrant {
            folder: Some(folder),
            memory: hand_in.words.memory,
            options: hand_in.words.options.clone(),
            readable: plan.readable.clone(),
            ..Entrant::new(hand_in.name.clone(), specification)
        };
        let host = entrant.host(self.host);
        let found = |error| Problem { stage: Stage::Found, message: format!("{error}") };
        host.check(&entrant.specification).map_err(found)?;
        self.try_out(&entrant, &host, kept.as_mut(), made)?;
        Ok(entrant)
    }

    /// Builds what is to be built; none if the files can be used where they are.
    fn build(&self, plan: &Plan, made: &mut Made) -> Result<Option<Kept>, String> {
        let source = pack_source(&plan.root);
        if plan.is_ready() {
            made.content = source.ok().map(|source| source.hash().to_string());
            return Ok(None);
        }
        let source = source.map_err(|error| error.to_string())?;
        made.content = Some(source.hash().to_string());
        let done = (&plan.commands, &plan.environment, &plan.permit);
        let key = Shelf::key(source.hash(), &done);
        if let Some(kept) = self.shelf.find(&key) {
            made.build = (!plan.commands.is_empty()).then(|| BuildLog {
                text: kept.note.log.clone(),
                seconds: kept.note.time.as_secs_f64(),
                is_kept: true,
                path: self.shelf.log(&key),
            });
            return Ok(Some(kept));
        }
        let broken = |error: std::io::Error| error.to_string();
        let (place, files) = self.shelf.new_place().map_err(broken)?;
        let (log, time) = if plan.commands.is_empty() {
            source.unpack(&files).map_err(|error| error.to_string())?;
            (String::new(), Duration::ZERO)
        } else {
            self.run_commands(plan, &source, &files, &key, made)?
        };
        for file in &plan.permit {
            executable::permit(&files.join(file), true).map_err(broken)?;
        }
        self.shelf.keep(&key, place, log, time).map(Some).map_err(|error| error.to_string())
    }

    fn run_commands(
        &self,
        plan: &Plan,
        source: &Package,
        files: &Path,
        key: &str,
        made: &mut Made,
    ) -> Result<(String, Duration), String> {
        // A folder with what is built, and nothing else.
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        source.unpack(folder.path()).map_err(|error| error.to_string())?;
        let base = folder.path().to_owned();
        let mut readable = self.host.readable.clone();
        readable.extend(plan.readable.iter().cloned());
        let host = Host { base, limits: self.rules.limits, readable, ..self.host.clone() };
        let build = Build {
            commands: plan.commands.clone(),
            environment: plan.environment.clone(),
            time: self.rules.time,
        };
        let outcome = host.build(&build, files).map_err(|error| error.to_string())?;
        made.build = Some(BuildLog {
            text: outcome.log.clone(),
            seconds: outcome.time.as_secs_f64(),
            is_kept: false,
            path: self.shelf.write_log(key, &outcome.log),
        });
        match outcome.problem {
            None => Ok((outcome.log, outcome.time)),
            Some(problem) => Err(with_first_error(&problem, &outcome.log)),
        }
    }

    /// Asks for one move. Who crashes at once would do so in every game.
    fn try_out(
        &self,
        entrant: &Entrant,
        host: &Host,
        kept: Option<&mut Kept>,
        made: &mut Made,
    ) -> Result<(), Problem> {
        let Some(conditions) = &self.trial else { return Ok(()) };
        let trial = name_of_trial(&entrant.specification, conditions, host);
        if kept.as_ref().is_some_and(|kept| kept.note.passed.contains(&trial)) {
            return Ok(());
        }
        let tried = |message: String| Problem { stage: Stage::Tried, message };
        let finding = Case::opening(conditions).tried(&entrant.specification, host);
        let finding = finding.map_err(|error| tried(error.to_string()))?;
        if is_broken(&finding, conditions) {
            return Err(tried(finding.detail));
        }
        if finding.cause.is_some() {
            made.warning = Some(finding.detail);
        } else if let Some(kept) = kept {
            kept.remember(&trial);
        }
        Ok(())
    }
}

/// What a trial depends on besides the agent's files.
fn name_of_trial(specification: &Specification, conditions: &Conditions, host: &Host) -> String {
    let memory = host.limits.memory;
    format!("{specification}; {conditions}; sandbox {}, memory {memory:?}", host.sandbox)
}

/// Whether a fault at the first move would come in every game. Who is still thinking when a
/// trial is over, with time on the clock, is not broken.
fn is_broken(finding: &Finding, conditions: &Conditions) -> bool {
    let causes = [Cause::Crashed, Cause::NoOutput, Cause::Memory, Cause::ProtocolError];
    let Some(cause) = finding.cause.as_deref() else { return false };
    let is_late = cause == Cause::OutOfTime.name();
    causes.iter().any(|broken| broken.name() == cause)
        || (is_late && finding.seconds >= conditions.time.as_secs_f64())
}

/// The files of a folder without what tools have made there, or a file by itself.
pub(crate) fn pack_source(root: &Path) -> Result<Package, crate::PackageError> {
    if !root.is_dir() {
        let name = PathBuf::from(root.file_name().unwrap_or_default());
        return Package::pack(&[(name, root.to_owned())]);
    }
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let names: Vec<PathBuf> = entries.map(|entry| PathBuf::from(entry.file_name())).collect();
    let is_left = |name: &&PathBuf| is_left_behind(root, &name.to_string_lossy());
    if !names.iter().any(|name| is_left(&name)) {
        return Package::pack_folder(root);
    }
    let kept = names.iter().filter(|name| !is_left(name));
    Package::pack(&kept.map(|name| (name.clone(), root.join(name))).collect::<Vec<_>>())
}

/// What went wrong, with the first line of the log that speaks of an error.
fn with_first_error(problem: &str, log: &str) -> String {
    let is_error = |line: &&str| {
        let line = line.to_lowercase();
        line.contains("error") && !line.starts_with('$')
    };
    let first = log.lines().find(is_error);
    first.map_or_else(|| problem.to_owned(), |line| format!("{problem}: {}", line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tools_have_made_is_no_part_of_an_agent() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        };
        write("Cargo.toml");
        write("src/main.rs");
        let before = pack_source(folder.path()).unwrap();
        write("target/release/agent");
        write(".git/objects/x");
        assert_eq!(pack_source(folder.path()).unwrap(), before);
        write("data/target");
        assert_ne!(pack_source(folder.path()).unwrap(), before);
    }

    #[test]
    fn the_first_error_of_a_log_is_told() {
        let log = "$ g++ -Werror x.cpp\nx.cpp: In function 'int main()':\nx.cpp:3:5: error: expected ';'\n";
        let told = with_first_error("`g++` ended with status 1", log);
        assert_eq!(told, "`g++` ended with status 1: x.cpp:3:5: error: expected ';'");
        assert_eq!(with_first_error("x", "$ make\n"), "x");
    }
}
