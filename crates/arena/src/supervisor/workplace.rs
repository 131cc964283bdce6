//! The working directory of a game: a private copy of the agent's folder, so that whatever
//! a program does to its files ends with the game.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::platform::{self, Entry, Folder};
use crate::agent::normalized;
use crate::executable;

/// The most files and folders that are copied for a game.
const MOST_FILES: usize = 2000;

/// The most bytes that are copied for a game.
const MOST_BYTES: u64 = 32 << 20;

/// What the referee puts there itself.
pub(crate) const OF_THE_GAME: [&str; 2] = ["input.txt", "output.txt"];

/// Whether a folder is small enough to be copied for every game.
pub(crate) fn is_small(folder: &Path) -> bool {
    let (mut files, mut bytes) = (0, 0);
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            files += 1;
            if kind.is_dir() {
                folders.push(entry.path());
            } else {
                bytes += fs::metadata(entry.path()).map_or(0, |file| file.len());
            }
            if files > MOST_FILES || bytes > MOST_BYTES {
                return false;
            }
        }
    }
    true
}

/// Makes the working directory below `scratch`, with a copy of the agent's folder, unless it
/// was made before the folder went out of reach.
pub(super) fn make(scratch: &Path, folder: Option<&Path>) -> io::Result<PathBuf> {
    let directory = scratch.join("game");
    if !directory.exists() {
        fs::create_dir(&directory)?;
        if let Some(folder) = folder {
            copy(folder, &directory)?;
        }
    }
    Ok(directory)
}

/// Copies an agent's folder into the working directory. What cannot be read is left out: a
/// program that needs it will say so itself.
///
/// Whoever owns the folder may change it meanwhile, so everything is reached through what was
/// opened before, and never through a path that may come to lead elsewhere.
fn copy(folder: &Path, directory: &Path) -> io::Result<()> {
    let root = folder.canonicalize()?;
    Copy { root: &root, directory }.folder(&mut Folder::open(&root)?, Path::new(""))
}

/// A folder on its way into a working directory.
struct Copy<'a> {
    root: &'a Path,
    directory: &'a Path,
}

impl Copy<'_> {
    /// Copies what is in a folder; `place` is where that is below the root.
    fn folder(&self, folder: &mut Folder, place: &Path) -> io::Result<()> {
        for name in folder.names()? {
            let place = place.join(&name);
            match folder.entry(&name) {
                Ok(Entry::File(file)) => self.file(file, &place)?,
                Ok(Entry::Folder(mut inner)) => {
                    fs::create_dir(self.directory.join(&place))?;
                    self.folder(&mut inner, &place)?;
                    executable::hand_over(&self.directory.join(&place), true)?;
                }
                Ok(Entry::Link(target)) => self.link(&target, &place),
                // Pipes, sockets and devices are nobody's files.
                Ok(Entry::Other) => {}
                Err(error) if is_out_of_reach(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn file(&self, mut from: File, place: &Path) -> io::Result<()> {
        if OF_THE_GAME.iter().any(|name| place == Path::new(name)) {
            return Ok(());
        }
        let to = self.directory.join(place);
        io::copy(&mut from, &mut File::create(&to)?)?;
        executable::hand_over(&to, executable::is_permitted(&from, place))
    }

    /// Makes a link again. Within the folder it leads to the copy, by a way that is the same
    /// wherever the copy comes to be seen; what it leads to elsewhere is not copied, and in the
    /// sandbox it is not there.
    fn link(&self, target: &Path, place: &Path) {
        let folder = place.parent().unwrap_or(Path::new(""));
        let target = normalized(&self.root.join(folder).join(target));
        let target = match target.strip_prefix(self.root) {
            Ok(inside) => folder.iter().map(|_| Path::new("..")).chain([inside]).collect(),
            Err(_) => target,
        };
        // Some systems do not let everybody make links.
        let _ = platform::link(&target, &self.directory.join(place));
    }
}

fn is_out_of_reach(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::NotFound)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    #[test]
    fn a_copy_has_the_files_of_the_folder_and_nothing_from_elsewhere() {
        let elsewhere = TempDir::new().unwrap();
        fs::write(elsewhere.path().join("secret"), "secret").unwrap();
        let folder = TempDir::new().unwrap();
        let inside = |name: &str| folder.path().join(name);
        fs::create_dir(inside("data")).unwrap();
        fs::write(inside("data/book"), "openings").unwrap();
        fs::write(inside("input.txt"), "old").unwrap();
        symlink("data/book", inside("again")).unwrap();
        symlink("data", inside("same")).unwrap();
        symlink(elsewhere.path().join("secret"), inside("leak")).unwrap();
        symlink("nowhere", inside("broken")).unwrap();
        let place = TempDir::new().unwrap();
        copy(&folder.path().canonicalize().unwrap(), place.path()).unwrap();
        let there = |name: &str| place.path().join(name);
        assert_eq!(fs::read_to_string(there("same/book")).unwrap(), "openings");
        assert_eq!(
            there("again").canonicalize().unwrap(),
            there("data/book").canonicalize().unwrap()
        );
        assert!(there("leak").is_symlink() && !there("broken").exists());
        assert!(!there("input.txt").exists());
        fs::write(there("same/book"), "changed").unwrap();
        fs::write(there("again"), "changed").unwrap();
        assert_eq!(fs::read_to_string(inside("data/book")).unwrap(), "openings");
    }

    /// Nothing waits for a pipe, and a folder that was opened is that folder, whatever is put
    /// in its place.
    #[test]
    fn what_is_swapped_during_a_copy_leads_nowhere() {
        let elsewhere = TempDir::new().unwrap();
        fs::write(elsewhere.path().join("secret"), "secret").unwrap();
        let folder = TempDir::new().unwrap();
        nix::unistd::mkfifo(&folder.path().join("pipe"), nix::sys::stat::Mode::S_IRUSR).unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        fs::write(folder.path().join("data/book"), "openings").unwrap();
        let root = Folder::open(folder.path()).unwrap();
        let Ok(Entry::Folder(mut data)) = root.entry("data".as_ref()) else { panic!("a folder") };
        fs::rename(folder.path().join("data"), folder.path().join("old")).unwrap();
        symlink(elsewhere.path(), folder.path().join("data")).unwrap();
        assert_eq!(data.names().unwrap(), ["book"]);
        assert!(matches!(root.entry("data".as_ref()), Ok(Entry::Link(_))));
        assert!(matches!(root.entry("pipe".as_ref()), Ok(Entry::Other)));
        let place = TempDir::new().unwrap();
        copy(folder.path(), place.path()).unwrap();
        assert!(place.path().join("data").is_symlink() && !place.path().join("pipe").exists());
    }

    #[test]
    fn only_small_folders_are_copied() {
        let folder = TempDir::new().unwrap();
        let file = File::create(folder.path().join("table")).unwrap();
        file.set_len(MOST_BYTES).unwrap();
        assert!(is_small(folder.path()));
        fs::write(folder.path().join("one byte more"), "x").unwrap();
        assert!(!is_small(folder.path()));
    }
}
