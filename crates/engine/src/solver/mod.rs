//! The exact solver: what a position is worth with best play of both sides to the end.
//!
//! Values are for the player to move. Every bound that is returned or stored is proved; the
//! theorems it rests on are in docs/theory.md:
//!
//! * [`mod@bounds`]: what is proved without searching;
//! * independent groups, which nothing can change any more, are set aside, and two that are
//!   alike cancel out;
//! * parity: a value has the parity of the number of fruits left, so that half of all bounds
//!   can be moved by one.
//!
//! The rest is craft: MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, 1996), an alpha-beta search
//! of null windows ([`proof`]) on a board that fits a few machine words ([`crate::packed`]), and
//! for the most promising moves enhanced transposition cutoffs (Plaat and others, 1996).

mod blocks;
pub(crate) mod bounds;
mod claim;
mod difficulty;
mod proof;
mod weights;

pub use difficulty::Difficulty;
use proof::{Proof, Rigour, Workspace};

use crate::Interval;
use crate::packed::{Packed, Shape, Wide, Word};
use crate::position::{Move, Position};
use crate::search::Window;
use crate::table::{INFINITE, Table};
use crate::threads::{Task, Threads};
use crate::time::{NodeCounter, SearchControl, Stopped};

/// How much narrower bounds are taken to be for a guess, in hundredths.
const NARROWED: i32 = 80;

/// How far from a guess bounds are that are proved first, in points.
const ENCLOSING: [i32; 3] = [256, 128, 64];

/// The solver of one thread.
pub(crate) struct Solver<'a> {
    table: &'a Table,
    counter: NodeCounter<'a>,
    threads: &'a Threads,
    /// Room for positions of 64 cells, of 128, and of any number.
    small: Workspace<u64>,
    medium: Workspace<u128>,
    large: Workspace<Wide>,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(
        table: &'a Table,
        control: &'a SearchControl<'a>,
        threads: &'a Threads,
    ) -> Self {
        Self {
            table,
            counter: NodeCounter::new(control),
            threads,
            small: Workspace::default(),
            medium: Workspace::default(),
            large: Workspace::default(),
        }
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
    /// meet. A good guess makes it faster. What was proved is in the interval also if it must
    /// stop, and `progress` hears of it.
    pub(crate) fn solve(
        &mut self,
        position: &Position,
        guess: i32,
        interval: &mut Interval,
        progress: &mut dyn FnMut(Interval),
    ) -> Result<i32, Stopped> {
        let mut bound = guess;
        while interval.least < interval.most {
            let beta = interval.next_beta(bound);
            bound = self.ask(position, beta, interval)?;
            progress(*interval);
        }
        Ok(interval.least)
    }

    /// Proves that the value is not far from a guess, unless it is: that takes a small part of
    /// what it takes to prove the value, and tells who is waiting more than nothing.
    pub(crate) fn enclose(
        &mut self,
        position: &Position,
        guess: i32,
        interval: &mut Interval,
        progress: &mut dyn FnMut(Interval),
    ) -> Result<(), Stopped> {
        for beta in ENCLOSING.iter().flat_map(|margin| [guess - margin, guess + margin]) {
            if interval.is_open(beta) {
                self.ask(position, beta, interval)?;
                progress(*interval);
            }
        }
        Ok(())
    }

    /// Whether the value reaches beta: the bound that proves it, which the interval learns.
    fn ask(
        &mut self,
        position: &Position,
        beta: i32,
        interval: &mut Interval,
    ) -> Result<i32, Stopped> {
        let bound = self.value_with_help(position, Window { alpha: beta - 1, beta })?;
        interval.learn(bound, beta);
        Ok(bound)
    }

    /// What a position is very likely worth, at a small part of the cost of a proof; near
    /// another guess it is found sooner.
    pub(crate) fn guess(&mut self, position: &Position, guess: i32) -> Result<i32, Stopped> {
        let mut interval = Interval::EVERYTHING;
        let mut bound = guess;
        while interval.least < interval.most {
            let beta = interval.next_beta(bound);
            let window = Window { alpha: beta - 1, beta };
            bound = self.searched(position, window, Rigour::Narrowed(NARROWED))?;
            interval.learn(bound, beta);
        }
        Ok(interval.least)
    }

    /// Whether a move reaches a value: what it is worth at least if so, and at most if not.
    pub(crate) fn value_of_move(
        &mut self,
        after: &Position,
        chosen: Move,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let window = Window { alpha: beta - 1, beta }.after(chosen.points());
        Ok(chosen.points() - self.value_with_help(after, window)?)
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
            if self.value_of_move(&after, chosen, value)? >= value {
                return Ok(chosen);
            }
        }
        unreachable!("one of the moves has the position's value")
    }

    /// The value of a position, or a bound for it outside the window.
    pub(crate) fn value_of(&mut self, position: &Position, window: Window) -> Result<i32, Stopped> {
        self.searched(position, window, Rigour::Proved)
    }

    fn searched(
        &mut self,
        position: &Position,
        window: Window,
        rigour: Rigour,
    ) -> Result<i32, Stopped> {
        self.counter.catch_up()?;
        let outcome = if position.fruits_left() == 0 {
            Ok(0)
        } else if position.is_hanging() {
            self.best_after_falling(position, window, rigour)
        } else {
            self.value_when_settled(position, window, rigour)
        };
        self.counter.publish();
        outcome
    }

    /// While fruit hangs, any move makes everything fall: only then can a board be packed.
    fn best_after_falling(
        &mut self,
        position: &Position,
        window: Window,
        rigour: Rigour,
    ) -> Result<i32, Stopped> {
        let mut after = position.clone();
        let mut best = -INFINITE;
        for chosen in position.moves() {
            position.play(chosen, &mut after);
            let rest = window.above_value(best).after(chosen.points());
            best = best.max(chosen.points() - self.searched(&after, rest, rigour)?);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn value_when_settled(
        &mut self,
        position: &Position,
        window: Window,
        rigour: Rigour,
    ) -> Result<i32, Stopped> {
        let Self { table, threads, ref mut counter, .. } = *self;
        let question = Question { table, threads, counter, window, rigour };
        if let Some(packed) = Packed::new(position) {
            return question.answer(packed, &mut self.small);
        }
        if let Some(packed) = Packed::new(position) {
            return question.answer(packed, &mut self.medium);
        }
        let packed = Packed::new(position).expect("the largest board fits");
        question.answer(packed, &mut self.large)
    }
}

/// What is asked of a position, whatever word it fits.
struct Question<'p, 'a> {
    table: &'a Table,
    threads: &'a Threads,
    counter: &'p mut NodeCounter<'a>,
    window: Window,
    rigour: Rigour,
}

impl Question<'_, '_> {
    fn answer<W: Word>(
        self,
        (shape, position): (Shape<W>, Packed<W>),
        Workspace { plies, weights }: &mut Workspace<W>,
    ) -> Result<i32, Stopped> {
        let Self { table, threads, counter, window, rigour } = self;
        Proof { table, threads, counter, plies, weights, shape, rigour }.value(position, window)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fruitrage_rules::{FruitKinds, Size, random_board};

    use super::*;
    use crate::time::Plan;
    use crate::{Limits, Stop};

    const NO_TIME_PASSES: fn() -> Duration = || Duration::ZERO;

    /// How many nodes the leader of two threads searches, after a helper or without.
    fn nodes_of_leader(position: &Position, is_helped: bool) -> u64 {
        let (limits, stop) = (Limits::NONE, Stop::new());
        let control = SearchControl::new(&limits, Plan::UNLIMITED, &NO_TIME_PASSES, &stop);
        let (table, threads) = (Table::new(1).unwrap(), Threads::new(2));
        let window = Window { alpha: 9, beta: 10 };
        let task = || Task::Solve { position: Box::new(position.clone()), window };
        let _order = threads.help_with(task);
        let (number, _) = threads.next_task(0).unwrap();
        if is_helped {
            Solver::new(&table, &control, &threads).help(number, position, window);
        }
        let mut leader = Solver::new(&table, &control, &threads);
        assert!(leader.value_of(position, window).is_ok());
        leader.nodes()
    }

    #[test]
    fn enclosing_may_prove_the_value() {
        let position = Position::new(&"000/000/000".parse().unwrap());
        let (limits, stop) = (Limits::NONE, Stop::new());
        let control = SearchControl::new(&limits, Plan::UNLIMITED, &NO_TIME_PASSES, &stop);
        let (table, threads) = (Table::new(1).unwrap(), Threads::new(1));
        let mut solver = Solver::new(&table, &control, &threads);
        // Asked whether it reaches 17, the value turns out to be the most there can be.
        let (guess, mut interval) = (145, position.interval());
        assert!(solver.enclose(&position, guess, &mut interval, &mut |_| {}).is_ok());
        assert_eq!(interval, Interval { least: 81, most: 81 });
    }

    #[test]
    fn what_a_helper_has_proved_spares_the_leader_the_work() {
        let board = random_board(Size::new(5).unwrap(), FruitKinds::new(4).unwrap(), 1);
        let position = Position::new(&board);
        let [helped, alone] = [true, false].map(|helped| nodes_of_leader(&position, helped));
        assert!(10 * helped < alone, "{helped} nodes with help, {alone} without");
    }
}
