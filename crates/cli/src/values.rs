//! How the values of options are read, and what is said of those that cannot be used.

use std::fmt::Display;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use fruitrage_rules::seconds;

/// Reads a whole number within a range.
pub(crate) fn whole_number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// Reads how many threads search.
pub(crate) fn threads(text: &str) -> Result<u16, String> {
    whole_number(1..=256)(text)
}

/// Reads the size of a table in megabytes.
pub(crate) fn megabytes(text: &str) -> Result<u32, String> {
    whole_number(1..=65_536)(text)
}

/// Reads a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole_number(0..=u64::MAX)(text)
}

/// Reads how many games are played at one time.
pub(crate) fn jobs(text: &str) -> Result<u16, String> {
    whole_number(1..=u16::MAX)(text)
}

/// Reads a time.
pub(crate) fn positive_seconds(text: &str) -> Result<Duration, String> {
    seconds::parse_positive(text)
        .ok_or_else(|| "expected a number of seconds above 0, such as 1.5".to_owned())
}

/// Reads an address of this machine.
pub(crate) fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "expected an IP address, such as 127.0.0.1, 0.0.0.0 or ::1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_outside_its_range_is_told_the_range() {
        let small = whole_number(1..=26_u8);
        assert_eq!((small("1"), small("26")), (Ok(1), Ok(26)));
        for bad in ["0", "27", "-1", "1.5", "256", "99999999999999999999", "x", "", " 1", "½"] {
            assert_eq!(small(bad), Err("expected a whole number from 1 to 26".to_owned()), "{bad}");
        }
    }
}
