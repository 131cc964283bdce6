//! A mean and how sure we are of it.

use serde::Serialize;

/// The quantile of the normal distribution for 95%, both sides.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A value with its 95% interval; without a bound where too little is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The interval's lower end.
    pub low: Option<f64>,
    /// The interval's upper end.
    pub high: Option<f64>,
}

impl Estimate {
    /// The mean of some values, with Student's interval; none without a value.
    ///
    /// ```
    /// use fruitrage_statistics::Estimate;
    ///
    /// let mean = Estimate::mean(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
    /// assert_eq!(mean.value, 3.0);
    /// // 3 ± 2.776 · √(2.5 / 5)
    /// assert!((mean.low.unwrap() - 1.037).abs() < 0.01);
    /// ```
    pub fn mean(values: &[f64]) -> Option<Self> {
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let value = values.iter().sum::<f64>() / count;
        if values.len() < 2 {
            return Some(Self { value, low: None, high: None });
        }
        let squares: f64 = values.iter().map(|other| (other - value).powi(2)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        let reach = student_quantile(values.len() - 1) * error;
        Some(Self { value, low: Some(value - reach), high: Some(value + reach) })
    }
}

/// The 97.5% quantile of Student's distribution: exact where the Cornish–Fisher series from
/// the normal quantile is poor, the series elsewhere (right to one percent from three
/// degrees of freedom on).
fn student_quantile(degrees_of_freedom: usize) -> f64 {
    match degrees_of_freedom {
        0 | 1 => 12.706,
        2 => 4.303,
        more => cornish_fisher(more as f64),
    }
}

/// The series of Cornish and Fisher for Student's 97.5% quantile.
fn cornish_fisher(freedom: f64) -> f64 {
    let z = Z;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Generator;

    #[test]
    fn the_quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)]
        {
            let found = student_quantile(freedom);
            assert!((found / quantile - 1.0).abs() < 0.01, "{freedom}: {found}");
        }
    }

    /// The values of the four polynomials, evaluated apart.
    #[test]
    fn the_series_has_the_published_coefficients() {
        let terms = [1.959_964, 2.372_271, 2.822_499, 2.555_850];
        let freedom = 0.1_f64;
        let expected = (0..).zip(terms).map(|(power, term)| term / freedom.powi(power));
        let expected: f64 = expected.sum();
        assert!((cornish_fisher(freedom) / expected - 1.0).abs() < 1e-6);
    }

    #[test]
    fn about_95_percent_of_the_intervals_hold_the_mean() {
        let mut generator = Generator::new(1908);
        // The sum of twelve even draws is close to normal.
        let mut normal = || {
            let draws = (0..12).map(|_| generator.below(1_000_000) as f64 / 1e6);
            draws.sum::<f64>() - 6.0
        };
        for count in [2, 3, 5, 30] {
            let held = (0..2000).filter(|_| {
                let values: Vec<f64> = (0..count).map(|_| 7.0 + 3.0 * normal()).collect();
                let mean = Estimate::mean(&values).unwrap();
                mean.low.unwrap() <= 7.0 && 7.0 <= mean.high.unwrap()
            });
            let held = held.count();
            // 1900 of 2000, give or take three standard errors of 9.7.
            assert!((1871..=1929).contains(&held), "{count} values: {held} of 2000");
        }
    }

    #[test]
    fn one_value_has_no_interval_and_none_no_mean() {
        assert_eq!(Estimate::mean(&[]), None);
        assert_eq!(Estimate::mean(&[4.0]), Some(Estimate { value: 4.0, low: None, high: None }));
    }
}
