//! A folder of hand-ins as a tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use fruitrage_arena::{Limits, Specification};

use crate::build::{
    BuildRules, Made, Plan, innermost, is_junk, is_marked, plan_for_file, plan_for_folder,
    plan_for_source, recognises, started_by_another,
};
use crate::configuration::one_line_name;
use crate::hand_in::{self, HandIn, Words};
use crate::misspelling::nearest;
use crate::{Configuration, ConfigurationError, Grade, LeftOut};

/// What a folder may say about the tournament.
const SETTINGS: &str = "tournament.toml";

/// What `tournament init` writes beside it, for editors.
const SCHEMA: &str = "tournament.schema.json";

/// How the names of the store's files begin.
const STORE: &str = "tournament.db";

/// A folder of hand-ins.
#[derive(Clone, Debug)]
pub struct Class {
    /// What the organiser says about the tournament; its agents are the organiser's own.
    pub settings: Configuration,
    /// The hand-ins, in the order of their names; those with which something is wrong, too.
    pub hand_ins: Vec<HandIn>,
    /// What lies in the folder and is no hand-in.
    pub ignored: Vec<PathBuf>,
}

impl Class {
    /// A grade for beating somebody who is not there, which is hardly ever meant.
    pub fn mistaken_grade(&self) -> Option<ConfigurationError> {
        let own = self.settings.entrants.iter().map(|entrant| entrant.name.as_str());
        let names = own.chain(self.hand_ins.iter().map(|hand_in| hand_in.name.as_str()));
        let names: Vec<&str> = names.collect();
        let is_unknown = |grade: &&Grade| !names.contains(&&*grade.beats);
        let Grade { beats, .. } = self.settings.grades.iter().find(is_unknown)?;
        let meant =
            nearest(beats, names.into_iter()).map(|name| format!(": did you mean `{name}`?"));
        let meant = meant.unwrap_or_default();
        let problem = format!("expected an agent of the tournament, found `{beats}`{meant}");
        Some(ConfigurationError::file(Path::new("[[grade]]"), problem))
    }

    /// The tournament of those of whom agents were made, with the names of the others.
    pub fn tournament(&self, made: &[Made]) -> Configuration {
        let mut tournament = self.settings.clone();
        for made in made {
            match &made.outcome {
                Ok(entrant) => tournament.entrants.push(entrant.clone()),
                Err(problem) => tournament.left_out.push(LeftOut::new(&made.name, problem)),
            }
        }
        tournament
    }
}

/// Reads a folder of hand-ins: each folder in it is one, and each program or source file. A
/// `tournament.toml` in it says the rest, and what it says about a folder is all that counts
/// for that one. `limits` are what programs may use unless it says otherwise. What is wrong
/// with a hand-in is told with it and stops nobody else.
///
/// ```
/// use std::fs;
/// use fruitrage_arena::Limits;
/// use fruitrage_league::read_folder;
///
/// let folder = tempfile::tempdir().unwrap();
/// fs::create_dir(folder.path().join("anna")).unwrap();
/// fs::write(folder.path().join("anna/homework.py"), "").unwrap();
/// fs::write(folder.path().join("ben.java"), "").unwrap();
/// fs::write(folder.path().join("notes.txt"), "").unwrap();
/// let class = read_folder(folder.path(), &Limits::untrusted()).unwrap();
/// let names: Vec<&str> = class.hand_ins.iter().map(|hand_in| hand_in.name.as_str()).collect();
/// assert_eq!(names, ["anna", "ben"]);
/// assert_eq!(class.ignored.len(), 1);
/// ```
pub fn read_folder(folder: &Path, limits: &Limits) -> Result<Class, ConfigurationError> {
    let refuse = |error: std::io::Error| ConfigurationError::file(folder, error);
    let folder = &dunce::canonicalize(folder).map_err(refuse)?;
    let settings = settings_of(folder)?;
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(refuse)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(refuse)?;
    paths.sort();
    let of_the_organiser: Vec<PathBuf> =
        settings.entrants.iter().filter_map(|entrant| entrant.folder.clone()).collect();
    let mut class = Class { settings, hand_ins: Vec::new(), ignored: Vec::new() };
    for path in paths.into_iter().filter(|path| !of_the_organiser.contains(path)) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if is_junk(&name) || [SETTINGS, SCHEMA].contains(&&*name) || name.starts_with(STORE) {
            continue;
        }
        match HandIn::read(&path, limits, &class.settings.builds) {
            Some(hand_in) => class.hand_ins.push(hand_in),
            None => class.ignored.push(path),
        }
    }
    let taken = class.settings.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    tell_apart(&mut class.hand_ins, &taken);
    Ok(class)
}

/// What the organiser says in a folder, or the usual if nothing.
fn settings_of(folder: &Path) -> Result<Configuration, ConfigurationError> {
    let settings = folder.join(SETTINGS);
    match fs::read_to_string(&settings) {
        Ok(text) => Configuration::parse(&text, &settings),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Configuration::of(Vec::new())),
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            let problem = "expected text in UTF-8, found other bytes";
            Err(ConfigurationError::file(&settings, problem))
        }
        Err(error) => Err(ConfigurationError::file(&settings, error)),
    }
}

/// Whether a folder is one of many hand-ins, not a hand-in itself: the organiser's file or the
/// store lies in it, or hand-ins do and nothing that would make it one.
pub fn is_class(folder: &Path) -> bool {
    if folder.join(SETTINGS).exists() || folder.join(STORE).exists() {
        return true;
    }
    if is_marked(folder) {
        return false;
    }
    let rules = BuildRules::default();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    let is_one = |path: &&PathBuf| path.is_dir() && recognises(&innermost(path), &rules);
    let folders = paths.iter().filter(|path| path.is_dir()).count();
    let hand_ins = paths.iter().filter(is_one).count();
    let is_file = |path: &&PathBuf| path.is_file() && plan_for_file(path, &rules).is_some();
    let files = paths.iter().filter(is_file).count();
    // A folder in a folder is how many hand-ins are packed.
    hand_ins > 1
        || (hand_ins == 1 && (folders > 1 || files > 0))
        || (files > 1 && !recognises(folder, &rules))
}

impl HandIn {
    /// The hand-in that a folder or file is; none for files that are no programs. `limits`
    /// are what the organiser gives to everybody.
    pub fn read(path: &Path, limits: &Limits, rules: &BuildRules) -> Option<Self> {
        if path.is_symlink() {
            let is_one = path.is_dir() || plan_for_file(path, rules).is_some();
            let problem = format!("expected an agent, found a link to one; {SETTINGS} can name it");
            return is_one.then(|| Self::broken(path, problem));
        }
        if path.is_dir() {
            return Some(Self::of_folder(path, limits, rules));
        }
        match plan_for_file(path, rules) {
            Some(plan) => Some(Self::planned(path, plan)),
            None if is_archive(path) => {
                let problem = "expected a folder, a program or its source, found an archive: unpack \
                               it into a folder of its own";
                Some(Self::broken(path, problem.to_owned()))
            }
            None => None,
        }
    }

    /// The source file that its author works on, with what lies beside it.
    pub fn of_source(path: &Path, rules: &BuildRules) -> Option<Self> {
        let path = &dunce::canonicalize(path).ok()?;
        let plan = plan_for_source(path, rules)?;
        Some(Self::planned(path, plan))
    }

    /// Whether a file is a source that has to be built.
    pub fn is_source(path: &Path, rules: &BuildRules) -> bool {
        plan_for_source(path, rules).is_some_and(|plan| !plan.commands.is_empty())
    }

    /// The command line for a file that is started by another program, as Python's are.
    ///
    /// ```
    /// use std::path::Path;
    /// use fruitrage_league::HandIn;
    ///
    /// let command = HandIn::command_for(Path::new("agents/mine.jar")).unwrap();
    /// assert_eq!(command.to_string(), "java -jar agents/mine.jar");
    /// assert_eq!(HandIn::command_for(Path::new("./mine")), None);
    /// ```
    pub fn command_for(path: &Path) -> Option<Specification> {
        started_by_another(path, &BuildRules::default())
    }

    /// Whether it is known to speak the line protocol.
    pub fn talks(&self) -> bool {
        matches!(&self.words.command, Some(Specification::Lines(_)))
    }

    fn of_folder(path: &Path, limits: &Limits, rules: &BuildRules) -> Self {
        let root = innermost(path);
        let hand_in = Self::broken(path, String::new());
        if Self::name_of(path).is_err() {
            return hand_in;
        }
        let read = || -> Result<Words, ConfigurationError> {
            let words = hand_in::read(&root, limits)?;
            hand_in::refuse_links_elsewhere(&root)?;
            Ok(words)
        };
        let words = match read() {
            Ok(words) => words,
            Err(error) => return Self { plan: Err(error.to_string()), ..hand_in },
        };
        let name = words.name.clone().unwrap_or_else(|| hand_in.name.clone());
        let plan = plan_for_folder(&root, &hand_in.name, &words, rules);
        Self { name, words, plan, ..hand_in }
    }

    fn planned(path: &Path, plan: Plan) -> Self {
        let hand_in = Self::broken(path, String::new());
        match Self::name_of(path) {
            Ok(_) => Self { plan: Ok(plan), ..hand_in },
            Err(_) => hand_in,
        }
    }

    /// What it is called unless it says so itself.
    fn name_of(path: &Path) -> Result<String, ConfigurationError> {
        let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
        one_line_name(name.unwrap_or_default().to_string_lossy().into_owned(), path)
    }

    /// One of which no agent can be made.
    fn broken(path: &Path, problem: String) -> Self {
        let (name, problem) = match Self::name_of(path) {
            Ok(name) => (name, problem),
            Err(error) => ("(a name that cannot be shown)".to_owned(), error.to_string()),
        };
        let (path, words) = (path.to_owned(), Words::default());
        Self { name, path, words, plan: Err(problem), shares_its_name: false }
    }
}

/// Whether somebody has handed in files that are packed. Who packs something else with the
/// hand-ins is told so, and nobody is passed over.
fn is_archive(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ["zip", "tar", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar"]
        .iter()
        .any(|archive| ending.eq_ignore_ascii_case(archive))
}

/// Gives hand-ins of the same name names that tell them apart. Whose folder is called so
/// keeps the name; the organiser's agents do in any case.
fn tell_apart(hand_ins: &mut [HandIn], taken: &BTreeSet<String>) {
    let mut counts: BTreeMap<String, usize> = taken.iter().map(|name| (name.clone(), 1)).collect();
    for hand_in in hand_ins.iter() {
        *counts.entry(hand_in.name.clone()).or_default() += 1;
    }
    let mut given = taken.clone();
    for hand_in in hand_ins {
        let own = hand_in.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if counts[&hand_in.name] > 1 {
            hand_in.shares_its_name = true;
            if taken.contains(&hand_in.name) || hand_in.name != own {
                hand_in.name = format!("{} ({own})", hand_in.name);
            }
        }
        if !given.insert(hand_in.name.clone()) {
            let problem =
                format!("expected a name of its own, found `{}`, which another has", hand_in.name);
            hand_in.plan = Err(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use tempfile::TempDir;

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn class(files: &[(&str, &str)]) -> Class {
        read_folder(folder(files).path(), &Limits::untrusted()).unwrap()
    }

    fn problems(class: &Class) -> Vec<(String, String)> {
        let problem =
            |hand_in: &HandIn| Some((hand_in.name.clone(), hand_in.plan.as_ref().err()?.clone()));
        class.hand_ins.iter().filter_map(problem).collect()
    }

    #[test]
    fn everybody_is_listed_and_nobody_stops_the_others() {
        let class = class(&[
            ("anna/homework.py", ""),
            ("ben/agent.toml", "command = ["),
            ("carl/agent.toml", "comand = './x'"),
            ("dora/notes.txt", ""),
            ("emil.cpp", "int main() {}"),
            ("fred.zip", "PK"),
            ("notes.txt", ""),
            ("tournament.schema.json", "{}"),
            (".hidden/x.py", ""),
            ("tournament.db-wal", ""),
        ]);
        assert_eq!(class.hand_ins.len(), 6);
        let problems = problems(&class);
        assert_eq!(
            problems.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["ben", "carl", "dora", "fred"]
        );
        assert!(problems[0].1.contains("agent.toml:1:"), "{problems:?}");
        assert!(problems[1].1.contains("did you mean `command`?"), "{problems:?}");
        assert!(problems[2].1.contains("found notes.txt"), "{problems:?}");
        assert!(problems[3].1.contains("unpack it"), "{problems:?}");
        assert_eq!(class.ignored.len(), 1);
    }

    #[test]
    fn a_grade_for_beating_nobody_is_a_mistake() {
        let text = |beats: &str| {
            format!("[[agent]]\ncommand = 'greedy'\n[[grade]]\ngrade = 'A'\nbeats = '{beats}'")
        };
        for (beats, problem) in [
            ("greedy", None),
            ("anna", None),
            ("gredy", Some("found `gredy`: did you mean `greedy`?")),
            ("zoe", Some("found `zoe`")),
        ] {
            let class = class(&[("tournament.toml", &text(beats)), ("anna/notes.txt", "")]);
            let told = class.mistaken_grade().map(|error| error.to_string());
            assert_eq!(told.is_some(), problem.is_some(), "{told:?}");
            assert!(told.unwrap_or_default().ends_with(problem.unwrap_or_default()), "{beats}");
        }
    }

    #[test]
    fn two_of_one_name_are_told_apart() {
        let class = class(&[
            ("tournament.toml", "[[agent]]\nname = 'house'\ncommand = 'greedy'"),
            ("anna/x.py", ""),
            ("anna.py", ""),
            ("ben/agent.toml", "name = 'anna'"),
            ("ben/x.py", ""),
            ("carl/agent.toml", "name = 'house'"),
            ("carl/x.py", ""),
            ("house/x.py", ""),
        ]);
        let names: Vec<&str> = class.hand_ins.iter().map(|hand_in| hand_in.name.as_str()).collect();
        assert_eq!(
            names,
            ["anna", "anna (anna.py)", "anna (ben)", "house (carl)", "house (house)"]
        );
        assert_eq!(problems(&class), []);
    }

    #[test]
    fn a_class_is_told_from_a_hand_in() {
        for (files, expected) in [
            (&[("anna/x.py", ""), ("ben/x.py", "")][..], true),
            (&[("a.py", ""), ("b.py", "")], true),
            (&[("tournament.toml", "")], true),
            (&[("homework.py", ""), ("b.py", "")], false),
            (&[("mine.py", "")], false),
            (&[("inner/mine.py", "")], false),
            (&[("Main.java", ""), ("Board.java", "")], false),
            (&[("Makefile", ""), ("src/a.cpp", ""), ("lib/b.cpp", "")], false),
            (&[("agent.toml", ""), ("a/x.py", ""), ("b/x.py", "")], false),
        ] {
            assert_eq!(is_class(folder(files).path()), expected, "{files:?}");
        }
    }

    #[test]
    fn an_organisers_file_that_cannot_be_read_is_refused() {
        let folder = folder(&[("anna/x.py", "")]);
        fs::create_dir(folder.path().join(SETTINGS)).unwrap();
        assert!(read_folder(folder.path(), &Limits::untrusted()).is_err());
        fs::remove_dir(folder.path().join(SETTINGS)).unwrap();
        fs::write(folder.path().join(SETTINGS), [0xff]).unwrap();
        let refused = read_folder(folder.path(), &Limits::untrusted()).unwrap_err().to_string();
        assert!(refused.contains("tournament.toml: expected text in UTF-8"), "{refused}");
    }
}
