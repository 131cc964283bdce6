//! Whether a search must end: its stop handle, its time and its count of nodes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::threads::Threads;
use crate::{Clock, Limits, Plan, Stop};

/// How many nodes a thread searches between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// What is searched even if there is no time at all: it takes less than a millisecond, and is much
/// better than nothing.
const LEAST_NODES: u64 = 512;

/// What many nodes may take on a slow machine is no pause.
const LEAST_PAUSE: Duration = Duration::from_millis(3);

/// The search must end; what it was about to find is unknown.
#[derive(Debug)]
pub(crate) struct Stopped;

/// Controls one search, for all of its threads.
pub(crate) struct SearchControl<'a> {
    clock: &'a dyn Clock,
    stop: &'a Stop,
    start: Duration,
    plan: Plan,
    node_limit: u64,
    /// Nodes of all threads, up to their last check.
    nodes: AtomicU64,
    /// When a thread last looked at the clock, in nanoseconds from the start.
    last_look: AtomicU64,
    /// The longest that the search was kept waiting for a processor, in nanoseconds.
    pause: AtomicU64,
    /// A limit was reached, or the stop handle used: set once, and then cheap to see.
    over: AtomicBool,
}

impl<'a> SearchControl<'a> {
    pub(crate) fn new(limits: &Limits, plan: Plan, clock: &'a dyn Clock, stop: &'a Stop) -> Self {
        Self {
            clock,
            stop,
            start: clock.now(),
            plan,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            last_look: AtomicU64::new(0),
            pause: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    pub(crate) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The nodes that all threads have searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The longest that the search was kept waiting for a processor.
    pub(crate) fn longest_pause(&self) -> Duration {
        Duration::from_nanos(self.pause.load(Relaxed))
    }

    /// Looks at the clock. From one look to the next is next to no time, unless something else had
    /// the processor meanwhile.
    fn look(&self) -> Duration {
        let now = self.elapsed();
        let nanoseconds = now.as_nanos() as u64;
        let pause = nanoseconds.saturating_sub(self.last_look.swap(nanoseconds, Relaxed));
        if pause >= LEAST_PAUSE.as_nanos() as u64 {
            self.pause.fetch_max(pause, Relaxed);
        }
        now
    }

    /// Whether the search must end.
    pub(crate) fn is_over(&self) -> bool {
        if self.over.load(Relaxed) {
            return true;
        }
        let now = self.look();
        let nodes = self.nodes();
        let is_late = now >= self.plan.limit_with(self.longest_pause());
        let is_over =
            self.stop.is_stopped() || nodes >= self.node_limit || is_late && nodes >= LEAST_NODES;
        if is_over {
            self.over.store(true, Relaxed);
        }
        is_over
    }

    /// Whether there is no time to begin another search, after one that has changed the best move
    /// or not.
    pub(crate) fn is_spent(&self, stable: bool) -> bool {
        self.is_over() || self.nodes() >= LEAST_NODES && self.plan.is_spent(self.elapsed(), stable)
    }
}

/// One thread's count of nodes; every so many of them it checks whether the search is over.
pub(crate) struct NodeCounter<'a> {
    control: &'a SearchControl<'a>,
    /// All nodes of this thread.
    own: u64,
    /// Those of them that the control knows of.
    published: u64,
    next_check: u64,
    /// Where this thread's own allowance ends.
    allowance: u64,
    /// The task that a helper works on: it ends with it.
    task: Option<(&'a Threads, u64)>,
}

impl<'a> NodeCounter<'a> {
    pub(crate) fn new(control: &'a SearchControl<'a>) -> Self {
        let next_check = NODES_BETWEEN_CHECKS.min(control.node_limit);
        Self { control, own: 0, published: 0, next_check, allowance: u64::MAX, task: None }
    }

    /// Counts a node, or refuses it because the search is over.
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        self.own += 1;
        if self.own < self.next_check { Ok(()) } else { self.check() }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.publish();
        let is_done = self.task.is_some_and(|(threads, number)| !threads.is_current(number));
        if is_done || self.own >= self.allowance || self.control.is_over() {
            return Err(Stopped);
        }
        // Another thread may have passed the limit since.
        let rest = self.control.node_limit.saturating_sub(self.control.nodes());
        self.next_check = (self.own + NODES_BETWEEN_CHECKS.min(rest)).min(self.allowance);
        Ok(())
    }

    /// Keeps to the limit of nodes where another counter of the same thread takes turns with it.
    pub(crate) fn catch_up(&mut self) -> Result<(), Stopped> {
        if self.control.node_limit == u64::MAX {
            return Ok(());
        }
        self.publish();
        let rest = self.control.node_limit.saturating_sub(self.control.nodes());
        self.next_check = self.next_check.min(self.own + rest);
        if rest == 0 { Err(Stopped) } else { Ok(()) }
    }

    /// Stops the thread when it has searched so many more nodes.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.allowance = self.own.saturating_add(nodes);
        self.next_check = self.next_check.min(self.allowance);
    }

    /// Stops the thread when a task of the leader's is done.
    pub(crate) const fn stop_with_task(&mut self, threads: &'a Threads, number: u64) {
        self.task = Some((threads, number));
    }

    /// Adds this thread's nodes to those of the whole search.
    pub(crate) fn publish(&mut self) {
        self.control.nodes.fetch_add(self.own - self.published, Relaxed);
        self.published = self.own;
    }

    /// The nodes that this thread has searched.
    pub(crate) const fn own(&self) -> u64 {
        self.own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Conditions;

    const NO_TIME_PASSES: fn() -> Duration = || Duration::ZERO;

    fn unlimited(limits: &Limits) -> Plan {
        let board = "0".parse().unwrap();
        Plan::new(&board, limits, &Conditions::assumed(Duration::ZERO, Duration::ZERO))
    }

    #[test]
    fn a_limit_of_nodes_is_kept_to_the_node() {
        for nodes in [1, 255, 256, 257, 1000] {
            let (limits, stop) = (Limits::nodes(nodes), Stop::new());
            let control = SearchControl::new(&limits, unlimited(&limits), &NO_TIME_PASSES, &stop);
            let mut counter = NodeCounter::new(&control);
            while counter.count().is_ok() {}
            assert_eq!((counter.own(), control.nodes()), (nodes, nodes));
            assert!(control.is_over());
        }
    }

    #[test]
    fn two_counters_that_take_turns_keep_to_the_limit() {
        for nodes in [1, 255, 256, 257, 1000] {
            let (limits, stop) = (Limits::nodes(nodes), Stop::new());
            let control = SearchControl::new(&limits, unlimited(&limits), &NO_TIME_PASSES, &stop);
            let mut counters = [NodeCounter::new(&control), NodeCounter::new(&control)];
            let mut turn = |number: usize| {
                counters[number].catch_up()?;
                (0..100).try_for_each(|_| counters[number].count())?;
                counters[number].publish();
                Ok::<_, Stopped>(())
            };
            while turn(0).and_then(|()| turn(1)).is_ok() {}
            assert_eq!(control.nodes(), nodes);
        }
    }

    #[test]
    fn pauses_between_nodes_are_noticed_and_end_the_search_sooner() {
        let now = AtomicU64::new(0);
        let clock = || Duration::from_millis(now.load(Relaxed));
        let (limits, stop) = (Limits::NONE, Stop::new());
        let plan = Plan { limit: Duration::from_millis(100), saves: true, ..unlimited(&limits) };
        let control = SearchControl::new(&limits, plan, &clock, &stop);
        let mut counter = NodeCounter::new(&control);
        let mut goes_on_at = |time| {
            now.store(time, Relaxed);
            (0..NODES_BETWEEN_CHECKS).try_for_each(|_| counter.count()).is_ok()
        };
        assert!(goes_on_at(0) && goes_on_at(2) && goes_on_at(4));
        assert_eq!(control.longest_pause(), Duration::ZERO);
        assert!(goes_on_at(24) && goes_on_at(26));
        assert_eq!(control.longest_pause(), Duration::from_millis(20));
        assert!(goes_on_at(39) && !goes_on_at(40));
    }

    #[test]
    fn a_little_is_searched_even_without_time() {
        let (limits, stop) = (Limits::move_time(Duration::ZERO), Stop::new());
        let control = SearchControl::new(&limits, unlimited(&limits), &NO_TIME_PASSES, &stop);
        let mut counter = NodeCounter::new(&control);
        while counter.count().is_ok() {}
        assert_eq!(counter.own(), LEAST_NODES);
        assert!(control.is_over() && control.is_spent(true));
    }

    #[test]
    fn time_and_the_stop_handle_are_seen_within_a_few_nodes() {
        let (limits, stop) = (Limits::NONE, Stop::new());
        let control = SearchControl::new(&limits, unlimited(&limits), &NO_TIME_PASSES, &stop);
        let mut counter = NodeCounter::new(&control);
        for _ in 0..10_000 {
            counter.count().unwrap();
        }
        stop.stop();
        assert!((0..NODES_BETWEEN_CHECKS).any(|_| counter.count().is_err()));

        let limits = Limits::move_time(Duration::from_secs(1));
        let seconds = AtomicU64::new(0);
        let clock = || Duration::from_secs(seconds.load(Relaxed));
        let stop = Stop::new();
        let control = SearchControl::new(&limits, unlimited(&limits), &clock, &stop);
        let mut counter = NodeCounter::new(&control);
        for _ in 0..10_000 {
            counter.count().unwrap();
        }
        assert!(!control.is_over());
        seconds.store(1, Relaxed);
        assert!((0..NODES_BETWEEN_CHECKS).any(|_| counter.count().is_err()));
        assert!(control.is_over());
    }

    #[test]
    fn an_allowance_ends_a_thread_but_not_the_search() {
        let (limits, stop) = (Limits::NONE, Stop::new());
        let control = SearchControl::new(&limits, unlimited(&limits), &NO_TIME_PASSES, &stop);
        let mut counter = NodeCounter::new(&control);
        counter.allow(300);
        while counter.count().is_ok() {}
        assert_eq!(counter.own(), 300);
        assert!(!control.is_over());
        counter.allow(10);
        while counter.count().is_ok() {}
        assert_eq!(counter.own(), 310);
    }

    #[test]
    fn a_helper_stops_when_the_leader_goes_on() {
        let (limits, stop, threads) = (Limits::NONE, Stop::new(), Threads::new(2));
        let control = SearchControl::new(&limits, unlimited(&limits), &NO_TIME_PASSES, &stop);
        let mut counter = NodeCounter::new(&control);
        counter.stop_with_task(&threads, 7);
        assert!((0..NODES_BETWEEN_CHECKS).any(|_| counter.count().is_err()));
        assert!(!control.is_over());
    }
}
