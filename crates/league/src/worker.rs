//! A worker: claims pairs, plays them, renews its leases, hands in the results.
//!
//! One thread owns the store and does everything that the store has a part in; each pair
//! is played in a thread of its own and comes back as a message. So a worker needs one
//! connection, however many games it plays, and games go on while the database is away.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fruitrage_arena::{Host, Specification, StartError, Timekeeping};
use fruitrage_engine::{Stop, bench};
use fruitrage_rules::{Ending, Generator, Record};

use crate::cache::Cache;
use crate::plan::advance;
use crate::published::Fetched;
use crate::run::{Fixture, Progress, play_game};
use crate::store::{Claim, Enrolment, Kept};
use crate::{Configuration, Entrant, Event, GameKey, RunError, Store, StoreError};

/// How often a worker looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(100);

/// A machine that is so late to look was suspended, or so busy that no clock is fair.
const STANDSTILL: Duration = Duration::from_secs(2);

/// Signs of life come at least as often.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// The longest pause between two questions for work, and between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What a game may take besides its clocks: starting two programs, and the referee's part.
const BESIDES_CLOCKS: Duration = Duration::from_mins(1);

/// What a worker was told to do.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What it is called in the store.
    pub name: String,
    /// How many pairs at one time; with none it only waits for the others.
    pub jobs: usize,
    /// How long its pairs are kept for it when it is silent.
    pub lease: Duration,
    /// Whether it ends when everything is played, or waits for more.
    pub until_done: bool,
}

impl Terms {
    /// A lease of a minute, and no end.
    pub fn new(name: &str, jobs: usize) -> Self {
        let lease = Duration::from_mins(1);
        Self { name: name.to_owned(), jobs, lease, until_done: false }
    }
}

/// What a worker has to tell.
#[derive(Debug)]
pub enum News<'a> {
    /// A game was played and counts.
    Played(Progress<'a>),
    /// How many games are finished and how many there are.
    Games {
        /// How many are finished, by all workers.
        finished: usize,
        /// How many there are.
        games: usize,
    },
    /// A pair took longer than its lease, and its result does not count.
    Late(&'a GameKey),
    /// This machine was suspended or far too busy, and its games begin again.
    StoodStill(Duration),
    /// The database is away; the games go on.
    Lost(&'a StoreError),
    /// The database is back.
    Back,
}

/// Plays pairs of a shared tournament until the host is stopped, or all is done if the
/// terms say so. Agents' files are kept in `cache`.
pub fn work(
    store: &mut Store,
    host: &Host,
    terms: &Terms,
    cache: PathBuf,
    hear: &mut dyn FnMut(&News),
) -> Result<(), RunError> {
    let (fetched, revision) = store.announced()?.ok_or_else(|| StoreError::Open {
        path: store.location().to_string(),
        reason: "expected a tournament, found none: `fruitrage tournament` puts it there"
            .to_owned(),
    })?;
    let speed = if terms.jobs > 0 { Some(measure(store, &fetched, terms.jobs)?) } else { None };
    let ready = BTreeMap::new();
    let roster = Roster::Elsewhere { fetched, revision, cache: Cache::new(cache), ready };
    Shift::begin(store, host, terms, speed, roster, hear)?.work()
}

/// How many positions a second this machine searches in each of so many games at one time:
/// the slowest counts. All engines of a tournament must be the same search.
fn measure(store: &mut Store, fetched: &Fetched, jobs: usize) -> Result<i64, StoreError> {
    let one = || {
        let start = Instant::now();
        bench(&|| start.elapsed(), &mut |_, _| {})
    };
    let benches = thread::scope(|scope| {
        let started: Vec<_> = (0..jobs).map(|_| scope.spawn(one)).collect();
        started.into_iter().filter_map(|bench| bench.join().ok()).collect::<Vec<_>>()
    });
    let is_engine = |entrant: &Entrant| matches!(entrant.specification, Specification::Engine(_));
    if let Some(bench) =
        benches.first().filter(|_| fetched.tournament.entrants.iter().any(is_engine))
    {
        store.agree("signature of the search", &bench.nodes.to_string())?;
    }
    let speeds =
        benches.iter().map(|bench| (bench.nodes as f64 / bench.elapsed.as_secs_f64()) as i64);
    Ok(speeds.min().unwrap_or_default())
}

/// Who plays: the agents of a tournament, and where their files are.
#[derive(Clone, Debug)]
pub(crate) enum Roster {
    /// The files are on this machine.
    Here(Configuration),
    /// The files come from the store.
    Elsewhere { fetched: Fetched, revision: String, cache: Cache, ready: BTreeMap<String, Entrant> },
}

impl Roster {
    const fn tournament(&self) -> &Configuration {
        match self {
            Self::Here(tournament) => tournament,
            Self::Elsewhere { fetched, .. } => &fetched.tournament,
        }
    }

    /// What the games of a claim need; agents' files are fetched where they are missing.
    fn fixtures(
        &mut self,
        claim: &Claim,
        host: &Host,
        store: &mut Store,
    ) -> Result<Vec<Fixture>, RunError> {
        self.follow(&claim.revision, store)?;
        let host = match self {
            Self::Here(_) => host.clone(),
            Self::Elsewhere { fetched, .. } => fetched.host(host),
        };
        let mut fixtures = Vec::new();
        for key in &claim.games {
            let is_named = |event: &&Event| event.name() == key.event;
            let event = self.tournament().events.iter().find(is_named).cloned();
            let event = event.ok_or_else(|| unknown("event", &key.event))?;
            let players = [
                (self.entrant(&key.first, &host, store)?, host.clone()),
                (self.entrant(&key.second, &host, store)?, host.clone()),
            ];
            fixtures.push(Fixture { key: key.clone(), event, seed: claim.seed, players });
        }
        Ok(fixtures)
    }

    /// Reads the tournament again if it has changed.
    fn follow(&mut self, now: &str, store: &mut Store) -> Result<(), StoreError> {
        let Self::Elsewhere { fetched, revision, ready, .. } = self else { return Ok(()) };
        if *revision != now
            && let Some(announced) = store.announced()?
        {
            (*fetched, *revision) = announced;
            ready.clear();
        }
        Ok(())
    }

    fn entrant(&mut self, name: &str, host: &Host, store: &mut Store) -> Result<Entrant, RunError> {
        let entrants = &self.tournament().entrants;
        let index = entrants.iter().position(|entrant| entrant.name == name);
        let index = index.ok_or_else(|| unknown("agent", name))?;
        let entrant = entrants[index].clone();
        let Self::Elsewhere { fetched, cache, ready, .. } = self else { return Ok(entrant) };
        if let Some(entrant) = ready.get(name) {
            return Ok(entrant.clone());
        }
        let folder = match &fetched.packages[index] {
            Some(hash) => Some(cache.folder_with(hash, name, store)?),
            None => None,
        };
        let entrant = Entrant { folder, ..entrant };
        let refuse = |error| RunError::Start { agent: name.to_owned(), error };
        entrant.host(host).check(&entrant.specification).map_err(refuse)?;
        if let Some(path) = entrant.readable.iter().find(|path| !path.exists()) {
            let reason = format!("expected {} to read, found nothing there", path.display());
            return Err(refuse(StartError::Failed { program: name.to_owned(), reason }));
        }
        ready.insert(name.to_owned(), entrant.clone());
        Ok(entrant)
    }
}

fn unknown(what: &str, name: &str) -> RunError {
    StoreError::Disagrees(format!("expected an {what} of the tournament, found `{name}`")).into()
}

/// A pair that is being played.
struct Held {
    claim: Claim,
    finished: Vec<(GameKey, Record)>,
    stop: Stop,
    thread: JoinHandle<()>,
    /// When it must be over, whatever happens.
    deadline: Instant,
}

/// A game that came back from its thread: which of the held pairs it belongs to.
type Arrival = (u64, GameKey, Result<Record, RunError>);

/// A worker's time at work.
pub(crate) struct Shift<'a> {
    store: &'a mut Store,
    host: &'a Host,
    terms: &'a Terms,
    worker: i64,
    speed: Option<i64>,
    roster: Roster,
    hear: &'a mut dyn FnMut(&News),
    held: BTreeMap<u64, Held>,
    begun: u64,
    finished: usize,
    games: usize,
    chance: Generator,
    arrivals: (Sender<Arrival>, Receiver<Arrival>),
}

impl<'a> Shift<'a> {
    /// Registers the worker.
    pub(crate) fn begin(
        store: &'a mut Store,
        host: &'a Host,
        terms: &'a Terms,
        speed: Option<i64>,
        roster: Roster,
        hear: &'a mut dyn FnMut(&News),
    ) -> Result<Self, RunError> {
        let worker = store.enrol(&Enrolment {
            name: terms.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            jobs: terms.jobs,
            speed,
        })?;
        Ok(Self {
            store,
            host,
            terms,
            worker,
            speed,
            roster,
            hear,
            held: BTreeMap::new(),
            begun: 0,
            finished: 0,
            games: 0,
            chance: Generator::new(worker.cast_unsigned()),
            arrivals: mpsc::channel(),
        })
    }

    /// Works until it is stopped or everything is done; then nothing is held any more.
    pub(crate) fn work(mut self) -> Result<(), RunError> {
        let outcome = self.serve();
        for held in self.held.values() {
            held.stop.stop();
        }
        let left = self.leave();
        for held in std::mem::take(&mut self.held).into_values() {
            // One that is over its time may never come back.
            if Instant::now() < held.deadline {
                let _ = held.thread.join();
            }
        }
        outcome.and(left)
    }

    fn serve(&mut self) -> Result<(), RunError> {
        self.count()?;
        let every = SIGN_OF_LIFE.min(self.terms.lease / 3);
        let mut next_sign = Instant::now() + every;
        let mut next_question = Instant::now();
        let mut pause = Duration::from_millis(50);
        while !self.host.stop.is_stopped() {
            let is_free = self.held.len() < self.terms.jobs.max(1);
            if is_free && next_question <= Instant::now() {
                if let Some(claim) = self.claim()? {
                    self.play(claim)?;
                    pause = Duration::from_millis(50);
                    continue;
                }
                if self.is_done()? {
                    return Ok(());
                }
                pause = (pause * 2).min(self.longest_pause());
                next_question = Instant::now() + self.about(pause);
            }
            if next_sign <= Instant::now() {
                self.give_sign_of_life()?;
                next_sign = Instant::now() + every;
            }
            let mut wait = GLANCE.min(next_sign.saturating_duration_since(Instant::now()));
            if is_free {
                wait = wait.min(next_question.saturating_duration_since(Instant::now()));
            }
            let before = Instant::now();
            let arrival = self.arrivals.1.recv_timeout(wait);
            let stood_still = before.elapsed().saturating_sub(wait);
            if stood_still > STANDSTILL {
                self.begin_again(stood_still)?;
            } else if let Ok(arrival) = arrival {
                self.take(arrival)?;
                next_question = Instant::now();
            }
        }
        Ok(())
    }

    fn claim(&mut self) -> Result<Option<Claim>, RunError> {
        if self.terms.jobs == 0 {
            return Ok(None);
        }
        let (worker, lease) = (self.worker, self.terms.lease);
        self.ask(|store| store.claim(worker, lease))
    }

    /// Plays the games of a pair in a thread of their own.
    fn play(&mut self, claim: Claim) -> Result<(), RunError> {
        if claim.games.is_empty() {
            // Both games are there already.
            self.ask(|store| store.keep(&claim, &[], true, None))?;
            return Ok(());
        }
        let fixtures = match self.fixtures(&claim) {
            Ok(fixtures) => fixtures,
            Err(error) => {
                self.ask(|store| store.hand_back(&claim))?;
                return Err(error);
            }
        };
        self.begun += 1;
        let number = self.begun;
        let stop = Stop::new();
        let longest: Duration = fixtures.iter().map(longest).sum();
        let (sender, stopped) = (self.arrivals.0.clone(), stop.clone());
        let thread = thread::spawn(move || {
            for fixture in fixtures {
                let record = play_game(&fixture, &stopped);
                let goes_on = record.is_ok() && !stopped.is_stopped();
                if sender.send((number, fixture.key, record)).is_err() || !goes_on {
                    return;
                }
            }
        });
        let deadline = Instant::now() + longest;
        self.held.insert(number, Held { claim, finished: Vec::new(), stop, thread, deadline });
        Ok(())
    }

    fn fixtures(&mut self, claim: &Claim) -> Result<Vec<Fixture>, RunError> {
        loop {
            match self.roster.fixtures(claim, self.host, self.store) {
                Err(RunError::Store(error)) if self.is_worth_waiting(&error) => {
                    self.reconnect(error)?;
                }
                fixtures => return fixtures,
            }
        }
    }

    /// A game came back. In a shared store a pair counts when it is whole, so that one
    /// machine plays both games; in a file each game is kept at once.
    fn take(&mut self, (number, key, record): Arrival) -> Result<(), RunError> {
        let record = record?;
        let Some(held) = self.held.get_mut(&number) else { return Ok(()) };
        if record.game().ending() == Some(&Ending::Interrupted) {
            return Ok(());
        }
        held.finished.push((key, record));
        let is_whole = held.finished.len() == held.claim.games.len();
        let is_shared = self.store.location().is_shared();
        if is_shared && !is_whole {
            return Ok(());
        }
        let (claim, games) = (held.claim.clone(), held.finished.clone());
        let games = if is_shared { &games[..] } else { &games[games.len() - 1..] };
        let speed = self.speed;
        let kept = self.ask(|store| store.keep(&claim, games, is_whole, speed))?;
        if is_whole || kept == Kept::Late {
            self.drop_pair(number);
        }
        for (key, record) in games {
            if kept == Kept::Late {
                (self.hear)(&News::Late(key));
                return Ok(());
            }
            self.finished += 1;
            let (finished, games) = (self.finished, self.games);
            (self.hear)(&News::Played(Progress { finished, games, key, record }));
        }
        Ok(())
    }

    /// Renews what is held and tells the store that this worker lives.
    fn give_sign_of_life(&mut self) -> Result<(), RunError> {
        let worker = self.worker;
        if !self.ask(|store| store.sign_of_life(worker))? {
            return Err(RunError::Excluded(worker));
        }
        let lease = self.terms.lease;
        for number in self.held.keys().copied().collect::<Vec<_>>() {
            let held = &self.held[&number];
            let (claim, is_in_time) = (held.claim.clone(), Instant::now() < held.deadline);
            if !is_in_time || !self.ask(|store| store.renew(&claim, lease))? {
                (self.hear)(&News::Late(&claim.games[0]));
                self.drop_pair(number);
            }
        }
        self.count()
    }

    /// Gives back everything: while this machine stood still the players' clocks ran on.
    fn begin_again(&mut self, stood_still: Duration) -> Result<(), RunError> {
        (self.hear)(&News::StoodStill(stood_still));
        for number in self.held.keys().copied().collect::<Vec<_>>() {
            let claim = self.held[&number].claim.clone();
            self.ask(|store| store.hand_back(&claim))?;
            self.drop_pair(number);
        }
        Ok(())
    }

    fn drop_pair(&mut self, number: u64) {
        if let Some(held) = self.held.remove(&number) {
            held.stop.stop();
        }
    }

    fn count(&mut self) -> Result<(), RunError> {
        let counts = self.ask(Store::counts)?;
        let games = |pairs: i64| usize::try_from(pairs * 2).unwrap_or_default();
        self.finished = games(counts.done);
        self.games = games(counts.done + counts.running + counts.waiting);
        (self.hear)(&News::Games { finished: self.finished, games: self.games });
        Ok(())
    }

    /// Whether there is nothing left to wait for. Draws the next Swiss round if it is time.
    fn is_done(&mut self) -> Result<bool, RunError> {
        if !self.held.is_empty() {
            return Ok(false);
        }
        if self.ask(Store::left)? > 0 {
            if self.terms.jobs == 0 {
                self.count()?;
            }
            return Ok(false);
        }
        let tournament = self.roster.tournament().clone();
        let is_left = self.ask(|store| advance(&tournament, store))?;
        self.count()?;
        Ok(!is_left && self.terms.until_done)
    }

    /// Hands back what is held and says good-bye, if the database hears it.
    fn leave(&mut self) -> Result<(), RunError> {
        for held in self.held.values() {
            self.store.hand_back(&held.claim)?;
        }
        Ok(self.store.retire(self.worker)?)
    }

    /// Asks the store, again and again while the database is away.
    fn ask<T>(
        &mut self,
        question: impl Fn(&mut Store) -> Result<T, StoreError>,
    ) -> Result<T, RunError> {
        loop {
            match question(self.store) {
                Err(error) if self.is_worth_waiting(&error) => self.reconnect(error)?,
                answer => return Ok(answer?),
            }
        }
    }

    fn is_worth_waiting(&self, error: &StoreError) -> bool {
        self.store.location().is_shared() && error.is_lost()
    }

    /// Tries to connect with longer and longer pauses, until the host is stopped.
    fn reconnect(&mut self, lost: StoreError) -> Result<(), RunError> {
        (self.hear)(&News::Lost(&lost));
        let mut pause = Duration::from_millis(100);
        loop {
            let until = Instant::now() + self.about(pause);
            while Instant::now() < until {
                if self.host.stop.is_stopped() {
                    return Err(lost.into());
                }
                thread::sleep(GLANCE.min(until.saturating_duration_since(Instant::now())));
            }
            match self.store.reconnect() {
                Ok(()) => break,
                Err(error) if error.is_lost() => pause = (pause * 2).min(LONGEST_PAUSE),
                Err(error) => return Err(error.into()),
            }
        }
        (self.hear)(&News::Back);
        Ok(())
    }

    /// Who only looks on is alone and wants to see something.
    fn longest_pause(&self) -> Duration {
        let longest = if self.terms.jobs == 0 { Duration::from_secs(1) } else { LONGEST_PAUSE };
        longest.min(self.terms.lease / 3)
    }

    /// Half to one and a half of a pause, so that a thousand workers do not ask at once.
    fn about(&mut self, pause: Duration) -> Duration {
        pause.mul_f64(0.5 + (self.chance.next() % 1000) as f64 / 1000.0)
    }
}

/// What a game can take at most: both clocks, in processor time four times as long.
fn longest(fixture: &Fixture) -> Duration {
    let clocks = fixture.event.conditions.time.saturating_mul(2);
    match fixture.players[0].1.timekeeping {
        Timekeeping::Wall => clocks.saturating_add(BESIDES_CLOCKS),
        // A second more for each move.
        Timekeeping::Cpu => {
            let size = fixture.event.conditions.size.get() as u64;
            clocks.saturating_mul(4) + BESIDES_CLOCKS + Duration::from_secs(size * size)
        }
    }
}
