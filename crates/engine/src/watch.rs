//! Whether a search has to end: its stop handle, its clock and its count of nodes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::team::Team;
use crate::{Clock, Limits, Plan, Stop};

/// How many positions are looked at between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// The search was told to stop; what it was about to find is unknown.
#[derive(Debug)]
pub(crate) struct Stopped;

/// Watches over one search, for all of its threads.
pub(crate) struct Watch<'a> {
    clock: &'a dyn Clock,
    stop: &'a Stop,
    start: Duration,
    plan: Plan,
    node_limit: u64,
    /// Nodes of all threads, up to their last look.
    nodes: AtomicU64,
    /// The answer is found, or the search was seen to be over.
    over: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: &Limits, plan: Plan, clock: &'a dyn Clock, stop: &'a Stop) -> Self {
        Self {
            clock,
            stop,
            start: clock.now(),
            plan,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    pub(crate) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The positions that all threads have looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Ends the search of all threads.
    pub(crate) fn finish(&self) {
        self.over.store(true, Relaxed);
    }

    /// Whether the search has to end.
    pub(crate) fn is_over(&self) -> bool {
        if self.over.load(Relaxed) {
            return true;
        }
        let is_over = self.stop.is_stopped()
            || self.nodes() >= self.node_limit
            || self.elapsed() >= self.plan.limit;
        if is_over {
            self.finish();
        }
        is_over
    }
}

/// One thread's count of nodes, and its looks at the watch.
pub(crate) struct Counter<'a> {
    watch: &'a Watch<'a>,
    /// All that this thread has looked at.
    own: u64,
    /// What of it the watch has been told.
    told: u64,
    next_look: u64,
    /// Where this thread's own allowance ends.
    allowance: u64,
    /// The task that a helper is at: it ends with it.
    task: Option<(&'a Team, u64)>,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(watch: &'a Watch<'a>) -> Self {
        let next_look = NODES_BETWEEN_LOOKS.min(watch.node_limit);
        Self { watch, own: 0, told: 0, next_look, allowance: u64::MAX, task: None }
    }

    /// Counts a position; the error is that the search is over.
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        self.own += 1;
        if self.own < self.next_look { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.tell();
        let is_done = self.task.is_some_and(|(team, number)| !team.is_at(number));
        if is_done || self.own >= self.allowance || self.watch.is_over() {
            return Err(Stopped);
        }
        // Another thread may have passed the limit since.
        let rest = self.watch.node_limit.saturating_sub(self.watch.nodes());
        self.next_look = (self.own + NODES_BETWEEN_LOOKS.min(rest)).min(self.allowance);
        Ok(())
    }

    /// Stops the thread when it has looked at so many more positions.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.allowance = self.own.saturating_add(nodes);
        self.next_look = self.next_look.min(self.allowance);
    }

    /// Stops the thread when a task of the team is done.
    pub(crate) const fn help(&mut self, team: &'a Team, number: u64) {
        self.task = Some((team, number));
    }

    /// Adds this thread's nodes to the watch's.
    pub(crate) fn tell(&mut self) {
        self.watch.nodes.fetch_add(self.own - self.told, Relaxed);
        self.told = self.own;
    }

    /// The positions that this thread has looked at.
    pub(crate) const fn own(&self) -> u64 {
        self.own
    }
}
