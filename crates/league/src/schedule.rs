//! Which games a tournament consists of.

use crate::plan::Seeds;
use crate::store::PlannedPair;
use crate::swiss::in_order;
use crate::{Configuration, Entrant, Format};

/// What tells a game from all others of its tournament.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// The round of a Swiss tournament from 1; 0 elsewhere.
    pub round: u32,
    /// The number of the board, from 0.
    pub board: u32,
    /// The event's name.
    pub event: String,
    /// Who moves first.
    pub first: String,
    /// Who moves second.
    pub second: String,
}

/// All pairs between agents in a round, board by board.
pub(crate) fn pairs_of(
    tournament: &Configuration,
    round: u32,
    pairings: &[(String, String)],
    seeds: &Seeds,
) -> Vec<PlannedPair> {
    let mut pairs = Vec::new();
    for board in 0..tournament.pairs {
        for event in tournament.events.iter().map(ToString::to_string) {
            for (a, b) in pairings {
                let agents = in_order(a, b);
                let seed = seeds.board(round, board, &agents);
                pairs.push(PlannedPair { round, board, event: event.clone(), agents, seed });
            }
        }
    }
    pairs
}

/// Who meets all others in a gauntlet. Without a champion by name, the first agent is the one
/// that is tested.
pub(crate) fn champions(tournament: &Configuration) -> Vec<&str> {
    let named = tournament.entrants.iter().filter(|entrant| entrant.champion);
    let named: Vec<&str> = named.map(|entrant| entrant.name.as_str()).collect();
    if named.is_empty() {
        return tournament.entrants.first().map(|entrant| &*entrant.name).into_iter().collect();
    }
    named
}

/// Who meets whom where that does not depend on results.
pub(crate) fn pairings(tournament: &Configuration) -> Vec<(String, String)> {
    let entrants = &tournament.entrants;
    let champions = champions(tournament);
    let is_champion = |entrant: &Entrant| champions.contains(&&*entrant.name);
    let mut pairings = Vec::new();
    for (index, a) in entrants.iter().enumerate() {
        for b in &entrants[index + 1..] {
            let meet = match tournament.format {
                Format::RoundRobin => true,
                Format::Gauntlet => is_champion(a) != is_champion(b),
                Format::Swiss => false,
            };
            if meet {
                pairings.push((a.name.clone(), b.name.clone()));
            }
        }
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use fruitrage_arena::Specification;

    fn tournament(names: &[&str], format: Format) -> Configuration {
        let entrants = names
            .iter()
            .map(|name| Entrant::new((*name).to_owned(), Specification::Random))
            .collect();
        Configuration { format, pairs: 2, ..Configuration::of(entrants) }
    }

    fn pairs(tournament: &Configuration, seeds: &Seeds) -> Vec<PlannedPair> {
        pairs_of(tournament, 0, &pairings(tournament), seeds)
    }

    #[test]
    fn everybody_meets_everybody() {
        let tournament = tournament(&["a", "b", "c", "d"], Format::RoundRobin);
        let pairs = pairs(&tournament, &Seeds::Own(1));
        // Six pairings, two boards.
        assert_eq!(pairs.iter().collect::<BTreeSet<_>>().len(), 12);
        let boards: BTreeSet<u64> = pairs.iter().map(|pair| pair.seed).collect();
        assert_eq!(boards.len(), 12, "each has a board of its own");
    }

    #[test]
    fn everybody_plays_the_same_boards_on_request() {
        let tournament = tournament(&["a", "b", "c", "d"], Format::RoundRobin);
        let boards = |seeds: &Seeds| -> BTreeSet<u64> {
            pairs(&tournament, seeds).iter().map(|pair| pair.seed).collect()
        };
        assert_eq!(boards(&Seeds::Same(1)).len(), 2);
        assert!(boards(&Seeds::Same(1)).is_disjoint(&boards(&Seeds::Same(2))));
        assert_eq!(boards(&Seeds::Counted { seed: 7, pairs: 2 }), BTreeSet::from([7, 8]));
    }

    #[test]
    fn champions_meet_all_but_each_other() {
        let mut tournament = tournament(&["a", "b", "c", "d"], Format::Gauntlet);
        assert_eq!(pairings(&tournament).len(), 3);
        tournament.entrants[2].champion = true;
        tournament.entrants[3].champion = true;
        let met = pairings(&tournament);
        assert_eq!(met.len(), 4);
        assert!(!met.contains(&("c".to_owned(), "d".to_owned())));
    }

    #[test]
    fn an_agent_more_changes_no_pair_of_the_others() {
        let few = tournament(&["a", "b", "c"], Format::RoundRobin);
        let many = tournament(&["a", "b", "c", "z"], Format::RoundRobin);
        let all = pairs(&many, &Seeds::Own(1));
        assert!(pairs(&few, &Seeds::Own(1)).iter().all(|pair| all.contains(pair)));
    }
}
