//! Languages: which files are theirs, how they are built and run.

use std::path::{Path, PathBuf};

use fruitrage_arena::executable::PYTHON;

/// A language. The words of its commands may be placeholders: `{sources}` are all its files,
/// `{file}` is the one to start with, `{program}` that without its ending, `{main}` the class
/// with Java's main method, `{classpath}` where classes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Language {
    pub(crate) name: String,
    /// How its files end, without the dot.
    pub(crate) endings: Vec<String>,
    /// The words of the command that builds; none if there is nothing to build.
    pub(crate) build: Vec<String>,
    /// The words of the command that runs.
    pub(crate) run: Vec<String>,
    /// What its programs read besides the system's files.
    pub(crate) readable: Vec<PathBuf>,
}

impl Language {
    fn new(name: &str, endings: &[&str], build: &str, run: &str) -> Self {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let endings = endings.iter().map(|&ending| ending.to_owned()).collect();
        let (name, readable) = (name.to_owned(), Vec::new());
        Self { name, endings, build: words(build), run: words(run), readable }
    }

    /// One that is not known yet.
    pub(crate) fn unknown(name: &str) -> Self {
        Self::new(name, &[name], "", "")
    }

    pub(crate) fn owns(&self, path: &Path) -> bool {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| self.endings.iter().any(|own| own == ending))
    }

    /// Whether all files are built together; in other languages one file is started, and
    /// takes the others along by itself.
    pub(crate) fn builds_all(&self) -> bool {
        self.build.iter().any(|word| word.contains("{sources}"))
    }

    /// Whether what is run is a class that is looked for after building.
    pub(crate) fn runs_a_class(&self) -> bool {
        self.run.iter().any(|word| word.contains("{main}"))
    }

    /// As people write it.
    pub(crate) fn title(&self) -> &str {
        match self.name.as_str() {
            "java" => "Java",
            "python" => "Python",
            "cpp" => "C++",
            "c" => "C",
            "rust" => "Rust",
            "javascript" => "JavaScript",
            other => other,
        }
    }
}

/// The languages that everybody has heard of, in the order in which they are looked for.
pub(crate) fn known() -> Vec<Language> {
    vec![
        Language::new(
            "java",
            &["java"],
            "javac -nowarn -encoding UTF-8 -d . -cp {classpath} {sources}",
            "java -cp {classpath} {main}",
        ),
        Language::new("python", &["py"], "", &format!("{PYTHON} {{file}}")),
        Language::new(
            "cpp",
            &["cpp", "cc", "cxx"],
            "g++ -std=c++20 -O2 -pthread -o {program} {sources}",
            "./{program}",
        ),
        Language::new(
            "c",
            &["c"],
            "gcc -std=gnu17 -O2 -pthread -o {program} {sources} -lm",
            "./{program}",
        ),
        Language::new(
            "rust",
            &["rs"],
            "rustc --edition 2021 -O -o {program} {file}",
            "./{program}",
        ),
        Language::new("javascript", &["js", "mjs"], "", "node {file}"),
    ]
}

/// What the placeholders of a command stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meaning {
    pub(crate) sources: Vec<String>,
    pub(crate) file: String,
    pub(crate) program: String,
    pub(crate) main: String,
    pub(crate) classpath: String,
}

impl Meaning {
    /// The words with their placeholders replaced.
    pub(crate) fn of(&self, words: &[String]) -> Vec<String> {
        let mut meant = Vec::new();
        for word in words {
            if word == "{sources}" {
                meant.extend(self.sources.iter().cloned());
                continue;
            }
            let pairs = [
                ("{file}", &self.file),
                ("{program}", &self.program),
                ("{main}", &self.main),
                ("{classpath}", &self.classpath),
            ];
            let replaced =
                pairs.iter().fold(word.clone(), |word, (name, value)| word.replace(name, value));
            meant.push(replaced.replace("{sources}", &self.sources.join(" ")));
        }
        meant
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_become_what_they_mean() {
        let meaning = Meaning {
            sources: vec!["a.cpp".to_owned(), "b c.cpp".to_owned()],
            program: "a".to_owned(),
            ..Meaning::default()
        };
        let cpp = known().remove(2);
        assert_eq!(meaning.of(&cpp.build)[4..], ["-o", "a", "a.cpp", "b c.cpp"]);
        assert_eq!(meaning.of(&cpp.run), ["./a"]);
        assert!(cpp.builds_all() && cpp.owns(Path::new("x/y.cc")) && !cpp.owns(Path::new("y.h")));
    }
}
