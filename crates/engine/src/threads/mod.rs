//! The threads of one search: one leads, the others help with what it searches.
//!
//! The scheme is the simplified ABDADA of Tom Kerrigan (2017), after Jean-Christophe Weill's
//! ABDADA (1996): all threads search the same tree, share the transposition table, and defer
//! moves that another thread is searching ([`in_progress`]). Different here is that helpers
//! never run ahead (as in lazy SMP): all threads have the same question, depth and window,
//! because answers to other questions in the table upset a search as selective as this one.

pub(crate) mod in_progress;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

pub(crate) use in_progress::DeferringOrder;
use in_progress::MovesInProgress;

use crate::position::{Move, Position};
use crate::search::{Width, Window};

/// The stack of a helper. A search is at most as many moves deep as a board has fruits, 676, and
/// a test holds the deepest to half of this; it is also what threads have by default.
pub(crate) const STACK_BYTES: usize = 2 << 20;

/// What the leader is searching.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// The best of some moves of the root.
    Search { moves: Vec<Move>, depth: i32, width: Width, window: Window },
    /// A proof about a position.
    Solve { position: Box<Position>, window: Window },
}

/// What the helpers are told.
#[derive(Debug)]
enum Order {
    Wait,
    Help(Task),
    Exit,
}

/// The threads of one search.
#[derive(Debug)]
pub(crate) struct Threads {
    /// How the work within a task is divided.
    pub(crate) in_progress: MovesInProgress,
    helpers: usize,
    /// Counts the orders: a helper stops when its own is no longer the last.
    number: AtomicU64,
    order: Mutex<Order>,
    ordered: Condvar,
}

impl Threads {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            in_progress: MovesInProgress::new(threads),
            helpers: threads.saturating_sub(1),
            number: AtomicU64::new(0),
            order: Mutex::new(Order::Wait),
            ordered: Condvar::new(),
        }
    }

    /// How many threads there are besides the leader's.
    pub(crate) const fn helpers(&self) -> usize {
        self.helpers
    }

    /// Sets the helpers to a task. They work on it until the returned guard is dropped.
    pub(crate) fn help_with(&self, task: impl FnOnce() -> Task) -> Option<OrderGuard<'_>> {
        (self.helpers > 0).then(|| {
            self.give(Order::Help(task()));
            OrderGuard { threads: self, next: || Order::Wait }
        })
    }

    /// Sends the helpers home when the returned guard is dropped.
    pub(crate) const fn exit_when_dropped(&self) -> OrderGuard<'_> {
        OrderGuard { threads: self, next: || Order::Exit }
    }

    /// Waits for a task other than the one with this number; `None`: there will be no more.
    pub(crate) fn next_task(&self, last: u64) -> Option<(u64, Task)> {
        let mut order = self.order();
        loop {
            let number = self.number.load(Relaxed);
            match &*order {
                Order::Exit => return None,
                Order::Help(task) if number != last => return Some((number, task.clone())),
                Order::Help(_) | Order::Wait => {
                    order = self.ordered.wait(order).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Whether the leader is still at the task with this number.
    pub(crate) fn is_current(&self, number: u64) -> bool {
        self.number.load(Relaxed) == number
    }

    fn give(&self, next: Order) {
        let mut order = self.order();
        *order = next;
        self.number.fetch_add(1, Relaxed);
        self.ordered.notify_all();
    }

    fn order(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Gives the next order when it is dropped, also where the leader panics, so that nobody waits
/// for ever.
pub(crate) struct OrderGuard<'a> {
    threads: &'a Threads,
    next: fn() -> Order,
}

impl Drop for OrderGuard<'_> {
    fn drop(&mut self) {
        self.threads.give((self.next)());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(depth: i32) -> Task {
        Task::Search { moves: Vec::new(), depth, width: Width::NARROW, window: Window::EVERYTHING }
    }

    fn depth_of(task: &Task) -> Option<i32> {
        if let Task::Search { depth, .. } = task { Some(*depth) } else { None }
    }

    #[test]
    fn helpers_have_every_task_that_lasts_until_they_see_it() {
        let threads = Threads::new(2);
        let (seen, tasks) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let end_of_work = threads.exit_when_dropped();
            let helper = scope.spawn(|| {
                let mut last = 0;
                while let Some((number, task)) = threads.next_task(last) {
                    assert_ne!(number, last);
                    last = number;
                    seen.send((number, depth_of(&task))).unwrap();
                }
            });
            for depth in 1..100 {
                let help = threads.help_with(|| task(depth));
                let (number, found) = tasks.recv().unwrap();
                assert_eq!(found, Some(depth));
                assert!(threads.is_current(number));
                drop(help);
                assert!(!threads.is_current(number));
            }
            drop(end_of_work);
            helper.join().unwrap();
        });
    }

    #[test]
    fn all_threads_but_one_help() {
        assert_eq!([0, 1, 2, 5].map(|threads| Threads::new(threads).helpers()), [0, 0, 1, 4]);
        assert!(Threads::new(1).help_with(|| task(1)).is_none());
    }
}
