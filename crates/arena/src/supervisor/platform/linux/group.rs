//! Control groups, version 2: the kernel's own list of the processes of a program, which can
//! be frozen, counted and killed as one, and which no process leaves by itself.
//!
//! The referee makes a group for each player of a game. The supervisor joins it; a program
//! that lives for the whole game is in a group of its own below it, which is frozen while it
//! is not its turn. Neither needs a controller, only a place to make groups in: any for the
//! superuser, for others one that was delegated to them.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use super::super::backoff::Backoff;
use crate::supervisor::{PATIENCE, is_gone, owner};

/// How the names of groups begin; the referee follows.
const NAME: &str = "fruitrage-";

/// The group below, of a program that lives for the whole game.
const PROGRAM: &str = "program";

/// How long the kernel may take to freeze a program: on a machine that is booked many times
/// over, each of its processes has to get a processor once.
const FREEZING: Duration = Duration::from_secs(10);

/// How long a program that is not frozen by then has to use no processor to be taken for one that
/// waits.
const IDLING: Duration = Duration::from_millis(200);

/// The group of one player of a game, as the referee has it. It ends with this.
#[derive(Debug)]
pub(crate) struct Group {
    path: PathBuf,
}

impl Group {
    /// A new group; none if there is no place for one.
    pub(super) fn create() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        static PLACE: OnceLock<Option<PathBuf>> = OnceLock::new();
        let place = PLACE.get_or_init(find_place).as_ref()?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = place.join(format!("{NAME}{}-{number}", owner()));
        fs::create_dir(&path).ok()?;
        let group = Self { path };
        fs::create_dir(group.program()).ok()?;
        Some(group)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a program is in it: the supervisor could start it there.
    pub(super) fn is_used(&self) -> bool {
        let events = fs::read_to_string(self.program().join("cgroup.events"));
        events.is_ok_and(|events| events.lines().any(|line| line == "populated 1"))
    }

    fn program(&self) -> PathBuf {
        self.path.join(PROGRAM)
    }

    /// Freezes the program; whether it stands still now.
    pub(super) fn freeze(&self) -> bool {
        let start = Instant::now();
        if fs::write(self.program().join("cgroup.freeze"), "1").is_err() {
            return false;
        }
        let mut backoff = Backoff::new();
        while !self.is_frozen() {
            if start.elapsed() > FREEZING {
                return self.is_idle() || self.is_frozen();
            }
            backoff.wait();
        }
        true
    }

    /// Whether the kernel has frozen all of the program.
    fn is_frozen(&self) -> bool {
        let events = fs::read_to_string(self.program().join("cgroup.events"));
        events.is_ok_and(|events| events.lines().any(|line| line == "frozen 1"))
    }

    /// Whether the program uses no processor. Who waits in the kernel, for a disk or for memory, is
    /// frozen only afterwards, but does not think either.
    fn is_idle(&self) -> bool {
        let times = self.program().join("cpu.stat");
        let used = || File::open(&times).and_then(|mut times| time_in(&mut times)).ok();
        let before = used();
        thread::sleep(IDLING);
        before.is_some() && before == used()
    }

    /// Lets the program go on.
    pub(super) fn thaw(&self) {
        // A failure means that the group is gone, and its program with it.
        let _ = fs::write(self.program().join("cgroup.freeze"), "0");
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Ends all that is left in a group, and the group.
fn remove(path: &Path) {
    let (start, mut backoff) = (Instant::now(), Backoff::new());
    let is_gone = |path: &Path| fs::remove_dir(path).is_ok() || !path.exists();
    while !(is_gone(&path.join(PROGRAM)) && is_gone(path)) && start.elapsed() < PATIENCE {
        let _ = fs::write(path.join("cgroup.kill"), "1");
        backoff.wait();
    }
}

/// Where groups can be made: below the group of this process, or as the superuser anywhere.
fn find_place() -> Option<PathBuf> {
    let (mounted, root) = mount_point()?;
    let own = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = PathBuf::from(own.lines().find_map(|line| line.strip_prefix("0::"))?);
    let below = own.strip_prefix(&root).ok().map(|below| mounted.join(below));
    let place = below.into_iter().chain([mounted]).find(|place| is_possible(place))?;
    sweep(&place);
    Some(place)
}

fn is_possible(place: &Path) -> bool {
    let trial = place.join(format!("{NAME}{}-trial", owner()));
    if fs::create_dir(&trial).is_err() {
        return false;
    }
    let can_freeze = trial.join("cgroup.freeze").exists();
    fs::remove_dir(&trial).is_ok() && can_freeze
}

/// Where the groups are mounted, and which of them is seen there as the first.
fn mount_point() -> Option<(PathBuf, PathBuf)> {
    let table = fs::read_to_string("/proc/self/mountinfo").ok()?;
    table.lines().find_map(|line| {
        let (mount, kind) = line.split_once(" - ")?;
        let mut words = mount.split(' ').skip(3);
        let (root, place) = (words.next()?, words.next()?);
        kind.starts_with("cgroup2 ").then(|| (PathBuf::from(place), PathBuf::from(root)))
    })
}

/// Removes groups of referees that were killed.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(NAME)?.split('-').next());
        if owner.is_some_and(is_gone) {
            remove(&entry.path());
        }
    }
}

/// The group as its members have it: opened before the sandbox closes around them.
#[derive(Debug)]
pub(super) struct Membership {
    /// Writing to these moves this process.
    outer: File,
    inner: File,
    /// The processor time of all members so far, and what it was when this was opened; the
    /// same of this process.
    times: Mutex<File>,
    used: Duration,
    own: Duration,
}

impl Membership {
    /// Joins a group with this process and all that it will start.
    pub(super) fn join(group: &Path) -> io::Result<()> {
        fs::write(group.join("cgroup.procs"), "0")
    }

    /// Opens the group that this process is in.
    pub(super) fn open(group: &Path) -> io::Result<Self> {
        let members = |group: &Path| File::options().write(true).open(group.join("cgroup.procs"));
        let mut times = File::open(group.join("cpu.stat"))?;
        Ok(Self {
            outer: members(group)?,
            inner: members(&group.join(PROGRAM))?,
            used: time_in(&mut times)?,
            own: own_time()?,
            times: Mutex::new(times),
        })
    }

    /// Does something, as starting a program, in the group that is frozen between moves.
    pub(super) fn within<T>(&self, act: impl FnOnce() -> T) -> io::Result<T> {
        (&self.inner).write_all(b"0")?;
        let result = act();
        (&self.outer).write_all(b"0")?;
        Ok(result)
    }

    /// The processor time of all processes that are or were in the group, but for this one,
    /// since this was opened. Whoever collects them, or nobody, it is counted.
    pub(super) fn processor_time(&self) -> io::Result<Duration> {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let used = time_in(&mut times)?.saturating_sub(self.used);
        Ok(used.saturating_sub(own_time()?.saturating_sub(self.own)))
    }
}

fn time_in(table: &mut File) -> io::Result<Duration> {
    table.rewind()?;
    let mut text = String::new();
    table.read_to_string(&mut text)?;
    let used = text.lines().find_map(|line| line.strip_prefix("usage_usec ")?.parse().ok());
    let none = || io::Error::other("the kernel counts no processor time for this group");
    Ok(Duration::from_micros(used.ok_or_else(none)?))
}

fn own_time() -> io::Result<Duration> {
    let own = getrusage(UsageWho::RUSAGE_SELF)?;
    let own = own.user_time() + own.system_time();
    Ok(Duration::from_micros(own.num_microseconds() as u64))
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command};

    use super::*;

    /// A program in a group of its own, where groups can be made.
    fn start(command: &[&str]) -> Option<(Group, Child)> {
        let group = Group::create()?;
        let program = Command::new(command[0]).args(&command[1..]).spawn().unwrap();
        fs::write(group.program().join("cgroup.procs"), program.id().to_string()).unwrap();
        Some((group, program))
    }

    #[test]
    fn a_program_is_idle_that_uses_no_processor() {
        let busy = start(&["sh", "-c", "while :; do :; done"]);
        let waiting = start(&["sleep", "3600"]);
        for (program, is_idle) in [(busy, false), (waiting, true)] {
            let Some((group, mut program)) = program else { return };
            // What has just been started still has to come to its loop or its sleep.
            assert!((0..100).any(|_| group.is_idle() == is_idle));
            assert!(group.freeze());
            assert!(group.is_idle(), "frozen");
            program.kill().unwrap();
            group.thaw();
            program.wait().unwrap();
        }
    }
}
