//! What the search leaves out: value ranges and futility pruning, by its width.

use super::principal_variation::Search;
use crate::position::{Move, Position};
use crate::table::{Entry, INFINITE};

impl Search<'_> {
    /// What a position that is to be searched to a depth is worth at least and at most, nearly
    /// always.
    pub(super) fn likely_range(&self, position: &Position, depth: i32) -> (i32, i32) {
        if !self.trusts_ranges || !self.width.is_narrow() {
            let margin = self.width.margin();
            return (-margin, position.largest() + margin);
        }
        let shrink = if self.is_near(depth) { self.parameters().near_shrink } else { 0 };
        self.evaluation.likely_range(position, shrink)
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
    /// least one. The others are pruned as futile.
    pub(super) fn promising_moves(
        &mut self,
        ply: usize,
        known: Option<Entry>,
        alpha: i32,
    ) -> Vec<Move> {
        let least = alpha - self.prune_margin();
        let frame = &mut self.frames[ply];
        let mut moves = std::mem::take(&mut frame.moves);
        let position = &frame.position;
        moves.clear();
        let count = position.groups().partition_point(|group| group.points() > least);
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
        let best_pruned = best_pruned.map_or(-INFINITE, Move::points);
        frame.best_pruned = if best_pruned <= least { best_pruned } else { -INFINITE };
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
