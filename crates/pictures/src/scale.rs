//! The scale of an axis: where values lie, and which of them are written beside it.

/// Maps values from one range to places in another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Values from `low` to `high`, which are different, are drawn between two places.
    pub(crate) const fn new((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        Self { low, high, from, to }
    }

    pub(crate) fn place(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// About so many round values within the range.
    pub(crate) fn ticks(&self, about: f64) -> Vec<f64> {
        let step = round_step((self.high - self.low) / about);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|index| index as f64 * step).collect()
    }
}

/// The next of 1, 2, 5, 10, 20, 50 … that is not below.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1.0).log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_range() {
        let scale = |low, high| Scale::new((low, high), (0.0, 1.0));
        assert_eq!(scale(0.0, 45.0).ticks(5.0), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(scale(-130.0, 90.0).ticks(4.0), [-100.0, 0.0]);
        assert_eq!(scale(0.0, 2.0).ticks(10.0), [0.0, 1.0, 2.0]);
        assert_eq!(scale(0.0, 400_000.0).ticks(4.0).len(), 5);
    }

    #[test]
    fn places_run_either_way() {
        let scale = Scale::new((-10.0, 10.0), (100.0, 0.0));
        assert!((scale.place(5.0) - 25.0).abs() < 1e-9);
    }
}
