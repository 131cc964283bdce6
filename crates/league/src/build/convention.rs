//! What a hand-in is by what lies in it: what to build, and what to run then.

use std::path::Path;

use fruitrage_arena::{SCRATCH, Specification, executable};

use super::contents::{FIRST_FILES, Folder, beginning, stem};
use super::languages::Language;
use super::plan::{Plan, in_language, jar};
use super::program::{Runs, is_program};
use super::rules::BuildRules;
use crate::hand_in::Words;

/// Files that say how the agent is started; found without their ending, too.
const STARTERS: [&str; 2] = ["run", "run.sh"];

const MAKEFILES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// What is to be done with a folder, by what its author says in `words` and what lies in it.
/// `name` is what the hand-in is called. The organiser's word goes first.
pub(crate) fn plan_for_folder(
    root: &Path,
    name: &str,
    words: &Words,
    rules: &BuildRules,
) -> Result<Plan, String> {
    let folder = Folder::read(root, name)?;
    let said = rules.run.clone().or_else(|| words.command.clone());
    let mut plan = match said {
        Some(specification) => folder.started_as(specification, rules),
        None if words.build.is_some() || rules.command.is_some() => folder
            .plan(rules)
            .unwrap_or_else(|_| Plan::new(root, Runs::Made(folder.wanted()), "a program")),
        None => folder.plan(rules)?,
    };
    if let Some(command) = rules.command.as_ref().or(words.build.as_ref()) {
        plan.commands = vec![command.clone()];
        plan.environment.clear();
        if folder.lacks_program(&plan.runs) && words.command.is_none() && rules.run.is_none() {
            plan.runs = Runs::Made(folder.wanted());
        }
        plan.what = format!("{}, built by `{}`", plan.what, command.join(" "));
    }
    Ok(plan)
}

/// Whether a folder is a hand-in by itself, and not a folder of them.
pub(crate) fn recognises(root: &Path, rules: &BuildRules) -> bool {
    Folder::read(root, "").is_ok_and(|folder| folder.is_marked() || folder.plan(rules).is_ok())
}

/// Whether there is something in a folder that makes it one hand-in, whatever else is there.
pub(crate) fn is_marked(root: &Path) -> bool {
    Folder::read_top(root, "").is_ok_and(|folder| folder.is_marked())
}

impl Folder {
    fn is_marked(&self) -> bool {
        let known = STARTERS.iter().chain(&MAKEFILES).chain(&["Cargo.toml", crate::hand_in::AGENT]);
        known.into_iter().any(|name| self.has(name))
            || self.files.iter().any(|file| stem(file).to_lowercase() == FIRST_FILES[0])
    }

    /// Everything in its order: who says how to run, the file that is called as everybody
    /// expects, a recipe, the files of the only language, what is built already.
    fn plan(&self, rules: &BuildRules) -> Result<Plan, String> {
        if let Some(starter) = STARTERS.iter().find(|name| self.has(name)) {
            return self.started_by(starter, rules);
        }
        if let Some(plan) = self.by_first_file(rules).or_else(|| self.by_recipe()) {
            return Ok(plan);
        }
        match &self.languages(rules)[..] {
            [] => self.ready(),
            [language] => self.in_language(language),
            several => {
                let names: Vec<&str> = several.iter().map(|language| language.title()).collect();
                Err(format!(
                    "expected files of one language, or an agent.toml that says which command \
                     runs, found {}",
                    names.join(" and ")
                ))
            }
        }
    }

    /// A script that starts the agent; what it starts may have to be built.
    fn started_by(&self, starter: &str, rules: &BuildRules) -> Result<Plan, String> {
        let path = self.root.join(starter);
        if let Some(problem) = windows_line(&path) {
            return Err(problem);
        }
        let runs = Runs::file(starter);
        let plan = match self.by_recipe() {
            Some(recipe) => Plan { runs, what: format!("`{starter}`, {}", recipe.what), ..recipe },
            None => self.started_as_built(runs, starter, rules),
        };
        let lost = !executable::is_executable(&path);
        Ok(if lost { plan.permitting(vec![starter.to_owned()]) } else { plan })
    }

    /// Java's sources without their classes are of no use to any script.
    fn started_as_built(&self, runs: Runs, starter: &str, rules: &BuildRules) -> Plan {
        let java = rules.languages.iter().find(|language| language.runs_a_class());
        let sources = java.map(|java| self.sources(java)).unwrap_or_default();
        match java {
            Some(java) if !sources.is_empty() && self.ending("class").is_empty() => {
                let plan = self.together(java, &sources, &sources[0]);
                Plan { runs, what: format!("`{starter}`, {}", plan.what), ..plan }
            }
            _ => Plan::new(&self.root, runs, format!("`{starter}`")),
        }
    }

    /// As its author or the organiser says. It is built by convention only if what the
    /// command starts is not there.
    fn started_as(&self, specification: Specification, rules: &BuildRules) -> Plan {
        let runs = Runs::Command(specification);
        let plan = self.lacks_program(&runs).then(|| {
            let compiled = |language: &&&Language| !language.build.is_empty();
            let languages = self.languages(rules);
            let language = languages.iter().find(compiled);
            self.by_recipe().or_else(|| self.in_language(language?).ok())
        });
        if let Some(plan) = plan.flatten() {
            return Plan { runs, ..plan };
        }
        let lost = self.lost(&runs);
        Plan::new(&self.root, runs, "a command").permitting(lost)
    }

    /// Whether a command starts a program, a class or an archive that is not there.
    fn lacks_program(&self, runs: &Runs) -> bool {
        let Runs::Command(Specification::Files(words) | Specification::Lines(words)) = runs else {
            return false;
        };
        let is_missing = |file: &String| !self.root.join(file).exists();
        match words[0].as_str() {
            "java" => match words.iter().position(|word| word == "-jar") {
                Some(place) => words.get(place + 1).is_some_and(is_missing),
                None => self.ending("class").is_empty(),
            },
            program if program.contains('/') => is_missing(&words[0]),
            _ => false,
        }
    }

    /// The program of a command, if it lies here and has lost its permission.
    fn lost(&self, runs: &Runs) -> Vec<String> {
        let program = runs.program().map(|word| word.trim_start_matches("./").to_owned());
        let is_lost = |file: &String| {
            let path = self.root.join(file);
            self.all.contains(file) && !executable::is_executable(&path) && is_program(&path)
        };
        program.into_iter().filter(is_lost).collect()
    }

    /// A file right here that is called as the first one usually is.
    fn by_first_file(&self, rules: &BuildRules) -> Option<Plan> {
        for name in &FIRST_FILES {
            for language in &rules.languages {
                let is_it = |file: &&String| {
                    stem(file).to_lowercase() == *name && language.owns(Path::new(file))
                };
                let Some(file) = self.files.iter().find(is_it) else { continue };
                // How C is built is more than which files there are.
                let has_recipe = language.builds_all() && !language.runs_a_class();
                if has_recipe && let Some(plan) = self.by_recipe() {
                    return Some(plan);
                }
                return Some(self.together(language, &self.sources(language), file));
            }
        }
        None
    }

    /// By a recipe that is known to everybody.
    fn by_recipe(&self) -> Option<Plan> {
        if MAKEFILES.iter().any(|name| self.has(name)) {
            let plan = Plan::new(&self.root, Runs::Made(self.wanted()), "a Makefile");
            return Some(plan.built_by(&["make"]));
        }
        if !self.has("Cargo.toml") {
            return None;
        }
        let target = format!("{SCRATCH}/target");
        let command = [
            "cargo",
            "install",
            "--path",
            ".",
            "--root",
            ".",
            "--no-track",
            "--offline",
            "--target-dir",
            &target,
        ];
        let plan = Plan::new(&self.root, Runs::Made(self.wanted()), "Rust with Cargo");
        let home = ("CARGO_HOME".to_owned(), format!("{SCRATCH}/cargo"));
        Some(Plan { environment: vec![home], ..plan.built_by(&command) })
    }

    /// All files of a language, of which one is to be started.
    fn in_language(&self, language: &Language) -> Result<Plan, String> {
        let sources = self.sources(language);
        if language.runs_a_class() {
            let first = self.first_of(&sources).unwrap_or_else(|| sources[0].clone());
            return Ok(self.together(language, &sources, &first));
        }
        let reads = |file: &&String| self.text(file).contains("input.txt");
        let readers: Vec<&String> = sources.iter().filter(reads).collect();
        let begins: Vec<&String> = sources.iter().filter(|file| self.has_main(file)).collect();
        let first = match (&sources[..], &readers[..], &begins[..]) {
            ([only], _, _) => Some(only.clone()),
            (_, _, [only]) if language.builds_all() => Some((*only).clone()),
            _ => self.first_of(&sources).or_else(|| match readers[..] {
                [only] => Some(only.clone()),
                _ => None,
            }),
        };
        let first = first.ok_or_else(|| {
            format!(
                "expected one file in {}, one called {}, or an agent.toml that says which \
                 command runs, found {}",
                language.title(),
                FIRST_FILES.map(|name| format!("{name}.{}", language.endings[0])).join(" or "),
                some_of(&sources)
            )
        })?;
        Ok(self.together(language, &sources, &first))
    }

    /// What is built together with the first file: in languages that build all, every file
    /// but those that are programs of their own.
    fn together(&self, language: &Language, sources: &[String], first: &str) -> Plan {
        let is_needed =
            |file: &&String| language.runs_a_class() || *file == first || !self.has_main(file);
        let sources: Vec<String> = if language.builds_all() {
            sources.iter().filter(is_needed).cloned().collect()
        } else {
            vec![first.to_owned()]
        };
        let jars = self.ending("jar");
        let mut plan = in_language(&self.root, language, &sources, first, &jars);
        if let Runs::Java { wanted, .. } = &mut plan.runs {
            wanted.extend(self.wanted());
        }
        plan
    }

    /// What needs no building: Java's classes or archive, or a program.
    fn ready(&self) -> Result<Plan, String> {
        if !self.ending("class").is_empty() {
            return Ok(Plan::new(&self.root, Runs::java(self.wanted()), "Java classes"));
        }
        if let [only] = &self.ending("jar")[..] {
            return Ok(Plan::new(&self.root, jar(only), "a Java archive"));
        }
        let programs: Vec<String> = self
            .files
            .iter()
            .filter(|file| is_program(&self.root.join(file)) || self.is_executable(file))
            .cloned()
            .collect();
        let program = match &programs[..] {
            [] => {
                return Err(if self.all.is_empty() {
                    "expected a program, found no files".to_owned()
                } else {
                    format!("expected a program or its sources, found {}", some_of(&self.all))
                });
            }
            [only] => only.clone(),
            several => self.first_of(several).ok_or_else(|| {
                format!(
                    "expected one program, or an agent.toml that says which command runs, \
                     found {}",
                    some_of(several)
                )
            })?,
        };
        if let Some(problem) = windows_line(&self.root.join(&program)) {
            return Err(problem);
        }
        let runs = Runs::file(&program);
        if self.is_executable(&program) {
            return Ok(Plan::new(&self.root, runs, "a program"));
        }
        let plan = Plan::new(&self.root, runs, "a program without its permission");
        Ok(plan.permitting(vec![program]))
    }
}

/// A script that was saved on Windows names an interpreter that nobody has.
fn windows_line(path: &Path) -> Option<String> {
    let text = beginning(path);
    let line = text.split(|byte| *byte == b'\n').next()?;
    (line.starts_with(b"#!") && line.ends_with(b"\r")).then(|| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!(
            "expected {name} with Unix line ends, found Windows' (CRLF), with which no system \
                 finds its interpreter"
        )
    })
}

/// Some names of many.
fn some_of(names: &[String]) -> String {
    const MOST: usize = 5;
    let shown = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::contents::innermost;
    use super::super::plan::plan_for_file;
    use super::*;

    use std::fs;

    use tempfile::TempDir;

    /// A folder with files, given as their names and contents.
    fn folder(files: &[(&str, &str)]) -> TempDir {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn planned(files: &[(&str, &str)]) -> Result<Plan, String> {
        let folder = folder(files);
        let root = innermost(folder.path());
        plan_for_folder(&root, "anna", &Words::default(), &BuildRules::default())
    }

    /// What is built, and what runs, in words.
    fn told(files: &[(&str, &str)]) -> String {
        match planned(files) {
            Err(problem) => problem,
            Ok(plan) => {
                let built: Vec<String> = plan.commands.iter().map(|it| it.join(" ")).collect();
                format!("{} → {}", built.join("; "), plan.runs)
            }
        }
    }

    const MAIN: &str = "#include <cstdio>\nint main() { /* input.txt */ }";

    #[test]
    fn what_to_build_and_run_is_found_by_what_lies_there() {
        let java = "javac -nowarn -encoding UTF-8 -d . -cp . ";
        for (files, expected) in [
            (
                &[("homework.py", ""), ("helper.py", ""), ("data.txt", "")][..],
                " → python3 homework.py".to_owned(),
            ),
            (&[("mine.py", "")], " → python3 mine.py".to_owned()),
            (&[("a.py", "open('input.txt')"), ("b.py", "")], " → python3 a.py".to_owned()),
            (&[("anna.py", ""), ("b.py", "")], " → python3 anna.py".to_owned()),
            (
                &[("homework.java", ""), ("Board.java", "")],
                format!("{java}Board.java homework.java → java -cp {{classpath}} {{main}}"),
            ),
            (
                &[("src/Main.java", ""), ("lib/x.jar", "")],
                "javac -nowarn -encoding UTF-8 -d . -cp .:lib/x.jar src/Main.java → \
                 java -cp {classpath} {main}"
                    .to_owned(),
            ),
            (&[("homework.class", "")], " → java -cp {classpath} {main}".to_owned()),
            (&[("homework.cpp", MAIN), ("Makefile", "")], "make → what it makes".to_owned()),
            (
                &[("homework.cpp", MAIN), ("board.cpp", ""), ("test.cpp", MAIN), ("board.h", "")],
                "g++ -std=c++20 -O2 -pthread -o homework board.cpp homework.cpp → ./homework"
                    .to_owned(),
            ),
            (
                &[("x.c", "int main (void) {}"), ("y.c", "")],
                "gcc -std=gnu17 -O2 -pthread -o x x.c y.c -lm → ./x".to_owned(),
            ),
            (
                &[("Cargo.toml", ""), ("src/main.rs", "")],
                "cargo install --path . --root . --no-track --offline --target-dir \
                 .fruitrage/target → what it makes"
                    .to_owned(),
            ),
            (&[("mine.rs", "")], "rustc --edition 2021 -O -o mine mine.rs → ./mine".to_owned()),
            (&[("run", "#!/bin/sh\n"), ("x.py", "")], " → ./run".to_owned()),
            (&[("run", "#!/bin/sh\n"), ("x.cpp", ""), ("Makefile", "")], "make → ./run".to_owned()),
            (&[("x.jar", "")], " → java -jar x.jar".to_owned()),
            (
                &[("hw2/inner/homework.py", ""), ("__MACOSX/x", "")],
                " → python3 homework.py".to_owned(),
            ),
            (&[("program", "\u{7f}ELF")], " → ./program".to_owned()),
        ] {
            assert_eq!(told(files), expected);
        }
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        for (files, message) in [
            (&[][..], "found no files"),
            (&[("report.pdf", "")], "expected a program or its sources, found report.pdf"),
            (&[("a.py", ""), ("b.py", "")], "found a.py, b.py"),
            (&[("a.py", ""), ("b.cpp", MAIN)], "found Python and C++"),
            (&[("run", "#!/bin/bash\r\njava x\r\n")], "found Windows' (CRLF)"),
            (&[("a", "#!/bin/sh\n"), ("b", "#!/bin/sh\n")], "found a, b"),
        ] {
            let told = told(files);
            assert!(told.contains(message), "{told}");
        }
    }

    #[test]
    fn a_lost_permission_is_given_back() {
        let plan = planned(&[("run", "#!/bin/sh\n")]).unwrap();
        assert_eq!(plan.permit, ["run"]);
        assert_eq!(planned(&[("x.py", "")]).unwrap().permit, [""; 0]);
    }

    #[test]
    fn the_organiser_says_it_for_everybody() {
        let folder = folder(&[("homework.cpp", MAIN)]);
        let rules = BuildRules {
            command: Some(vec!["make".to_owned(), "agent".to_owned()]),
            run: Some("./agent".parse().unwrap()),
            ..BuildRules::default()
        };
        let words = Words { command: Some("./mine".parse().unwrap()), ..Words::default() };
        let plan = plan_for_folder(folder.path(), "x", &words, &rules).unwrap();
        assert_eq!(plan.commands, [["make", "agent"]]);
        assert_eq!(plan.runs.to_string(), "./agent");
        // Who builds by a command of one's own makes a program of any name.
        let words = Words { build: Some(vec!["make".to_owned()]), ..Words::default() };
        let plan = plan_for_folder(folder.path(), "x", &words, &BuildRules::default()).unwrap();
        assert_eq!(plan.runs.to_string(), "what it makes");
    }

    #[test]
    fn a_file_by_itself_is_a_hand_in() {
        let folder =
            folder(&[("a.py", ""), ("b.java", ""), ("c.txt", ""), ("d.toml", ""), (".e.py", "")]);
        let plan = |name: &str| plan_for_file(&folder.path().join(name), &BuildRules::default());
        assert_eq!(plan("a.py").unwrap().runs.to_string(), "python3 a.py");
        assert_eq!(plan("b.java").unwrap().commands[0].last().unwrap(), "b.java");
        for name in ["c.txt", "d.toml", ".e.py"] {
            assert_eq!(plan(name), None, "{name}");
        }
    }
}
