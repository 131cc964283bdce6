//! The threads of one search: one leads, the others help with what it is at.
//!
//! All are at the same question, the same depth and the same window: a helper that went
//! ahead would fill the table with answers to other questions, and these upset the search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::position::{Move, Position};
use crate::sharing::Sharing;
use crate::window::Window;

/// What the leader is at.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// The best of some moves of the root.
    Search { moves: Vec<Move>, depth: i32, window: Window },
    /// A proof about a position.
    Solve { position: Box<Position>, window: Window },
}

/// What the helpers are told.
#[derive(Debug)]
enum Order {
    Wait,
    Help(Task),
    GoHome,
}

/// The team of one search.
#[derive(Debug)]
pub(crate) struct Team {
    /// The work that is split among the threads within a task.
    pub(crate) sharing: Sharing,
    helpers: usize,
    /// Counts the orders: a helper stops when it is no longer what it was.
    number: AtomicU64,
    order: Mutex<Order>,
    ordered: Condvar,
}

impl Team {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            sharing: Sharing::new(threads),
            helpers: threads.saturating_sub(1),
            number: AtomicU64::new(0),
            order: Mutex::new(Order::Wait),
            ordered: Condvar::new(),
        }
    }

    /// How many threads there are beside the leader's.
    pub(crate) const fn helpers(&self) -> usize {
        self.helpers
    }

    /// Has the helpers at a task until what is returned is dropped.
    pub(crate) fn call(&self, task: impl FnOnce() -> Task) -> Option<Help<'_>> {
        (self.helpers > 0).then(|| {
            self.tell(Order::Help(task()));
            Help { team: self, next: || Order::Wait }
        })
    }

    /// Ends the work of the helpers when what is returned is dropped.
    pub(crate) const fn until_dropped(&self) -> Help<'_> {
        Help { team: self, next: || Order::GoHome }
    }

    /// Waits for a task other than the one of that number; none: go home.
    pub(crate) fn next_task(&self, last: u64) -> Option<(u64, Task)> {
        let mut order = self.order();
        loop {
            let number = self.number.load(Relaxed);
            match &*order {
                Order::GoHome => return None,
                Order::Help(task) if number != last => return Some((number, task.clone())),
                Order::Help(_) | Order::Wait => {
                    order = self.ordered.wait(order).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Whether a task is still what the leader is at.
    pub(crate) fn is_at(&self, number: u64) -> bool {
        self.number.load(Relaxed) == number
    }

    fn tell(&self, next: Order) {
        let mut order = self.order();
        *order = next;
        self.number.fetch_add(1, Relaxed);
        self.ordered.notify_all();
    }

    fn order(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Help that lasts until it is dropped; dropped also where the leader panics, so that
/// nobody waits for ever.
pub(crate) struct Help<'a> {
    team: &'a Team,
    next: fn() -> Order,
}

impl Drop for Help<'_> {
    fn drop(&mut self) {
        self.team.tell((self.next)());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(depth: i32) -> Task {
        Task::Search { moves: Vec::new(), depth, window: Window::EVERYTHING }
    }

    fn depth_of(task: &Task) -> Option<i32> {
        if let Task::Search { depth, .. } = task { Some(*depth) } else { None }
    }

    #[test]
    fn helpers_have_every_task_that_lasts_until_they_see_it() {
        let team = Team::new(2);
        let (seen, tasks) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let end_of_work = team.until_dropped();
            let helper = scope.spawn(|| {
                let mut last = 0;
                while let Some((number, task)) = team.next_task(last) {
                    assert_ne!(number, last);
                    last = number;
                    seen.send((number, depth_of(&task))).unwrap();
                }
            });
            for depth in 1..100 {
                let help = team.call(|| task(depth));
                let (number, found) = tasks.recv().unwrap();
                assert_eq!(found, Some(depth));
                assert!(team.is_at(number));
                drop(help);
                assert!(!team.is_at(number));
            }
            drop(end_of_work);
            helper.join().unwrap();
        });
    }

    #[test]
    fn nobody_is_called_where_there_is_nobody() {
        assert!(Team::new(1).call(|| task(1)).is_none());
    }
}
