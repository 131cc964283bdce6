//! What lies in a hand-in: the names of its files, and a little of what is in them.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use fruitrage_arena::executable;

use super::languages::Language;
use super::rules::BuildRules;

/// How the file to start with is called, in the order in which it is looked for. The name of
/// the hand-in itself comes last.
pub(super) const FIRST_FILES: [&str; 4] = ["homework", "main", "agent", "player"];

/// What systems and tools leave in folders.
const JUNK: [&str; 5] = ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini", "node_modules"];

/// What only its author's tools read.
const OF_TOOLS: [&str; 5] = [".git", ".hg", ".svn", ".idea", ".vscode"];

/// More files than anybody hands in.
const MOST_FILES: usize = 5000;

/// More than any source or class has.
const LONGEST_BEGINNING: u64 = 4 << 20;

/// How deep a folder with nothing but a folder in it is entered.
const DEEPEST: usize = 4;

/// The folder in which the files really are: archives often have a folder in a folder.
pub(crate) fn innermost(folder: &Path) -> PathBuf {
    let mut root = folder.to_owned();
    for _ in 0..DEEPEST {
        let Ok(Folder { files, folders, .. }) = Folder::read_top(&root, "") else { break };
        match (&files[..], &folders[..]) {
            ([], [only]) => root = root.join(only),
            _ => break,
        }
    }
    root
}

/// What lies in a folder.
pub(super) struct Folder {
    pub(super) root: PathBuf,
    /// What the hand-in is called.
    name: String,
    /// The files right in it, in order.
    pub(super) files: Vec<String>,
    /// The folders right in it.
    folders: Vec<String>,
    /// All files, with their paths from here.
    pub(super) all: Vec<String>,
}

impl Folder {
    pub(super) fn read(root: &Path, name: &str) -> Result<Self, String> {
        let mut folder = Self::read_top(root, name)?;
        let mut waiting = folder.folders.clone();
        folder.all.clone_from(&folder.files);
        while let Some(inner) = waiting.pop() {
            for (below, is_folder) in names_in(&root.join(&inner))? {
                let path = format!("{inner}/{below}");
                if is_folder { &mut waiting } else { &mut folder.all }.push(path);
            }
            if folder.all.len() > MOST_FILES {
                return Err(format!("expected at most {MOST_FILES} files, found more"));
            }
        }
        folder.all.sort();
        Ok(folder)
    }

    pub(super) fn read_top(root: &Path, name: &str) -> Result<Self, String> {
        let (folders, files): (Vec<_>, Vec<_>) = names_in(root)?
            .into_iter()
            .filter(|(name, _)| !is_left_behind(root, name))
            .partition(|(_, is_folder)| *is_folder);
        let names = |list: Vec<(String, bool)>| list.into_iter().map(|(name, _)| name).collect();
        let (root, name) = (root.to_owned(), name.to_lowercase());
        Ok(Self { root, name, files: names(files), folders: names(folders), all: Vec::new() })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.files.iter().any(|file| file == name)
    }

    pub(super) fn ending(&self, ending: &str) -> Vec<String> {
        let is_it = |file: &&String| Path::new(file).extension().is_some_and(|it| it == ending);
        self.all.iter().filter(is_it).cloned().collect()
    }

    /// How the file or program to start with may be called, best first.
    pub(super) fn wanted(&self) -> Vec<String> {
        let own = (!self.name.is_empty()).then(|| self.name.clone());
        FIRST_FILES.iter().map(|&name| name.to_owned()).chain(own).collect()
    }

    /// The first of these files by how they are called.
    pub(super) fn first_of(&self, files: &[String]) -> Option<String> {
        let is_called = |file: &&String, name: &String| stem(file).to_lowercase() == *name;
        self.wanted()
            .iter()
            .find_map(|name| files.iter().find(|file| is_called(file, name)).cloned())
    }

    /// The languages that files are in.
    pub(super) fn languages<'a>(&self, rules: &'a BuildRules) -> Vec<&'a Language> {
        let is_used =
            |language: &&Language| self.all.iter().any(|file| language.owns(Path::new(file)));
        rules.languages.iter().filter(is_used).collect()
    }

    pub(super) fn sources(&self, language: &Language) -> Vec<String> {
        self.all.iter().filter(|file| language.owns(Path::new(file))).cloned().collect()
    }

    /// Whether a file in C or C++ has the function that a program begins with.
    pub(super) fn has_main(&self, file: &str) -> bool {
        let text = self.text(file);
        let mut parts = text.split("main").skip(1);
        let before_main = |line: &str| line.trim_start().starts_with('(');
        text.contains("int main") && parts.any(before_main)
    }

    /// The text of a file, as far as it is one.
    pub(super) fn text(&self, file: &str) -> String {
        String::from_utf8_lossy(&beginning(&self.root.join(file))).into_owned()
    }

    pub(super) fn is_executable(&self, file: &str) -> bool {
        executable::is_executable(&self.root.join(file))
    }
}

/// The beginning of a file, which may be of any size; nothing if it cannot be read.
pub(super) fn beginning(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = File::open(path);
    let _ = file.and_then(|file| file.take(LONGEST_BEGINNING).read_to_end(&mut bytes));
    bytes
}

pub(super) fn stem(file: &str) -> String {
    Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// What lies right in a folder and is left behind when it is built: what is no part of the
/// agent, and what Cargo has built before.
pub(super) fn is_left_behind(folder: &Path, name: &str) -> bool {
    let is_built = name == "target" && folder.join("Cargo.toml").is_file();
    is_built || JUNK.contains(&name) || OF_TOOLS.contains(&name)
}

pub(crate) fn is_junk(name: &str) -> bool {
    name.starts_with('.') || JUNK.contains(&name)
}

/// What is in a folder by name, and whether it is a folder itself. Links to folders are not
/// entered.
fn names_in(folder: &Path) -> Result<Vec<(String, bool)>, String> {
    let refuse = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(refuse)? {
        let entry = entry.map_err(refuse)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let kind = entry.file_type().map_err(refuse)?;
        // To open a pipe would wait for its writer.
        let is_file = kind.is_file() || (kind.is_symlink() && entry.path().is_file());
        if !is_junk(&name) && (kind.is_dir() || is_file) {
            names.push((name, kind.is_dir()));
        }
    }
    names.sort();
    Ok(names)
}
