//! The line protocol: one process for the whole game, which talks to the referee itself.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::watch::Watch;
use super::{Assignment, End, program, tree};

/// Longer than any game: the referee ends the keeper when the time is up.
const WHOLE_GAME: Duration = Duration::from_secs(10_000_000);

/// The status that says that the program held too much memory.
pub(crate) const TOO_MUCH_MEMORY: u8 = 124;

/// Starts the program on the keeper's own standard streams and waits for its end.
pub(super) fn run(assignment: &Assignment, directory: &Path) -> io::Result<ExitCode> {
    let watch = Watch::new(assignment.limits.memory);
    watch.begin(Instant::now() + WHOLE_GAME);
    // A group of its own tells its processes from the keeper's.
    let status = program(assignment, directory).process_group(0).status()?;
    let ended = watch.finish();
    tree::end()?;
    if let Some(End::Memory(_)) = ended {
        return Ok(ExitCode::from(TOO_MUCH_MEMORY));
    }
    // As shells say it: 128 and the signal's number.
    let signalled = status.signal().map(|signal| 128 + signal);
    Ok(ExitCode::from(status.code().or(signalled).map_or(1, |code| code as u8)))
}
