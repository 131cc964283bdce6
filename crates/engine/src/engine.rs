//! The façade: everything that plays, analyses or reviews comes through here.

use std::borrow::Cow;

use fruitrage_rules::Board;

use crate::deepening::Deepening;
use crate::position::Position;
use crate::table::Table;
use crate::team::Team;
use crate::watch::Watch;
use crate::{Clock, Evaluation, Limits, Options, Plan, Report, Stop, Time, plan};

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

    /// Searches a position and tells the best lines, or none if there is no move.
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
            Time::Unlimited => Plan::UNLIMITED,
            Time::Move(time) => Plan::exactly(time),
            Time::Game(left) => plan(board, left, self.options.overhead),
        };
        self.table.begin_search();
        Deepening {
            options: &self.options,
            evaluation: &self.evaluation,
            limits,
            table: &self.table,
            watch: &Watch::new(limits, plan, clock, stop),
            root: &Position::new(board),
            team: &Team::new(self.options.threads),
        }
        .run(report)
    }
}
