//! Iterative deepening alpha-beta over the moves of a board.
//!
//! Values are from the point of view of the player to move: what that player gains
//! over the opponent from here to the end of the game.

use std::cmp::Reverse;
use std::time::Duration;

use fruitrage_rules::{Board, Cell, Group};

use crate::evaluation::estimate;
use crate::{Clock, Limits, Line, Plan, Report, Stop};

/// More than any value: 26⁴ points are on the largest board.
const INFINITE: i32 = 1_000_000;

/// How many positions are looked at between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// The search was told to stop; what it was about to find is unknown.
struct Stopped;

/// A value with whether it is proved.
#[derive(Clone, Copy)]
struct Value {
    points: i32,
    exact: bool,
}

pub(crate) struct Search<'a> {
    limits: &'a Limits,
    plan: Plan,
    clock: &'a dyn Clock,
    stop: &'a Stop,
    start: Duration,
    nodes: u64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        limits: &'a Limits,
        plan: Plan,
        clock: &'a dyn Clock,
        stop: &'a Stop,
    ) -> Self {
        Self { limits, plan, clock, stop, start: clock.now(), nodes: 0 }
    }

    pub(crate) fn run(mut self, board: &Board, report: &mut dyn FnMut(&Report)) -> Option<Report> {
        let mut groups = ordered_groups(board);
        let first = groups.first()?;
        let mut answer = self.report(
            0,
            Line { value: estimate(first.points()), exact: false, moves: vec![first.name()] },
        );
        for depth in 1..=self.limits.depth.unwrap_or(u32::MAX) {
            if self.elapsed() >= self.plan.target {
                break;
            }
            let Ok(line) = self.search_root(board, &mut groups, depth) else {
                break;
            };
            answer = self.report(depth, line);
            report(&answer);
            if answer.best().exact {
                break;
            }
        }
        answer.nodes = self.nodes;
        answer.elapsed = self.elapsed();
        Some(answer)
    }

    fn report(&self, depth: u32, line: Line) -> Report {
        Report { depth, lines: vec![line], nodes: self.nodes, elapsed: self.elapsed() }
    }

    fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Searches every move and puts the best one first for the next depth.
    fn search_root(
        &mut self,
        board: &Board,
        groups: &mut [Group],
        depth: u32,
    ) -> Result<Line, Stopped> {
        let mut moves = Vec::new();
        let value = self.best_of(board, groups, depth, -INFINITE, INFINITE, &mut moves)?;
        let best = moves[0];
        let index = groups.iter().position(|group| group.name() == best).unwrap_or(0);
        groups[..=index].rotate_right(1);
        Ok(Line { value: value.points, exact: value.exact, moves })
    }

    /// The value of a board to this depth, within a window; `line` becomes best play.
    fn value(
        &mut self,
        board: &Board,
        depth: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Cell>,
    ) -> Result<Value, Stopped> {
        self.count_node()?;
        line.clear();
        if board.is_empty() {
            return Ok(Value { points: 0, exact: true });
        }
        if depth == 0 {
            let largest = board.groups().map(|group| group.points()).max().unwrap_or(0);
            return Ok(Value { points: estimate(largest), exact: false });
        }
        self.best_of(board, &ordered_groups(board), depth, alpha, beta, line)
    }

    fn best_of(
        &mut self,
        board: &Board,
        groups: &[Group],
        depth: u32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Cell>,
    ) -> Result<Value, Stopped> {
        let mut best = Value { points: -INFINITE, exact: true };
        let mut all_exact = true;
        let mut reply = Vec::new();
        for group in groups {
            let points = group.points() as i32;
            let after = board.after(group);
            let opponent =
                self.value(&after, depth - 1, points - beta, points - alpha, &mut reply)?;
            let value = points - opponent.points;
            all_exact &= opponent.exact;
            if value > best.points {
                best.points = value;
                line.clear();
                line.push(group.name());
                line.append(&mut reply);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                return Ok(Value { exact: opponent.exact, ..best });
            }
        }
        Ok(Value { exact: all_exact, ..best })
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let out_of_nodes = self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
        let is_due = self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS);
        if out_of_nodes || is_due && (self.stop.is_stopped() || self.elapsed() >= self.plan.limit) {
            return Err(Stopped);
        }
        Ok(())
    }
}

fn ordered_groups(board: &Board) -> Vec<Group> {
    let mut groups: Vec<Group> = board.groups().collect();
    groups.sort_by_key(|group| Reverse(group.count()));
    groups
}
