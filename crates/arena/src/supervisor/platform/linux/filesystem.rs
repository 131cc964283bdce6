//! The file system that a confined program sees: the system's programs and libraries and
//! the agent's own files to read, a little space of its own to write, and nothing else.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{Gid, Uid, chown, pivot_root};

use crate::Missing;
use crate::supervisor::Assignment;

/// Where the space to write is; its `game` is the working directory.
pub(super) const WRITABLE: &str = "/arena";

/// Programs, libraries and the settings they cannot start without.
const SYSTEM: [&str; 16] = [
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
];

/// Settings of languages, by the beginning of their names in `/etc`.
const LANGUAGE_SETTINGS: [&str; 3] = ["java", "python", "mono"];

pub(super) const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// More files than any agent needs, and few enough to keep in memory.
const MOST_FILES: u32 = 16_384;

/// Builds the file system in the scratch directory and makes it the only one.
pub(super) fn enter(assignment: &Assignment) -> io::Result<Vec<Missing>> {
    let root = &assignment.scratch;
    let nothing = None::<&Path>;
    mount(nothing, "/", nothing, MsFlags::MS_REC | MsFlags::MS_PRIVATE, nothing)?;
    mount_memory(root, "size=4m,mode=755")?;
    mount_writable(root, assignment)?;
    for path in installed().iter().chain(&assignment.readable) {
        show(root, path).map_err(|error| in_context(path, &error))?;
    }
    make_devices(root)?;
    let missing = mount_process_table(root);
    mount(nothing, root, nothing, read_only_again(root)?, nothing)?;

    std::env::set_current_dir(root)?;
    pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    std::env::set_current_dir("/")?;
    Ok(missing)
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

/// One space in memory, of limited size, is all that can be written: the working
/// directory, `/tmp` and shared memory are parts of it.
fn mount_writable(root: &Path, assignment: &Assignment) -> io::Result<()> {
    let space = within(root, Path::new(WRITABLE));
    fs::create_dir(&space)?;
    let size = assignment.limits.disk;
    mount_memory(&space, &format!("size={size},nr_inodes={MOST_FILES},mode=755"))?;
    for (part, place) in [("game", None), ("tmp", Some("/tmp")), ("shm", Some("/dev/shm"))] {
        let part = space.join(part);
        fs::create_dir(&part)?;
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
    let devices = within(root, Path::new("/dev"));
    for name in DEVICES {
        let target = devices.join(name);
        File::create(&target)?;
        bind(&Path::new("/dev").join(name), &target)?;
    }
    symlink("/proc/self/fd", devices.join("fd"))
}

/// The processes inside, and only those. Some containers do not allow it.
fn mount_process_table(root: &Path) -> Vec<Missing> {
    let target = within(root, Path::new("/proc"));
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    let mounted = fs::create_dir(&target)
        .and_then(|()| Ok(mount(Some("proc"), &target, Some("proc"), flags, None::<&Path>)?));
    if mounted.is_ok() { Vec::new() } else { vec![Missing::ProcessTable] }
}
