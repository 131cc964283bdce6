//! What a search may take, as Python says it.

use std::time::Duration;

use fruitrage_engine::{Limits, Options};
use fruitrage_rules::seconds;
use pyo3::prelude::*;

use crate::errors::bad_value;

/// The longest time that is told from a longer one: thirty years.
const LONGEST: f64 = 1e9;

/// A time above nothing.
pub(crate) fn positive_time(what: &str, value: f64) -> PyResult<Duration> {
    // What is not a number stays so, unlike with `min`.
    let cut = if value > LONGEST { LONGEST } else { value };
    let time = seconds::parse_positive(&format!("{cut:e}"));
    time.ok_or_else(|| bad_value(&format!("{what}, a number of seconds above 0"), value))
}

/// A time that may be nothing.
pub(crate) fn time_or_none_at_all(what: &str, value: f64) -> PyResult<Duration> {
    if value == 0.0 { Ok(Duration::ZERO) } else { positive_time(what, value) }
}

/// The limits that were given.
pub(crate) fn limits(
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    clock: Option<f64>,
) -> PyResult<Limits> {
    let above_zero = |what: &str, is_zero: bool| {
        if is_zero { Err(bad_value(&format!("{what} above 0"), 0)) } else { Ok(()) }
    };
    above_zero("a number of nodes", nodes == Some(0))?;
    above_zero("a depth", depth == Some(0))?;
    Ok(Limits {
        move_time: time.map(|time| positive_time("a time", time)).transpose()?,
        clock: clock.map(|left| positive_time("a clock", left)).transpose()?,
        depth,
        nodes,
    })
}

/// A number within a range from 1 on.
pub(crate) fn up_to(what: &str, number: usize, most: usize) -> PyResult<usize> {
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(bad_value(&format!("{what} from 1 to {most}"), number))
    }
}

/// Options with so many threads and megabytes.
pub(crate) fn resources(threads: usize, hash: usize) -> PyResult<Options> {
    Ok(Options {
        threads: up_to("a number of threads", threads, Options::MOST_THREADS)?,
        hash_megabytes: up_to("megabytes", hash, Options::MOST_MEGABYTES)?,
        ..Options::default()
    })
}
