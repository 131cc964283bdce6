//! The façade: everything that plays, analyses or reviews comes through here.

use std::time::Duration;

use fruitrage_rules::Board;

use crate::search::Search;
use crate::{Clock, Limits, Plan, Report, Stop, Time, plan};

/// The engine.
#[derive(Debug, Default)]
pub struct Engine {}

impl Engine {
    /// An engine that has searched nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches a position and tells the best line, or none if there is no move.
    /// `report` hears of every depth that was completed.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let plan = match limits.time {
            Time::Unlimited => Plan { target: Duration::MAX, limit: Duration::MAX },
            Time::Move(time) => Plan { target: time, limit: time },
            Time::Game(left) => plan(board, left),
        };
        Search::new(limits, plan, clock, stop).run(board, report)
    }
}
