//! Clocks that are not the same for everybody.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How much of everybody's clock an agent has, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct TimeOdds(u32);

impl TimeOdds {
    /// As much as everybody.
    pub const EVEN: Self = Self(1000);

    /// This part of a clock.
    pub fn of(self, time: Duration) -> Duration {
        time.mul_f64(f64::from(self))
    }
}

impl Default for TimeOdds {
    fn default() -> Self {
        Self::EVEN
    }
}

impl From<TimeOdds> for f64 {
    fn from(odds: TimeOdds) -> Self {
        Self::from(odds.0) / 1000.0
    }
}

impl TryFrom<f64> for TimeOdds {
    type Error = String;

    fn try_from(part: f64) -> Result<Self, String> {
        let thousandths = (part * 1000.0).round();
        if (1.0..=1_000_000.0).contains(&thousandths) {
            Ok(Self(thousandths as u32))
        } else {
            Err(format!("expected a part of the clock from 0.001 to 1000, found {part}"))
        }
    }
}

impl fmt::Display for TimeOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f64::from(*self).fmt(f)
    }
}
