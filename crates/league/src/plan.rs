//! What is to be played, and putting it into the store.

use std::collections::{BTreeMap, BTreeSet};

use fruitrage_arena::{Conditions, Host};
use sha2::{Digest, Sha256};

use crate::identity::Identity;
use crate::package::PackageError;
use crate::published::Published;
use crate::schedule::{champions, pairings, pairs_of};
use crate::store::{Entered, PlannedPair, Submitted};
use crate::submission::Submission;
use crate::swiss::{Round, Standing, draw, in_order};
use crate::{Configuration, Entrant, Format, LeftOut, RunError, Store, StoreError};

/// What putting a tournament into a store has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Publication {
    /// The agents that have changed, with the number of the version that plays now.
    pub changed: Vec<(String, u32)>,
    /// Agents of the store that are not in the tournament any more: what they have still to
    /// play is set aside.
    pub absent: Vec<String>,
    /// Agents of the tournament that the organiser has removed from the store.
    pub removed: Vec<String>,
    /// Agents that do not play, because they cannot be started or sent to other machines, and
    /// why. Those who were known not to play before are not among them.
    pub left_out: Vec<LeftOut>,
    /// Agents that cannot be started on this machine and are tried by workers on others, and
    /// why.
    pub tried_elsewhere: Vec<LeftOut>,
}

/// Puts a tournament into the store: its agents, their files if the store is shared, and
/// what is to be played. What was played already stays. What the tournament leaves open, the
/// seed and the events, is as it was in the store.
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
pub fn publish(
    tournament: &Configuration,
    store: &mut Store,
    host: &Host,
) -> Result<Publication, RunError> {
    Ok(put(tournament, store, host)?.1)
}

/// The same, with the tournament of those who play.
pub(crate) fn put(
    tournament: &Configuration,
    store: &mut Store,
    host: &Host,
) -> Result<(Configuration, Publication), RunError> {
    let tournament = settled(tournament, store)?;
    let is_shared = store.location().is_shared();
    let mut ready = Ready::default();
    for entrant in &tournament.entrants {
        ready.admit(entrant, is_shared, host);
    }
    let Ready { entrants, submissions, submitted, left_out, tried_elsewhere } = ready;
    if entrants.len() < 2 && !left_out.is_empty() {
        return Err(RunError::TooFew { playing: entrants.len(), left_out });
    }
    refuse_a_gauntlet_without_champion(&tournament, &left_out)?;
    let known = tournament.left_out.iter().chain(&left_out).cloned().collect();
    let tournament = Configuration { entrants, left_out: known, ..tournament };
    for package in submissions.iter().filter_map(|submission| submission.package.as_ref()) {
        store.add_package(package)?;
    }
    let published = Published::new(&tournament, &submissions, host);
    let publication = store.alone(|store| {
        let mut publication = Publication { left_out, tried_elsewhere, ..Publication::default() };
        for agent in &submitted {
            match store.enter(agent)? {
                Entered::New | Entered::Known => {}
                Entered::Changed(number) => publication.changed.push((agent.name.clone(), number)),
                Entered::Removed => publication.removed.push(agent.name.clone()),
            }
        }
        let is_present = |name: &String| {
            submitted.iter().any(|agent| agent.name == *name)
                || tournament.left_out.iter().any(|left_out| left_out.agent == *name)
        };
        publication.absent = store.agents()?.into_iter().filter(|name| !is_present(name)).collect();
        store.announce(&published)?;
        let planned = wanted(&tournament, store)?;
        store.plan(&planned)?;
        Ok(publication)
    })?;
    Ok((tournament, publication))
}

/// Nobody else takes the champion's place.
fn refuse_a_gauntlet_without_champion(
    tournament: &Configuration,
    left_out: &[LeftOut],
) -> Result<(), RunError> {
    let champions = champions(tournament);
    let missing: Vec<&LeftOut> =
        left_out.iter().filter(|missing| champions.contains(&&*missing.agent)).collect();
    match missing.first() {
        Some(champion)
            if tournament.format == Format::Gauntlet && missing.len() == champions.len() =>
        {
            Err(RunError::NoChampion((*champion).clone()))
        }
        _ => Ok(()),
    }
}

/// Who plays, in the same order in all three, and who does not.
#[derive(Default)]
struct Ready {
    entrants: Vec<Entrant>,
    submissions: Vec<Submission>,
    submitted: Vec<Submitted>,
    left_out: Vec<LeftOut>,
    tried_elsewhere: Vec<LeftOut>,
}

impl Ready {
    /// Takes an agent in, or says why not. What cannot be started here may be elsewhere if the
    /// store is shared; what cannot be sent there is left out.
    fn admit(&mut self, entrant: &Entrant, is_shared: bool, host: &Host) {
        let obstacle = entrant.check(host).err().map(|error| LeftOut::new(&entrant.name, &error));
        let (submission, submitted) = match prepared(entrant, is_shared, host) {
            Ok(prepared) => prepared,
            Err(error) => {
                let unpacked = || LeftOut::new(&entrant.name, &error);
                return self.left_out.push(obstacle.unwrap_or_else(unpacked));
            }
        };
        match obstacle {
            Some(obstacle) if !is_shared => return self.left_out.push(obstacle),
            obstacle => self.tried_elsewhere.extend(obstacle),
        }
        self.entrants.push(entrant.clone());
        self.submissions.push(submission);
        self.submitted.push(submitted);
    }
}

/// An agent as it travels and as the store knows it.
fn prepared(
    entrant: &Entrant,
    is_shared: bool,
    host: &Host,
) -> Result<(Submission, Submitted), PackageError> {
    let identity = Identity::of(entrant, &host.base)?;
    let submission = if is_shared {
        Submission::new(entrant, &host.base)?
    } else {
        Submission { specification: entrant.specification.clone(), package: None }
    };
    let submitted = Submitted {
        name: entrant.name.clone(),
        command: identity.command,
        old_command: entrant.specification.to_string(),
        content: identity.content.to_string(),
        package: submission.package.as_ref().map(|package| package.hash().to_string()),
    };
    Ok((submission, submitted))
}

/// The tournament with its seed and its events, as the store has them or as it has them from
/// now on.
pub(crate) fn settled(
    tournament: &Configuration,
    store: &mut Store,
) -> Result<Configuration, StoreError> {
    let mut tournament = tournament.clone();
    store.alone(|store| {
        let kept = store.setting("seed")?;
        let seed = match (tournament.seed, kept.and_then(|kept| kept.parse().ok())) {
            (Some(seed), _) => seed,
            (None, Some(kept)) => kept,
            (None, None) => secret_seed()?,
        };
        store.agree("seed", &seed.to_string())?;
        tournament.seed = Some(seed);
        if store.setting("boards")?.is_none() {
            store.set("boards", tournament.boards.name())?;
        }
        settle_events(&mut tournament, store)
    })?;
    Ok(tournament)
}

/// Events are added when that is asked for: two kinds of boards in one table are hardly ever
/// meant, and easily begun by a forgotten option.
fn settle_events(tournament: &mut Configuration, store: &mut Store) -> Result<(), StoreError> {
    let known = store.events()?;
    if !tournament.has_own_events
        && let Some((announced, _)) = store.announced()?
    {
        tournament.events = announced.tournament.events;
    }
    let is_new = |event: &&Conditions| !known.contains(&event.to_string());
    match tournament.events.iter().find(is_new) {
        Some(event) if !known.is_empty() && !tournament.adds_events => {
            Err(StoreError::Disagrees(format!(
                "expected the events that this store was begun with ({}), found {event}; \
                 --add-events adds it to them",
                known.join("; ")
            )))
        }
        _ => Ok(()),
    }
}

/// A seed that nobody can know before the games are shown.
fn secret_seed() -> Result<u64, StoreError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::Disagrees(format!("no random seed can be had: {error}")))?;
    Ok(u64::from_le_bytes(bytes))
}

/// Draws the next Swiss round if it is time; whether anything is left to play.
pub(crate) fn advance(tournament: &Configuration, store: &mut Store) -> Result<bool, StoreError> {
    let is_drawn = |store: &mut Store| -> Result<bool, StoreError> {
        let is_swiss = tournament.format == Format::Swiss;
        Ok(!is_swiss || store.rounds_drawn()? >= tournament.rounds as usize)
    };
    if is_drawn(store)? {
        return Ok(store.left()? > 0);
    }
    store.alone(|store| {
        // Another may have drawn it meanwhile.
        if store.left_for_anybody()? > 0 {
            return Ok(true);
        }
        let planned = wanted(tournament, store)?;
        store.plan(&planned)?;
        Ok(store.left()? > 0)
    })
}

/// All pairs as far as they are known. Draws the next Swiss round if it is time.
fn wanted(tournament: &Configuration, store: &mut Store) -> Result<Vec<PlannedPair>, StoreError> {
    let boards = Seeds::of(tournament, store)?;
    let playing: BTreeSet<String> = store.agents()?.into_iter().collect();
    // No round waits for who cannot be started anywhere.
    let is_swiss = tournament.format == Format::Swiss;
    let left_out = if is_swiss { store.unstartable()? } else { BTreeSet::new() };
    // An agent that has left the tournament plays no further games.
    let is_present = |name: &String| {
        playing.contains(name)
            && !left_out.contains(name)
            && tournament.entrants.iter().any(|entrant| entrant.name == *name)
    };
    let planned = |round: u32, pairings: &[(String, String)]| {
        let present: Vec<(String, String)> =
            pairings.iter().filter(|(a, b)| is_present(a) && is_present(b)).cloned().collect();
        pairs_of(tournament, round, &present, &boards)
    };
    if !is_swiss {
        return Ok(planned(0, &pairings(tournament)));
    }
    let mut rounds = store.rounds()?;
    let mut all: Vec<PlannedPair> =
        (1..).zip(&rounds).flat_map(|(round, drawn)| planned(round, &drawn.pairings)).collect();
    store.plan(&all)?;
    let present: Vec<&Entrant> =
        tournament.entrants.iter().filter(|entrant| is_present(&entrant.name)).collect();
    if store.left()? == 0 && (rounds.len() as u32) < tournament.rounds && present.len() > 1 {
        let standings = standings_before_round(tournament, &present, store, &rounds)?;
        let met = rounds.iter().flat_map(|round| &round.pairings);
        let met = met.map(|(a, b)| in_order(a, b)).collect();
        let next = draw(standings, &met);
        let number = rounds.len() as u32 + 1;
        store.add_round(number, &next)?;
        all.extend(planned(number, &next.pairings));
        rounds.push(next);
    }
    Ok(all)
}

/// The points of each agent, and whether it has had a bye. A bye counts as won, and so does
/// what was not played because the opponent has left.
fn standings_before_round(
    tournament: &Configuration,
    present: &[&Entrant],
    store: &mut Store,
    rounds: &[Round],
) -> Result<Vec<Standing>, StoreError> {
    let whole_round = f64::from(tournament.pairs) * tournament.events.len() as f64;
    let played = store.points_by_round()?;
    let mut points: BTreeMap<&str, f64> = BTreeMap::new();
    for (round, drawn) in (1..).zip(rounds) {
        for (a, b) in &drawn.pairings {
            for (agent, opponent) in [(a, b), (b, a)] {
                let key = (round, agent.clone(), opponent.clone());
                let (pairs, won) = played.get(&key).copied().unwrap_or_default();
                let is_gone = !present.iter().any(|entrant| entrant.name == *opponent);
                let given = if is_gone { (whole_round - pairs).max(0.0) } else { 0.0 };
                *points.entry(agent).or_default() += won + given;
            }
        }
        if let Some(agent) = &drawn.bye {
            *points.entry(agent).or_default() += whole_round;
        }
    }
    let standing = |entrant: &&Entrant| Standing {
        name: entrant.name.clone(),
        points: points.get(entrant.name.as_str()).copied().unwrap_or_default(),
        had_bye: rounds.iter().any(|round| round.bye.as_ref() == Some(&entrant.name)),
    };
    Ok(present.iter().map(standing).collect())
}

/// Which board a pair is played on.
#[derive(Clone, Debug)]
pub(crate) enum Seeds {
    /// Every pairing has boards of its own.
    Own(u64),
    /// All pairings have the same boards.
    Same(u64),
    /// As in stores of earlier versions: the same for all, each board the seed after the last.
    Counted {
        /// Of the first board.
        seed: u64,
        /// How many boards a round has.
        pairs: u32,
    },
}

impl Seeds {
    fn of(tournament: &Configuration, store: &mut Store) -> Result<Self, StoreError> {
        let seed = tournament.seed.unwrap_or_default();
        Ok(match store.setting("boards")?.as_deref() {
            Some("counted") => Self::Counted { seed, pairs: tournament.pairs },
            Some("same") => Self::Same(seed),
            _ => Self::Own(seed),
        })
    }

    /// The seed of a board. From the seeds of some boards those of others do not follow, so
    /// that games can be shown while others are to come.
    pub(crate) fn board(&self, round: u32, board: u32, agents: &(String, String)) -> u64 {
        match self {
            Self::Own(seed) => hashed(*seed, round, board, &[&agents.0, &agents.1]),
            Self::Same(seed) => hashed(*seed, round, board, &[]),
            // In a Swiss tournament every round has boards of its own.
            Self::Counted { seed, pairs } => {
                seed.wrapping_add(u64::from(round) * u64::from(*pairs) + u64::from(board))
            }
        }
    }
}

fn hashed(seed: u64, round: u32, board: u32, names: &[&String]) -> u64 {
    let mut hasher = Sha256::new();
    hasher.update(seed.to_le_bytes());
    hasher.update(round.to_le_bytes());
    hasher.update(board.to_le_bytes());
    for name in names {
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
    }
    let digest = hasher.finalize();
    u64::from_le_bytes(digest[..8].try_into().unwrap_or_default())
}
