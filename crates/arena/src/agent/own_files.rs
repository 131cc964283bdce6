//! The files of the machine that belong to an agent.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::supervisor::workplace;

/// A path without `.` and, as far as it can be seen, `..`.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// What stands between the paths in a word: search paths list several files, options have
/// theirs after an equals sign.
pub const SEPARATORS: [char; 2] = [if cfg!(windows) { ';' } else { ':' }, '='];

/// The agent's own files, as far as its command line mentions them. Those below the base
/// directory get a link of the same name in the working directory, so that the command
/// means the same there.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    /// The arguments as they are given to the program.
    pub arguments: Vec<OsString>,
    /// The links: their names in the working directory, and what they lead to.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// The files that are not below the base directory.
    pub elsewhere: Vec<PathBuf>,
}

impl OwnFiles {
    /// The files that a command line mentions; relative paths start at `base`.
    pub fn mentioned(words: &[String], base: &Path) -> Self {
        let mut own = Self { arguments: Vec::new(), links: Vec::new(), elsewhere: Vec::new() };
        own.mention(&words[0], base);
        for word in &words[1..] {
            if word.starts_with("..") && base.join(word).exists() {
                let path = normal(&base.join(word));
                own.arguments.push(path.clone().into_os_string());
                own.elsewhere.push(path);
                continue;
            }
            own.arguments.push(OsString::from(word));
            // A file whose name has a separator in it is that file, and not what the parts name.
            if base.join(word).symlink_metadata().is_ok() {
                own.mention(word, base);
                continue;
            }
            for part in word.split(SEPARATORS) {
                own.mention(part, base);
            }
        }
        own.without_nested_links()
    }

    fn mention(&mut self, part: &str, base: &Path) {
        let path = Path::new(part);
        if path.is_absolute() {
            if path.exists() {
                self.elsewhere.push(normal(path));
            }
            return;
        }
        let relative = normal(path);
        let Some(Component::Normal(first)) = relative.components().next() else { return };
        let belongs_to_the_game = workplace::OF_THE_GAME.iter().any(|name| first == *name);
        let climbs = path.components().any(|component| component == Component::ParentDir);
        let target = base.join(&relative);
        if !belongs_to_the_game && !climbs && target.exists() {
            self.links.push((relative, target));
        }
    }

    /// Says paths into a folder of the agent's own from within it: that is where the
    /// program will be.
    pub(super) fn enter(&mut self, folder: &Path) {
        let prefix = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
        for argument in &mut self.arguments {
            let Some(text) = argument.to_str() else { continue };
            if let Some(inside) = text.strip_prefix(&prefix)
                && Path::new(text).exists()
            {
                *argument = OsString::from(inside.to_owned());
                continue;
            }
            let parts = text.split_inclusive(SEPARATORS);
            let inside = parts.map(|part| part.strip_prefix(&prefix).unwrap_or(part));
            *argument = OsString::from(inside.collect::<String>());
        }
        self.elsewhere.retain(|path| !path.starts_with(folder));
    }

    /// Without links into directories that are linked themselves.
    fn without_nested_links(mut self) -> Self {
        self.links.sort_by_key(|(name, _)| name.components().count());
        let mut kept: Vec<(PathBuf, PathBuf)> = Vec::new();
        for (name, target) in self.links {
            if !kept.iter().any(|(above, _)| name.starts_with(above)) {
                kept.push((name, target));
            }
        }
        Self { links: kept, ..self }
    }
}

/// A link for each file and folder in a folder that is too large to be copied; none if even
/// those are too many, or if links are copies themselves.
pub(super) fn links_to_all_in(folder: &Path) -> Option<Vec<(PathBuf, PathBuf)>> {
    let mut links = Vec::new();
    for entry in fs::read_dir(folder).ok()?.take(MOST_LINKS + 1) {
        let name = PathBuf::from(entry.ok()?.file_name());
        if !workplace::OF_THE_GAME.iter().any(|taken| name == Path::new(taken)) {
            links.push((name.clone(), folder.join(name)));
        }
    }
    (cfg!(unix) && links.len() <= MOST_LINKS).then_some(links)
}

/// The most links that are made for a game: the sandbox has room for few more files.
const MOST_LINKS: usize = 10_000;
