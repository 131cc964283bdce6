//! What the search leaves out: value ranges and futility pruning, by its width.

use super::principal_variation::Search;
use crate::evaluation::Outline;
use crate::parity::{round_down, round_up};
use crate::position::Move;
use crate::table::{Entry, INFINITE};

/// What the opponent gets at least, nearly always, after a claim that leaves the three largest
/// groups: before anything falls it is the same for all such claims of a position, and so looked up
/// once, near the leaves and elsewhere.
#[derive(Default)]
pub(super) struct LeastLeft {
    near: Option<i32>,
    elsewhere: Option<i32>,
}

impl Search<'_> {
    /// What a position that is to be searched to a depth is worth at least and at most, nearly
    /// always.
    pub(super) fn likely_range(&self, outline: Outline, fruits: u32, depth: i32) -> (i32, i32) {
        let (least, most) = self.range_of_either_parity(outline, depth);
        (round_up(least, fruits as i32), round_down(most, fruits as i32))
    }

    fn range_of_either_parity(&self, outline: Outline, depth: i32) -> (i32, i32) {
        if self.trusts_ranges && self.width.is_narrow() {
            let shrink = if self.is_near(depth) { self.parameters().near_shrink } else { 0 };
            self.evaluation.likely_range(self.variety, outline, shrink)
        } else {
            let margin = self.width.margin();
            (-margin, outline.largest() + margin)
        }
    }

    /// What a move that is to be searched to a depth is worth at most, nearly always: its points
    /// less what the other groups, as they are before anything falls, bring the opponent. What is
    /// left by other moves of the position is remembered.
    pub(super) fn hope(
        &self,
        ply: usize,
        chosen: Move,
        depth: i32,
        least_left: &mut LeastLeft,
    ) -> i32 {
        let position = &self.frames[ply].position;
        let least = || self.range_of_either_parity(Outline::without(position, chosen), depth).0;
        let least = if Outline::is_alike_without(position, chosen) {
            let LeastLeft { near, elsewhere } = least_left;
            *if self.is_near(depth) { near } else { elsewhere }.get_or_insert_with(least)
        } else {
            least()
        };
        let fruits = position.fruits_left() - chosen.size();
        chosen.points() + self.parameters().prune_margin - round_up(least, fruits as i32)
    }

    /// Whether value ranges are narrower because little is left to be searched.
    pub(super) fn is_near(&self, depth: i32) -> bool {
        self.trusts_ranges && self.width.is_narrow() && depth <= self.parameters().near_depth
    }

    /// How far a move's points may be below alpha without being pruned.
    pub(super) const fn prune_margin(&self) -> i32 {
        self.parameters().prune_margin + self.width.margin()
    }

    /// The moves of a position that may raise alpha, the best known first, then by size; at
    /// least one. The others are pruned as futile. Values have one parity, so that the next one
    /// above alpha is two more.
    pub(super) fn promising_moves(
        &mut self,
        ply: usize,
        known: Option<Entry>,
        alpha: i32,
    ) -> Vec<Move> {
        let least = alpha + 1 - self.prune_margin();
        let frame = &mut self.frames[ply];
        let mut moves = std::mem::take(&mut frame.moves);
        let position = &frame.position;
        moves.clear();
        // Mostly a few of many: sooner counted than found by bisection.
        let count = position.groups().iter().take_while(|group| group.points() > least).count();
        moves.extend_from_slice(&position.groups()[..count]);
        if least < 1 {
            moves.extend(position.singles());
        }
        let is_best = |&chosen: &Move| known.is_some_and(|entry| entry.is_best(chosen));
        if let Some(index) = moves.iter().position(is_best) {
            moves[..=index].rotate_right(1);
        } else if let Some(best) =
            known.and_then(|_| position.moves().skip(moves.len()).find(is_best))
        {
            moves.insert(0, best);
        } else if moves.is_empty() {
            moves.extend(position.moves().next());
        }
        let best_pruned = position.moves().skip(count).find(|&other| other != moves[0]);
        let best_pruned = best_pruned.map(Move::points).filter(|&points| points <= least);
        let fruits = position.fruits_left() as i32;
        frame.best_pruned = best_pruned.map_or(-INFINITE, |points| round_down(points, fruits));
        self.overlook(ply, &mut moves);
        moves
    }

    /// Leaves out what the level does not see, but never every move.
    fn overlook(&self, ply: usize, moves: &mut Vec<Move>) {
        let level = self.options.level;
        if level.is_full() {
            return;
        }
        let key = self.frames[ply].position.key();
        let first = moves[0];
        moves.retain(|&chosen| !level.overlooks(key, chosen, ply));
        if moves.is_empty() {
            moves.push(first);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::position::Position;
    use crate::search::{Goal, IterativeDeepening, Width};
    use crate::table::Table;
    use crate::threads::Threads;
    use crate::time::{Plan, SearchControl};
    use crate::{Evaluation, Limits, Options, Parameters, Stop, solve};

    const NO_TIME_PASSES: fn() -> Duration = || Duration::ZERO;

    /// What a search finds that solves nothing, with one width after the other.
    fn values_by_width(position: &Position) -> Vec<i32> {
        let parameters = Parameters { solve_fruits: 0, ..Parameters::default() };
        let (limits, stop) = (Limits::NONE, Stop::new());
        let task = IterativeDeepening {
            options: &Options { parameters, ..Options::default() },
            evaluation: Evaluation::embedded(),
            goal: Goal::Move,
            depth_limit: None,
            table: &Table::new(1).unwrap(),
            scratch: &Table::scratch(),
            control: &SearchControl::new(&limits, Plan::UNLIMITED, &NO_TIME_PASSES, &stop),
            root: position,
            threads: &Threads::new(1),
        };
        let mut search = Search::new(&task, task.scratch);
        let mut moves: Vec<Move> = position.moves().collect();
        let widths = std::iter::successors(Width::NARROW.next(), |width| width.next());
        widths
            .map(|width| {
                search.widen(width);
                search.root(&mut moves, 1, 0).ok().unwrap().value
            })
            .collect()
    }

    /// Boards on which being on move is a burden a few moves later (zugzwang).
    const ZUGZWANG: [&str; 4] = [
        "2010/0002/2220/0022",
        "*****/201*1/210*2/00101/02200",
        "*****/*21*2/*01*0/22101/02211",
        "*****/212*1/11102/22200/21212",
    ];

    #[test]
    fn the_widest_search_leaves_nothing_out() {
        let mut misjudged = 0;
        for board in ZUGZWANG.map(|board| board.parse().unwrap()) {
            let options = Options { hash_megabytes: 1, ..Options::default() };
            let solution =
                solve(&board, options, &Limits::NONE, &NO_TIME_PASSES, &Stop::new(), &mut |_| {});
            let value = solution.unwrap().value;
            let values = values_by_width(&Position::new(&board));
            assert_eq!(values.last(), Some(&value), "{values:?}");
            misjudged += u32::from(values[0] != value);
        }
        assert!(misjudged > 0, "what the first width leaves out matters on none of these boards");
    }
}
