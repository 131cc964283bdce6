//! Files that are there as a whole or not at all.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::failure::Failure;

/// Writes a text so that a reader sees either the old or the whole new content, also if
/// this process is killed.
pub(crate) fn write(path: &Path, content: &str) -> Result<(), Failure> {
    let refuse = |error: io::Error| Failure::file(path, format!("cannot be written: {error}"));
    // The parent of a bare name is the empty path.
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".trainer-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: whoever may read the directory's files may read this one.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let directory = directory.unwrap_or(Path::new("."));
    let mut file = builder.tempfile_in(directory).map_err(refuse)?;
    file.write_all(content.as_bytes()).map_err(refuse)?;
    file.persist(path).map_err(|error| refuse(error.error))?;
    Ok(())
}

/// Reads a text; none if there is no file.
pub(crate) fn read(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(path, format!("cannot be read: {error}"))),
    }
}
