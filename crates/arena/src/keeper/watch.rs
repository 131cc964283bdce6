//! Threads that end a program at its deadline or when it holds too much memory.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::{End, tree};

/// How often memory is looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// Watches one program at a time.
pub(super) struct Watch {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// When the program under watch is ended; none while none runs.
    deadline: Option<Instant>,
    /// Which program it is, counted from the first.
    program: u64,
    /// Why it was ended.
    ended: Option<End>,
}

impl State {
    /// The deadline of a program that runs and was not yet ended.
    fn running(&self) -> Option<Instant> {
        self.deadline.filter(|_| self.ended.is_none())
    }

    /// Ends the program. The caller holds the lock, so the next one cannot have started.
    fn end(&mut self, why: End) {
        self.ended = Some(why);
        tree::signal(Signal::SIGKILL);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Watch {
    /// Starts the threads. The clock has its own: counting the memory of many processes
    /// takes long, most of all when they keep the processors busy.
    pub(super) fn new(memory: Option<u64>) -> Self {
        let shared = Arc::new(Shared::default());
        let for_clock = Arc::clone(&shared);
        thread::spawn(move || watch_clock(&for_clock));
        if let Some(limit) = memory {
            let for_memory = Arc::clone(&shared);
            thread::spawn(move || watch_memory(&for_memory, limit));
        }
        Self { shared }
    }

    /// A program starts now.
    pub(super) fn begin(&self, deadline: Instant) {
        let mut state = self.shared.lock();
        state.deadline = Some(deadline);
        state.program += 1;
        state.ended = None;
        drop(state);
        self.shared.changed.notify_all();
    }

    /// The program has ended: by the watch, and why, or by itself.
    pub(super) fn finish(&self) -> Option<End> {
        let mut state = self.shared.lock();
        state.deadline = None;
        state.ended.take()
    }
}

fn watch_clock(shared: &Shared) {
    let mut state = shared.lock();
    loop {
        state = match state.running().map(|end| end.saturating_duration_since(Instant::now())) {
            None => shared.wait(state),
            Some(Duration::ZERO) => {
                state.end(End::Deadline);
                state
            }
            Some(left) => shared.wait_for(state, left),
        };
    }
}

fn watch_memory(shared: &Shared, limit: u64) {
    let mut state = shared.lock();
    loop {
        if state.running().is_none() {
            state = shared.wait(state);
            continue;
        }
        state = shared.wait_for(state, INTERVAL);
        let program = state.program;
        drop(state);
        let used = tree::memory();
        state = shared.lock();
        if used > limit && state.program == program && state.running().is_some() {
            state.end(End::Memory(used));
        }
    }
}
