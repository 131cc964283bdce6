//! What is to be done with a hand-in, and that of a file by itself.

use std::path::{Path, PathBuf};

use fruitrage_arena::{Specification, executable};

use super::contents::{Folder, is_junk, stem};
use super::languages::{Language, Meaning};
use super::program::{Runs, is_program};
use super::rules::BuildRules;

/// What is to be done with a hand-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The folder with the agent's files, or its only file.
    pub(crate) root: PathBuf,
    /// The commands that build it.
    pub(crate) commands: Vec<Vec<String>>,
    /// What is set in their environment.
    pub(crate) environment: Vec<(String, String)>,
    /// What its programs read besides the system's files, by the organiser's leave.
    pub(crate) readable: Vec<PathBuf>,
    /// Files that were meant to be executable, and lost that on the way.
    pub(crate) permit: Vec<String>,
    /// What is run then.
    pub(crate) runs: Runs,
    /// What it is, in a few words.
    pub(crate) what: String,
}

impl Plan {
    pub(super) fn new(root: &Path, runs: Runs, what: impl Into<String>) -> Self {
        Self {
            root: root.to_owned(),
            commands: Vec::new(),
            environment: Vec::new(),
            readable: Vec::new(),
            permit: Vec::new(),
            runs,
            what: what.into(),
        }
    }

    pub(super) fn built_by(self, command: &[&str]) -> Self {
        let command = command.iter().map(|&word| word.to_owned()).collect();
        Self { commands: vec![command], ..self }
    }

    pub(super) fn permitting(self, files: Vec<String>) -> Self {
        Self { permit: files, ..self }
    }

    /// Whether the files can be used where they are.
    pub(crate) fn is_ready(&self) -> bool {
        self.commands.is_empty() && self.permit.is_empty() && self.root.is_dir()
    }
}

/// What is to be done with a file; none if it is no program and no source of one.
pub(crate) fn plan_for_file(path: &Path, rules: &BuildRules) -> Option<Plan> {
    let file = path.file_name()?.to_str()?.to_owned();
    if is_junk(&file) {
        return None;
    }
    let ending = path.extension().and_then(|ending| ending.to_str());
    if let Some(language) = rules.language_of(path) {
        return Some(in_language(path, language, std::slice::from_ref(&file), &file, &[]));
    }
    match ending {
        Some("jar") => Some(Plan::new(path, jar(&file), "a Java archive")),
        Some("class") => Some(Plan::new(path, Runs::java(vec![stem(&file)]), "a Java class")),
        Some("toml" | "db") => None,
        _ if executable::is_executable(path) => {
            Some(Plan::new(path, Runs::file(&file), "a program"))
        }
        _ if is_program(path) => {
            let plan = Plan::new(path, Runs::file(&file), "a program without its permission");
            Some(plan.permitting(vec![file]))
        }
        _ => None,
    }
}

/// What is to be done with a source file that its author works on: what lies beside it belongs
/// to it, but for other programs. None if it is of no language.
pub(crate) fn plan_for_source(path: &Path, rules: &BuildRules) -> Option<Plan> {
    let language = rules.language_of(path)?;
    let file = path.file_name()?.to_str()?.to_owned();
    let parent = path.parent()?;
    let Ok(folder) = Folder::read_top(parent, "") else { return plan_for_file(path, rules) };
    let sources: Vec<String> = if language.runs_a_class() {
        let is_one = |file: &&String| language.owns(Path::new(file));
        folder.files.iter().filter(is_one).cloned().collect()
    } else {
        vec![file.clone()]
    };
    Some(in_language(parent, language, &sources, &file, &[]))
}

/// The command line for a file that another program starts, if there is nothing to build.
pub(crate) fn started_by_another(path: &Path, rules: &BuildRules) -> Option<Specification> {
    let text = path.to_str()?;
    if path.extension().is_some_and(|ending| ending == "jar") {
        return jar(text).resolve(Path::new("")).ok();
    }
    let language = rules.language_of(path).filter(|language| language.build.is_empty())?;
    let meaning = Meaning { file: text.to_owned(), ..Meaning::default() };
    Some(Specification::Files(meaning.of(&language.run)))
}

/// The plan for files in a language, of which `first` is started.
pub(super) fn in_language(
    root: &Path,
    language: &Language,
    sources: &[String],
    first: &str,
    jars: &[String],
) -> Plan {
    let meaning = Meaning {
        sources: sources.to_vec(),
        program: first.rsplit_once('.').map_or(first, |(name, _)| name).to_owned(),
        file: first.to_owned(),
        classpath: classpath(".", jars),
        main: String::new(),
    };
    let runs = if language.runs_a_class() {
        Runs::Java { run: language.run.clone(), wanted: vec![stem(first)] }
    } else {
        Runs::Command(Specification::Files(meaning.of(&language.run)))
    };
    let files =
        if sources.len() == 1 { String::new() } else { format!(", {} files", sources.len()) };
    let plan = Plan::new(root, runs, format!("{}{files}", language.title()));
    let commands = match language.build[..] {
        [] => Vec::new(),
        _ => vec![meaning.of(&language.build)],
    };
    Plan { commands, readable: language.readable.clone(), ..plan }
}

pub(super) fn jar(file: &str) -> Runs {
    let words = ["java", "-jar", file].map(str::to_owned).to_vec();
    Runs::Command(Specification::Files(words))
}

/// Where Java looks for classes: a folder and archives.
pub(super) fn classpath(folder: &str, jars: &[String]) -> String {
    let separator = if cfg!(windows) { ";" } else { ":" };
    let parts: Vec<&str> = [folder].into_iter().chain(jars.iter().map(String::as_str)).collect();
    parts.join(separator)
}
