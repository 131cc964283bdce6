//! What is run of a hand-in once it is built.

use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use fruitrage_arena::{Specification, executable};

use super::contents::{beginning, stem};
use super::languages::Meaning;
use super::main_class::main_class;
use super::plan::classpath;

/// What is run of a hand-in once it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    /// This command.
    Command(Specification),
    /// The class with the main method, with this command.
    Java {
        /// With placeholders.
        run: Vec<String>,
        /// Which of several classes, best first.
        wanted: Vec<String>,
    },
    /// The program that the build makes; of several the one with such a name, best first.
    Made(Vec<String>),
}

impl Runs {
    /// A file right in the folder.
    pub(super) fn file(name: &str) -> Self {
        Self::Command(Specification::Files(vec![format!("./{name}")]))
    }

    pub(super) fn java(wanted: Vec<String>) -> Self {
        let run = ["java", "-cp", "{classpath}", "{main}"].map(str::to_owned).to_vec();
        Self::Java { run, wanted }
    }

    /// The first word of the command, if it is known.
    pub(super) fn program(&self) -> Option<&str> {
        match self {
            Self::Command(Specification::Files(words) | Specification::Lines(words)) => {
                words.first().map(String::as_str)
            }
            _ => None,
        }
    }

    /// The command line in a folder that is built.
    pub(super) fn resolve(&self, folder: &Path) -> Result<Specification, String> {
        match self {
            Self::Command(specification) => Ok(specification.clone()),
            Self::Java { run, wanted } => java(folder, run, wanted),
            Self::Made(wanted) => made(folder, wanted),
        }
    }
}

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(specification) => specification.fmt(f),
            Self::Java { run, .. } => f.write_str(&run.join(" ")),
            Self::Made(_) => f.write_str("what it makes"),
        }
    }
}

/// The command that runs the class with the main method.
fn java(folder: &Path, run: &[String], wanted: &[String]) -> Result<Specification, String> {
    let files = files_in(folder);
    let ends = |file: &&PathBuf, ending: &str| file.extension().is_some_and(|it| it == ending);
    let mut classes: Vec<(String, String)> = Vec::new();
    for file in files.iter().filter(|file| ends(file, "class")) {
        let Some(class) = main_class(&beginning(&folder.join(file))) else { continue };
        // Where the folders of its package begin.
        let depth = class.split('.').count();
        let root = file.ancestors().nth(depth).unwrap_or(Path::new(""));
        let root = if root == Path::new("") { Path::new(".") } else { root };
        classes.push((class, root.display().to_string()));
    }
    let simple = |class: &str| class.rsplit('.').next().unwrap_or_default().to_lowercase();
    let best = wanted
        .iter()
        .find_map(|name| classes.iter().find(|(class, _)| simple(class) == name.to_lowercase()));
    let (main, root) = match (&classes[..], best) {
        ([], _) => return Err("expected a class with a main method, found none".to_owned()),
        ([only], _) => only,
        (_, Some(best)) => best,
        (several, None) => {
            let names: Vec<&str> = several.iter().map(|(class, _)| class.as_str()).collect();
            return Err(format!(
                "expected one class with a main method, or an agent.toml that says which \
                 command runs, found {}",
                names.join(" and ")
            ));
        }
    };
    let jars: Vec<String> = files
        .iter()
        .filter(|file| ends(file, "jar"))
        .map(|file| file.display().to_string())
        .collect();
    let meaning =
        Meaning { main: main.clone(), classpath: classpath(root, &jars), ..Meaning::default() };
    Ok(Specification::Files(meaning.of(run)))
}

/// The program that a build has made.
fn made(folder: &Path, wanted: &[String]) -> Result<Specification, String> {
    let is_library = |file: &Path| {
        file.extension().is_some_and(|ending| ["o", "so", "a", "sh"].iter().any(|it| ending == *it))
    };
    let programs: Vec<PathBuf> = files_in(folder)
        .into_iter()
        .filter(|file| executable::is_executable(&folder.join(file)) && !is_library(file))
        .filter(|file| is_binary(&folder.join(file)))
        .collect();
    let called = |file: &PathBuf| stem(&file.display().to_string()).to_lowercase();
    let best = wanted.iter().find_map(|name| programs.iter().find(|file| called(file) == *name));
    let program = match (&programs[..], best) {
        ([], _) => {
            let runs = java(folder, &java_words(), wanted);
            return runs.map_err(|_| "expected that the build makes a program, found none".into());
        }
        ([only], _) => only,
        (_, Some(best)) => best,
        (several, None) => {
            let names: Vec<String> =
                several.iter().map(|file| file.display().to_string()).collect();
            return Err(format!(
                "expected one program, or an agent.toml that says which command runs; the \
                 build makes {}",
                names.join(", ")
            ));
        }
    };
    Ok(Specification::Files(vec![Path::new(".").join(program).display().to_string()]))
}

fn java_words() -> Vec<String> {
    match Runs::java(Vec::new()) {
        Runs::Java { run, .. } => run,
        _ => Vec::new(),
    }
}

/// All files below a folder, by their paths in it, in order.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(folder.join(&inner)).into_iter().flatten().flatten() {
            let path = inner.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// Whether a file is a program by its content: one for this system, or a script.
pub(super) fn is_program(path: &Path) -> bool {
    begins(path, b"#!") || is_binary(path)
}

fn is_binary(path: &Path) -> bool {
    begins(path, b"\x7fELF")
        || (cfg!(windows) && begins(path, b"MZ"))
        || (cfg!(target_os = "macos") && begins(path, &[0xCF, 0xFA, 0xED, 0xFE]))
}

fn begins(path: &Path, with: &[u8]) -> bool {
    let mut start = vec![0; with.len()];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == with
}

#[cfg(test)]
mod tests {
    use super::super::main_class::class_file;
    use super::*;

    fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, bytes).unwrap();
            executable::permit(&path, bytes.starts_with(b"\x7fELF")).unwrap();
        }
        folder
    }

    fn class(name: &str) -> Vec<u8> {
        class_file(name, "main", "([Ljava/lang/String;)V", 9)
    }

    #[test]
    fn java_is_started_where_its_packages_begin() {
        let runs = |files: &[(&str, &[u8])], wanted: &str| {
            let runs = Runs::java(vec![wanted.to_owned()]);
            runs.resolve(folder(files).path()).map(|it| it.to_string())
        };
        let (one, two) = (class("homework"), class("game/Main"));
        let other = class_file("Board", "play", "()V", 9);
        let found = runs(&[("homework.class", &one), ("Board.class", &other)], "x");
        assert_eq!(found.unwrap(), "java -cp . homework");
        let found = runs(&[("bin/game/Main.class", &two), ("lib/a.jar", b"")], "x");
        assert_eq!(found.unwrap(), "java -cp bin:lib/a.jar game.Main");
        let both: &[(&str, &[u8])] = &[("homework.class", &one), ("game/Main.class", &two)];
        assert_eq!(runs(both, "Homework").unwrap(), "java -cp . homework");
        assert!(runs(both, "x").unwrap_err().contains("found game.Main and homework"));
        assert!(runs(&[("Board.class", &other)], "x").unwrap_err().contains("found none"));
    }

    #[test]
    fn a_build_makes_a_program() {
        let runs = |files: &[(&str, &[u8])]| {
            let runs = Runs::Made(vec!["agent".to_owned()]);
            runs.resolve(folder(files).path()).map(|it| it.to_string())
        };
        let elf = b"\x7fELF";
        assert_eq!(runs(&[("bin/x", elf), ("x.o", elf), ("y.c", b"")]).unwrap(), "./bin/x");
        assert_eq!(runs(&[("x", elf), ("agent", elf)]).unwrap(), "./agent");
        assert!(runs(&[("x", elf), ("y", elf)]).unwrap_err().contains("makes x, y"));
        assert!(runs(&[("y.c", b"")]).unwrap_err().contains("found none"));
        assert_eq!(runs(&[("M.class", &class("M"))]).unwrap(), "java -cp . M");
    }
}
