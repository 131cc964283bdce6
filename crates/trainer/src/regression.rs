//! Linear estimates: weighted least squares with a ridge.
//!
//! Normal equations are enough here: features are few and of similar scale, sums are in
//! 64 bits, and the ridge keeps the matrix away from singular.

use thiserror::Error;

use crate::row::Row;

/// The features do not determine the coefficients: some are combinations of others, or
/// there are too few rows. A ridge helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected features that determine the coefficients, found some that depend on others")]
pub struct Undetermined;

/// The coefficients with the least weighted sum of squared errors, plus `ridge` times the
/// sum of their own squares.
///
/// ```
/// use fruitrage_trainer::regression::least_squares;
/// use fruitrage_trainer::row::Row;
///
/// let row = |x, target| Row { features: [x, 1.0], target, weight: 1.0 };
/// let line = least_squares(&[row(0.0, 1.0), row(1.0, 3.0), row(2.0, 5.0)], 0.0).unwrap();
/// assert!((line[0] - 2.0).abs() < 1e-9 && (line[1] - 1.0).abs() < 1e-9);
/// ```
pub fn least_squares<const N: usize>(
    rows: &[Row<N>],
    ridge: f64,
) -> Result<[f64; N], Undetermined> {
    let mut equations = NormalEquations::new(ridge);
    for row in rows {
        equations.add(row);
    }
    equations.solve()
}

/// What coefficients say of features.
pub fn predict<const N: usize>(coefficients: &[f64; N], features: &[f32; N]) -> f64 {
    coefficients.iter().zip(features).map(|(weight, &value)| weight * f64::from(value)).sum()
}

/// A symmetric matrix, of which the lower triangle is kept, and a right side.
struct NormalEquations<const N: usize> {
    matrix: [[f64; N]; N],
    right: [f64; N],
}

impl<const N: usize> NormalEquations<N> {
    fn new(ridge: f64) -> Self {
        let mut matrix = [[0.0; N]; N];
        for (index, row) in matrix.iter_mut().enumerate() {
            row[index] = ridge;
        }
        Self { matrix, right: [0.0; N] }
    }

    fn add(&mut self, row: &Row<N>) {
        let features = row.features.map(f64::from);
        for (index, &feature) in features.iter().enumerate() {
            let scaled = f64::from(row.weight) * feature;
            for (sum, &other) in self.matrix[index][..=index].iter_mut().zip(&features) {
                *sum += scaled * other;
            }
            self.right[index] += scaled * f64::from(row.target);
        }
    }

    /// Solves by Cholesky's factors.
    fn solve(mut self) -> Result<[f64; N], Undetermined> {
        self.factorise()?;
        let (factor, mut solution) = (&self.matrix, self.right);
        for index in 0..N {
            let known: f64 = (0..index).map(|other| factor[index][other] * solution[other]).sum();
            solution[index] = (solution[index] - known) / factor[index][index];
        }
        for index in (0..N).rev() {
            let known: f64 =
                (index + 1..N).map(|other| factor[other][index] * solution[other]).sum();
            solution[index] = (solution[index] - known) / factor[index][index];
        }
        Ok(solution)
    }

    /// Turns the matrix into its lower factor.
    fn factorise(&mut self) -> Result<(), Undetermined> {
        let matrix = &mut self.matrix;
        for row in 0..N {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|other| matrix[row][other] * matrix[column][other]).sum();
                let rest = matrix[row][column] - known;
                matrix[row][column] = if column < row {
                    rest / matrix[column][column]
                } else if rest > matrix[row][row] * f64::EPSILON * N as f64 {
                    rest.sqrt()
                } else {
                    return Err(Undetermined);
                };
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Generator;

    fn largest(values: impl Iterator<Item = f64>) -> f64 {
        values.map(f64::abs).fold(0.0, f64::max)
    }

    const KNOWN: [f64; 4] = [2.5, -1.0, 0.125, 30.0];

    /// An even draw between −1 and 1.
    fn draw(chance: &mut Generator) -> f32 {
        chance.below(2_000_001) as f32 / 1e6 - 1.0
    }

    /// Rows made from the known coefficients, with even noise.
    fn rows(count: usize, noise: f32) -> Vec<Row<4>> {
        let mut chance = Generator::new(11);
        let row = |_| {
            let features = [draw(&mut chance), 20.0 * draw(&mut chance), draw(&mut chance), 1.0];
            let target = predict(&KNOWN, &features) as f32 + noise * draw(&mut chance);
            Row { features, target, weight: 1.0 + draw(&mut chance) / 2.0 }
        };
        (0..count).map(row).collect()
    }

    fn distance(found: &[f64; 4]) -> f64 {
        largest(found.iter().zip(KNOWN).map(|(found, known)| found - known))
    }

    #[test]
    fn known_coefficients_are_found_again() {
        assert!(distance(&least_squares(&rows(50, 0.0), 0.0).unwrap()) < 1e-5);
        let noisy = rows(5000, 3.0);
        assert!(distance(&least_squares(&noisy, 0.0).unwrap()) < 0.2);
        assert_eq!(least_squares(&noisy, 0.0), least_squares(&noisy, 0.0));
    }

    #[test]
    fn a_row_of_weight_two_is_two_rows() {
        let mut rows = rows(20, 2.0);
        for row in &mut rows {
            row.weight = 1.0;
        }
        let twice: Vec<Row<4>> = rows.iter().chain(&rows[..5]).copied().collect();
        for row in &mut rows[..5] {
            row.weight = 2.0;
        }
        let [weighted, repeated] = [rows, twice].map(|rows| least_squares(&rows, 0.1).unwrap());
        assert!(largest(weighted.iter().zip(repeated).map(|(a, b)| a - b)) < 1e-9);
    }

    #[test]
    fn features_that_depend_on_each_other_need_a_ridge() {
        let row = |x: f32| Row { features: [x, 2.0 * x], target: 5.0 * x, weight: 1.0 };
        let rows = [row(1.0), row(2.0), row(-3.0)];
        assert_eq!(least_squares(&rows, 0.0), Err(Undetermined));
        assert_eq!(least_squares::<2>(&[], 0.0), Err(Undetermined));
        // The least coefficients with x + 2y = 5.
        let [x, y] = least_squares(&rows, 1e-6).unwrap();
        assert!((x - 1.0).abs() < 1e-4 && (y - 2.0).abs() < 1e-4, "{x} {y}");
    }
}
