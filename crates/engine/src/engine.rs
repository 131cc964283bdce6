//! The façade: everything that plays, analyses or reviews comes through here.

use std::borrow::Cow;

use fruitrage_rules::Board;

use crate::position::Position;
use crate::search::{Goal, IterativeDeepening};
use crate::table::Table;
use crate::threads::Threads;
use crate::time::SearchControl;
use crate::{Clock, Evaluation, Limits, Options, Plan, Report, Stop};

/// The engine: searches positions, and remembers between searches what it has found.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    evaluation: Cow<'static, Evaluation>,
    table: Table,
}

impl Engine {
    /// An engine that has searched nothing yet.
    pub fn new(options: Options) -> Self {
        Self::with_evaluation(options, Cow::Borrowed(Evaluation::embedded()))
    }

    /// An engine with an evaluation of its own.
    pub fn with_evaluation(options: Options, evaluation: Cow<'static, Evaluation>) -> Self {
        Self { options, evaluation, table: Table::new(options.hash_megabytes << 20) }
    }

    /// How the engine is set up.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the engine up anew. What it remembers is kept unless the table's size changes.
    pub fn set_options(&mut self, options: Options) {
        if options.hash_megabytes != self.options.hash_megabytes {
            self.table = Table::new(options.hash_megabytes << 20);
        }
        self.options = options;
    }

    /// Forgets everything, as for a new game.
    pub fn forget(&mut self) {
        self.table = Table::new(self.options.hash_megabytes << 20);
    }

    /// Searches a position and returns the best lines, or `None` if there is no move.
    /// `report` is called with every completed depth.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        self.search_for(Goal::Move, board, limits, clock, stop, report)
    }

    pub(crate) fn search_for(
        &mut self,
        goal: Goal,
        board: &Board,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let plan = Plan::new(board, limits, self.options.overhead);
        self.table.begin_search();
        IterativeDeepening {
            options: &self.options,
            evaluation: &self.evaluation,
            goal,
            depth_limit: limits.depth,
            table: &self.table,
            control: &SearchControl::new(limits, plan, clock, stop),
            root: &Position::new(board),
            threads: &Threads::new(self.options.threads),
        }
        .run(report)
    }
}
