//! Numbered work on several threads, whose results are taken in the order of the numbers:
//! neither the number of threads nor their speed has a say in what comes out.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use fruitrage_engine::Stop;

/// How long an interruption may go unnoticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything was done, or whoever took the results had enough.
    Complete,
    /// It was interrupted before.
    Interrupted,
}

/// Does the work of every number and has the results taken in order, until the taker has
/// enough. Work under way at the end is broken off: it sees its handle stopped, and what
/// it then returns counts for nothing.
pub fn in_order<T: Send>(
    numbers: Range<u64>,
    jobs: NonZero<usize>,
    interruption: &Stop,
    work: impl Fn(u64, &Stop) -> T + Sync,
    take: impl FnMut(u64, T) -> ControlFlow<()>,
) -> Ended {
    let next = AtomicU64::new(numbers.start);
    let broken_off = Stop::new();
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.get() {
            let (sender, next, broken_off, work) = (sender.clone(), &next, &broken_off, &work);
            scope.spawn(move || {
                let _others = StopOnPanic(broken_off);
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && number < numbers.end
                    && !broken_off.is_stopped()
                {
                    let result = work(number, broken_off);
                    // What was broken off is not what an undisturbed run would have found.
                    if broken_off.is_stopped() || sender.send((number, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let ended = collect(numbers, &results, interruption, take);
        broken_off.stop();
        ended
    })
}

fn collect<T>(
    numbers: Range<u64>,
    results: &mpsc::Receiver<(u64, T)>,
    interruption: &Stop,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) -> Ended {
    let mut waiting = BTreeMap::new();
    let mut next = numbers.start;
    while next < numbers.end {
        if interruption.is_stopped() {
            return Ended::Interrupted;
        }
        match results.recv_timeout(BETWEEN_LOOKS) {
            Ok((number, result)) => waiting.insert(number, result),
            Err(RecvTimeoutError::Timeout) => continue,
            // A thread has panicked, and the end of its scope will say so.
            Err(RecvTimeoutError::Disconnected) => return Ended::Interrupted,
        };
        while let Some(result) = waiting.remove(&next) {
            if take(next, result).is_break() {
                return Ended::Complete;
            }
            next += 1;
        }
    }
    Ended::Complete
}

/// Without it, the others would wait for a result that never comes.
struct StopOnPanic<'a>(&'a Stop);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOBS: NonZero<usize> = NonZero::new(3).unwrap();

    #[test]
    fn results_come_in_order_until_there_are_enough() {
        for enough in [1, 10, 100] {
            let mut taken = Vec::new();
            let take = |number, result| {
                taken.push((number, result));
                if taken.len() == enough {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let ended =
                in_order(5..u64::MAX, JOBS, &Stop::new(), |number, _| number * number, take);
            assert_eq!(ended, Ended::Complete);
            let wanted: Vec<_> =
                (5..).map(|number| (number, number * number)).take(enough).collect();
            assert_eq!(taken, wanted);
        }
    }

    #[test]
    fn all_numbers_are_an_end_too() {
        let mut sum = 0;
        let take = |_, result: u64| {
            sum += result;
            ControlFlow::Continue(())
        };
        let ended = in_order(0..10, JOBS, &Stop::new(), |number, _| number, take);
        assert_eq!((ended, sum), (Ended::Complete, 45));
    }

    #[test]
    fn an_interruption_breaks_off_what_is_under_way() {
        let interruption = Stop::new();
        let work = |number, broken_off: &Stop| {
            // The first work never ends by itself.
            interruption.stop();
            while number == 0 && !broken_off.is_stopped() {
                thread::yield_now();
            }
        };
        let mut taken = 0;
        let take = |_, ()| {
            taken += 1;
            ControlFlow::Continue(())
        };
        let ended = in_order(0..u64::MAX, JOBS, &interruption, work, take);
        assert_eq!((ended, taken), (Ended::Interrupted, 0));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_the_others_too() {
        let work = |number, _: &Stop| assert_ne!(number, 3);
        in_order(0..u64::MAX, JOBS, &Stop::new(), work, |_, ()| ControlFlow::Continue(()));
    }
}
