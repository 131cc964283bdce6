//! What is to be played, and putting it into the store.

use std::collections::{BTreeMap, BTreeSet};

use fruitrage_arena::Host;

use crate::package::PackageError;
use crate::published::Published;
use crate::schedule::{games_of, pairings};
use crate::standings::pairs_of;
use crate::store::PlannedPair;
use crate::submission::Submission;
use crate::swiss::{Round, Standing, draw, in_order};
use crate::{Configuration, Entrant, Format, GameKey, RunError, Store, StoreError};

/// Puts a tournament into the store: its agents, their files if the store is shared, and
/// what is to be played. What was played already stays.
///
/// ```
/// use fruitrage_arena::Host;
/// use fruitrage_league::{Configuration, Entrant, Status, Store, publish};
///
/// let folder = tempfile::tempdir().unwrap();
/// let mut store = Store::open(folder.path().join("league.db").as_path()).unwrap();
/// let agents = ["greedy", "random", "engine:depth=1"];
/// let entrants =
///     agents.map(|agent| Entrant::new(agent.to_owned(), agent.parse().unwrap())).to_vec();
/// publish(&Configuration::of(entrants), &mut store, &Host::new().unwrap()).unwrap();
/// assert_eq!(Status::of(&mut store).unwrap().waiting, 3);
/// ```
pub fn publish(tournament: &Configuration, store: &mut Store, host: &Host) -> Result<(), RunError> {
    let is_shared = store.location().is_shared();
    let mut submissions = Vec::new();
    for entrant in &tournament.entrants {
        let start = |error| RunError::Start { agent: entrant.name.clone(), error };
        entrant.host(host).check(&entrant.specification).map_err(start)?;
        let packed = |error: PackageError| RunError::Package { agent: entrant.name.clone(), error };
        submissions.push(if is_shared {
            Submission::new(entrant, &host.base).map_err(packed)?
        } else {
            Submission { specification: entrant.specification.clone(), package: None }
        });
    }
    for package in submissions.iter().filter_map(|submission| submission.package.as_ref()) {
        store.add_package(package)?;
    }
    let published = Published::new(tournament, &submissions, host);
    store.alone(|store| {
        store.agree("seed", &tournament.seed.to_string())?;
        for (entrant, submission) in tournament.entrants.iter().zip(&submissions) {
            let hash = submission.package.as_ref().map(|package| package.hash().to_string());
            let command = submission.specification.to_string();
            store.register_package(&entrant.name, &command, hash.as_deref())?;
        }
        store.announce(&published)?;
        let planned = wanted(tournament, store)?;
        store.plan(&planned)
    })?;
    Ok(())
}

/// Draws the next Swiss round if it is time; whether anything is left to play.
pub(crate) fn advance(tournament: &Configuration, store: &mut Store) -> Result<bool, StoreError> {
    if tournament.format != Format::Swiss {
        return Ok(store.left()? > 0);
    }
    store.alone(|store| {
        // Another may have drawn it meanwhile.
        if store.left()? > 0 {
            return Ok(true);
        }
        let planned = wanted(tournament, store)?;
        store.plan(&planned)?;
        Ok(store.left()? > 0)
    })
}

/// All pairs as far as they are known. Draws the next Swiss round if it is time.
fn wanted(tournament: &Configuration, store: &mut Store) -> Result<Vec<PlannedPair>, StoreError> {
    if tournament.format != Format::Swiss {
        return Ok(pairs_in(tournament, 0, &pairings(tournament)));
    }
    let mut rounds = store.rounds()?;
    let games = store.games()?;
    let finished: BTreeSet<&GameKey> = games.iter().map(|game| &game.key).collect();
    let numbered = (1..).zip(&rounds);
    let mut drawn =
        numbered.flat_map(|(number, round)| games_of(tournament, number, &round.pairings));
    let complete = drawn.all(|key| finished.contains(&key));
    if complete && (rounds.len() as u32) < tournament.rounds && tournament.entrants.len() > 1 {
        let standings = standings_before_round(tournament, &games, &rounds);
        let met = rounds.iter().flat_map(|round| &round.pairings);
        let met = met.map(|(a, b)| in_order(a, b)).collect();
        let next = draw(standings, &met);
        store.add_round(rounds.len() as u32 + 1, &next)?;
        rounds.push(next);
    }
    // An agent that has left the tournament's file plays no further games.
    let present = |name: &String| tournament.entrants.iter().any(|entrant| entrant.name == *name);
    let numbered = (1..).zip(&rounds);
    let all = numbered.flat_map(|(number, round)| pairs_in(tournament, number, &round.pairings));
    Ok(all.filter(|pair| present(&pair.agents.0) && present(&pair.agents.1)).collect())
}

/// The pairs of a round, each once, in the order of the boards.
fn pairs_in(
    tournament: &Configuration,
    round: u32,
    pairings: &[(String, String)],
) -> Vec<PlannedPair> {
    let games = games_of(tournament, round, pairings);
    let once = games.into_iter().step_by(2);
    once.map(|key| PlannedPair {
        round,
        board: key.board,
        agents: in_order(&key.first, &key.second),
        // In a Swiss tournament every round has boards of its own.
        seed: tournament
            .seed
            .wrapping_add(u64::from(round) * u64::from(tournament.pairs) + u64::from(key.board)),
        event: key.event,
    })
    .collect()
}

fn standings_before_round(
    tournament: &Configuration,
    games: &[crate::StoredGame],
    rounds: &[Round],
) -> Vec<Standing> {
    let mut points: BTreeMap<&str, f64> = BTreeMap::new();
    let pairs = pairs_of(games);
    for pair in &pairs {
        *points.entry(&pair.agent).or_default() += pair.result.score.points();
        *points.entry(&pair.opponent).or_default() += pair.result.score.reversed().points();
    }
    let whole_round = f64::from(tournament.pairs) * tournament.events.len() as f64;
    let byes_of =
        |name: &str| rounds.iter().filter(|round| round.bye.as_deref() == Some(name)).count();
    let standing = |entrant: &Entrant| {
        let byes = byes_of(&entrant.name);
        let won = points.get(entrant.name.as_str()).copied().unwrap_or_default();
        Standing {
            name: entrant.name.clone(),
            points: won + byes as f64 * whole_round,
            had_bye: byes > 0,
        }
    };
    tournament.entrants.iter().map(standing).collect()
}
