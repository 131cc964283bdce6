//! Which games a tournament consists of.

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

/// All games between two agents in a round, board by board, each from both sides.
pub(crate) fn games_of(
    tournament: &Configuration,
    round: u32,
    pairings: &[(String, String)],
) -> Vec<GameKey> {
    let mut games = Vec::new();
    for board in 0..tournament.pairs {
        for event in &tournament.events {
            for (a, b) in pairings {
                for (first, second) in [(a, b), (b, a)] {
                    games.push(GameKey {
                        round,
                        board,
                        event: event.to_string(),
                        first: first.clone(),
                        second: second.clone(),
                    });
                }
            }
        }
    }
    games
}

/// Who meets whom where that does not depend on results.
pub(crate) fn pairings(tournament: &Configuration) -> Vec<(String, String)> {
    let entrants = &tournament.entrants;
    let champions = entrants.iter().filter(|entrant| entrant.champion).count();
    let is_champion = |index: usize, entrant: &Entrant| {
        // Without a champion by name, the first agent is the one that is tested.
        if champions == 0 { index == 0 } else { entrant.champion }
    };
    let mut pairings = Vec::new();
    for (index, a) in entrants.iter().enumerate() {
        for (later, b) in entrants.iter().enumerate().skip(index + 1) {
            let meet = match tournament.format {
                Format::RoundRobin => true,
                Format::Gauntlet => is_champion(index, a) != is_champion(later, b),
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
    use fruitrage_arena::Specification;

    fn tournament(names: &[&str], format: Format) -> Configuration {
        let entrants = names
            .iter()
            .map(|name| Entrant::new((*name).to_owned(), Specification::Random))
            .collect();
        Configuration { format, pairs: 2, ..Configuration::of(entrants) }
    }

    #[test]
    fn everybody_meets_everybody_from_both_sides() {
        let tournament = tournament(&["a", "b", "c", "d"], Format::RoundRobin);
        let games = games_of(&tournament, 0, &pairings(&tournament));
        // Six pairings, two boards, two sides.
        assert_eq!(games.len(), 24);
        let mut distinct = games.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 24);
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
    fn an_agent_more_changes_no_game_of_the_others() {
        let few = tournament(&["a", "b", "c"], Format::RoundRobin);
        let many = tournament(&["a", "b", "c", "z"], Format::RoundRobin);
        let all = games_of(&many, 0, &pairings(&many));
        for game in games_of(&few, 0, &pairings(&few)) {
            assert!(all.contains(&game));
        }
    }
}
