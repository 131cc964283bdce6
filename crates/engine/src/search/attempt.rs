//! The attempt to solve the root between two depths of the search.

use super::Goal;
use super::iterative_deepening::IterativeDeepening;
use crate::position::{Move, Position};
use crate::solver::{Difficulty, Solver};
use crate::time::Stopped;
use crate::{Interval, Line, Report};

/// The depth from which solving is tried: before that, there is no good guess.
const SOLVE_FROM_DEPTH: u32 = 6;

/// The depth after which a search for the exact value does nothing but solve.
const GUESS_DEPTH: u32 = 8;

/// The attempt to solve the root, in portions: once the search has had some part of the nodes
/// that solving is likely to take, the solver may have as many as the search.
pub(super) struct Attempt<'a> {
    task: &'a IterativeDeepening<'a>,
    solver: Solver<'a>,
    /// How many nodes the search has before it begins; `None` if it never does.
    begins_after: Option<u64>,
    /// What there was when this search took it up.
    before: Progress,
    /// What the solver takes the value to be, once it has made its own guess.
    guess: Option<i32>,
    /// What is proved so far.
    interval: Interval,
}

/// How far an attempt has come, for a search that goes on where another was stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The nodes of the search.
    searched: u64,
    /// The nodes of the solver.
    solving: u64,
    guess: Option<i32>,
    interval: Interval,
}

impl Progress {
    /// That of an attempt at a position that was not searched before.
    pub(super) fn none(root: &Position) -> Self {
        Self { searched: 0, solving: 0, guess: None, interval: root.interval() }
    }
}

/// A move of the root, and between what its value is proved to lie.
struct Candidate {
    chosen: Move,
    after: Position,
    interval: Interval,
}

impl<'a> Attempt<'a> {
    pub(super) fn new(task: &'a IterativeDeepening<'a>, before: Progress) -> Self {
        let IterativeDeepening { table, control, threads, .. } = task;
        let Progress { guess, interval, .. } = before;
        let solver = Solver::new(table, control, threads);
        Self { task, solver, begins_after: begins_after(task), before, guess, interval }
    }

    /// Between what the root's value is proved to lie.
    pub(super) const fn interval(&self) -> Interval {
        self.interval
    }

    /// How far it has come by now.
    pub(super) fn progress(&self) -> Progress {
        let Self { solver, before, guess, interval, .. } = self;
        let searched = before.searched + self.task.control.nodes() - solver.nodes();
        let solving = before.solving + solver.nodes();
        Progress { searched, solving, guess: *guess, interval: *interval }
    }

    /// The exact best lines, if they are found within the portion. What is proved on the way is
    /// reported.
    pub(super) fn solve(
        &mut self,
        depth: u32,
        answer: &Report,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Vec<Line>> {
        let begins_after = self.begins_after?;
        if depth < SOLVE_FROM_DEPTH.min(self.task.deepest()) {
            return None;
        }
        let Progress { searched, solving, .. } = self.progress();
        let solves_only = self.task.goal == Goal::Solution && depth >= GUESS_DEPTH;
        let is_last = solves_only || depth == self.task.deepest();
        if searched < begins_after && !is_last {
            return None;
        }
        let portion = if is_last { u64::MAX } else { searched };
        self.solver.allow(portion.saturating_sub(solving).max(1));
        let value = self.value(answer, report).ok()?;
        if self.task.options.lines <= 1 {
            return Some(vec![exact_line(&mut self.solver, self.task.root, value).ok()?]);
        }
        self.several_lines(value).ok()
    }

    fn value(&mut self, answer: &Report, report: &mut dyn FnMut(&Report)) -> Result<i32, Stopped> {
        let Self { task, solver, interval, .. } = self;
        let is_for_solution = task.goal == Goal::Solution;
        let mut progress = |interval| {
            // Who wants a move has no use for bounds of its value.
            if is_for_solution {
                report(&task.report(answer.depth, answer.lines.clone(), interval));
            }
        };
        let estimate = answer.best().value;
        let guess = if let Some(guess) = self.guess {
            guess
        } else {
            if is_for_solution {
                solver.enclose(task.root, estimate, interval, &mut progress)?;
            }
            solver.guess(task.root, estimate)?
        };
        self.guess = Some(guess);
        solver.solve(task.root, guess, interval, &mut progress)
    }

    /// The exact lines of the best moves, one after the other; of the others it is only proved
    /// that they are not better. The value is the root's.
    fn several_lines(&mut self, value: i32) -> Result<Vec<Line>, Stopped> {
        let root = self.task.root;
        let mut candidates: Vec<Candidate> = root
            .moves()
            .map(|chosen| {
                let mut after = root.clone();
                root.play(chosen, &mut after);
                Candidate {
                    chosen,
                    after,
                    interval: Interval { most: value, ..Interval::EVERYTHING },
                }
            })
            .collect();
        let mut lines = Vec::new();
        let mut guess = value;
        while lines.len() < self.task.options.lines && !candidates.is_empty() {
            let best = self.best_of(&mut candidates, guess)?;
            let Candidate { chosen, after, interval } = candidates.swap_remove(best);
            guess = interval.least;
            let mut line = exact_line(&mut self.solver, &after, chosen.points() - guess)?;
            line.moves.insert(0, chosen.cell());
            line.value = guess;
            lines.push(line);
        }
        Ok(lines)
    }

    /// The index of a candidate whose value is known, and not less than that of any other: again
    /// MTD(f), but each candidate keeps what is proved of it.
    fn best_of(&mut self, candidates: &mut [Candidate], guess: i32) -> Result<usize, Stopped> {
        let mut bound = guess;
        loop {
            let least = candidates.iter().map(|candidate| candidate.interval.least).max();
            let most = candidates.iter().map(|candidate| candidate.interval.most).max();
            let (Some(least), Some(most)) = (least, most) else {
                unreachable!("there are candidates")
            };
            let interval = Interval { least, most };
            if least == most {
                let is_best = |candidate: &Candidate| candidate.interval.least == least;
                let best = candidates.iter().position(is_best);
                return Ok(best.expect("one of them has the greatest lower bound"));
            }
            let beta = interval.next_beta(bound);
            bound = -Interval::EVERYTHING.most;
            for Candidate { chosen, after, interval } in candidates.iter_mut() {
                if interval.most >= beta {
                    let value = self.solver.value_of_move(after, *chosen, beta)?;
                    interval.learn(value, beta);
                }
                bound =
                    bound.max(if interval.least >= beta { interval.least } else { interval.most });
                if bound >= beta {
                    break;
                }
            }
        }
    }
}

/// How many nodes the search has before solving is tried, if it is.
fn begins_after(task: &IterativeDeepening) -> Option<u64> {
    let options = task.options;
    let is_tried = options.level.is_full() && task.depth_limit.is_none();
    is_tried.then(|| match task.goal {
        Goal::Solution => 0,
        Goal::Move => {
            let likely = Difficulty::of(task.root).likely_doublings();
            let doublings = likely - options.parameters.solve_early;
            1_u64.checked_shl(doublings.max(0) as u32).unwrap_or(u64::MAX)
        }
    })
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
