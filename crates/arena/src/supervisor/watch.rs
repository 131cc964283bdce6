//! Threads that end a program at its deadline or when it holds too much memory.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::End;
use super::platform::ProcessTree;

/// How often memory is looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// Watches one program at a time.
pub(super) struct Watch {
    shared: Arc<Shared>,
}

struct Shared {
    processes: Arc<ProcessTree>,
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
    /// Whether a program runs that was not yet ended.
    fn is_running(&self) -> bool {
        self.deadline.is_some() && self.ended.is_none()
    }
}

impl Shared {
    /// Ends the program. The caller holds the lock, so the next one cannot have started.
    fn end(&self, state: &mut State, why: End) {
        state.ended.get_or_insert(why);
        self.processes.kill();
    }

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
    pub(super) fn new(processes: &Arc<ProcessTree>, memory: Option<u64>) -> Self {
        let shared = Arc::new(Shared {
            processes: Arc::clone(processes),
            state: Mutex::default(),
            changed: Condvar::new(),
        });
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
        let left = state.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        state = match left {
            None => shared.wait(state),
            Some(Duration::ZERO) => {
                shared.end(&mut state, End::Deadline);
                // A program that was just about to start is met the next time.
                shared.wait_for(state, INTERVAL)
            }
            Some(left) => shared.wait_for(state, left),
        };
    }
}

fn watch_memory(shared: &Shared, limit: u64) {
    let mut state = shared.lock();
    loop {
        if !state.is_running() {
            state = shared.wait(state);
            continue;
        }
        state = shared.wait_for(state, INTERVAL);
        let program = state.program;
        drop(state);
        let used = shared.processes.memory(limit);
        state = shared.lock();
        if used > limit && state.program == program && state.is_running() {
            shared.end(&mut state, End::Memory(used));
        }
    }
}
