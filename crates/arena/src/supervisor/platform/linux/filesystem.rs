//! The file system that a confined program sees: the system's programs and libraries and
//! the agent's own files to read, a little space of its own to write, and nothing else.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{Gid, Uid, chown, pivot_root};

use super::confinement::refused;
use crate::DEVICES;
use crate::supervisor::{Assignment, workplace};

/// Where the space to write is; its `game` is the working directory.
pub(super) const WRITABLE: &str = "/arena";

/// Programs, libraries and the settings they cannot start without.
const SYSTEM: [&str; 18] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/nix/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/group",
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf",
];

/// Settings of languages, by the beginning of their names in `/etc`.
const LANGUAGE_SETTINGS: [&str; 3] = ["java", "python", "mono"];

/// More files than any agent needs, and few enough to keep in memory.
const MOST_FILES: u32 = 16_384;

/// Builds the file system in the scratch directory and makes it the only one.
pub(super) fn enter(assignment: &Assignment) -> io::Result<()> {
    // As the kernel's table of mounts writes it.
    let root = &assignment.scratch.canonicalize()?;
    let nothing = None::<&Path>;
    mount(nothing, "/", nothing, MsFlags::MS_REC | MsFlags::MS_PRIVATE, nothing)
        .map_err(io::Error::from)
        .and_then(|()| mount_memory(root, "size=4m,mode=755"))
        .map_err(|error| refused("mounts", &error))?;
    mount_writable(root, assignment)?;
    let mut shown: Vec<PathBuf> =
        installed().into_iter().chain(assignment.readable.iter().cloned()).collect();
    // A folder before what is in it: what is made for a file's sake would pass for the folder.
    shown.sort_by_key(|path| path.components().count());
    for path in &shown {
        show(root, path).map_err(|error| in_context(path, &error))?;
    }
    make_devices(root)?;
    mount_process_table(root).map_err(|error| refused("mounts of /proc", &error))?;
    make_read_only(root)?;

    std::env::set_current_dir(root)?;
    pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    std::env::set_current_dir("/")
}

fn in_context(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{} cannot be shown: {error}", path.display()))
}

fn mount_memory(target: &Path, options: &str) -> io::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    Ok(mount(Some("tmpfs"), target, Some("tmpfs"), flags, Some(options))?)
}

/// What every program may read.
pub(crate) fn installed() -> Vec<PathBuf> {
    SYSTEM.map(PathBuf::from).into_iter().chain(language_settings()).collect()
}

fn language_settings() -> Vec<PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    let wanted = |name: &str| LANGUAGE_SETTINGS.iter().any(|start| name.starts_with(start));
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(wanted))
        .collect()
}

/// The path inside `root`.
fn within(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

/// Shows a file or directory of the machine at its own place, to be read only. What does
/// not exist, or is already shown by a directory above it, is passed over.
fn show(root: &Path, path: &Path) -> io::Result<()> {
    let Ok(kind) = path.symlink_metadata() else { return Ok(()) };
    let target = within(root, path);
    if target.symlink_metadata().is_ok() {
        return Ok(());
    }
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    if kind.is_symlink() {
        return symlink(fs::read_link(path)?, target);
    }
    if kind.is_dir() {
        fs::create_dir(&target)?;
    } else {
        File::create(&target)?;
    }
    bind(path, &target)?;
    mount(None::<&Path>, &target, None::<&Path>, read_only_again(&target)?, None::<&Path>)?;
    Ok(())
}

fn bind(source: &Path, target: &Path) -> io::Result<()> {
    let flags = MsFlags::MS_BIND | MsFlags::MS_REC;
    Ok(mount(Some(source), target, None::<&Path>, flags, None::<&Path>)?)
}

/// The flags that make a mount read-only and keep the restrictions it has: inside a user
/// namespace those cannot be taken away.
fn read_only_again(target: &Path) -> io::Result<MsFlags> {
    let now = statvfs(target)?.flags();
    let kept = [
        (FsFlags::ST_NODEV, MsFlags::MS_NODEV),
        (FsFlags::ST_NOEXEC, MsFlags::MS_NOEXEC),
        (FsFlags::ST_NOATIME, MsFlags::MS_NOATIME),
        (FsFlags::ST_NODIRATIME, MsFlags::MS_NODIRATIME),
        (FsFlags::ST_RELATIME, MsFlags::MS_RELATIME),
    ];
    let always = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | MsFlags::MS_NOSUID;
    Ok(kept.iter().filter(|(has, _)| now.contains(*has)).fold(always, |all, (_, flag)| all | *flag))
}

/// Makes every mount of the new file system read-only but the space to write and what shows
/// parts of it. To mount something again reaches only that mount, not what is mounted below
/// it, so each gets its turn.
fn make_read_only(root: &Path) -> io::Result<()> {
    let writable =
        [WRITABLE, "/tmp", "/dev/shm", "/proc"].map(|path| within(root, Path::new(path)));
    for place in mounts_below(root)? {
        if writable.contains(&place) {
            continue;
        }
        let again = || -> io::Result<()> {
            let flags = read_only_again(&place)?;
            Ok(mount(None::<&Path>, &place, None::<&Path>, flags, None::<&Path>)?)
        };
        match again() {
            // The user cannot reach it, and so neither can a program.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
            // Something else was mounted over it, which gets its own turn.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            done => done.map_err(|error| in_context(&place, &error))?,
        }
    }
    Ok(())
}

/// The places below `root` where something is mounted, and `root` itself.
fn mounts_below(root: &Path) -> io::Result<Vec<PathBuf>> {
    let table = fs::read("/proc/self/mountinfo")?;
    let lines = table.split(|byte| *byte == b'\n');
    let places = lines.filter_map(|line| line.split(|byte| *byte == b' ').nth(4));
    Ok(places.map(unescaped).filter(|place| place.starts_with(root)).collect())
}

/// A path of the kernel's table of mounts: blanks and the like are octal numbers there.
fn unescaped(text: &[u8]) -> PathBuf {
    let mut path = Vec::new();
    let mut rest = text;
    while let Some((first, others)) = rest.split_first() {
        let code = others.get(..3).filter(|_| *first == b'\\');
        let code = code.and_then(|digits| str::from_utf8(digits).ok());
        if let Some(byte) = code.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            path.push(byte);
            rest = &others[3..];
        } else {
            path.push(*first);
            rest = others;
        }
    }
    PathBuf::from(OsString::from_vec(path))
}

/// One space in memory, of limited size, is all that can be written: the working
/// directory, `/tmp` and shared memory are parts of it.
fn mount_writable(root: &Path, assignment: &Assignment) -> io::Result<()> {
    let space = within(root, Path::new(WRITABLE));
    fs::create_dir(&space)?;
    let size = assignment.limits.disk;
    mount_memory(&space, &format!("size={size},nr_inodes={MOST_FILES},mode=755"))?;
    workplace::make(&space, assignment.folder.as_deref())?;
    for (part, place) in [("game", None), ("tmp", Some("/tmp")), ("shm", Some("/dev/shm"))] {
        let part = space.join(part);
        fs::create_dir_all(&part)?;
        if let Some(user) = assignment.user {
            chown(&part, Some(Uid::from_raw(user)), Some(Gid::from_raw(user)))?;
        }
        fs::set_permissions(&part, fs::Permissions::from_mode(0o700))?;
        if let Some(place) = place {
            let place = within(root, Path::new(place));
            fs::create_dir_all(&place)?;
            bind(&part, &place)?;
        }
    }
    Ok(())
}

fn make_devices(root: &Path) -> io::Result<()> {
    for device in DEVICES.map(Path::new) {
        let target = within(root, device);
        File::create(&target)?;
        bind(device, &target)?;
    }
    symlink("/proc/self/fd", within(root, Path::new("/dev/fd")))
}

/// The processes inside, and only those of the program: where there are user namespaces, the
/// supervisor is of the same user, and its files there would be the program's to write. Some
/// containers do not allow it.
fn mount_process_table(root: &Path) -> io::Result<()> {
    let target = within(root, Path::new("/proc"));
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    fs::create_dir(&target)?;
    mount(Some("proc"), &target, Some("proc"), flags, None::<&Path>)?;
    mount_memory(&target.join("1"), "size=4k,nr_inodes=1,mode=555")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_mounts_are_read_as_they_are() {
        for (text, path) in [
            (&b"/usr"[..], "/usr"),
            (b"/my\\040folder\\134", "/my folder\\"),
            (b"/odd\\", "/odd\\"),
            (b"/odd\\09x", "/odd\\09x"),
        ] {
            assert_eq!(unescaped(text), Path::new(path));
        }
        assert!(mounts_below(Path::new("/")).unwrap().contains(&PathBuf::from("/proc")));
    }
}
