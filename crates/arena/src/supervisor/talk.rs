//! The line protocol: one process for the whole game, which talks to the referee itself.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::platform::ProcessTree;
use super::watch::Watch;
use super::{Assignment, End, program};

/// Longer than any game: the referee ends the supervisor when the time is up.
const WHOLE_GAME: Duration = Duration::from_secs(10_000_000);

/// The status that says that the program held too much memory.
pub(crate) const TOO_MUCH_MEMORY: u8 = 124;

/// Starts the program on the supervisor's own standard streams and waits for its end.
pub(super) fn run(
    assignment: &Assignment,
    directory: &Path,
    processes: &Arc<ProcessTree>,
) -> io::Result<ExitCode> {
    let watch = Watch::new(processes, assignment.limits.memory);
    watch.begin(Instant::now() + WHOLE_GAME);
    let end = processes.run_stoppable(program(assignment, directory))?;
    let ended = watch.finish().unwrap_or(end);
    processes.end()?;
    let status = match ended {
        End::Memory(_) => i32::from(TOO_MUCH_MEMORY),
        End::Status(status) => status,
        // As shells say it: 128 and the signal's number.
        End::Signal(number, _) => 128 + number,
        End::Deadline | End::NotStarted(_) => 1,
    };
    match u8::try_from(status) {
        Ok(status) => Ok(ExitCode::from(status)),
        // Some systems have more statuses than that.
        Err(_) => std::process::exit(status),
    }
}
