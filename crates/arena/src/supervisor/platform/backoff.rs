//! Waiting for what another process has to do by looking again and again, at longer and longer
//! intervals. Who looks all the time takes the processor that the other may be waiting for: a
//! program that was to be frozen on the referee's own processor did not get to it for ten seconds.

use std::thread;
use std::time::Duration;

/// The first pause: most of what is waited for is done by then.
const FIRST: Duration = Duration::from_micros(100);

/// The longest pause.
const LONGEST: Duration = Duration::from_millis(10);

/// The pauses between looks.
pub(super) struct Backoff {
    next: Duration,
}

impl Backoff {
    pub(super) const fn new() -> Self {
        Self { next: FIRST }
    }

    /// Pauses a quarter longer than the last time.
    pub(super) fn wait(&mut self) {
        thread::sleep(self.next);
        self.next = (self.next * 5 / 4).min(LONGEST);
    }
}
