//! One proof: an alpha-beta search to the end of the game with a transposition table that keeps
//! both bounds (for the impartial game, one entry serves both players).

use super::bounds::Appraisal;
use super::claim::{Claim, put_in_order};
use super::weights::Weights;
use crate::Key;
use crate::packed::{Packed, Shape, Word};
use crate::position::Move;
use crate::search::Window;
use crate::table::{Entry, INFINITE, PROVED, Table, logarithm};
use crate::threads::{DeferringOrder, Threads};
use crate::time::{NodeCounter, Stopped};

/// From so many fruits on it pays to look at what moves lead to before searching any.
const FRUITS_WORTH_SORTING: i32 = 14;

/// Positions with fewer fruits are searched again sooner than the table is asked.
const FRUITS_WORTH_KEEPING: i32 = 8;

/// How many moves are looked at in this way: the others are hardly ever best.
const CANDIDATES: usize = 3;

/// Positions with fewer fruits are not worth dividing among threads.
const SHARED_FRUITS: i32 = 12;

/// Whether a search proves what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rigour {
    Proved,
    /// Most bounds are much too wide. A search that takes them to be this many hundredths
    /// narrower nearly always finds the value, at a small part of the cost; it proves nothing.
    Narrowed(i32),
}

impl Rigour {
    /// Keeps what is not proved apart in the table.
    const fn salt(self) -> u64 {
        match self {
            Self::Proved => 0,
            Self::Narrowed(hundredths) => 0x9E6D_62D0_6F6A_9A9B ^ hundredths as u64,
        }
    }

    /// What a position is taken to be worth at least and at most.
    fn range<W>(self, appraisal: &Appraisal<W>) -> (i32, i32) {
        let Appraisal { least, most, fruits, .. } = *appraisal;
        let Self::Narrowed(hundredths) = self else {
            return (least, most);
        };
        let (middle, left) = (i32::midpoint(least, most), 100 - hundredths);
        let least = middle - (middle - least) * left / 100;
        let most = middle + (most - middle) * left / 100;
        let least = least + ((least ^ fruits) & 1);
        (least, least.max(most - ((most ^ fruits) & 1)))
    }
}

/// A position whose value is that of another but for so many points.
#[derive(Clone, Copy, Debug)]
struct Like {
    key: Key,
    margin: i32,
}

/// A position on the way down, with what is known of it without searching.
#[derive(Clone, Debug, Default)]
struct Node<W> {
    position: Packed<W>,
    appraisal: Appraisal<W>,
    key: Key,
    known: Option<Entry>,
    /// The same board with the least independent groups that its value can be told from.
    like: Option<Like>,
    /// The moves that may answer what is asked, in no order; all fruits of a part that are alone
    /// are one of them until they are put in order.
    claims: Vec<Claim<W>>,
    /// What any other move is worth at most, once they are listed.
    refuted: Option<i32>,
}

impl<W: Word> Node<W> {
    /// How many groups there are, if none has a hole.
    fn groups(&self, shape: &Shape<W>) -> i32 {
        let (mut above, mut beside, mut squares) = (W::ZERO, W::ZERO, W::ZERO);
        for &plane in self.position.planes() {
            let linked = plane & shape.up(plane);
            above = above | linked;
            beside = beside | plane & plane << shape.height;
            squares = squares | linked & linked << shape.height;
        }
        let fruits = self.position.filled().count() + squares.count();
        let independent = i32::from(self.position.independent.sizes().next().is_some());
        fruits as i32 - (above.count() + beside.count()) as i32 + independent
    }
}

/// What one proof after another shares.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace<W> {
    pub(super) plies: Vec<Ply<W>>,
    pub(super) weights: Weights<W>,
}

/// What one move after another shares.
#[derive(Clone, Debug, Default)]
pub(super) struct Ply<W> {
    /// The positions that candidates lead to, and one for any other move.
    nodes: [Node<W>; CANDIDATES + 1],
    order: Vec<Turn>,
}

/// A move in the order in which moves are searched.
#[derive(Clone, Copy, Debug)]
struct Turn {
    score: i32,
    claim: usize,
    /// Where the position after it is.
    node: usize,
}

/// One proof about positions of one shape.
pub(super) struct Proof<'p, 'a, W> {
    pub(super) table: &'a Table,
    pub(super) threads: &'a Threads,
    pub(super) counter: &'p mut NodeCounter<'a>,
    pub(super) plies: &'p mut Vec<Ply<W>>,
    pub(super) weights: &'p mut Weights<W>,
    pub(super) shape: Shape<W>,
    pub(super) rigour: Rigour,
}

impl<W: Word> Proof<'_, '_, W> {
    /// The value of a position, or a bound for it outside the window.
    pub(super) fn value(&mut self, position: Packed<W>, window: Window) -> Result<i32, Stopped> {
        self.make_room(0);
        self.plies[0].nodes[0].position = position;
        self.counter.count()?;
        if let Some(value) = self.at_sight(0, 0, window) {
            return Ok(value);
        }
        self.search(0, 0, window)
    }

    fn make_room(&mut self, ply: usize) {
        if self.plies.len() == ply {
            self.plies.push(Ply::default());
        }
    }

    /// The answer to what is asked of a new node, if bounds or table have it.
    fn at_sight(&mut self, ply: usize, index: usize, window: Window) -> Option<i32> {
        self.by_bounds(ply, index, window)
            .or_else(|| self.by_claims(ply, index, window))
            .or_else(|| self.look_up(ply, index, window))
    }

    /// The answer to what is asked of a new node, if its bounds have it.
    fn by_bounds(&mut self, ply: usize, index: usize, window: Window) -> Option<i32> {
        let node = &mut self.plies[ply].nodes[index];
        node.appraisal.appraise(&self.shape, self.weights, &mut node.position);
        if node.position.is_empty() {
            return Some(node.position.independent.value());
        }
        let Appraisal { fruits, least, most, .. } = node.appraisal;
        let window = window.with_parity_of(fruits);
        if self.rigour == Rigour::Proved {
            if window.alpha >= most {
                return Some(most);
            }
            if window.beta <= least {
                return Some(least);
            }
        }
        let key_with = |groups| node.appraisal.key(&self.shape, groups, self.rigour.salt());
        let groups = node.position.independent;
        let (least_groups, margin) = groups.least_like();
        node.key = key_with(groups);
        node.like = (margin > 0).then(|| Like { key: key_with(least_groups), margin });
        node.known = None;
        node.refuted = None;
        if fruits >= FRUITS_WORTH_KEEPING {
            self.table.prefetch(node.key);
            if let Some(Like { key, .. }) = node.like {
                self.table.prefetch(key);
            }
        }
        None
    }

    /// The answer to what is asked of a node, if the table has it.
    fn look_up(&mut self, ply: usize, index: usize, window: Window) -> Option<i32> {
        let node = &mut self.plies[ply].nodes[index];
        if node.appraisal.fruits < FRUITS_WORTH_KEEPING {
            return None;
        }
        let window = window.with_parity_of(node.appraisal.fruits);
        node.known = known(self.table, node.key);
        let answer =
            node.known.and_then(|Entry { lower, upper, .. }| decided(lower, upper, window));
        answer.or_else(|| {
            let Like { key, margin } = node.like?;
            let Entry { lower, upper, .. } = known(self.table, key)?;
            decided(lower - margin, upper + margin, window)
        })
    }

    /// The answer to what is asked of a node, if its moves have it without being played; they are
    /// listed if it has not been done.
    fn by_claims(&mut self, ply: usize, index: usize, window: Window) -> Option<i32> {
        let rigour = self.rigour;
        let Node { appraisal, claims, refuted, .. } = &mut self.plies[ply].nodes[index];
        let window = window.with_parity_of(appraisal.fruits);
        if refuted.is_none() {
            let alpha = if rigour == Rigour::Proved { window.alpha } else { -INFINITE };
            *refuted = Some(appraisal.list_claims(&self.shape, self.weights, alpha, claims));
        }
        let (least, most) = rigour.range(appraisal);
        if window.alpha >= most {
            return Some(most);
        }
        (window.beta <= least).then_some(least)
    }

    /// The value of a node that is not known at sight.
    fn search(&mut self, ply: usize, index: usize, window: Window) -> Result<i32, Stopped> {
        if let Some(value) = self.by_claims(ply, index, window) {
            return Ok(value);
        }
        let node = &self.plies[ply].nodes[index];
        let window = window.with_parity_of(node.appraisal.fruits);
        let Node { key, known: entry, like, .. } = *node;
        let is_worth_keeping = node.appraisal.fruits >= FRUITS_WORTH_KEEPING;
        let before = self.counter.own();
        let value = self.best_value(ply, index, window)?;
        let work = self.counter.own() - before;
        if is_worth_keeping {
            let lower = if value > window.alpha { value } else { -INFINITE };
            let upper = if value < window.beta { value } else { INFINITE };
            self.remember(key, entry, lower, upper, work);
            if let Some(Like { key, margin }) = like {
                self.remember(key, known(self.table, key), lower - margin, upper + margin, work);
            }
        }
        Ok(value)
    }

    /// Adds what was found out about a position to what is known of it.
    fn remember(&self, key: Key, known: Option<Entry>, lower: i32, upper: i32, work: u64) {
        let (least, most) = known.map_or((-INFINITE, INFINITE), |entry| (entry.lower, entry.upper));
        if lower <= least && upper >= most {
            return;
        }
        let entry = Entry {
            lower: lower.max(least),
            upper: upper.min(most),
            depth: PROVED,
            // A move that was good enough for a bound far from what is asked next is worse to
            // begin with than none.
            best: Move::NONE.place(),
            work: logarithm(work),
        };
        self.table.put(key, entry);
    }

    /// What the best of the moves that are listed at a node is worth, or the others are at most.
    fn best_value(&mut self, ply: usize, index: usize, window: Window) -> Result<i32, Stopped> {
        self.make_room(ply + 1);
        let Ply { order, nodes } = &mut self.plies[ply];
        let node = &mut nodes[index];
        let (mut claims, mut order) = (std::mem::take(&mut node.claims), std::mem::take(order));
        put_in_order(&mut claims);
        let is_worth_sorting = node.appraisal.fruits >= FRUITS_WORTH_SORTING;
        let candidates = if is_worth_sorting { CANDIDATES.min(claims.len()) } else { 0 };
        let mut best = node.refuted.unwrap_or(-INFINITE);
        order.clear();
        self.compare(ply, index, window, &claims[..candidates], &mut order, &mut best)?;
        let others = candidates..claims.len();
        order.extend(others.map(|claim| Turn { score: 0, claim, node: CANDIDATES }));
        if best < window.beta {
            best = self.best_in_order(ply, index, window, &claims, &order, best)?;
        }
        self.plies[ply].nodes[index].claims = claims;
        self.plies[ply].order = order;
        Ok(best)
    }

    /// Looks at what the first moves lead to: one whose value is known may be enough (an enhanced
    /// transposition cutoff), and of the others those come first that leave the least to be
    /// searched.
    fn compare(
        &mut self,
        ply: usize,
        index: usize,
        window: Window,
        candidates: &[Claim<W>],
        order: &mut Vec<Turn>,
        best: &mut i32,
    ) -> Result<(), Stopped> {
        for (number, claim) in candidates.iter().enumerate() {
            self.counter.count()?;
            self.play(ply, index, claim, number);
            let rest = window.above_value(*best).after(claim.points());
            let reply = self
                .by_bounds(ply + 1, number, rest)
                .or_else(|| self.by_claims(ply + 1, number, rest));
            if let Some(reply) = reply {
                *best = (*best).max(claim.points() - reply);
                if *best >= window.beta {
                    return Ok(());
                }
            } else {
                order.push(Turn { score: 0, claim: number, node: number });
            }
        }
        // Only then one after the other, so that the memory's delays overlap.
        order.retain(|turn| {
            let claim = &candidates[turn.claim];
            let rest = window.above_value(*best).after(claim.points());
            let reply = self.look_up(ply + 1, turn.node, rest);
            if let Some(reply) = reply {
                *best = (*best).max(claim.points() - reply);
            }
            reply.is_none()
        });
        for turn in &mut *order {
            let claim = &candidates[turn.claim];
            let node = &self.plies[ply + 1].nodes[turn.node];
            turn.score = claim.score(node.groups(&self.shape), node.appraisal.replies);
        }
        order.sort_unstable_by_key(|turn| std::cmp::Reverse(turn.score));
        Ok(())
    }

    /// Searches moves in their order until one reaches the window's end.
    fn best_in_order(
        &mut self,
        ply: usize,
        index: usize,
        window: Window,
        claims: &[Claim<W>],
        order: &[Turn],
        mut best: i32,
    ) -> Result<i32, Stopped> {
        let is_shared = self.threads.helpers() > 0
            && self.plies[ply].nodes[index].appraisal.fruits >= SHARED_FRUITS;
        let mut deferring = DeferringOrder::new(order.len());
        while let Some((number, can_wait)) = deferring.next() {
            let Turn { claim, node, .. } = order[number];
            let claim = &claims[claim];
            let above = window.above_value(best);
            let rest = above.after(claim.points());
            if self.rigour == Rigour::Proved && claim.most <= above.alpha {
                // Alpha has risen since the moves were listed.
                best = best.max(claim.most);
                continue;
            }
            let decided = if node == CANDIDATES {
                self.counter.count()?;
                self.play(ply, index, claim, node);
                self.at_sight(ply + 1, node, rest)
            } else if can_wait {
                None
            } else {
                self.look_up(ply + 1, node, rest)
            };
            let reply = if let Some(reply) = decided {
                reply
            } else {
                let in_progress = &self.threads.in_progress;
                let key = self.plies[ply + 1].nodes[node].key;
                let begun =
                    if is_shared { in_progress.try_begin(key, Move::NONE, 0) } else { None };
                if is_shared && begun.is_none() && can_wait && number > 0 {
                    deferring.defer(number);
                    continue;
                }
                self.search(ply + 1, node, rest)?
            };
            best = best.max(claim.points() - reply);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Plays a move of a node into a node of the next ply.
    // The position is large on large boards, and must not become part of a recursive frame.
    #[inline(never)]
    fn play(&mut self, ply: usize, index: usize, claim: &Claim<W>, next: usize) {
        let mut position = self.plies[ply].nodes[index].position;
        if claim.cells.is_empty() {
            position.independent.toggle(claim.size as u32);
        } else {
            position.claim(&self.shape, claim.cells);
        }
        self.plies[ply + 1].nodes[next].position = position;
    }
}

/// What the table knows of a position for sure.
fn known(table: &Table, key: Key) -> Option<Entry> {
    table.get(key).filter(Entry::is_proved)
}

/// The answer to what is asked of a value between these bounds, if they have it.
fn decided(lower: i32, upper: i32, window: Window) -> Option<i32> {
    if lower >= window.beta || lower == upper {
        return Some(lower);
    }
    (upper <= window.alpha).then_some(upper)
}
