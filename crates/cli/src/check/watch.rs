//! Doing something again whenever a file changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use fruitrage_arena::Host;
use fruitrage_cli_support::{Failure, streams};
use same_file::Handle;

/// How often the files are looked at. Looking works on every disk, also over a network,
/// where nobody tells of changes.
const GLANCE: Duration = Duration::from_millis(300);

/// More files than anybody changes by hand.
const MOST_FILES: usize = 5000;

/// What programs and tools write themselves.
const WRITTEN: [&str; 5] = ["input.txt", "output.txt", "__pycache__", "target", "node_modules"];

/// The files with their times and sizes.
type Look = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Does it once, or with `watch` again whenever a file in the folder changes, until the host
/// is stopped.
pub(super) fn again_and_again(
    watch: bool,
    folder: &Path,
    host: &Host,
    act: &mut dyn FnMut() -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !watch {
        return act();
    }
    let own = written_by_us(folder);
    loop {
        let before = look(folder, &own);
        if let Err(failure) = act()
            && !host.stop.is_stopped()
        {
            streams::print_error(&format!("error: {failure}"));
        }
        streams::print_error(&format!("watching {}; Ctrl-C ends", folder.display()));
        let Some(changed) = wait_for_change(folder, &own, before, host) else { return Ok(()) };
        streams::print_error(&format!("\n{} has changed", changed.display()));
    }
}

/// The first file that changes, once nothing has changed for a moment: editors and compilers
/// write in steps. None if the host was stopped.
fn wait_for_change(
    folder: &Path,
    own: &BTreeSet<PathBuf>,
    before: Look,
    host: &Host,
) -> Option<PathBuf> {
    let mut last = before;
    let mut changed: Option<PathBuf> = None;
    while !host.stop.is_stopped() {
        let now = look(folder, own);
        match difference(&last, &now) {
            Some(path) => changed = changed.or(Some(path)),
            None if changed.is_some() => return changed,
            None => {}
        }
        last = now;
        thread::sleep(GLANCE);
    }
    None
}

fn difference(before: &Look, now: &Look) -> Option<PathBuf> {
    let is_new = |path: &&PathBuf| before.get(*path) != now.get(*path);
    now.keys().chain(before.keys()).find(is_new).cloned()
}

/// The files in the folder that our own output is redirected to: what is said there is no change.
fn written_by_us(folder: &Path) -> BTreeSet<PathBuf> {
    let streams: Vec<Handle> = [Handle::stdout(), Handle::stderr()].into_iter().flatten().collect();
    let is_stream = |path: &PathBuf| {
        // Anything but a regular file might make whoever opens it wait.
        fs::symlink_metadata(path).is_ok_and(|file| file.is_file())
            && Handle::from_path(path).is_ok_and(|file| streams.contains(&file))
    };
    look(folder, &BTreeSet::new()).into_keys().filter(is_stream).collect()
}

/// What is in the folder and in those within it, without our own files.
fn look(folder: &Path, own: &BTreeSet<PathBuf>) -> Look {
    let mut files = Look::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_written = WRITTEN.iter().any(|written| name == *written);
            let is_hidden = name.to_string_lossy().starts_with('.');
            let Ok(kind) = entry.file_type() else { continue };
            if is_written || is_hidden {
                continue;
            }
            if kind.is_dir() {
                folders.push(entry.path());
            } else if !own.contains(&entry.path())
                && let Ok(file) = entry.metadata()
            {
                files.insert(entry.path(), (file.modified().ok(), file.len()));
            }
        }
        if files.len() > MOST_FILES {
            break;
        }
    }
    files
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}
