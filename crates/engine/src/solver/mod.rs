//! The exact solver: what a position is worth with best play of both sides to the end.
//!
//! Values are for the player to move. Every bound that is returned or stored is proved; the
//! theorems it rests on are in docs/theory.md:
//!
//! * [`mod@bounds`]: what is proved without searching;
//! * [`independent`]: groups that nothing can change any more are set aside;
//! * parity: a value has the parity of the number of fruits left, so that half of all bounds
//!   can be moved by one.
//!
//! The rest is craft: MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, 1996), an alpha-beta search
//! of null windows with a transposition table that keeps both bounds, and for the most
//! promising moves enhanced transposition cutoffs (Plaat and others, 1996).

pub(crate) mod bounds;
pub(crate) mod independent;

use std::ops::RangeInclusive;

use bounds::bounds;
use independent::IndependentGroups;

use crate::Key;
use crate::position::{Move, Position};
use crate::search::{Best, Window};
use crate::table::{Entry, INFINITE, PROVED, Table, logarithm};
use crate::threads::{DeferringOrder, Task, Threads};
use crate::time::{NodeCounter, SearchControl, Stopped};

/// From so many fruits on it pays to look at what moves lead to before searching any.
const FRUITS_WORTH_SORTING: u32 = 14;

/// How many moves are probed in this way: the others are hardly ever best.
const MOVES_WORTH_SORTING: i32 = 3;

/// Positions with fewer fruits are not worth dividing among threads.
const SHARED_FRUITS: u32 = 12;

/// What each group that a move removes counts in its favour: it does not make the move better,
/// but its proof shorter.
const POINTS_PER_GROUP: i32 = 2;

/// One position on the way down.
struct Frame {
    /// The board without the independent groups.
    rest: Position,
    independent: IndependentGroups,
    moves: Vec<(i32, Move)>,
}

impl Frame {
    fn key(&self) -> Key {
        self.rest.key().with(self.independent.word())
    }

    /// Sets the independent groups at the top of some columns aside.
    fn set_independent_groups_aside(&mut self, columns: RangeInclusive<usize>) {
        for column in columns {
            let most = IndependentGroups::SIZES as u32;
            while let Some(size) = self.rest.take_independent_top(column, most) {
                self.independent.add(size);
            }
        }
    }

    /// Every move that may be best: of the independent groups, the largest will do.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let independent = self.independent.largest();
        let groups = self.rest.groups();
        let larger = groups.partition_point(|group| Some(group.size()) > independent);
        let (larger, smaller) = groups.split_at(larger);
        let independent = independent.map(Move::independent);
        larger
            .iter()
            .copied()
            .chain(independent)
            .chain(smaller.iter().copied())
            .chain(self.rest.singles())
    }
}

/// The solver of one thread.
pub(crate) struct Solver<'a> {
    table: &'a Table,
    counter: NodeCounter<'a>,
    threads: &'a Threads,
    frames: Vec<Frame>,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(
        table: &'a Table,
        control: &'a SearchControl<'a>,
        threads: &'a Threads,
    ) -> Self {
        Self { table, counter: NodeCounter::new(control), threads, frames: Vec::new() }
    }

    /// Stops when so many more nodes have been searched.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.counter.allow(nodes);
    }

    /// The nodes that this solver has searched.
    pub(crate) const fn nodes(&self) -> u64 {
        self.counter.own()
    }

    /// The exact value of a position by MTD(f): null windows, from a guess on, until the bounds
    /// meet. A good guess makes it faster.
    pub(crate) fn solve(&mut self, position: &Position, guess: i32) -> Result<i32, Stopped> {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let mut bound = guess;
        while lower < upper {
            let beta = if bound == lower { bound + 1 } else { bound };
            bound = self.value_with_help(position, Window { alpha: beta - 1, beta })?;
            if bound < beta { upper = bound } else { lower = bound }
        }
        Ok(lower)
    }

    fn value_with_help(&mut self, position: &Position, window: Window) -> Result<i32, Stopped> {
        let position_of_task = || Box::new(position.clone());
        let _help = self.threads.help_with(|| Task::Solve { position: position_of_task(), window });
        self.value_of(position, window)
    }

    /// Searches what the leader is searching; what it finds is in the table.
    pub(crate) fn help(&mut self, number: u64, position: &Position, window: Window) {
        self.counter.stop_with_task(self.threads, number);
        let _ = self.value_of(position, window);
    }

    /// A move that has the value, which is the exact one of the position.
    pub(crate) fn best_move(&mut self, position: &Position, value: i32) -> Result<Move, Stopped> {
        let mut after = position.clone();
        for chosen in position.moves() {
            position.play(chosen, &mut after);
            let most_for_opponent = chosen.points() - value;
            let window = Window { alpha: most_for_opponent, beta: most_for_opponent + 1 };
            if self.value_with_help(&after, window)? <= most_for_opponent {
                return Ok(chosen);
            }
        }
        unreachable!("one of the moves has the position's value")
    }

    /// The value of a position, or a bound for it outside the window.
    pub(crate) fn value_of(&mut self, position: &Position, window: Window) -> Result<i32, Stopped> {
        let depth = position.fruits_left() as usize + 1;
        if self.frames.len() < depth {
            self.frames.resize_with(depth, || Frame {
                rest: position.clone(),
                independent: IndependentGroups::default(),
                moves: Vec::new(),
            });
        }
        self.frames[0].rest.clone_from(position);
        self.frames[0].independent = IndependentGroups::default();
        self.frames[0].set_independent_groups_aside(0..=position.width() - 1);
        let outcome = self.value(0, window);
        self.counter.publish();
        outcome
    }

    fn value(&mut self, ply: usize, window: Window) -> Result<i32, Stopped> {
        self.counter.count()?;
        let frame = &self.frames[ply];
        if frame.rest.fruits_left() == 0 {
            return Ok(frame.independent.value());
        }
        // The parity of the points is that of the fruits.
        let (least, most) = bounds(&frame.rest, frame.independent);
        let window = window.with_parity_of(most);
        if window.alpha >= most {
            return Ok(most);
        }
        if window.beta <= least {
            return Ok(least);
        }
        let key = frame.key();
        let known = self.table.get(key).filter(Entry::is_proved);
        if let Some(entry) = known {
            if entry.lower >= window.beta || entry.lower == entry.upper {
                return Ok(entry.lower);
            }
            if entry.upper <= window.alpha {
                return Ok(entry.upper);
            }
        }
        let before = self.counter.own();
        let best = self.search(ply, window, known)?;
        let work = self.counter.own() - before;
        self.remember(key, known, window, best, work);
        Ok(best.value)
    }

    fn remember(&self, key: Key, known: Option<Entry>, window: Window, best: Best, work: u64) {
        let value = best.value;
        let (lower, upper) =
            known.map_or((-INFINITE, INFINITE), |entry| (entry.lower, entry.upper));
        let entry = Entry {
            lower: if value > window.alpha { value } else { lower },
            upper: if value < window.beta { value } else { upper },
            depth: PROVED,
            // Where every move failed, none of them is known to be good.
            best: match known {
                _ if value > window.alpha => best.chosen.place(),
                Some(entry) => entry.best,
                None => Move::NONE.place(),
            },
            work: logarithm(work),
        };
        self.table.put(key, entry);
    }

    fn search(
        &mut self,
        ply: usize,
        window: Window,
        known: Option<Entry>,
    ) -> Result<Best, Stopped> {
        let mut moves = self.ordered_moves(ply, known);
        let mut best = Best::NONE;
        if self.frames[ply].rest.fruits_left() >= FRUITS_WORTH_SORTING {
            self.sort(ply, window, &mut moves, known, &mut best);
        }
        let outcome = if best.value >= window.beta {
            Ok(best)
        } else {
            self.best_of(ply, window, &moves, best)
        };
        self.frames[ply].moves = moves;
        outcome
    }

    /// The moves of a position, the best known first, then by size.
    fn ordered_moves(&mut self, ply: usize, known: Option<Entry>) -> Vec<(i32, Move)> {
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        moves.clear();
        moves.extend(self.frames[ply].moves().map(|chosen| (0, chosen)));
        let is_best = |&(_, chosen): &(i32, Move)| known.is_some_and(|entry| entry.is_best(chosen));
        if let Some(index) = moves.iter().position(is_best) {
            moves[..=index].rotate_right(1);
        }
        moves
    }

    /// Probes what the first moves lead to: one whose value is known may be enough (an enhanced
    /// transposition cutoff), and of the others those come first that leave the least to be
    /// searched.
    fn sort(
        &mut self,
        ply: usize,
        window: Window,
        moves: &mut Vec<(i32, Move)>,
        known: Option<Entry>,
        best: &mut Best,
    ) {
        let mut index = 0;
        moves.retain_mut(|(score, chosen)| {
            index += 1;
            if index > MOVES_WORTH_SORTING {
                *score = -INFINITE - index;
                return true;
            }
            self.play(ply, *chosen);
            let after = &self.frames[ply + 1];
            let points = chosen.points();
            *score = points - POINTS_PER_GROUP * after.moves().count() as i32;
            if known.is_some_and(|entry| entry.is_best(*chosen)) {
                *score = INFINITE;
            }
            let Some(entry) = self.table.get(after.key()).filter(Entry::is_proved) else {
                return true;
            };
            best.improve(points - entry.upper, *chosen);
            let settled = points - entry.lower <= window.alpha.max(best.value);
            if settled {
                best.improve(points - entry.lower, *chosen);
            }
            !settled
        });
        moves.sort_unstable_by_key(|&(score, chosen)| std::cmp::Reverse((score, chosen)));
    }

    /// Searches moves in their order until one reaches the window's end.
    fn best_of(
        &mut self,
        ply: usize,
        window: Window,
        moves: &[(i32, Move)],
        mut best: Best,
    ) -> Result<Best, Stopped> {
        let key = self.frames[ply].key();
        let in_progress = &self.threads.in_progress;
        let is_shared = self.frames[ply].rest.fruits_left() >= SHARED_FRUITS;
        let mut order = DeferringOrder::new(moves.len());
        while let Some((index, can_wait)) = order.next() {
            let (_, chosen) = moves[index];
            let begun = if is_shared { in_progress.try_begin(key, chosen, 0) } else { None };
            if is_shared && begun.is_none() && can_wait && index > 0 {
                order.defer(index);
                continue;
            }
            self.play(ply, chosen);
            let points = chosen.points();
            let rest = window.above(best).after(points);
            best.improve(points - self.value(ply + 1, rest)?, chosen);
            if best.value >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Plays a move into the next frame.
    fn play(&mut self, ply: usize, chosen: Move) {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let (before, after) = (&before[ply], &mut after[0]);
        after.independent = before.independent;
        if chosen.is_independent() {
            after.rest.clone_from(&before.rest);
            after.independent.remove(chosen.size());
        } else {
            let changed = before.rest.play(chosen, &mut after.rest);
            after.set_independent_groups_aside(changed);
        }
    }
}
