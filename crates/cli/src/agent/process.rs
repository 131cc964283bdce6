//! How long this process has been there already when `main` begins: the clock runs since.

use std::time::Duration;

/// How long ago the process was started, to a tick. On a machine that has other things to do, a
/// process waits for its turn before anything of it runs.
#[cfg(target_os = "linux")]
pub(super) fn age() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let status = std::fs::read_to_string("/proc/self/stat").ok()?;
    let now = clock_gettime(ClockId::Boottime);
    let now = Duration::new(now.tv_sec.try_into().ok()?, now.tv_nsec.try_into().ok()?);
    now.checked_sub(started(&status)?)
}

/// Elsewhere nobody says.
#[cfg(not(target_os = "linux"))]
pub(super) fn age() -> Option<Duration> {
    None
}

/// The unit of times in `/proc`, the same on all machines of today.
#[cfg(target_os = "linux")]
const TICK: Duration = Duration::from_millis(10);

/// When a process was started, counted from when the machine was, by its `/proc/PID/stat`.
#[cfg(target_os = "linux")]
fn started(status: &str) -> Option<Duration> {
    // The second field is a name in brackets, in which there may be anything. The 22nd is wanted.
    let (_, from_third) = status.rsplit_once(')')?;
    let ticks: u32 = from_third.split_whitespace().nth(19)?.parse().ok()?;
    Some(TICK * ticks)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_the_twenty_second_field_whatever_the_name_is() {
        let numbers: Vec<String> = (4..30).map(|number| number.to_string()).collect();
        let status = format!("77 (a) b (c) S {}", numbers.join(" "));
        assert_eq!(started(&status), Some(Duration::from_millis(220)));
        assert_eq!(started("77 (cut off) S 1 2"), None);
    }

    #[test]
    fn this_process_is_younger_than_the_machine() {
        let up: f64 = std::fs::read_to_string("/proc/uptime")
            .ok()
            .and_then(|text| text.split_whitespace().next()?.parse().ok())
            .expect("the system says how long it is up");
        assert!(age().expect("the system says when a process was started").as_secs_f64() <= up);
    }
}
