//! The time that rooms go by.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use fruitrage_rooms::Moment;

/// The time of day when the server started, counted on by a clock that nobody sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallClock {
    start: Moment,
    since: Instant,
}

impl WallClock {
    pub(crate) fn new() -> Self {
        let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { start: start.as_millis() as Moment, since: Instant::now() }
    }

    pub(crate) fn now(&self) -> Moment {
        self.start + self.since.elapsed().as_millis() as Moment
    }

    /// How long until a moment.
    pub(crate) fn until(&self, moment: Moment) -> Duration {
        Duration::from_millis(moment.saturating_sub(self.now()))
    }
}
