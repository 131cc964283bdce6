//! The engine's evaluation as something to be fitted: what it knows of a position, and the
//! engine that comes of it. **This is the place to connect another evaluation**: its
//! features in [`rows`], its coefficients or its network in [`fit`], and, if it is more than
//! constants of the search, what carries it in [`Contestant`].
//!
//! Today's evaluation has one coefficient, the share of the largest group's points.

use fruitrage_rules::Group;

use crate::contestant::Contestant;
use crate::regression::{Undetermined, huber};
use crate::row::Row;
use crate::samples::Sample;

/// How many features there are.
pub const FEATURES: usize = 1;

/// Where errors stop counting by their squares, in points of the largest group.
const THRESHOLD: f64 = 0.5;

/// Parameters of the engine have shares in 1/256.
const WHOLE_SHARE: f64 = 256.0;

/// What the samples say. Those without a value are left out.
///
/// The feature and the value are in units of the largest group's points, so that boards with
/// large groups do not drown the others.
pub fn rows(samples: &[Sample]) -> Vec<Row<FEATURES>> {
    let row = |sample: &Sample| {
        let largest = sample.board.groups().map(|group: Group| group.points()).max()?;
        let target = sample.value()? as f32 / largest as f32;
        Some(Row { features: [1.0], target, weight: 1.0 })
    };
    samples.iter().filter_map(row).collect()
}

/// The engine whose evaluation fits the samples best.
pub fn fit(samples: &[Sample]) -> Result<Contestant, Undetermined> {
    let [share] = huber(&rows(samples), 0.0, THRESHOLD)?;
    let mut parameters = *Contestant::default().parameters();
    parameters.leaf_share = (WHOLE_SHARE * share).round() as i32;
    Ok(Contestant::new(parameters))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(lines: &[&str]) -> Vec<Sample> {
        lines.iter().map(|line| Sample::parse(1, line).unwrap()).collect()
    }

    #[test]
    fn the_share_of_the_largest_group_is_found() {
        // Largest groups of 4, 2 and 1 fruits: 16, 4 and 1 points.
        let known = samples(&["0 2 00/00 - 1,4", "1 2 01/01 1 7", "2 4 01/23 - -"]);
        assert_eq!(fit(&known).unwrap().parameters().leaf_share, 64);
    }

    #[test]
    fn without_samples_there_is_nothing_to_fit() {
        assert_eq!(fit(&[]), Err(Undetermined));
        assert_eq!(fit(&samples(&["0 2 **/** - 1"])), Err(Undetermined));
    }
}
