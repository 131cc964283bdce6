//! Deeper and deeper: the order in which one search tries things, and when it has enough.

use fruitrage_rules::Cell;

use crate::position::{Move, Position};
use crate::search::Search;
use crate::solver::Solver;
use crate::table::Table;
use crate::team::{Task, Team};
use crate::watch::{Stopped, Watch};
use crate::{Evaluation, Goal, Limits, Line, Options, Report, Time};

/// The depth from which solving is tried: before that, there is no good guess.
const SOLVE_FROM_DEPTH: u32 = 6;

/// The depth after which a search for the exact value does nothing but solve.
const GUESS_DEPTH: u32 = 10;

/// With more groups than this, solving is hopeless.
const SOLVE_GROUPS: usize = 44;

/// A part of the target time after which no deeper search is begun while the best move
/// is the same as it was: the next depth would hardly be completed.
const ENOUGH_IF_STABLE: f64 = 0.5;

/// Everything that the threads of one search share.
pub(crate) struct Deepening<'a> {
    pub(crate) options: &'a Options,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) limits: &'a Limits,
    pub(crate) table: &'a Table,
    pub(crate) watch: &'a Watch<'a>,
    pub(crate) root: &'a Position,
    pub(crate) team: &'a Team,
}

impl Deepening<'_> {
    /// Searches with all threads and tells what was found; none if there is no move.
    pub(crate) fn run(&self, report: &mut dyn FnMut(&Report)) -> Option<Report> {
        let moves = self.visible_moves();
        if moves.is_empty() {
            return None;
        }
        if self.team.helpers() == 0 {
            return Some(self.lead(moves, report));
        }
        std::thread::scope(|scope| {
            let _work = self.team.until_dropped();
            for _ in 0..self.team.helpers() {
                // A thread that cannot be had is one that does not help.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || self.help());
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

    fn deepest(&self) -> u32 {
        let deepest = self.limits.depth.unwrap_or(u32::MAX);
        deepest.min(self.options.level.depth()).min(self.root.fruits_left())
    }

    fn search(&self) -> Search<'_> {
        Search::new(self)
    }

    /// Fills the table for the thread that leads.
    fn help(&self) {
        self.table.touch_all();
        let mut search = self.search();
        let mut solver = Solver::new(self.table, self.watch, self.team);
        let mut last = 0;
        while let Some((number, task)) = self.team.next_task(last) {
            match task {
                Task::Search { moves, depth, window } => search.help(number, &moves, depth, window),
                Task::Solve { position, window } => solver.help(number, &position, window),
            }
            last = number;
        }
    }

    fn lead(&self, mut moves: Vec<Move>, report: &mut dyn FnMut(&Report)) -> Report {
        let mut search = self.search();
        let mut attempt = Attempt::new(self);
        let mut answer = self.report(0, vec![first_sight(&moves)]);
        let mut stable = true;
        for depth in 1..=self.deepest() {
            if self.has_enough(depth, stable) {
                break;
            }
            let Ok(lines) = self.lines(&mut search, &mut moves, depth, &answer) else { break };
            stable = lines[0].moves[0] == answer.best().moves[0];
            answer = self.report(depth, lines);
            report(&answer);
            if let Some(lines) = attempt.solve(depth, &answer) {
                answer = self.report(depth, lines);
                report(&answer);
                break;
            }
            if self.is_forced(&moves) {
                break;
            }
        }
        answer.nodes = self.watch.nodes();
        answer.elapsed = self.watch.elapsed();
        answer
    }

    /// Whether nothing is to be decided, and the clock is for the whole game.
    fn is_forced(&self, moves: &[Move]) -> bool {
        moves.len() == 1 && matches!(self.limits.time, Time::Game(_))
    }

    /// Whether there is no point, or no time, in going deeper.
    fn has_enough(&self, depth: u32, stable: bool) -> bool {
        let plan = self.watch.plan();
        let target = match self.limits.time {
            Time::Game(_) if stable => plan.target.mul_f64(ENOUGH_IF_STABLE),
            Time::Game(_) => plan.target * 2,
            _ => plan.limit,
        };
        depth > 1 && (self.watch.is_over() || self.watch.elapsed() >= target)
    }

    /// The best lines at a depth: each search leaves out the moves that were best before.
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
        // A later search finds more in the table and may see a move better than before.
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
        Ok(lines)
    }

    fn report(&self, depth: u32, lines: Vec<Line>) -> Report {
        Report { depth, lines, nodes: self.watch.nodes(), elapsed: self.watch.elapsed() }
    }
}

/// What can be said before any search: take the most.
fn first_sight(moves: &[Move]) -> Line {
    Line { value: moves[0].points() / 2, exact: false, moves: vec![moves[0].cell()] }
}

fn cells(moves: &[Move]) -> Vec<Cell> {
    moves.iter().map(|chosen| chosen.cell()).collect()
}

/// The attempt to solve the root, in portions: it may take as much as the search has.
struct Attempt<'a> {
    deepening: &'a Deepening<'a>,
    solver: Solver<'a>,
    is_hopeful: bool,
}

impl<'a> Attempt<'a> {
    fn new(deepening: &'a Deepening<'a>) -> Self {
        let Deepening { options, table, watch, root, limits, team, .. } = deepening;
        let groups = root.moves().take(SOLVE_GROUPS + 1).count();
        Self {
            deepening,
            solver: Solver::new(table, watch, team),
            is_hopeful: options.level.is_full()
                && limits.depth.is_none()
                && (limits.goal == Goal::Solution || groups <= SOLVE_GROUPS),
        }
    }

    /// The exact best lines, if they are found within the portion.
    fn solve(&mut self, depth: u32, answer: &Report) -> Option<Vec<Line>> {
        if !self.is_hopeful || depth < SOLVE_FROM_DEPTH.min(self.deepening.deepest()) {
            return None;
        }
        let searched = self.deepening.watch.nodes() - self.solver.nodes();
        let solves_only = self.deepening.limits.goal == Goal::Solution && depth >= GUESS_DEPTH;
        let is_last = solves_only || depth == self.deepening.deepest();
        let portion = if is_last { u64::MAX } else { searched };
        self.solver.allow(portion.saturating_sub(self.solver.nodes()).max(1));
        self.lines(answer).ok()
    }

    fn lines(&mut self, answer: &Report) -> Result<Vec<Line>, Stopped> {
        let root = self.deepening.root;
        if self.deepening.options.lines <= 1 {
            let value = self.solver.solve(root, answer.best().value)?;
            return Ok(vec![exact_line(&mut self.solver, root, value)?]);
        }
        let mut after = root.clone();
        let mut lines = Vec::new();
        for chosen in root.moves() {
            root.play(chosen, &mut after);
            let reply = self.solver.solve(&after, chosen.points() - answer.best().value)?;
            let mut line = exact_line(&mut self.solver, &after, reply)?;
            line.moves.insert(0, chosen.cell());
            line.value = chosen.points() - reply;
            lines.push(line);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
        lines.truncate(self.deepening.options.lines);
        Ok(lines)
    }
}

/// Best play to the end from a position whose value is known.
fn exact_line(solver: &mut Solver, position: &Position, value: i32) -> Result<Line, Stopped> {
    let mut line = Line { value, exact: true, moves: Vec::new() };
    let (mut position, mut value) = (position.clone(), value);
    let mut after = position.clone();
    while position.fruits_left() > 0 {
        let chosen = solver.best_move(&position, value)?;
        line.moves.push(chosen.cell());
        position.play(chosen, &mut after);
        value = chosen.points() - value;
        std::mem::swap(&mut position, &mut after);
    }
    Ok(line)
}
