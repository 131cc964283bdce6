//! Windows: job objects hold a program with all that it has started.
//!
//! Jobs are nested. The referee's holds every supervisor, a supervisor's holds its
//! programs, and each program has one of its own. What is in a job ends when its last
//! handle is closed, and so also when the process that holds the handle ends.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::{AsHandle, AsRawHandle};
use std::os::windows::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use process_wrap::std::{CommandWrap, CommandWrapper, JobObject};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
use win32job::{ExtendedLimitInfo, Job};

use super::backoff::Backoff;
use super::{Capabilities, Entry, Usage};
use crate::supervisor::{
    Assignment, Confinement, End, Guarantee, Guarantees, PATIENCE, Task, read_assignment, work,
};

/// Neither the sandbox nor stopping of processes, and processor time is lost with the
/// processes that used it.
pub(crate) const CAPABILITIES: Capabilities =
    Capabilities { sandbox: false, processor_time: false, pausing: false };

/// A Ctrl-C in the console is for the referee, not a crash of the programs.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;

/// A link is opened itself, not what it leads to.
const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;

/// A job whose processes end with its last handle.
fn new_job() -> io::Result<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    Ok(Job::create_with_limit_info(&limits)?)
}

/// The job that this process is in with all that it starts. It is never closed but by the
/// end of this process.
fn own_job() -> io::Result<&'static Job> {
    static OWN: OnceLock<Job> = OnceLock::new();
    static FIRST: Mutex<()> = Mutex::new(());
    let _first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(job) = OWN.get() {
        return Ok(job);
    }
    let job = new_job()?;
    job.assign_current_process()?;
    Ok(OWN.get_or_init(|| job))
}

/// What the referee holds of a supervisor: nothing but its handle.
pub(in crate::supervisor) struct Hold;

/// Makes a supervisor's command ready to be started.
pub(in crate::supervisor) fn prepare(command: &mut Command) -> io::Result<Hold> {
    own_job()?;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    Ok(Hold)
}

impl Hold {
    /// Programs go on while it is not their turn; the capabilities say so.
    #[expect(clippy::unused_self, reason = "other systems hold more")]
    pub(in crate::supervisor) const fn pause(&self, _supervisor: u32) -> bool {
        true
    }

    /// Programs were not stopped.
    #[expect(clippy::unused_self, reason = "other systems hold more")]
    pub(in crate::supervisor) const fn resume(&self, _supervisor: u32) {}

    /// Ends a supervisor and with it everything that its program has started.
    #[expect(clippy::unused_self, reason = "other systems hold more")]
    pub(in crate::supervisor) fn end(&self, supervisor: &mut Child) {
        // A failure means that it is gone already.
        let _ = supervisor.kill();
        let _ = supervisor.wait();
    }
}

/// Does a supervisor's work.
pub(in crate::supervisor) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    if arguments != [Confinement::Free.word()] {
        return Err(io::Error::other("there is no sandbox on this system"));
    }
    own_job()?;
    let assignment = read_assignment()?;
    let guarantees = guarantees(assignment.task == Task::Talk);
    work(&assignment, guarantees, ProcessTree::default())
}

/// What holds for programs here.
fn guarantees(talks: bool) -> Guarantees {
    let mut guarantees = Guarantees::without_a_sandbox();
    guarantees.give(Guarantee::Memory, "measured every 10 ms");
    guarantees.miss(Guarantee::Descriptors, "programs inherit handles that are marked so");
    guarantees.miss(Guarantee::Processor, "processor time is lost with the processes");
    if talks {
        guarantees.miss(Guarantee::BetweenMoves, "programs go on while it is not their turn");
    } else {
        guarantees.give(Guarantee::BetweenMoves, "every process ends with the move: a job");
    }
    guarantees
}

/// Programs are called by their paths, and run as who started them.
pub(in crate::supervisor) fn adorn(
    _command: &mut Command,
    _assignment: &Assignment,
    _directory: &Path,
) {
}

/// There is no sandbox in which programs would be users of their own.
pub(crate) const fn user_for_a_program() -> Option<u32> {
    None
}

/// Where the system's own programs and libraries are.
pub(crate) fn installed() -> Vec<PathBuf> {
    let folders = ["SystemRoot", "ProgramFiles", "ProgramFiles(x86)"].map(std::env::var_os);
    folders.into_iter().flatten().map(PathBuf::from).collect()
}

/// Whether there is a process of this number.
pub(crate) fn is_running(process: u32) -> bool {
    let process = Pid::from_u32(process);
    // What cannot be known is taken for running, so that nobody's files are removed.
    System::new().map_or(true, |mut system| {
        let processes = ProcessesToUpdate::Some(&[process]);
        system.refresh_processes_specifics(processes, true, ProcessRefreshKind::nothing());
        system.process(process).is_some()
    })
}

/// The file that takes what a program prints.
pub(crate) fn open_printed(path: &Path) -> io::Result<File> {
    // Not to append: such a file cannot be made empty again.
    OpenOptions::new().create(true).truncate(false).write(true).read(true).open(path)
}

/// The same file as the supervisor finds it, which is on its standard error.
pub(in crate::supervisor) fn printed() -> io::Result<File> {
    Ok(File::from(io::stderr().as_handle().try_clone_to_owned()?))
}

/// Gives one of the agent's own files a name in the working directory. Symbolic links need
/// a privilege here, so files get a second name, or a copy if they are on another volume;
/// and folders are made again with everything in them.
pub(in crate::supervisor) fn link(target: &Path, name: &Path) -> io::Result<()> {
    if !target.is_dir() {
        return fs::hard_link(target, name).or_else(|_| fs::copy(target, name).map(|_| ()));
    }
    fs::create_dir(name)?;
    for entry in fs::read_dir(target)? {
        let entry = entry?;
        // A link to a folder could lead to one that it is in itself.
        if entry.file_type()?.is_symlink() && entry.path().is_dir() {
            continue;
        }
        link(&entry.path(), &name.join(entry.file_name()))?;
    }
    Ok(())
}

/// Opens a file for reading, but not what a link in its place leads to.
pub(in crate::supervisor) fn open_without_following(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)
}

/// A folder by its path.
pub(in crate::supervisor) struct Folder(PathBuf);

impl Folder {
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    pub(in crate::supervisor) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(path.to_owned()))
    }

    /// The names of what is in it.
    pub(in crate::supervisor) fn names(&mut self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.0)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
    }

    /// Opens what is in it under a name. Links to files are followed; those to folders could
    /// lead to one that they are in themselves.
    pub(in crate::supervisor) fn entry(&self, name: &OsStr) -> io::Result<Entry> {
        let path = self.0.join(name);
        let is_link = path.symlink_metadata()?.is_symlink();
        let kind = path.metadata()?;
        Ok(if kind.is_dir() && !is_link {
            Entry::Folder(Self(path))
        } else if kind.is_file() {
            Entry::File(File::open(path)?)
        } else {
            Entry::Other
        })
    }
}

/// What stands in the place of a regular file.
pub(in crate::supervisor) fn name_of(kind: fs::FileType) -> &'static str {
    if kind.is_symlink() {
        "a symbolic link"
    } else if kind.is_dir() {
        "a directory"
    } else {
        "a device"
    }
}

/// No exit status stands for a signal.
pub(crate) const fn signal_of(_status: i32) -> Option<i32> {
    None
}

/// Puts a program into a job of its own before its first instruction: [`JobObject`], which
/// is wrapped around it, starts programs suspended and lets them go afterwards.
#[derive(Debug)]
struct OwnJob(Arc<Job>);

impl CommandWrapper for OwnJob {
    fn post_spawn(
        &mut self,
        _command: &mut Command,
        child: &mut Child,
        _core: &CommandWrap,
    ) -> io::Result<()> {
        let assigned = self.0.assign_process(child.as_raw_handle() as isize);
        Ok(assigned.inspect_err(|_| {
            // It would stay suspended for ever.
            let _ = child.kill();
        })?)
    }
}

/// A program and all that it has started.
#[derive(Debug, Default)]
pub(in crate::supervisor) struct ProcessTree {
    /// The job of the program that runs. To take it away ends the program.
    job: Mutex<Option<Arc<Job>>>,
    /// The most memory that was seen, in bytes.
    peak_memory: AtomicU64,
}

impl ProcessTree {
    fn job(&self) -> MutexGuard<'_, Option<Arc<Job>>> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program and waits for its exit. What it has started may go on.
    pub(in crate::supervisor) fn run(&self, command: Command) -> io::Result<End> {
        let job = Arc::new(new_job()?);
        let mut command = CommandWrap::from(command);
        let mut child = command.wrap(OwnJob(Arc::clone(&job))).wrap(JobObject).spawn()?;
        // Nobody but the watch may hold the job, or to take it away would end nothing.
        drop(command);
        *self.job() = Some(job);
        let status = child.inner_mut().wait()?;
        Ok(End::Status(status.code().unwrap_or(1)))
    }

    /// The same for a program that lives for the whole game.
    pub(in crate::supervisor) fn run_stoppable(&self, command: Command) -> io::Result<End> {
        self.run(command)
    }

    /// Kills every process of it.
    pub(in crate::supervisor) fn kill(&self) {
        self.job().take();
    }

    /// The memory that its processes hold, in bytes.
    pub(in crate::supervisor) fn memory(&self, _limit: u64) -> u64 {
        let Some(Ok(processes)) = self.job().as_ref().map(|job| job.query_process_id_list()) else {
            return 0;
        };
        let processes: Vec<Pid> = processes.into_iter().map(Pid::from).collect();
        let Ok(mut system) = System::new() else { return 0 };
        let kind = ProcessRefreshKind::nothing().with_memory();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&processes), true, kind);
        let used = system.processes().values().map(sysinfo::Process::memory).sum();
        self.peak_memory.fetch_max(used, Ordering::Relaxed);
        used
    }

    /// Kills every process of it and waits until none is left.
    pub(in crate::supervisor) fn end(&self) -> io::Result<()> {
        self.kill();
        let (start, mut backoff) = (Instant::now(), Backoff::new());
        // The supervisor itself stays.
        while own_job()?.query_process_id_list()?.len() > 1 {
            if start.elapsed() > PATIENCE {
                return Err(io::Error::other("the program's processes cannot be ended"));
            }
            backoff.wait();
        }
        Ok(())
    }

    /// The memory of those that have ended; their processor time is not known.
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    pub(in crate::supervisor) fn usage(&self) -> io::Result<Usage> {
        let peak_memory = self.peak_memory.load(Ordering::Relaxed);
        Ok(Usage { cpu: Duration::ZERO, peak_memory })
    }
}
