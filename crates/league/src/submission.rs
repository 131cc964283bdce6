//! An agent made ready to travel: its files packed, its command line for where they will be.

use std::path::{Path, PathBuf};

use fruitrage_arena::{OwnFiles, SEPARATORS, Specification, normalized, system_files};

use crate::Entrant;
use crate::package::{Package, PackageError};

/// An agent whose command line means the same wherever its files are unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Submission {
    pub(crate) specification: Specification,
    /// Its files; none if it is built in or a program of the system.
    pub(crate) package: Option<Package>,
}

impl Submission {
    /// Packs the folder of an agent, or if it has none the files that its command line
    /// names. The system's own programs must be on every machine already.
    pub(crate) fn new(entrant: &Entrant, base: &Path) -> Result<Self, PackageError> {
        let (words, rebuild): (_, fn(Vec<String>) -> Specification) = match &entrant.specification {
            Specification::Files(words) => (words, Specification::Files),
            Specification::Lines(words) => (words, Specification::Lines),
            built_in => return Ok(Self { specification: built_in.clone(), package: None }),
        };
        let (words, package) = match &entrant.folder {
            Some(folder) => (relative(words, folder), Some(Package::pack_folder(folder)?)),
            None => mentioned(words, base)?,
        };
        Ok(Self { specification: rebuild(words), package })
    }
}

/// The words with paths that start at the folder.
fn relative(words: &[String], folder: &Path) -> Vec<String> {
    let prefix = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
    let mut words: Vec<String> = words.iter().map(|word| word.replace(&prefix, "")).collect();
    if !words[0].contains(std::path::is_separator) && folder.join(&words[0]).is_file() {
        words[0].insert_str(0, "./");
    }
    words
}

fn mentioned(
    words: &[String],
    base: &Path,
) -> Result<(Vec<String>, Option<Package>), PackageError> {
    let own = OwnFiles::mentioned(words, base);
    let arguments = own.arguments.iter().map(|word| word.to_string_lossy().into_owned());
    let mut words: Vec<String> = [words[0].clone()].into_iter().chain(arguments).collect();
    let mut parts: Vec<(PathBuf, PathBuf)> = own.links;
    let of_the_system = system_files();
    let mut elsewhere = own.elsewhere;
    elsewhere.retain(|path| !of_the_system.iter().any(|folder| path.starts_with(folder)));
    elsewhere.sort();
    elsewhere.dedup();
    for (number, path) in elsewhere.iter().enumerate() {
        // A folder for each: two may have the same name.
        let name =
            Path::new(&format!("elsewhere-{number}")).join(path.file_name().unwrap_or_default());
        for word in &mut words {
            *word = moved(word, path, &name);
        }
        parts.push((name, path.clone()));
    }
    let package = if parts.is_empty() { None } else { Some(Package::pack(&parts)?) };
    Ok((words, package))
}

/// The word with one of the paths in it replaced.
fn moved(word: &str, from: &Path, to: &Path) -> String {
    let pieces = word.split_inclusive(SEPARATORS).map(|piece| {
        let path = piece.trim_end_matches(SEPARATORS);
        if normalized(Path::new(path)) == from {
            piece.replacen(path, &to.to_string_lossy(), 1)
        } else {
            piece.to_owned()
        }
    });
    pieces.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    use tempfile::TempDir;

    use fruitrage_arena::executable;

    /// A folder with two programs, and the agent that a command line in it is.
    fn submitted(command: &str, has_folder: bool) -> (String, Vec<String>) {
        let folder = TempDir::new().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir(base.join("build")).unwrap();
        fs::write(base.join("build/Main.class"), "x").unwrap();
        for program in ["run", "running"] {
            fs::write(base.join(program), "#!/bin/sh\n").unwrap();
            executable::permit(&base.join(program), true).unwrap();
        }
        let command = command.replace("BASE", base.to_str().unwrap());
        let entrant = Entrant {
            folder: has_folder.then(|| base.clone()),
            ..Entrant::new("agent".to_owned(), command.parse().unwrap())
        };
        let submission = Submission::new(&entrant, &base).unwrap();
        let place = TempDir::new().unwrap();
        if let Some(package) = &submission.package {
            package.unpack(place.path()).unwrap();
        }
        let mut names = Vec::new();
        let mut folders = vec![place.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    names.push(path.strip_prefix(place.path()).unwrap().display().to_string());
                }
            }
        }
        names.sort();
        (submission.specification.to_string(), names)
    }

    #[test]
    fn an_agent_takes_the_files_along_that_its_command_names() {
        for (command, travels_as, files) in [
            ("greedy", "greedy", &[][..]),
            ("python3 -V", "python3 -V", &[]),
            ("/bin/cat /no/such", "/bin/cat /no/such", &[]),
            ("./run fast", "./run fast", &["run"]),
            ("stdio:./run", "stdio:./run", &["run"]),
            ("java -cp build Main", "java -cp build Main", &["build/Main.class"]),
            (
                "BASE/run -f=BASE/running",
                "elsewhere-0/run -f=elsewhere-1/running",
                &["elsewhere-0/run", "elsewhere-1/running"],
            ),
        ] {
            let (specification, names) = submitted(command, false);
            assert_eq!(specification.parse::<Specification>(), travels_as.parse());
            assert_eq!(names, files, "{command}");
        }
    }

    #[test]
    fn an_agent_with_a_folder_takes_all_of_it_along() {
        let all = ["build/Main.class", "run", "running"];
        assert_eq!(
            submitted("BASE/run BASE/build", true),
            ("./run build".to_owned(), all.map(str::to_owned).to_vec())
        );
        assert_eq!(submitted("java -cp build Main", true).0, "java -cp build Main");
    }
}
