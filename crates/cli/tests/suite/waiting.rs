//! Waiting for a condition, never for a time.

use std::thread;
use std::time::{Duration, Instant};

/// How long anything is waited for: far longer than it takes on the busiest machine.
pub(crate) const DEADLINE: Duration = Duration::from_mins(5);

/// Waits until something is true.
pub(crate) fn wait_for(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < DEADLINE, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
