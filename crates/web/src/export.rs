//! The page as plain files for any static host.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use fruitrage_cli_support::files;
use thiserror::Error;

use crate::{Asset, NoPage, assets, page};

/// Names the files of an export, so that the next one can replace them.
const MARK: &str = ".fruitrage-export";

/// Why the page was not exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// There is nothing to export.
    #[error(transparent)]
    NoPage(#[from] NoPage),
    /// The directory holds something else.
    #[error("{}: expected an empty directory or an earlier export, found other files", .0.display())]
    Occupied(PathBuf),
    /// A file cannot be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Writes the page into a directory, which is made if it is not there. One that holds
/// anything but an earlier export is left alone. Every file is there whole or not at all.
///
/// ```
/// let directory = tempfile::tempdir().unwrap();
/// let files = fruitrage_web::export(directory.path()).unwrap();
/// assert!(directory.path().join("index.html").is_file());
/// assert!(files > 5);
/// ```
pub fn export(directory: &Path) -> Result<usize, ExportError> {
    page()?;
    let earlier = earlier_export(directory)?;
    let names: Vec<&str> = assets().iter().map(|asset| asset.name).collect();
    // First, so that an export that was interrupted can be repeated.
    write(&directory.join(MARK), (names.join("\n") + "\n").as_bytes())?;
    // The page last: it is what refers to everything else.
    let (page, others): (Vec<&Asset>, Vec<&Asset>) =
        assets().iter().partition(|asset| asset.name == "index.html");
    for asset in others.into_iter().chain(page) {
        write(&directory.join(asset.name), asset.content)?;
    }
    for name in earlier.iter().filter(|name| !names.contains(&name.as_str())) {
        // A file that is gone already is no failure.
        let _ = fs::remove_file(directory.join(name));
    }
    Ok(names.len())
}

/// The files of an earlier export; none if the directory is empty or not there.
fn earlier_export(directory: &Path) -> Result<Vec<String>, ExportError> {
    let refuse = |error| ExportError::Write { path: directory.to_owned(), error };
    let mut entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(refuse)?,
    };
    if entries.next().is_none() {
        return Ok(Vec::new());
    }
    let mark = fs::read_to_string(directory.join(MARK))
        .map_err(|_| ExportError::Occupied(directory.to_owned()))?;
    Ok(mark.lines().filter(|name| is_inside(name)).map(str::to_owned).collect())
}

/// Whether a name from the mark stays within the directory.
fn is_inside(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

fn write(path: &Path, content: &[u8]) -> Result<(), ExportError> {
    let refuse = |error| ExportError::Write { path: path.to_owned(), error };
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory).map_err(refuse)?;
    files::replace(path, content).map_err(refuse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_export_replaces_the_first_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let directory = parent.path().join("site");
        export(&directory).unwrap();
        fs::write(parent.path().join("mine"), "mine").unwrap();
        fs::write(directory.join("CNAME"), "example.org").unwrap();
        fs::write(directory.join("old.js"), "old").unwrap();
        fs::write(directory.join("index.html"), "old").unwrap();
        let mark = fs::read_to_string(directory.join(MARK)).unwrap();
        fs::write(directory.join(MARK), mark + "old.js\n../mine\n").unwrap();
        export(&directory).unwrap();
        assert!(!directory.join("old.js").exists());
        assert!(directory.join("CNAME").exists() && parent.path().join("mine").exists());
        let page = fs::read(directory.join("index.html")).unwrap();
        assert_eq!(page, crate::asset("index.html").unwrap().content);
    }

    #[test]
    fn a_directory_with_other_files_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("thesis.txt"), "years of work").unwrap();
        let refused = export(directory.path()).unwrap_err();
        assert!(matches!(refused, ExportError::Occupied(_)), "{refused}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
