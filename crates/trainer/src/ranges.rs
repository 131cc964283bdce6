//! What buckets of positions are worth at least and at most, from samples: the evaluation.

use std::collections::BTreeMap;

use fruitrage_engine::Position;
use fruitrage_engine::evaluation::{Bucket, Evaluation, ValueRange};
use thiserror::Error;

use crate::samples::Sample;

/// With fewer samples than this, a bucket is taken for the fallback that it belongs to.
const ENOUGH: usize = 200;

/// A position as the evaluation sees it: its bucket, and its value in units of the largest
/// group's points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The bucket of the position.
    pub bucket: Bucket,
    /// The value in units of the largest group's points.
    pub share: f64,
}

impl Seen {
    /// What the evaluation sees of a sample; nothing if it has no fruits or no value.
    pub fn of(sample: &Sample) -> Option<Self> {
        let position = Position::new(&sample.board);
        let largest = f64::from(position.moves().next()?.points());
        Some(Self { bucket: Bucket::of(&position), share: sample.value()? / largest })
    }
}

/// Too few samples to learn anything from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected at least {ENOUGH} positions with values, found {found}")]
pub struct TooFew {
    found: usize,
}

/// The evaluation whose ranges leave out this part of the positions at either end.
pub fn fit(seen: &[Seen], tail: f64) -> Result<Evaluation, TooFew> {
    if seen.len() < ENOUGH {
        return Err(TooFew { found: seen.len() });
    }
    let mut shares: BTreeMap<_, Vec<f64>> = BTreeMap::new();
    for &Seen { bucket, share } in seen {
        for fallback in bucket.fallbacks() {
            shares.entry(fallback).or_default().push(share);
        }
    }
    shares.retain(|_, shares| shares.len() >= ENOUGH);
    let ranges = shares.into_iter().map(|(fallback, shares)| (fallback, range(shares, tail)));
    let ranges: BTreeMap<_, ValueRange> = ranges.collect();
    let mut learned = [ValueRange::WIDEST; Bucket::COUNT];
    for (range, bucket) in learned.iter_mut().zip(Bucket::all()) {
        let mut known = bucket.fallbacks().into_iter().filter_map(|fallback| ranges.get(&fallback));
        *range = *known.next().expect("all positions together are enough");
    }
    Ok(Evaluation::new(learned))
}

/// The range of some values without their tails.
fn range(mut shares: Vec<f64>, tail: f64) -> ValueRange {
    shares.sort_by(f64::total_cmp);
    let last = shares.len() - 1;
    let left_out = (last as f64 * tail) as usize;
    let range = ValueRange::of_shares(shares[left_out], shares[last - left_out]);
    // Where all are the same, the values just beside it are as likely.
    if range.least < range.most { range } else { ValueRange::WIDEST }
}

/// How an evaluation does on positions that it was not fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The part of the positions that are worth less than the evaluation thinks.
    pub below: f64,
    /// The part of the positions that are worth more.
    pub above: f64,
    /// The mean width of the ranges, in units of the largest group's points.
    pub width: f64,
}

impl Trial {
    /// Tries an evaluation; none without positions.
    pub fn of(evaluation: &Evaluation, kept: &[Seen]) -> Option<Self> {
        let count = (!kept.is_empty()).then_some(kept.len() as f64)?;
        let shares = |seen: &Seen| evaluation.range(seen.bucket).shares();
        let part = |is: &dyn Fn(&Seen) -> bool| {
            kept.iter().filter(|&seen| is(seen)).count() as f64 / count
        };
        let widths = kept.iter().map(shares).map(|(least, most)| most - least);
        Some(Self {
            below: part(&|seen| seen.share < shares(seen).0),
            above: part(&|seen| seen.share > shares(seen).1),
            width: widths.sum::<f64>() / count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many positions of one bucket as asked for, with values evenly from 0 to 1.
    fn even(bucket: Bucket, count: usize) -> impl Iterator<Item = Seen> {
        (0..count).map(move |index| Seen { bucket, share: index as f64 / (count - 1) as f64 })
    }

    #[test]
    fn tails_are_left_out() {
        let bucket = Bucket::all().next().unwrap();
        let seen: Vec<Seen> = even(bucket, 1001).collect();
        let evaluation = fit(&seen, 0.25).unwrap();
        assert_eq!(evaluation.range(bucket), ValueRange { least: 64, most: 192 });
        let trial = Trial::of(&evaluation, &seen).unwrap();
        assert!((trial.below - 0.25).abs() < 0.01 && (trial.above - 0.25).abs() < 0.01);
        assert!((trial.width - 0.5).abs() < 0.01);
    }

    #[test]
    fn rare_classes_are_taken_for_their_family() {
        let buckets: Vec<Bucket> = Bucket::all().collect();
        let (common, rare) = (buckets[0], buckets[1]);
        let mut seen: Vec<Seen> = even(common, 1001).collect();
        seen.extend((0..ENOUGH - 1).map(|_| Seen { bucket: rare, share: 0.5 }));
        let evaluation = fit(&seen, 0.0).unwrap();
        assert_eq!(evaluation.range(rare), ValueRange::WIDEST);
        seen.push(Seen { bucket: rare, share: 0.625 });
        let evaluation = fit(&seen, 0.0).unwrap();
        assert_eq!(evaluation.range(rare), ValueRange { least: 128, most: 160 });
    }

    #[test]
    fn next_to_no_samples_are_refused() {
        assert_eq!(fit(&[], 0.1).unwrap_err(), TooFew { found: 0 });
    }

    #[test]
    fn a_sample_is_seen_in_units_of_its_largest_group() {
        let seen = |line: &str| Seen::of(&Sample::parse(1, line).unwrap());
        assert!((seen("0 2 00/00 - 1,4,8").unwrap().share - 0.375).abs() < 1e-9);
        assert!((seen("1 2 01/01 1 7").unwrap().share - 0.25).abs() < 1e-9);
        assert_eq!(seen("2 4 01/23 - -"), None);
        assert_eq!(seen("2 4 **/** - 1"), None);
    }
}
