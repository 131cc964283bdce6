//! Iterative deepening: one search after another, each a move deeper, until there is enough; and
//! wider, once going deeper changes nothing.

use fruitrage_rules::Cell;

use super::attempt::{Attempt, Progress};
use super::{Goal, Search, Width};
use crate::position::{Move, Position};
use crate::solver::Solver;
use crate::table::Table;
use crate::threads::{STACK_BYTES, Task, Threads};
use crate::time::{SearchControl, Stopped};
use crate::{Evaluation, Interval, Key, Line, Options, Report};

/// With so few moves a position is solved sooner than it is searched with any other width.
const SOLVED_SOON: usize = 24;

/// Everything that the threads of one search share.
pub(crate) struct IterativeDeepening<'a> {
    pub(crate) options: &'a Options,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) goal: Goal,
    pub(crate) depth_limit: Option<u32>,
    pub(crate) table: &'a Table,
    /// The scratch table of the thread that leads; helpers have their own.
    pub(crate) scratch: &'a Table,
    pub(crate) control: &'a SearchControl<'a>,
    pub(crate) root: &'a Position,
    pub(crate) threads: &'a Threads,
}

/// Where a search was stopped: the next one of the same position goes on from there.
#[derive(Clone, Debug)]
pub(crate) struct Unfinished {
    root: Key,
    stage: Stage,
    /// The moves of the root in the order in which they are searched.
    moves: Vec<Move>,
    answer: Report,
    solving: Progress,
}

/// One of the searches that follow each other.
#[derive(Clone, Copy, Debug)]
struct Stage {
    depth: u32,
    width: Width,
}

/// The best lines of one search.
struct Lines {
    lines: Vec<Line>,
    /// Whether going deeper would change nothing.
    is_exhausted: bool,
}

impl IterativeDeepening<'_> {
    /// Searches with all threads and returns what was found; `None` if there is no move. What was
    /// left unfinished before is taken up if it fits, and replaced by what is unfinished now.
    pub(crate) fn run(
        &self,
        unfinished: &mut Option<Unfinished>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let moves = self.visible_moves();
        if moves.is_empty() {
            return None;
        }
        if self.threads.helpers() == 0 {
            return Some(self.lead(moves, unfinished, report));
        }
        std::thread::scope(|scope| {
            let _exit = self.threads.exit_when_dropped();
            for _ in 0..self.threads.helpers() {
                // A thread that cannot be had is one that does not help.
                let helper = std::thread::Builder::new().stack_size(STACK_BYTES);
                let _ = helper.spawn_scoped(scope, || self.help());
            }
            Some(self.lead(moves, unfinished, report))
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
        let scratch = Table::scratch();
        let mut search = Search::new(self, &scratch);
        let mut solver = Solver::new(self.table, self.control, self.threads);
        let mut last = 0;
        while let Some((number, task)) = self.threads.next_task(last) {
            match task {
                Task::Search { moves, depth, width, window } => {
                    search.help(number, &moves, depth, width, window);
                }
                Task::Solve { position, window } => solver.help(number, &position, window),
            }
            last = number;
        }
    }

    fn lead(
        &self,
        moves: Vec<Move>,
        unfinished: &mut Option<Unfinished>,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        let mut search = Search::new(self, self.scratch);
        let begun = unfinished.take().filter(|it| self.continues(it));
        let is_continued = begun.is_some();
        let Unfinished { stage, mut moves, answer, solving, .. } =
            begun.unwrap_or_else(|| self.beginning(moves));
        let mut attempt = Attempt::new(self, solving);
        let mut answer = self.report(answer.depth, answer.lines, attempt.interval());
        if is_continued {
            report(&answer);
        }
        let (mut next, mut is_enough, mut stable) = (Some(stage), false, true);
        let mut solving_depth = answer.depth;
        loop {
            if let Some(lines) = attempt.solve(solving_depth, &answer, report) {
                answer = self.report(answer.depth, lines, attempt.interval());
                report(&answer);
                next = None;
                break;
            }
            let is_over = is_enough || self.control.is_spent(stable);
            let Some(stage) = next.filter(|_| !is_over) else { break };
            search.widen(stage.width);
            let Ok(found) = self.lines(&mut search, &mut moves, stage.depth, &answer) else {
                self.keep_unfinished(&search, &mut answer);
                break;
            };
            stable = found.lines[0].moves[0] == answer.best().moves[0];
            let depth = stage.depth.min(search.reached());
            answer = self.report(depth, found.lines, attempt.interval());
            report(&answer);
            is_enough = moves.len() == 1 && self.control.plan().saves;
            next = self.next_stage(stage, found.is_exhausted);
            let solves_only = next.is_none() || found.is_exhausted && moves.len() <= SOLVED_SOON;
            solving_depth = if solves_only { self.deepest() } else { stage.depth };
        }
        answer = self.report(answer.depth, answer.lines, attempt.interval());
        *unfinished = next.map(|stage| Unfinished {
            root: self.root.key(),
            stage,
            moves,
            answer: answer.clone(),
            solving: attempt.progress(),
        });
        answer
    }

    /// Where a position begins that was not searched before.
    fn beginning(&self, moves: Vec<Move>) -> Unfinished {
        let stage = Stage { depth: 1, width: Width::NARROW };
        let answer = self.report(0, vec![first_sight(&moves)], self.root.interval());
        let solving = Progress::none(self.root);
        Unfinished { root: self.root.key(), stage, moves, answer, solving }
    }

    /// Whether this search goes on with what another has left. Who asks for a depth is to be told
    /// of each, and for a solution there is the solver.
    fn continues(&self, unfinished: &Unfinished) -> bool {
        unfinished.root == self.root.key()
            && unfinished.answer.depth > 0
            && unfinished.answer.lines.len() == self.options.lines.clamp(1, unfinished.moves.len())
            && self.depth_limit.is_none()
            && self.goal == Goal::Move
    }

    /// What is searched next: deeper, or where that would change nothing, wider. Who asks for a
    /// depth or a level wants no more than that, and for a solution there is the solver.
    fn next_stage(&self, stage: Stage, is_exhausted: bool) -> Option<Stage> {
        let widens = self.depth_limit.is_none()
            && self.options.level.is_full()
            && self.goal == Goal::Move
            && (is_exhausted || !stage.width.is_narrow());
        if widens {
            let fruits = self.root.fruits_left() as i32;
            let is_widest = stage.width.margin() >= fruits * fruits;
            return stage.width.next().filter(|_| !is_widest).map(|width| Stage { width, ..stage });
        }
        (stage.depth < self.deepest()).then_some(Stage { depth: stage.depth + 1, ..stage })
    }

    /// Where a search was stopped when a move had already beaten the ones before it, that is the
    /// answer.
    fn keep_unfinished(&self, search: &Search, answer: &mut Report) {
        if let (Some((value, line)), 1) = (search.unfinished(), self.options.lines) {
            answer.lines = vec![Line { value, exact: false, moves: cells(line) }];
        }
    }

    /// The best lines at a depth (multi-PV): each search leaves out the moves that were best
    /// before.
    fn lines(
        &self,
        search: &mut Search,
        moves: &mut [Move],
        depth: u32,
        before: &Report,
    ) -> Result<Lines, Stopped> {
        let count = self.options.lines.clamp(1, moves.len());
        let mut lines: Vec<Line> = Vec::with_capacity(count);
        let mut is_exhausted = true;
        for index in 0..count {
            let guess = before.lines.get(index).unwrap_or(before.best()).value;
            let found = search.root(&mut moves[index..], depth as i32, guess)?;
            is_exhausted &= found.is_exhausted;
            lines.push(Line { value: found.value, exact: false, moves: cells(&found.line) });
        }
        // A later search finds more in the table and may rate a move higher than before.
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
        Ok(Lines { lines, is_exhausted })
    }

    pub(super) fn report(&self, depth: u32, lines: Vec<Line>, interval: Interval) -> Report {
        let (nodes, elapsed) = (self.control.nodes(), self.control.elapsed());
        Report { depth, lines, interval, nodes, elapsed, hashfull: self.table.hashfull() }
    }
}

/// What can be said before any search: take the largest group.
fn first_sight(moves: &[Move]) -> Line {
    Line { value: moves[0].points() / 2, exact: false, moves: vec![moves[0].cell()] }
}

fn cells(moves: &[Move]) -> Vec<Cell> {
    moves.iter().map(|chosen| chosen.cell()).collect()
}
