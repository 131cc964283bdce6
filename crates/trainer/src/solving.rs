//! What solving takes: the constants of the engine's [`Difficulty`], fitted to positions that were
//! solved.

use std::fmt;
use std::time::Duration;

use fruitrage_engine::{Difficulty, Limits, Options, Position, Stop, Unsolved, solve};

use crate::regression::{Undetermined, least_squares, predict};
use crate::row::Row;
use crate::samples::Sample;
use crate::split::split;

/// Positions with so many moves are solved: with fewer the work is hardly the solver's, and with
/// more it may take hours.
const MOVES: std::ops::RangeInclusive<usize> = 10..=24;

/// How much work is given up after; it counts as that much then.
const MOST_NODES: u64 = 1 << 25;

/// What a table holds for that.
const TABLE_MEGABYTES: usize = 64;

/// The counts of [`Difficulty`], and a constant.
const FEATURES: usize = Difficulty::COUNTS + 1;

/// The engine's constants are in this part of a doubling.
const UNIT: f64 = 256.0;

/// How hard a position looks, and how many nodes solving it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    unit: u64,
    difficulty: Difficulty,
    nodes: u64,
}

impl Solved {
    /// Whether a sample is one of those to solve.
    pub fn is_wanted(sample: &Sample) -> bool {
        MOVES.contains(&Position::new(&sample.board).moves().count())
    }

    /// Solves a sample; if the handle is stopped meanwhile, what it took means nothing.
    pub fn of(sample: &Sample, stop: &Stop) -> Self {
        let options = Options { hash_megabytes: TABLE_MEGABYTES, ..Options::default() };
        let limits = Limits::nodes(MOST_NODES);
        let solved = solve(&sample.board, options, &limits, &|| Duration::ZERO, stop, &mut |_| {});
        let nodes = match solved {
            Ok(solution) => solution.nodes,
            Err(Unsolved::Stopped { nodes, .. }) => nodes,
            Err(Unsolved::OutOfMemory(error)) => panic!("{error}"),
        };
        let difficulty = Difficulty::of(&Position::new(&sample.board));
        Self { unit: sample.unit, difficulty, nodes: nodes.max(1) }
    }

    /// The row that the constants are fitted to: the doublings that it took.
    fn row(&self) -> Row<FEATURES> {
        let mut features = [1.0; FEATURES];
        for (feature, count) in features[1..].iter_mut().zip(self.difficulty.counts()) {
            *feature = count as f32;
        }
        Row { features, target: (self.nodes as f32).log2(), weight: 1.0 }
    }
}

/// The constants that fit best, and how far off they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Doublings for any position, and for each of what is counted.
    coefficients: [f64; FEATURES],
    learned: usize,
    kept: usize,
    /// The root of the mean squared error on what was kept out, in doublings.
    error: f64,
}

impl Fit {
    /// Fits to most of the games; the others have no say, and show how far off it is.
    pub fn to(solved: &[Solved], seed: u64) -> Result<Self, Undetermined> {
        let (learned, kept) = split(solved, |solved| solved.unit, seed);
        let rows: Vec<Row<FEATURES>> = learned.iter().map(|solved| solved.row()).collect();
        let coefficients = least_squares(&rows, 0.0)?;
        let squares = kept.iter().map(|solved| {
            let row = solved.row();
            (predict(&coefficients, &row.features) - f64::from(row.target)).powi(2)
        });
        let error = (squares.sum::<f64>() / kept.len() as f64).sqrt();
        Ok(Self { coefficients, learned: learned.len(), kept: kept.len(), error })
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { coefficients, learned, kept, error } = self;
        writeln!(f, "doublings of the nodes that solving takes, in 1/{UNIT}")?;
        let [of_any, of_each @ ..] = coefficients.map(|coefficient| coefficient * UNIT);
        writeln!(f, "any position {of_any:>6.0}")?;
        for (name, coefficient) in Difficulty::NAMES.iter().zip(of_each) {
            writeln!(f, "each {name:8}{coefficient:>6.0}")?;
        }
        writeln!(f, "{learned} positions learned; {kept} kept: off by {error:.2} doublings")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{FruitKinds, Size, random_board};

    fn sample(board: &str) -> Sample {
        Sample::parse(1, &format!("0 9 {board} - -")).unwrap()
    }

    #[test]
    fn positions_with_neither_few_nor_many_moves_are_solved() {
        let many = "010101/101010/010101/101010/010101/101010";
        let wanted = ["01/10", "0123/4567/0123/4567", many].map(sample);
        assert_eq!(wanted.map(|sample| Solved::is_wanted(&sample)), [false, true, false]);
    }

    #[test]
    fn a_solved_position_tells_what_it_took() {
        let sample = sample("0123/4567/0123/4567");
        let solved = Solved::of(&sample, &Stop::new());
        assert_eq!(solved.difficulty.counts(), [16, 16, 4, 8]);
        assert!((16..MOST_NODES).contains(&solved.nodes), "{}", solved.nodes);
    }

    #[test]
    fn what_the_work_follows_is_found() {
        let mut solved = Vec::new();
        for unit in 0..200 {
            let size = Size::new(3 + unit as usize % 4).unwrap();
            let kinds = FruitKinds::new(2 + unit as usize % 7).unwrap();
            let difficulty = Difficulty::of(&Position::new(&random_board(size, kinds, unit)));
            let [moves, _, columns, _] = difficulty.counts();
            solved.push(Solved { unit, difficulty, nodes: 1 << (8 + moves - columns) });
        }
        let fit = Fit::to(&solved, 1).unwrap();
        assert_eq!(fit.coefficients.map(|it| it.round() as i32), [8, 1, 0, -1, 0]);
        assert!(fit.error < 0.01 && fit.learned + fit.kept == 200, "{fit}");
        assert_eq!(Fit::to(&solved[..3], 1), Err(Undetermined));
    }
}
