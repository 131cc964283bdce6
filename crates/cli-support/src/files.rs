//! Files: read with a limit where they are a user's, and written whole.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use crate::{Failure, streams};

/// Reads a file of at most `longest` bytes, or standard input for `-`.
pub fn read(path: &Path, longest: u64) -> Result<Vec<u8>, Failure> {
    if streams::is_standard(path) {
        refuse_longer(path, streams::read(longest)?, longest)
    } else {
        read_regular(path, longest)
    }
}

/// Reads a regular file of at most `longest` bytes. Anything else is refused unread.
///
/// ```
/// use std::path::Path;
/// use fruitrage_cli_support::files;
///
/// let refused = files::read_regular(Path::new("."), 100).unwrap_err();
/// assert_eq!(refused.to_string(), ".: expected a file, found a directory");
/// ```
pub fn read_regular(path: &Path, longest: u64) -> Result<Vec<u8>, Failure> {
    // Asked before opening: to open a pipe would wait for its writer.
    let kind = path.metadata().map_err(|error| unreadable(path, &error))?;
    if !kind.is_file() {
        let found = if kind.is_dir() { "a directory" } else { "a device or pipe" };
        return Err(Failure::file(path, format!("expected a file, found {found}")));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    file.take(longest + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    refuse_longer(path, bytes, longest)
}

/// Reads a text of any length, which a program has written itself; none if there is no file.
pub fn read_if_there(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// Refuses anything but a directory that is there.
///
/// ```
/// use std::path::Path;
/// use fruitrage_cli_support::files;
///
/// assert!(files::expect_directory(Path::new(".")).is_ok());
/// let refused = files::expect_directory(Path::new("nowhere")).unwrap_err();
/// assert_eq!(refused.to_string(), "nowhere: no such directory");
/// ```
pub fn expect_directory(path: &Path) -> Result<(), Failure> {
    match path.metadata() {
        Ok(kind) if kind.is_dir() => Ok(()),
        Ok(_) => Err(Failure::file(path, "expected a directory, found a file")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Failure::file(path, "no such directory"))
        }
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// Refuses a path where no file can be written: a directory, or in a directory that is not
/// there.
///
/// ```
/// use std::path::Path;
/// use fruitrage_cli_support::files;
///
/// assert!(files::expect_place(Path::new("board.svg")).is_ok());
/// let refused = files::expect_place(Path::new("nowhere/board.svg")).unwrap_err();
/// assert_eq!(refused.to_string(), "nowhere: no such directory");
/// ```
pub fn expect_place(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::file(path, "expected a file to write, found a directory"));
    }
    match path.parent() {
        // The parent of a bare name is the empty path.
        Some(parent) if !parent.as_os_str().is_empty() => expect_directory(parent),
        _ => Ok(()),
    }
}

/// Makes a directory unless it is there; what is in its way is named.
pub fn make_directory(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::file(path, "expected a directory, found a file"),
        _ => unwritable(path, &error),
    })
}

/// Why a file cannot be read.
///
/// ```
/// use std::path::Path;
/// use fruitrage_cli_support::files;
///
/// let path = Path::new("nowhere");
/// let error = std::fs::read(path).unwrap_err();
/// assert_eq!(files::unreadable(path, &error).to_string(), "nowhere: no such file");
/// ```
pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound => Failure::file(path, "no such file"),
        ErrorKind::IsADirectory => Failure::file(path, "expected a file, found a directory"),
        _ => Failure::file(path, format!("cannot be read: {}", reason(error))),
    }
}

/// Why a file cannot be written.
///
/// ```
/// use std::path::Path;
/// use fruitrage_cli_support::files;
///
/// let path = Path::new("nowhere/output.txt");
/// let error = std::fs::write(path, "A1").unwrap_err();
/// let expected = "nowhere/output.txt: cannot be written: no such directory";
/// assert_eq!(files::unwritable(path, &error).to_string(), expected);
/// ```
pub fn unwritable(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound => Failure::file(path, "cannot be written: no such directory"),
        ErrorKind::IsADirectory => Failure::file(path, "expected a file, found a directory"),
        _ => Failure::file(path, format!("cannot be written: {}", reason(error))),
    }
}

/// What the system says, without the number that it has for it.
fn reason(error: &io::Error) -> String {
    if error.kind() == ErrorKind::NotADirectory {
        return "a part of the path is a file, not a directory".to_owned();
    }
    let text = error.to_string();
    text.split_once(" (os error").map_or(&*text, |(reason, _)| reason).to_owned()
}

fn refuse_longer(path: &Path, bytes: Vec<u8>, longest: u64) -> Result<Vec<u8>, Failure> {
    if bytes.len() as u64 > longest {
        return Err(Failure::file(path, format!("expected at most {longest} bytes, found more")));
    }
    Ok(bytes)
}

/// Writes a file whole, as [`replace`] does.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    replace(path, content.as_ref()).map_err(|error| unwritable(path, &error))
}

/// Writes a file so that a reader sees either the old or the whole new content, also if
/// this process is killed.
///
/// ```
/// use fruitrage_cli_support::files;
///
/// let directory = tempfile::tempdir().unwrap();
/// let path = directory.path().join("output.txt");
/// files::replace(&path, b"A1\n").unwrap();
/// files::replace(&path, b"B2\n").unwrap();
/// assert_eq!(std::fs::read(&path).unwrap(), b"B2\n");
/// ```
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    match path.metadata() {
        Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => {
            // To put a file in the place of a device or pipe would harm whoever uses it.
            return Err(io::Error::other("there is a device or pipe in its place"));
        }
        _ => {}
    }
    // The parent of a bare name is the empty path.
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".output-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: whoever may read the directory's files may read this one.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory.unwrap_or(Path::new(".")))?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}
