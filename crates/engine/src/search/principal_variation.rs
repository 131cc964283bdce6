//! One depth of the search: principal variation search (Marsland and Campbell, 1982) with a
//! transposition table and aspiration windows.
//!
//! Values are for the player to move: what that player gains over the opponent from here to
//! the end of the game. Three kinds of pruning make it selective:
//!
//! * *Futility pruning at every depth*: a move whose points do not exceed alpha is skipped,
//!   because the opponent, who is then on move, nearly always gains something. In chess this
//!   holds only near the leaves, with a margin; here it holds everywhere, without one, and even
//!   less what the other groups nearly always bring the opponent.
//! * *Value ranges* ([`crate::evaluation`]): a position is not searched if the range that its
//!   bucket's positions nearly always lie in is outside the window. This is the idea of
//!   `ProbCut` (Buro, 1995) with statistics over positions in the place of a shallow search.
//! * *Late-move reductions* ([`super::reduction`]).
//!
//! Every value has the parity of the number of fruits left ([`crate::parity`]), estimates and
//! windows included: two values that differ at all differ by two points.
//!
//! A wider search ([`super::width`]) relaxes the first two, which are in [`super::selection`].

use super::iterative_deepening::IterativeDeepening;
use super::reduction::reduction;
use super::selection::LeastLeft;
use super::transposition::{EXHAUSTED, answer, updated};
use super::{Best, Parameters, Width, Window};
use crate::evaluation::{Outline, Variety, estimate};
use crate::position::{Move, Position};
use crate::solver::Solver;
use crate::table::{Entry, INFINITE, Table};
use crate::threads::{DeferringOrder, Task, Threads};
use crate::time::{NodeCounter, Stopped};
use crate::{Evaluation, Key, Options};

/// Shallower searches are not worth dividing among threads.
const SHARED_DEPTH: i32 = 4;

/// From this depth on it pays to look between two moves whether another thread was faster.
const ASKED_AGAIN_DEPTH: i32 = 8;

/// A depth that no search comes to the end of.
const BEYOND_ANY_GAME: i32 = 10_000;

/// One position on the way down.
pub(super) struct Frame {
    pub(super) position: Position,
    /// The moves that are searched.
    pub(super) moves: Vec<Move>,
    /// The most points of a move that was pruned.
    pub(super) best_pruned: i32,
    /// Best play from here, where the value was within the window.
    line: Vec<Move>,
}

impl Frame {
    fn new(position: &Position) -> Self {
        let position = position.clone();
        Self { position, moves: Vec::new(), best_pruned: -INFINITE, line: Vec::new() }
    }
}

/// The search of one thread.
pub(crate) struct Search<'a> {
    pub(super) options: &'a Options,
    pub(super) evaluation: &'a Evaluation,
    table: &'a Table,
    /// What this thread alone remembers.
    scratch: &'a Table,
    counter: NodeCounter<'a>,
    solver: Solver<'a>,
    threads: &'a Threads,
    pub(super) frames: Vec<Frame>,
    /// Whether value ranges prune. A search from few groups sees nearly everything, and what
    /// it prunes wrongly is all that it can still lose.
    pub(super) trusts_ranges: bool,
    /// That of the root: kinds hardly ever run out before everything is solved.
    pub(super) variety: Variety,
    pub(super) width: Width,
    /// The most moves from the root that were searched. Where the selective search has nothing
    /// more to search, a greater depth is only a number.
    reached: u32,
    /// How often something was cut off only because of the depth.
    cut_off: u64,
    /// The value of the root's line so far.
    root_value: i32,
}

/// What a search of the root has found.
pub(crate) struct Found {
    pub(crate) value: i32,
    pub(crate) line: Vec<Move>,
    /// Whether a deeper search would find the same: nothing was cut off because of the depth.
    pub(crate) is_exhausted: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(task: &IterativeDeepening<'a>, scratch: &'a Table) -> Self {
        let IterativeDeepening { options, evaluation, table, control, root, threads, .. } = *task;
        Self {
            options,
            evaluation,
            table,
            scratch,
            counter: NodeCounter::new(control),
            // What it is asked by a search is soon solved again.
            solver: Solver::new(scratch, control, threads),
            threads,
            frames: vec![Frame::new(root), Frame::new(root)],
            trusts_ranges: root.groups().len() >= options.parameters.trust_groups as usize,
            variety: Variety::of(root),
            width: Width::NARROW,
            reached: 0,
            cut_off: 0,
            root_value: 0,
        }
    }

    /// How many moves the search has looked ahead at most.
    pub(crate) const fn reached(&self) -> u32 {
        self.reached
    }

    /// Notes that the position at a ply was searched so many moves deeper, or to the end of the
    /// game if that is sooner.
    fn note_reach(&mut self, ply: usize, depth: u32) {
        let ply = ply as u32;
        if ply + depth > self.reached {
            let moves = self.frames[ply as usize].position.moves().take(depth as usize).count();
            self.reached = self.reached.max(ply + moves as u32);
        }
    }

    pub(super) const fn parameters(&self) -> &'a Parameters {
        &self.options.parameters
    }

    /// Searches less selectively from now on: with this width, and to the end of the game
    /// whatever the depth.
    pub(crate) const fn widen(&mut self, width: Width) {
        self.width = width;
    }

    /// What the search of the root that was stopped had found by then: a move that is better
    /// than those before it, with its value and line.
    pub(crate) fn unfinished(&self) -> Option<(i32, &[Move])> {
        let line = &self.frames[0].line;
        (!line.is_empty()).then_some((self.root_value, line))
    }

    /// The value of the root, with some of its moves, to a depth, and best play. The best
    /// move becomes the first.
    pub(crate) fn root(
        &mut self,
        moves: &mut [Move],
        depth: i32,
        guess: i32,
    ) -> Result<Found, Stopped> {
        let width = self.width;
        let depth = if width.is_narrow() { depth } else { BEYOND_ANY_GAME };
        self.frames[0].line.clear();
        let mut margin = self.parameters().aspiration.max(guess.abs() / 8);
        let mut window = match depth {
            ..=2 => Window::EVERYTHING,
            _ => Window::around(guess, margin),
        };
        let fruits = self.frames[0].position.fruits_left() as i32;
        loop {
            window = window.with_parity_of(fruits);
            let help = self.threads.help_with(|| Task::Search {
                moves: moves.to_vec(),
                depth,
                width,
                window,
            });
            let cut_off_before = self.cut_off;
            let best = self.best_of(0, moves, depth, window)?;
            drop(help);
            if let Some(index) = moves.iter().position(|&chosen| chosen == best.chosen) {
                moves[..=index].rotate_right(1);
            }
            margin *= 4;
            if best.value <= window.alpha {
                window.alpha = (best.value - margin).max(-INFINITE);
            } else if best.value >= window.beta {
                window.beta = (best.value + margin).min(INFINITE);
            } else {
                self.counter.publish();
                return Ok(Found {
                    value: best.value,
                    line: self.frames[0].line.clone(),
                    is_exhausted: self.cut_off == cut_off_before,
                });
            }
        }
    }

    /// Searches what the leader is searching; what it finds is in the table.
    pub(crate) fn help(
        &mut self,
        number: u64,
        moves: &[Move],
        depth: i32,
        width: Width,
        window: Window,
    ) {
        self.width = width;
        self.counter.stop_with_task(self.threads, number);
        let _ = self.best_of(0, moves, depth, window);
        self.counter.publish();
    }

    fn value(&mut self, ply: usize, depth: i32, window: Window) -> Result<i32, Stopped> {
        self.counter.count()?;
        self.frames[ply].line.clear();
        let fruits_left = self.frames[ply].position.fruits_left();
        if fruits_left <= self.parameters().solve_fruits as u32 && self.is_exact() {
            self.note_reach(ply, fruits_left);
            self.counter.catch_up()?;
            let value = self.solver.value_of(&self.frames[ply].position, window)?;
            self.counter.catch_up()?;
            return Ok(value);
        }
        self.note_reach(ply, 0);
        let position = &self.frames[ply].position;
        if fruits_left == 0 {
            return Ok(0);
        }
        if depth <= 0 {
            self.cut_off += 1;
            return Ok(estimate(position.largest(), fruits_left, self.parameters()));
        }
        let window = window.with_parity_of(fruits_left as i32);
        let (least, most) = self.likely_range(Outline::of(position), fruits_left, depth);
        if window.alpha >= most || window.beta <= least {
            self.cut_off += u64::from(self.is_near(depth));
            return Ok(if window.alpha >= most { most } else { least });
        }
        let key = self.key(position);
        let shared = self.table.get(key);
        let known = shared.or_else(|| self.scratch.get(key));
        if let Some((entry, value)) =
            known.and_then(|entry| Some((entry, answer(entry, depth, window)?)))
        {
            self.note_answer(entry);
            self.note_reach(ply, depth as u32);
            return Ok(value);
        }
        let before = self.counter.own();
        let cut_off_before = self.cut_off;
        let hint = known.or_else(|| self.known_to_narrow(ply));
        let moves = self.promising_moves(ply, hint, window.alpha);
        let outcome = if depth == 1 && self.is_followed_by_leaves(ply) {
            self.best_before_leaves(ply, &moves, window)
        } else {
            self.best_of(ply, &moves, depth, window)
        };
        self.frames[ply].moves = moves;
        let best = outcome?;
        let work = self.counter.own() - before;
        let is_exhausted = self.cut_off == cut_off_before;
        let is_cheap = self.is_cheap(depth, fruits_left);
        let depth = if is_exhausted { EXHAUSTED } else { depth.min(EXHAUSTED - 1) };
        let table = if is_cheap && shared.is_none() { self.scratch } else { self.table };
        table.put(key, updated(known, depth, window, best, work));
        Ok(best.value)
    }

    /// Whether a position takes so little work that only this thread remembers it. Most do: the
    /// table has room for the others, and more of it is in the processor's cache.
    const fn is_cheap(&self, depth: i32, fruits: u32) -> bool {
        let Parameters { scratch_depth, scratch_fruits, .. } = self.options.parameters;
        depth <= scratch_depth || fruits as i32 <= scratch_fruits
    }

    /// What the table finds a position by: what a wider search has found is apart.
    fn key(&self, position: &Position) -> Key {
        if self.width.is_narrow() { position.key() } else { position.key().with(self.width.salt()) }
    }

    /// What the narrow search knows of a position, for the order of moves in a wider one.
    fn known_to_narrow(&self, ply: usize) -> Option<Entry> {
        if self.width.is_narrow() { None } else { self.table.get(self.frames[ply].position.key()) }
    }

    /// Notes that an entry of the table was the answer.
    fn note_answer(&mut self, entry: Entry) {
        self.cut_off += u64::from(i32::from(entry.depth) < EXHAUSTED);
    }

    /// Weak levels do not solve anything.
    const fn is_exact(&self) -> bool {
        self.options.level.is_full()
    }

    /// Whether no move leads to a position that is solved.
    fn is_followed_by_leaves(&self, ply: usize) -> bool {
        let position = &self.frames[ply].position;
        let largest = position.groups().first().map_or(1, |largest| largest.size());
        position.fruits_left() - largest > self.parameters().solve_fruits as u32
    }

    /// The best of some moves that lead to leaves. Only the largest group counts there, so
    /// that the positions need not be complete; and since a move nearly always leaves the
    /// largest other group to the opponent, it is played only if it would be good enough then
    /// (futility pruning again, by the expected leaf).
    fn best_before_leaves(
        &mut self,
        ply: usize,
        moves: &[Move],
        window: Window,
    ) -> Result<Best, Stopped> {
        self.make_room(ply + 1);
        self.note_reach(ply, 1);
        self.cut_off += 1;
        let mut best = Best { value: self.frames[ply].best_pruned, chosen: moves[0] };
        for (index, &chosen) in moves.iter().enumerate() {
            let parameters = self.parameters();
            let (before, after) = self.frames.split_at_mut(ply + 1);
            let position = &before[ply].position;
            let fruits_after = position.fruits_left() - chosen.size();
            if index > 0 {
                let other = position.groups().iter().find(|&&other| other != chosen);
                let left = other.map_or(1, |other| other.points());
                let hope = chosen.points() - estimate(left, fruits_after, parameters);
                if hope <= window.above(best).alpha {
                    best.value = best.value.max(hope);
                    continue;
                }
            }
            self.counter.count()?;
            let largest = position.largest_after(chosen, &mut after[0].position);
            let value = chosen.points() - estimate(largest, fruits_after, parameters);
            if value > best.value {
                best = Best { value, chosen };
                if value > window.alpha {
                    before[ply].line.clear();
                    before[ply].line.push(chosen);
                }
                if value >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    fn make_room(&mut self, ply: usize) {
        if self.frames.len() == ply {
            let frame = Frame::new(&self.frames[ply - 1].position);
            self.frames.push(frame);
        }
    }

    /// The best of some moves; where it is within the window, the line becomes best play.
    fn best_of(
        &mut self,
        ply: usize,
        moves: &[Move],
        depth: i32,
        window: Window,
    ) -> Result<Best, Stopped> {
        self.make_room(ply + 1);
        let mut best = Best { value: -INFINITE, chosen: moves[0] };
        let key = self.key(&self.frames[ply].position);
        let in_progress = &self.threads.in_progress;
        let is_shared = self.threads.helpers() > 0 && depth >= SHARED_DEPTH;
        let mut least_left = LeastLeft::default();
        let mut order = DeferringOrder::new(moves.len());
        while let Some((index, can_wait)) = order.next() {
            let chosen = moves[index];
            let points = chosen.points();
            if is_shared && ply > 0 && depth >= ASKED_AGAIN_DEPTH {
                // Another thread may have found the answer by now.
                if let Some(found) = self.found_by_another(key, moves, depth, window) {
                    self.frames[ply].line.clear();
                    return Ok(found);
                }
            }
            let rest = window.above(best);
            let reduced = depth - 1 - reduction(self.parameters(), depth, index);
            // At the root every move is played: it costs next to nothing, and the opponent's
            // groups may not stay what they are.
            if index > 0
                && ply > 0
                && let Some(most) = self.hopeless(ply, chosen, reduced, rest, &mut least_left)
            {
                best.value = best.value.max(most);
                continue;
            }
            // The first move decides what is asked of the others: it is never deferred.
            let begun = is_shared.then(|| in_progress.try_begin(key, chosen, depth));
            if matches!(begun, Some(None)) && can_wait && index > 0 {
                order.defer(index);
                continue;
            }
            self.play(ply, chosen);
            let value = match index {
                0 => self.value_of_move(ply, points, depth - 1, rest)?,
                _ => self.value_of_late_move(ply, points, depth - 1, reduced, rest)?,
            };
            if value > best.value {
                best = Best { value, chosen };
                if value > window.alpha {
                    self.extend_line(ply, chosen);
                    if ply == 0 {
                        self.root_value = value;
                    }
                }
                if value >= window.beta {
                    return Ok(best);
                }
            }
        }
        best.value = best.value.max(self.frames[ply].best_pruned);
        Ok(best)
    }

    /// What a move is worth at most, nearly always, if that does not exceed alpha.
    fn hopeless(
        &mut self,
        ply: usize,
        chosen: Move,
        depth: i32,
        window: Window,
        least_left: &mut LeastLeft,
    ) -> Option<i32> {
        let most = self.hope(ply, chosen, depth, least_left);
        if most > window.alpha {
            return None;
        }
        self.cut_off += u64::from(self.is_near(depth));
        Some(most)
    }

    /// Plays a move into the position of the next ply.
    fn play(&mut self, ply: usize, chosen: Move) {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let (position, next) = (&before[ply].position, &mut after[0].position);
        position.play_telling_key(chosen, next, |key| self.table.prefetch(key));
    }

    /// What another thread has found out about a position since this one came here.
    fn found_by_another(
        &mut self,
        key: Key,
        moves: &[Move],
        depth: i32,
        window: Window,
    ) -> Option<Best> {
        let entry = self.table.get(key)?;
        let value = answer(entry, depth, window)?;
        let chosen = moves.iter().copied().find(|&chosen| entry.is_best(chosen))?;
        self.note_answer(entry);
        Some(Best { value, chosen })
    }

    /// The value of the move that was just played, by a search of the position after it.
    fn value_of_move(
        &mut self,
        ply: usize,
        points: i32,
        depth: i32,
        window: Window,
    ) -> Result<i32, Stopped> {
        Ok(points - self.value(ply + 1, depth, window.after(points))?)
    }

    /// The same for a move that is not the first: only whether it is better, and less deep unless
    /// it is.
    fn value_of_late_move(
        &mut self,
        ply: usize,
        points: i32,
        depth: i32,
        reduced: i32,
        window: Window,
    ) -> Result<i32, Stopped> {
        let mut value = self.value_of_move(ply, points, reduced, window.null())?;
        if value > window.alpha && reduced < depth {
            value = self.value_of_move(ply, points, depth, window.null())?;
        }
        if value > window.alpha && value < window.beta {
            value = self.value_of_move(ply, points, depth, window)?;
        }
        Ok(value)
    }

    fn extend_line(&mut self, ply: usize, chosen: Move) {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(chosen);
        line.extend_from_slice(&after[0].line);
    }
}
