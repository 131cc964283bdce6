//! A worker's time at work, from registering to saying good-bye.
//!
//! One thread owns the store and does everything that the store has a part in; each pair
//! is played in a thread of its own and comes back as a message. So a worker needs one
//! connection, however many games it plays, and games go on while the database is away.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fruitrage_arena::{Host, Timekeeping};
use fruitrage_engine::Stop;
use fruitrage_rules::{Ending, Generator};

use super::{News, Roster, WorkerSettings};
use crate::live::Window;
use crate::plan::advance;
use crate::run::{Fixture, Progress, play_game};
use crate::store::{Claim, Enrolment, Kept, Shown};
use crate::{Finished, RunError, Store, StoreError};

/// How often a worker looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(100);

/// A machine that is so late to look was suspended, or so busy that no clock is fair.
const STANDSTILL: Duration = Duration::from_secs(2);

/// Heartbeats come at least as often.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// Games under way are shown to spectators this often.
const SHOWING: Duration = Duration::from_secs(1);

/// The longest pause between two questions for work, and between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What a game may take besides its clocks: starting two programs, and the referee's part.
const BESIDES_CLOCKS: Duration = Duration::from_mins(1);

/// A pair that is being played.
struct Held {
    claim: Claim,
    finished: Vec<Finished>,
    stop: Stop,
    window: Window,
    thread: JoinHandle<()>,
    /// When it must be over, whatever happens.
    deadline: Instant,
}

/// A game that came back from its thread: which of the held pairs it belongs to.
type Arrival = (u64, Result<Finished, RunError>);

/// A worker's time at work.
pub(crate) struct Shift<'a> {
    store: &'a mut Store,
    host: &'a Host,
    settings: &'a WorkerSettings,
    worker: i64,
    speed: Option<i64>,
    roster: Roster,
    hear: &'a mut dyn FnMut(&News),
    held: BTreeMap<u64, Held>,
    /// Pairs that were given up and are about to end.
    ending: Vec<JoinHandle<()>>,
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
        settings: &'a WorkerSettings,
        speed: Option<i64>,
        roster: Roster,
        hear: &'a mut dyn FnMut(&News),
    ) -> Result<Self, RunError> {
        let worker = store.enrol(&Enrolment {
            name: settings.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            jobs: settings.jobs,
            speed,
        })?;
        Ok(Self {
            store,
            host,
            settings,
            worker,
            speed,
            roster,
            hear,
            held: BTreeMap::new(),
            ending: Vec::new(),
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
        let held = std::mem::take(&mut self.held).into_values().map(|held| held.thread);
        for thread in held.chain(self.ending) {
            let _ = thread.join();
        }
        outcome.and(left)
    }

    /// Whether one more game can be played. What was given up counts until it has ended.
    fn is_free(&mut self) -> bool {
        self.ending.retain(|thread| !thread.is_finished());
        self.held.len() + self.ending.len() < self.settings.jobs.max(1)
    }

    fn serve(&mut self) -> Result<(), RunError> {
        self.count()?;
        let every = HEARTBEAT.min(self.settings.lease / 3);
        let mut next_heartbeat = Instant::now() + every;
        let mut next_showing = Instant::now() + SHOWING;
        let mut next_question = Instant::now();
        let mut pause = Duration::from_millis(50);
        while !self.host.stop.is_stopped() {
            let is_free = self.is_free();
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
            if next_heartbeat <= Instant::now() {
                self.send_heartbeat()?;
                next_heartbeat = Instant::now() + every;
            }
            if next_showing <= Instant::now() {
                self.show();
                next_showing = Instant::now() + SHOWING;
            }
            let mut wait = GLANCE.min(next_heartbeat.saturating_duration_since(Instant::now()));
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
        if self.settings.jobs == 0 {
            return Ok(None);
        }
        let (worker, lease) = (self.worker, self.settings.lease);
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
            Err(error) => return self.refuse(&claim, error),
        };
        self.begun += 1;
        let number = self.begun;
        let stop = Stop::new();
        let longest: Duration = fixtures.iter().map(longest).sum();
        let (sender, stopped) = (self.arrivals.0.clone(), stop.clone());
        let window = Window::default();
        let shown = window.clone();
        let thread = thread::spawn(move || {
            for fixture in fixtures {
                let finished = play_game(&fixture, &stopped, &shown);
                let goes_on = finished.is_ok() && !stopped.is_stopped();
                if sender.send((number, finished)).is_err() || !goes_on {
                    return;
                }
            }
        });
        let deadline = Instant::now() + longest;
        let finished = Vec::new();
        self.held.insert(number, Held { claim, finished, stop, window, thread, deadline });
        Ok(())
    }

    /// An agent that cannot be started here may be elsewhere: this worker goes on with pairs
    /// of others. Anything else ends it.
    fn refuse(&mut self, claim: &Claim, error: RunError) -> Result<(), RunError> {
        let (agent, reason) = match &error {
            RunError::Start { agent, error } => (agent.clone(), error.to_string()),
            RunError::Package { agent, error } => (agent.clone(), error.to_string()),
            _ => {
                self.ask(|store| store.hand_back(claim))?;
                return Err(error);
            }
        };
        self.ask(|store| store.refuse(claim, &agent, &reason))?;
        (self.hear)(&News::Refused { agent: &agent, reason: &reason });
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
    fn take(&mut self, (number, finished): Arrival) -> Result<(), RunError> {
        let Some(held) = self.held.get_mut(&number) else { return Ok(()) };
        let finished = match finished {
            Ok(finished) => finished,
            Err(error) => {
                let claim = held.claim.clone();
                self.drop_pair(number);
                return self.refuse(&claim, error);
            }
        };
        if finished.record.game().ending() == Some(&Ending::Interrupted) {
            return Ok(());
        }
        held.finished.push(finished);
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
        for Finished { key, record, .. } in games {
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

    /// Tells the store that this worker lives, and renews what it holds.
    fn send_heartbeat(&mut self) -> Result<(), RunError> {
        let worker = self.worker;
        if !self.ask(|store| store.heartbeat(worker))? {
            return Err(RunError::Excluded(worker));
        }
        let lease = self.settings.lease;
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

    /// Shows the games under way. What goes wrong with that is nothing to the games: whatever
    /// else is asked of the store will find it, too.
    fn show(&mut self) {
        let look = |held: &Held| {
            let (key, record) = held.window.look()?;
            Some(Shown { claim: held.claim.clone(), key, record })
        };
        let games: Vec<Shown> = self.held.values().filter_map(look).collect();
        if !games.is_empty() {
            let _ = self.store.show(&games);
        }
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
            self.ending.push(held.thread);
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
        if self.left_here()? > 0 {
            if self.settings.jobs == 0 {
                self.count()?;
            }
            return Ok(false);
        }
        // What is left may be what cannot be played here, or nowhere.
        let tournament = self.roster.tournament().clone();
        let is_left = self.ask(|store| advance(&tournament, store))?;
        self.count()?;
        Ok(self.settings.until_done && (!is_left || self.left_here()? == 0))
    }

    /// How many pairs are not done that this worker can play; for who only looks on, that
    /// anybody can.
    fn left_here(&mut self) -> Result<i64, RunError> {
        let (worker, plays) = (self.worker, self.settings.jobs > 0);
        self.ask(|store| if plays { store.left_for(worker) } else { store.left_for_anybody() })
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
        let longest = if self.settings.jobs == 0 { Duration::from_secs(1) } else { LONGEST_PAUSE };
        longest.min(self.settings.lease / 3)
    }

    /// Half to one and a half of a pause, so that a thousand workers do not ask at once.
    fn about(&mut self, pause: Duration) -> Duration {
        pause.mul_f64(0.5 + (self.chance.next() % 1000) as f64 / 1000.0)
    }
}

/// What a game can take at most: both clocks, in processor time four times as long.
fn longest(fixture: &Fixture) -> Duration {
    let clocks: Duration =
        fixture.players.iter().map(|(agent, _)| agent.time_odds.of(fixture.event.time)).sum();
    match fixture.players[0].1.timekeeping {
        Timekeeping::Wall => clocks.saturating_add(BESIDES_CLOCKS),
        // A second more for each move.
        Timekeeping::Cpu => {
            let size = fixture.event.size.get() as u64;
            clocks.saturating_mul(4) + BESIDES_CLOCKS + Duration::from_secs(size * size)
        }
    }
}
