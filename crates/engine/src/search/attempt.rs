//! The attempt to solve the root between two depths of the search.

use super::Goal;
use super::iterative_deepening::IterativeDeepening;
use crate::position::Position;
use crate::solver::Solver;
use crate::time::Stopped;
use crate::{Line, Report};

/// The depth from which solving is tried: before that, there is no good guess.
const SOLVE_FROM_DEPTH: u32 = 6;

/// The depth after which a search for the exact value does nothing but solve.
const GUESS_DEPTH: u32 = 10;

/// With more moves than this, solving is hopeless.
const SOLVE_MOVES: usize = 44;

/// The attempt to solve the root, in portions: it may take as many nodes as the search has.
pub(super) struct Attempt<'a> {
    task: &'a IterativeDeepening<'a>,
    solver: Solver<'a>,
    is_hopeful: bool,
}

impl<'a> Attempt<'a> {
    pub(super) fn new(task: &'a IterativeDeepening<'a>) -> Self {
        let IterativeDeepening {
            options, goal, depth_limit, table, control, root, threads, ..
        } = task;
        let moves = root.moves().take(SOLVE_MOVES + 1).count();
        Self {
            task,
            solver: Solver::new(table, control, threads),
            is_hopeful: options.level.is_full()
                && depth_limit.is_none()
                && (*goal == Goal::Solution || moves <= SOLVE_MOVES),
        }
    }

    /// The exact best lines, if they are found within the portion.
    pub(super) fn solve(&mut self, depth: u32, answer: &Report) -> Option<Vec<Line>> {
        if !self.is_hopeful || depth < SOLVE_FROM_DEPTH.min(self.task.deepest()) {
            return None;
        }
        let searched = self.task.control.nodes() - self.solver.nodes();
        let solves_only = self.task.goal == Goal::Solution && depth >= GUESS_DEPTH;
        let is_last = solves_only || depth == self.task.deepest();
        let portion = if is_last { u64::MAX } else { searched };
        self.solver.allow(portion.saturating_sub(self.solver.nodes()).max(1));
        self.lines(answer).ok()
    }

    fn lines(&mut self, answer: &Report) -> Result<Vec<Line>, Stopped> {
        let root = self.task.root;
        if self.task.options.lines <= 1 {
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
        lines.truncate(self.task.options.lines);
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
