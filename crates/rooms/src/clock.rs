//! The clock of the turn under way.

use std::time::Duration;

/// Milliseconds since 1970, by the clock of whoever keeps the rooms.
pub type Moment = u64;

/// At most so much of a connection's delay is given back, for each move.
pub const MOST_LAG: Duration = Duration::from_millis(500);

/// After the server was away, a player has so long to come back before the clock runs again.
pub const GRACE: Duration = Duration::from_secs(30);

/// What the turn under way has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnClock {
    spent: Duration,
    /// When it began to run, or will by itself.
    since: Moment,
}

impl TurnClock {
    pub(crate) const fn started(now: Moment) -> Self {
        Self { spent: Duration::ZERO, since: now }
    }

    pub(crate) const fn elapsed(self, now: Moment) -> Duration {
        Duration::from_millis(now.saturating_sub(self.since)).saturating_add(self.spent)
    }

    /// Stands still from `alive` on, and runs again by itself some time after `now`.
    #[must_use]
    pub(crate) fn paused(self, alive: Moment, now: Moment) -> Self {
        let alive = alive.min(now);
        Self { spent: self.elapsed(alive), since: now + GRACE.as_millis() as u64 }
    }

    /// Whether it stands still.
    pub(crate) const fn is_paused(self, now: Moment) -> bool {
        now < self.since
    }

    /// Runs from now on at the latest.
    #[must_use]
    pub(crate) fn resumed(self, now: Moment) -> Self {
        Self { since: self.since.min(now), ..self }
    }

    /// When so much will have been spent.
    pub(crate) const fn reaches(self, time: Duration) -> Moment {
        self.since + time.saturating_sub(self.spent).as_millis() as u64
    }
}
