//! How a player did in a game, or in many.

use super::Judgement;

/// How many of the best and the worst moves a summary has.
const MOVES_TOLD: usize = 3;

/// How fast accuracy falls with what is lost, as a part of what was at stake; see
/// docs/analysis.md for the games that it is fitted to.
const STEEPNESS: f64 = 2.5;

/// How a player did in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many moves the player made.
    pub moves: usize,
    /// How many of them gave nothing away.
    pub flawless: usize,
    /// What they gave away in all.
    pub lost: i32,
    /// From 0 to 100, see [`accuracy`]; none without a move.
    pub accuracy: Option<f64>,
    /// The moves that gave the most away, the worst first, by their index.
    pub worst: Vec<usize>,
    /// The moves that gave nothing away although the largest group was left lying, the
    /// largest first, by their index.
    pub best: Vec<usize>,
}

impl Summary {
    pub(super) fn new<'a>(judgements: impl Iterator<Item = &'a Judgement>) -> Self {
        let judgements: Vec<&Judgement> = judgements.collect();
        let lost = judgements.iter().map(|judgement| judgement.lost()).sum();
        let at_stake = judgements.iter().map(|judgement| i64::from(judgement.largest)).sum();
        Self {
            moves: judgements.len(),
            flawless: judgements.iter().filter(|judgement| judgement.lost() == 0).count(),
            lost,
            accuracy: accuracy(i64::from(lost), at_stake),
            worst: most(&judgements, Judgement::lost),
            best: most(&judgements, |judgement| match judgement.lost() {
                0 => judgement.left_lying(),
                _ => 0,
            }),
        }
    }
}

/// The moves with the most of something, of those that have any of it.
fn most(judgements: &[&Judgement], of: impl Fn(&Judgement) -> i32) -> Vec<usize> {
    let mut some: Vec<&Judgement> =
        judgements.iter().copied().filter(|judgement| of(judgement) > 0).collect();
    some.sort_by_key(|judgement| std::cmp::Reverse(of(judgement)));
    some.iter().take(MOVES_TOLD).map(|judgement| judgement.index).collect()
}

/// How well somebody played who lost so much of what was at stake, from 0 to 100; none
/// if nothing was. At stake is the largest group's points, before each move.
///
/// ```
/// use fruitrage_analysis::accuracy;
///
/// assert_eq!(accuracy(0, 500), Some(100.0));
/// assert!(accuracy(100, 500) < accuracy(50, 500));
/// assert_eq!(accuracy(0, 0), None);
/// ```
pub fn accuracy(lost: i64, at_stake: i64) -> Option<f64> {
    let part = lost as f64 / at_stake as f64;
    (at_stake > 0).then(|| 100.0 * (-STEEPNESS * part).exp())
}
