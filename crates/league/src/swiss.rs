//! Swiss rounds: agents of about equal success meet, no two of them twice.
//!
//! Colours need no care: on each board of a round both move first once. Who comes late begins
//! without points; who leaves is not drawn any more, and what was not played against it
//! counts as won.

use std::collections::BTreeSet;

/// How far the search for a round goes before two may meet again.
const MOST_STEPS: u32 = 100_000;

/// An agent before a round.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) name: String,
    /// Points so far; a bye counts as won.
    pub(crate) points: f64,
    /// Whether it has had a bye, a round without an opponent.
    pub(crate) had_bye: bool,
}

/// The pairings of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) pairings: Vec<(String, String)>,
    /// Who has no opponent.
    pub(crate) bye: Option<String>,
}

/// Draws a round. `met` has each pair of names in their order.
pub(crate) fn draw(mut standings: Vec<Standing>, met: &BTreeSet<(String, String)>) -> Round {
    // A stable sort: agents of equal points stay in the order of the tournament's file.
    standings.sort_by(|a, b| b.points.total_cmp(&a.points));
    let mut round = Round::default();
    if standings.len() % 2 == 1 {
        let has_had_none = |standing: &Standing| !standing.had_bye;
        let last = standings.iter().rposition(has_had_none).unwrap_or(standings.len() - 1);
        round.bye = Some(standings.remove(last).name);
    }
    let names: Vec<String> = standings.into_iter().map(|standing| standing.name).collect();
    let free: Vec<usize> = (0..names.len()).collect();
    let have_met = |a: usize, b: usize| met.contains(&in_order(&names[a], &names[b]));
    let pairings = pair_up(&free, &have_met, &mut MOST_STEPS.clone())
        .or_else(|| pair_up(&free, &|_, _| false, &mut MOST_STEPS.clone()))
        .unwrap_or_default();
    let by_name = |(a, b): (usize, usize)| (names[a].clone(), names[b].clone());
    round.pairings = pairings.into_iter().map(by_name).collect();
    round
}

/// Two names as they stand in the set of those who have met.
pub(crate) fn in_order(a: &str, b: &str) -> (String, String) {
    if a <= b { (a.to_owned(), b.to_owned()) } else { (b.to_owned(), a.to_owned()) }
}

/// The best one free gets the best opponent such that the rest can be paired as well.
fn pair_up(
    free: &[usize],
    have_met: &dyn Fn(usize, usize) -> bool,
    steps: &mut u32,
) -> Option<Vec<(usize, usize)>> {
    let Some((&best, others)) = free.split_first() else { return Some(Vec::new()) };
    for (index, &opponent) in others.iter().enumerate() {
        *steps = steps.checked_sub(1)?;
        if have_met(best, opponent) {
            continue;
        }
        let mut rest = others.to_vec();
        rest.remove(index);
        if let Some(mut pairings) = pair_up(&rest, have_met, steps) {
            pairings.insert(0, (best, opponent));
            return Some(pairings);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(points: &[(&str, f64)]) -> Vec<Standing> {
        let standing = |&(name, points): &(&str, f64)| Standing {
            name: name.to_owned(),
            points,
            had_bye: false,
        };
        points.iter().map(standing).collect()
    }

    fn names(round: &Round) -> Vec<String> {
        round.pairings.iter().map(|(a, b)| format!("{a}{b}")).collect()
    }

    #[test]
    fn equals_meet_unless_they_have() {
        let points = [("a", 1.0), ("b", 2.0), ("c", 2.0), ("d", 1.0)];
        let round = draw(standings(&points), &BTreeSet::new());
        assert_eq!(names(&round), ["bc", "ad"]);
        let met = BTreeSet::from([in_order("c", "b")]);
        assert_eq!(names(&draw(standings(&points), &met)), ["ba", "cd"]);
    }

    #[test]
    fn with_an_odd_number_the_last_without_a_bye_so_far_has_one() {
        let mut all = standings(&[("a", 2.0), ("b", 1.0), ("c", 0.0)]);
        assert_eq!(draw(all.clone(), &BTreeSet::new()).bye.as_deref(), Some("c"));
        all[2].had_bye = true;
        let round = draw(all, &BTreeSet::new());
        assert_eq!(round.bye.as_deref(), Some("b"));
        assert_eq!(names(&round), ["ac"]);
    }

    #[test]
    fn nobody_meets_twice_while_that_is_possible() {
        for count in [6, 7, 12] {
            let mut all = standings(&vec![("", 0.0); count]);
            for (index, standing) in all.iter_mut().enumerate() {
                standing.name = format!("{index:02}");
            }
            let mut met = BTreeSet::new();
            for round in 0..4 {
                let drawn = draw(all.clone(), &met);
                assert_eq!(drawn.pairings.len(), count / 2);
                for (a, b) in &drawn.pairings {
                    assert!(met.insert(in_order(a, b)), "{count}, round {round}: {a} {b}");
                    let winner = all.iter_mut().find(|standing| standing.name == *a).unwrap();
                    winner.points += 1.0;
                }
                let out =
                    all.iter_mut().find(|standing| Some(&standing.name) == drawn.bye.as_ref());
                if let Some(out) = out {
                    assert!(!out.had_bye);
                    (out.had_bye, out.points) = (true, out.points + 1.0);
                }
            }
        }
    }

    #[test]
    fn when_all_have_met_they_meet_again() {
        let met = BTreeSet::from([in_order("a", "b")]);
        assert_eq!(names(&draw(standings(&[("a", 0.0), ("b", 0.0)]), &met)), ["ab"]);
    }
}
