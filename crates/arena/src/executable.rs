//! Which files are programs, by the customs of the system.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// How Python is called.
pub const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// What to do about a file that is not executable.
pub(crate) const HINT: &str = system::HINT;

/// The program that a path means: the file itself, or on Windows with one of the endings
/// that programs have there.
///
/// ```
/// use std::path::Path;
/// use fruitrage_arena::executable;
///
/// let this = std::env::current_exe().unwrap();
/// assert_eq!(executable::find(&this), Some(this.clone()));
/// assert_eq!(executable::find(Path::new("no such file")), None);
/// ```
pub fn find(path: &Path) -> Option<PathBuf> {
    let named = std::iter::once(path.to_owned());
    let longer = system::ENDINGS.iter().map(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        PathBuf::from(name)
    });
    named.chain(longer).find(|path| is_executable(path))
}

/// Whether a file is a program.
pub fn is_executable(path: &Path) -> bool {
    path.is_file() && system::is_executable(path)
}

/// Whether an open file is a program; its name says so on some systems.
pub(crate) fn is_permitted(file: &File, name: &Path) -> bool {
    system::is_permitted(file, name)
}

/// Lets everybody read a file or folder, and execute it or not, where the system asks for
/// such a permission.
pub fn permit(path: &Path, executable: bool) -> io::Result<()> {
    system::permit(path, executable)
}

/// Lets everybody read and change a file or folder, and execute it or not: for copies in a
/// directory that only one program gets into.
pub(crate) fn hand_over(path: &Path, executable: bool) -> io::Result<()> {
    system::hand_over(path, executable)
}

#[cfg(unix)]
mod system {
    use std::fs::{self, File, Permissions};
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    pub(super) const HINT: &str = "chmod +x?";

    pub(super) const ENDINGS: [&str; 0] = [];

    pub(super) fn is_executable(path: &Path) -> bool {
        path.metadata().is_ok_and(|kind| kind.permissions().mode() & 0o111 != 0)
    }

    pub(super) fn is_permitted(file: &File, _name: &Path) -> bool {
        file.metadata().is_ok_and(|kind| kind.permissions().mode() & 0o111 != 0)
    }

    pub(super) fn permit(path: &Path, executable: bool) -> io::Result<()> {
        let mode = if executable { 0o755 } else { 0o644 };
        fs::set_permissions(path, Permissions::from_mode(mode))
    }

    pub(super) fn hand_over(path: &Path, executable: bool) -> io::Result<()> {
        let mode = if executable { 0o777 } else { 0o666 };
        fs::set_permissions(path, Permissions::from_mode(mode))
    }
}

#[cfg(windows)]
mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) const HINT: &str = "its name ends in none of .exe, .com, .bat, .cmd";

    pub(super) const ENDINGS: [&str; 4] = ["exe", "com", "bat", "cmd"];

    pub(super) fn is_executable(path: &Path) -> bool {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
    }

    pub(super) fn is_permitted(_file: &File, name: &Path) -> bool {
        is_executable(name)
    }

    /// Names decide, not permissions.
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    pub(super) fn permit(_path: &Path, _executable: bool) -> io::Result<()> {
        Ok(())
    }

    /// A copy keeps that it can only be read.
    pub(super) fn hand_over(path: &Path, _executable: bool) -> io::Result<()> {
        let mut permissions = path.metadata()?.permissions();
        permissions.set_readonly(false);
        std::fs::set_permissions(path, permissions)
    }
}
