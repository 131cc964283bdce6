//! Times in files: seconds as a decimal number.

use std::fmt;
use std::time::Duration;

/// The longest time that is distinguished from a longer one, thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// A time as text: seconds with as many decimals as it has, at most nine.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_rules::seconds;
///
/// let time = seconds::parse_exact("24.345").unwrap();
/// assert_eq!(time, Duration::from_millis(24_345));
/// assert_eq!(seconds::display(time).to_string(), "24.345");
/// assert_eq!(seconds::display(Duration::from_secs(300)).to_string(), "300");
/// ```
pub fn display(time: Duration) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let whole = time.as_secs();
        match time.subsec_nanos() {
            0 => write!(f, "{whole}"),
            nanoseconds => {
                let decimals = format!("{nanoseconds:09}");
                write!(f, "{whole}.{}", decimals.trim_end_matches('0'))
            }
        }
    })
}

/// Reads a time written as by [`display`]: digits, and at most nine decimals.
pub fn parse_exact(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let all_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || !all_digits(decimals) || decimals.len() > 9 {
        return None;
    }
    let nanoseconds: u32 = format!("{decimals:0<9}").parse().ok()?;
    let time = Duration::new(whole.parse().ok()?, nanoseconds);
    (time <= LONGEST).then_some(time)
}

/// Reads a positive time in any notation for floating-point numbers. What a clock
/// cannot tell apart is cut off: less than a nanosecond, more than thirty years.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_rules::seconds;
///
/// assert_eq!(seconds::parse_positive("1.5e2"), Some(Duration::from_secs(150)));
/// assert_eq!(seconds::parse_positive("0.0"), None);
/// assert_eq!(seconds::parse_positive("inf"), None);
/// ```
pub fn parse_positive(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok()?;
    if !(value.is_finite() && value > 0.0) {
        return None;
    }
    let exact = parse_exact(text);
    let time = exact.or_else(|| Duration::try_from_secs_f64(value).ok()).unwrap_or(LONGEST);
    Some(time.clamp(Duration::from_nanos(1), LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_times_refuse_everything_but_digits_and_a_point() {
        for bad in
            ["", ".", "1.", ".5", "-1", "+1", "1e3", "1.0000000001", "1000000001", "NaN", "٣"]
        {
            assert_eq!(parse_exact(bad), None, "{bad}");
        }
    }

    #[test]
    fn positive_times_stay_positive_and_finite() {
        assert_eq!(parse_positive("1e-300"), Some(Duration::from_nanos(1)));
        assert_eq!(parse_positive("1e300"), Some(LONGEST));
        assert_eq!(parse_positive("0.1"), Some(Duration::from_millis(100)));
        for bad in ["0", "-0.0", "-1", "nan", "inf", "-inf", "1e400", "", "ten", "1,5"] {
            assert_eq!(parse_positive(bad), None, "{bad}");
        }
    }
}
