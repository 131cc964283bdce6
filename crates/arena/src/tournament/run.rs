//! Playing what a tournament still lacks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use fruitrage_rules::{Ending, Record};
use thiserror::Error;

use super::schedule::{games_of, pairings};
use super::swiss::{Round, Standing, draw, in_order};
use super::{Configuration, Entrant, Event, Format, GameKey, Store, StoreError};
use crate::seed::mix;
use crate::standings::pairs_of;
use crate::{Host, StartError, referee};

/// How far a tournament is, told after every game.
#[derive(Debug)]
pub struct Progress<'a> {
    /// How many games are finished, earlier runs included.
    pub finished: usize,
    /// How many games there are, as far as they are drawn.
    pub games: usize,
    /// The game that just ended.
    pub key: &'a GameKey,
    /// Its record.
    pub record: &'a Record,
}

/// Why a tournament could not go on. What was finished is in the store.
#[derive(Debug, Error)]
pub enum RunError {
    /// An agent cannot be started.
    #[error("agent `{agent}`: {error}")]
    Start {
        /// Its name.
        agent: String,
        /// Why.
        error: StartError,
    },
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Plays all games that are not in the store yet, or until the host is stopped.
pub fn run(
    tournament: &Configuration,
    store: &mut Store,
    host: &Host,
    jobs: usize,
    hear: &mut dyn FnMut(&Progress),
) -> Result<(), RunError> {
    store.agree("seed", &tournament.seed.to_string())?;
    for entrant in &tournament.entrants {
        let start = |error| RunError::Start { agent: entrant.name.clone(), error };
        entrant.host(host).check(&entrant.specification).map_err(start)?;
        store.register(&entrant.name, &entrant.specification.to_string())?;
    }
    loop {
        let wanted = wanted(tournament, store)?;
        let finished: BTreeSet<GameKey> = store.games()?.into_iter().map(|game| game.key).collect();
        let todo: VecDeque<GameKey> =
            wanted.iter().filter(|key| !finished.contains(key)).cloned().collect();
        if todo.is_empty() || host.stop.is_stopped() {
            return Ok(());
        }
        play(tournament, store, host, jobs, todo, wanted.len(), hear)?;
    }
}

/// All games as far as they are known. Draws the next Swiss round if it is time.
fn wanted(tournament: &Configuration, store: &mut Store) -> Result<Vec<GameKey>, StoreError> {
    if tournament.format != Format::Swiss {
        return Ok(games_of(tournament, 0, &pairings(tournament)));
    }
    let mut rounds = store.rounds()?;
    let all = |rounds: &[Round]| -> Vec<GameKey> {
        let numbered = (1..).zip(rounds);
        numbered.flat_map(|(number, round)| games_of(tournament, number, &round.pairings)).collect()
    };
    let games = store.games()?;
    let finished: BTreeSet<&GameKey> = games.iter().map(|game| &game.key).collect();
    let complete = all(&rounds).iter().all(|key| finished.contains(key));
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
    Ok(all(&rounds).into_iter().filter(|key| present(&key.first) && present(&key.second)).collect())
}

fn standings_before_round(
    tournament: &Configuration,
    games: &[super::StoredGame],
    rounds: &[Round],
) -> Vec<Standing> {
    let mut points: BTreeMap<&str, f64> = BTreeMap::new();
    let pairs = pairs_of(games);
    for pair in &pairs {
        *points.entry(&pair.agent).or_default() += pair.result.score.points();
        *points.entry(&pair.opponent).or_default() += pair.result.score.reversed().points();
    }
    let whole_round = f64::from(tournament.pairs) * tournament.events.len() as f64;
    let times_out =
        |name: &str| rounds.iter().filter(|round| round.sits_out.as_deref() == Some(name)).count();
    let standing = |entrant: &Entrant| {
        let out = times_out(&entrant.name);
        let won = points.get(entrant.name.as_str()).copied().unwrap_or_default();
        Standing {
            name: entrant.name.clone(),
            points: won + out as f64 * whole_round,
            sat_out: out > 0,
        }
    };
    tournament.entrants.iter().map(standing).collect()
}

/// Plays games in several threads; this one keeps them as they end.
fn play(
    tournament: &Configuration,
    store: &mut Store,
    host: &Host,
    jobs: usize,
    todo: VecDeque<GameKey>,
    games: usize,
    hear: &mut dyn FnMut(&Progress),
) -> Result<(), RunError> {
    let mut finished = games - todo.len();
    let todo = Mutex::new(todo);
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let (sender, played) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(key) = next().filter(|_| !host.stop.is_stopped()) {
                    let record = play_game(tournament, &key, host);
                    if sender.send((key, record)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let outcome = played.iter().try_for_each(|(key, record)| {
            let record = record?;
            if record.game().ending() == Some(&Ending::Interrupted) {
                return Ok(());
            }
            store.add(&key, &record)?;
            finished += 1;
            hear(&Progress { finished, games, key: &key, record: &record });
            Ok(())
        });
        if outcome.is_err() {
            host.stop.stop();
            todo.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        outcome
    })
}

fn play_game(tournament: &Configuration, key: &GameKey, host: &Host) -> Result<Record, RunError> {
    let entrant = |name: &str| -> &Entrant {
        let named = tournament.entrants.iter().find(|entrant| entrant.name == name);
        named.expect("games are between the tournament's agents")
    };
    let event = |event: &&Event| event.name() == key.event;
    let event = tournament.events.iter().find(event).expect("games are of the tournament's events");
    // In a Swiss tournament every round has boards of its own.
    let board = u64::from(key.round) * u64::from(tournament.pairs) + u64::from(key.board);
    let seed = tournament.seed.wrapping_add(board);
    let start = |name: &str, side: u64| {
        let entrant = entrant(name);
        let started = entrant.host(host).start(&entrant.specification, mix(&[seed, side]));
        started.map_err(|error| RunError::Start { agent: name.to_owned(), error })
    };
    let mut players = [start(&key.first, 0)?, start(&key.second, 1)?];
    let played = referee(event.conditions.setup(seed), &mut players, &host.stop);
    let round = if key.round > 0 { format!("round {}, ", key.round) } else { String::new() };
    let note = format!("Tournament, {round}board {} of seed {seed}", key.board + 1);
    Ok(played.record([&key.first, &key.second]).with_note(&note))
}
