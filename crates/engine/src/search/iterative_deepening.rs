//! Iterative deepening: one search after another, each a move deeper, until there is enough.

use fruitrage_rules::Cell;

use super::attempt::Attempt;
use super::{Goal, Search};
use crate::position::{Move, Position};
use crate::solver::Solver;
use crate::table::Table;
use crate::threads::{STACK_BYTES, Task, Threads};
use crate::time::{SearchControl, Stopped};
use crate::{Evaluation, Line, Options, Report};

/// Everything that the threads of one search share.
pub(crate) struct IterativeDeepening<'a> {
    pub(crate) options: &'a Options,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) goal: Goal,
    pub(crate) depth_limit: Option<u32>,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a SearchControl<'a>,
    pub(crate) root: &'a Position,
    pub(crate) threads: &'a Threads,
}

impl IterativeDeepening<'_> {
    /// Searches with all threads and returns what was found; `None` if there is no move.
    pub(crate) fn run(&self, report: &mut dyn FnMut(&Report)) -> Option<Report> {
        let moves = self.visible_moves();
        if moves.is_empty() {
            return None;
        }
        if self.threads.helpers() == 0 {
            return Some(self.lead(moves, report));
        }
        std::thread::scope(|scope| {
            let _exit = self.threads.exit_when_dropped();
            for _ in 0..self.threads.helpers() {
                // A thread that cannot be had is one that does not help.
                let helper = std::thread::Builder::new().stack_size(STACK_BYTES);
                let _ = helper.spawn_scoped(scope, || self.help());
            }
            Some(self.lead(moves, report))
        })
    }

    /// The moves that the level sees.
    fn visible_moves(&self) -> Vec<Move> {
        let level = self.options.level;
        let seen = |chosen: &Move| !level.overlooks(self.root.key(), *chosen, 0);
        let moves: Vec<Move> = self.root.moves().filter(seen).collect();
        if moves.is_empty() { self.root.moves().take(1).collect() } else { moves }
    }

    /// The greatest depth there is any point in: no game has more moves than fruits.
    pub(super) fn deepest(&self) -> u32 {
        let deepest = self.depth_limit.unwrap_or(u32::MAX);
        deepest.min(self.options.level.depth()).min(self.root.fruits_left())
    }

    /// Fills the table for the thread that leads.
    fn help(&self) {
        self.table.touch_while(|| !self.threads.is_over() && !self.control.is_over());
        let mut search = Search::new(self);
        let mut solver = Solver::new(self.table, self.control, self.threads);
        let mut last = 0;
        while let Some((number, task)) = self.threads.next_task(last) {
            match task {
                Task::Search { moves, depth, window } => search.help(number, &moves, depth, window),
                Task::Solve { position, window } => solver.help(number, &position, window),
            }
            last = number;
        }
    }

    fn lead(&self, mut moves: Vec<Move>, report: &mut dyn FnMut(&Report)) -> Report {
        let mut search = Search::new(self);
        let mut attempt = Attempt::new(self);
        let mut answer = self.report(0, vec![first_sight(&moves)]);
        let mut stable = true;
        for depth in 1..=self.deepest() {
            if depth > 1 && self.has_enough(stable) {
                break;
            }
            let Ok(lines) = self.lines(&mut search, &mut moves, depth, &answer) else { break };
            stable = lines[0].moves[0] == answer.best().moves[0];
            answer = self.report(depth.min(search.reached()), lines);
            report(&answer);
            if let Some(lines) = attempt.solve(depth, &answer) {
                answer = self.report(answer.depth, lines);
                report(&answer);
                break;
            }
            if moves.len() == 1 && self.control.plan().saves {
                break;
            }
        }
        answer.nodes = self.control.nodes();
        answer.elapsed = self.control.elapsed();
        answer
    }

    /// Whether there is no time to go deeper.
    fn has_enough(&self, stable: bool) -> bool {
        self.control.is_over() || self.control.plan().is_spent(self.control.elapsed(), stable)
    }

    /// The best lines at a depth (multi-PV): each search leaves out the moves that were best
    /// before.
    fn lines(
        &self,
        search: &mut Search,
        moves: &mut [Move],
        depth: u32,
        before: &Report,
    ) -> Result<Vec<Line>, Stopped> {
        let count = self.options.lines.clamp(1, moves.len());
        let mut lines: Vec<Line> = Vec::with_capacity(count);
        for index in 0..count {
            let guess = before.lines.get(index).unwrap_or(before.best()).value;
            let (value, best) = search.root(&mut moves[index..], depth as i32, guess)?;
            lines.push(Line { value, exact: false, moves: cells(&best) });
        }
        // A later search finds more in the table and may rate a move higher than before.
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
        Ok(lines)
    }

    fn report(&self, depth: u32, lines: Vec<Line>) -> Report {
        Report { depth, lines, nodes: self.control.nodes(), elapsed: self.control.elapsed() }
    }
}

/// What can be said before any search: take the largest group.
fn first_sight(moves: &[Move]) -> Line {
    Line { value: moves[0].points() / 2, exact: false, moves: vec![moves[0].cell()] }
}

fn cells(moves: &[Move]) -> Vec<Cell> {
    moves.iter().map(|chosen| chosen.cell()).collect()
}
