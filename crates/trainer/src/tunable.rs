//! A constant that may be changed: where it starts, how far it may go, in which steps.

use std::fmt;
use std::str::FromStr;

use fruitrage_engine::Parameters;
use thiserror::Error;

use crate::contestant::{UnknownConstant, constant};

/// How many steps to either side the range goes if it is not given.
const STEPS_TO_EACH_SIDE: f64 = 10.0;

/// The step as a part of the start if it is not given.
const STEP_OF_START: f64 = 0.1;

/// A constant to be tuned, from its default on. As text it is its name, or
/// `NAME:MIN:MAX:STEP`. If only the name is given, the step is a tenth of the default and at
/// least 1, and the range ten steps to either side, but what is positive stays so.
///
/// ```
/// use fruitrage_trainer::tunable::Tunable;
///
/// let tunable: Tunable = "leaf_share:64:192:8".parse().unwrap();
/// assert_eq!((tunable.name(), tunable.start(), tunable.step()), ("leaf_share", 128.0, 8.0));
/// assert_eq!(tunable.clamp(1000.0), 192.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    name: String,
    start: i32,
    least: i32,
    most: i32,
    step: f64,
}

impl Tunable {
    /// The constant's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its default.
    pub fn start(&self) -> f64 {
        f64::from(self.start)
    }

    /// How far it is moved at first to see what that does.
    pub const fn step(&self) -> f64 {
        self.step
    }

    /// The value in its range that is nearest.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.least), f64::from(self.most))
    }

    /// Whether a value is in the range.
    pub fn contains(&self, value: f64) -> bool {
        (f64::from(self.least)..=f64::from(self.most)).contains(&value)
    }

    /// The value nearest to this one from which both sides can be reached, or the middle of
    /// a range that is too narrow for that.
    pub fn centre(&self, value: f64, reach: f64) -> f64 {
        let (low, high) = (f64::from(self.least) + reach, f64::from(self.most) - reach);
        if low < high { value.clamp(low, high) } else { f64::midpoint(low, high) }
    }

    /// Sets the constant.
    pub fn set(&self, parameters: &mut Parameters, value: i32) {
        let constant = constant(parameters, &self.name);
        *constant.expect("a tunable is made for a constant that there is") = value;
    }

    fn with_defaults(name: &str, start: i32) -> Self {
        let step = (f64::from(start).abs() * STEP_OF_START).round().max(1.0);
        let reach = (STEPS_TO_EACH_SIDE * step) as i32;
        let least = start.saturating_sub(reach);
        let least = if start > 0 { least.max(1) } else { least };
        Self { name: name.to_owned(), start, least, most: start.saturating_add(reach), step }
    }
}

/// The text describes no constant to be tuned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotTunable {
    /// It is written in another way.
    #[error("expected NAME or NAME:MIN:MAX:STEP with whole MIN < MAX and STEP above 0")]
    Form,
    /// The default is outside the range.
    #[error("expected a range with the default {start} in it")]
    Range {
        /// The default.
        start: i32,
    },
    /// There is no such constant.
    #[error(transparent)]
    Unknown(#[from] UnknownConstant),
}

impl FromStr for Tunable {
    type Err = NotTunable;

    fn from_str(text: &str) -> Result<Self, NotTunable> {
        let parts: Vec<&str> = text.split(':').collect();
        let name = parts[0];
        let start = *constant(&mut Parameters::default(), name)?;
        let tunable = match parts[1..] {
            [] => Self::with_defaults(name, start),
            [least, most, step] => Self {
                name: name.to_owned(),
                start,
                least: least.parse().map_err(|_| NotTunable::Form)?,
                most: most.parse().map_err(|_| NotTunable::Form)?,
                step: step.parse().map_err(|_| NotTunable::Form)?,
            },
            _ => return Err(NotTunable::Form),
        };
        let is_step = tunable.step.is_finite() && tunable.step > 0.0;
        if tunable.least >= tunable.most || !is_step {
            return Err(NotTunable::Form);
        }
        let has_start = (tunable.least..=tunable.most).contains(&start);
        has_start.then_some(tunable).ok_or(NotTunable::Range { start })
    }
}

impl fmt::Display for Tunable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, least, most, step, .. } = self;
        write!(f, "{name}:{least}:{most}:{step}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_enough() {
        for (name, whole) in [
            ("leaf_share", "leaf_share:1:258:13"),
            ("prune_margin", "prune_margin:-10:10:1"),
            ("reduce_from", "reduce_from:1:13:1"),
        ] {
            let tunable: Tunable = name.parse().unwrap();
            assert_eq!(tunable.to_string(), whole);
            assert_eq!(whole.parse(), Ok(tunable));
        }
    }

    #[test]
    fn what_cannot_be_tuned_is_refused() {
        for (bad, message) in [
            ("", "expected one of"),
            ("leaf", "found `leaf`"),
            ("leaf_share:1", "expected NAME or"),
            ("leaf_share:9:1:1", "expected NAME or"),
            ("leaf_share:1:200:0", "expected NAME or"),
            ("leaf_share:1:200:NaN", "expected NAME or"),
            ("leaf_share:1:9:1", "with the default 128 in it"),
        ] {
            let error = bad.parse::<Tunable>().unwrap_err().to_string();
            assert!(error.contains(message), "{bad}: {error}");
        }
    }
}
