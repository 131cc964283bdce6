//! `fruitrage new`: a starter agent that plays from the first minute.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fruitrage_cli_support::{Failure, files, streams};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage new python mine && cd mine
  fruitrage check . --watch
  fruitrage match 'python3 homework.py' greedy --pairs 5

The agent claims the largest group, and passes `check`. docs/first-agent.md goes
on from there to a search that looks ahead as far as the clock allows.")]
pub(crate) struct NewOptions {
    /// The language
    #[arg(value_enum)]
    language: Language,
    /// The folder to make; its last part is the agent's name
    #[arg(value_name = "NAME")]
    folder: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    Python,
    Java,
    #[value(alias = "c++")]
    Cpp,
    Rust,
    C,
}

/// A file of a starter agent: its name and its text, with the agent's name to be put in.
type Template = (&'static str, &'static str);

const READ_ME: &str = include_str!("../templates/README.md");

impl Language {
    const fn files(self) -> &'static [Template] {
        match self {
            Self::Python => &[("homework.py", include_str!("../templates/python/homework.py"))],
            Self::Java => &[("homework.java", include_str!("../templates/java/homework.java"))],
            Self::Cpp => &[("homework.cpp", include_str!("../templates/cpp/homework.cpp"))],
            Self::C => &[("homework.c", include_str!("../templates/c/homework.c"))],
            Self::Rust => &[
                ("Cargo.toml", include_str!("../templates/rust/Cargo.toml.in")),
                ("src/main.rs", include_str!("../templates/rust/src/main.rs")),
                (".gitignore", "/target\n"),
            ],
        }
    }

    /// How it is built by hand, and what starts it then.
    fn commands(self, package: &str) -> (String, String) {
        let (build, run) = match self {
            Self::Python => ("", "python3 homework.py".to_owned()),
            Self::Java => ("javac homework.java", "java homework".to_owned()),
            Self::Cpp => ("g++ -std=c++20 -O2 -o homework homework.cpp", "./homework".to_owned()),
            Self::C => ("gcc -O2 -o homework homework.c", "./homework".to_owned()),
            Self::Rust => ("cargo build --release", format!("./target/release/{package}")),
        };
        (build.to_owned(), run)
    }
}

pub(crate) fn run(options: &NewOptions) -> Result<(), Failure> {
    let NewOptions { language, folder } = options;
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(Failure::file(folder, "expected a folder with a name of one line"));
    }
    refuse_what_is_there(folder)?;
    let package = package_name(name);
    let (build, run) = language.commands(&package);
    // A comment that names the agent must not end with its name.
    let shown = name.replace("*/", "* /");
    let filled = |text: &str| {
        let build = if build.is_empty() { String::new() } else { format!("{build}\n") };
        text.replace("{{NAME}}", &shown)
            .replace("{{PACKAGE}}", &package)
            .replace("{{BUILD}}\n", &build)
            .replace("{{RUN}}", &run)
    };
    for (file, text) in language.files().iter().chain(&[("README.md", READ_ME)]) {
        let path = folder.join(file);
        files::make_directory(path.parent().unwrap_or(folder))?;
        files::write(&path, filled(text))?;
    }
    let shown = folder.display();
    let build = if build.is_empty() { String::new() } else { format!("  {build}\n") };
    streams::print_text(&format!(
        "{shown} is an agent that claims the largest group. Next:\n\
         \x20 cd {shown}\n\
         \x20 fruitrage check .\n\
         {build}\
         \x20 fruitrage match '{run}' greedy --pairs 5\n\
         Then open {}: a comment says where a search goes. docs/first-agent.md goes there \
         step by step.",
        language.files().iter().rfind(|(file, _)| !file.starts_with('.')).map_or("it", |it| it.0)
    ))
}

/// Nothing is written over.
fn refuse_what_is_there(folder: &Path) -> Result<(), Failure> {
    let count = fs::read_dir(folder).map(Iterator::count);
    match count {
        Ok(0) => Ok(()),
        Ok(_) => Err(Failure::file(folder, "expected a new or an empty folder, found files in it")),
        Err(_) if folder.symlink_metadata().is_ok() => {
            Err(Failure::file(folder, "expected a new or an empty folder, found something else"))
        }
        Err(_) => Ok(()),
    }
}

/// The name as Cargo takes it.
fn package_name(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(
            |letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' },
        )
        .collect();
    let plain = plain.trim_matches('-');
    // Words of the language are no names for packages, nor are numbers.
    if plain.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        format!("{plain}-agent")
    } else {
        format!("agent-{plain}").trim_end_matches('-').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_becomes_one_of_a_package() {
        for (name, package) in
            [("mine", "mine-agent"), ("My Bot!", "my-bot-agent"), ("7", "agent-7"), ("ä", "agent")]
        {
            assert_eq!(package_name(name), package);
        }
    }
}
