//! Which moves are being searched right now: each thread defers what another is searching.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::Key;
use crate::position::Move;

/// Places to note moves; a clash only means that a move is noted in vain.
const SLOTS: usize = 4096;

/// The moves that are being searched right now, by any thread. Where a thread defers one of
/// them, it finds the answer in the table later.
#[derive(Debug)]
pub(crate) struct MovesInProgress {
    /// Empty if there is only one thread.
    slots: Box<[AtomicU64]>,
}

impl MovesInProgress {
    pub(crate) fn new(threads: usize) -> Self {
        let count = if threads > 1 { SLOTS } else { 0 };
        Self { slots: (0..count).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Notes that a move is being searched to a depth, until the guard is dropped. `None`:
    /// another thread is searching it.
    pub(crate) fn try_begin(&self, key: Key, chosen: Move, depth: i32) -> Option<InProgress<'_>> {
        if self.slots.is_empty() {
            return Some(InProgress { slot: None });
        }
        let salt = u64::from(chosen.place()) << 8 | depth as u64 & 0xFF;
        let note = (key.check() ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1;
        let slot = &self.slots[(note >> 32) as usize % SLOTS];
        if slot.load(Relaxed) == note {
            return None;
        }
        slot.store(note, Relaxed);
        Some(InProgress { slot: Some(slot) })
    }
}

/// A note that a move is being searched; dropped when it is done.
pub(crate) struct InProgress<'a> {
    slot: Option<&'a AtomicU64>,
}

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        if let Some(slot) = self.slot {
            slot.store(0, Relaxed);
        }
    }
}

/// Goes through the moves of a position once, with the deferred ones at the end.
pub(crate) struct DeferringOrder {
    count: usize,
    next: usize,
    deferred: VecDeque<usize>,
}

impl DeferringOrder {
    pub(crate) const fn new(count: usize) -> Self {
        Self { count, next: 0, deferred: VecDeque::new() }
    }

    /// The index of the next move, and whether it can still be deferred.
    pub(crate) fn next(&mut self) -> Option<(usize, bool)> {
        if self.next < self.count {
            self.next += 1;
            return Some((self.next - 1, true));
        }
        self.deferred.pop_front().map(|index| (index, false))
    }

    pub(crate) fn defer(&mut self, index: usize) {
        self.deferred.push_back(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use fruitrage_rules::Board;

    #[test]
    fn what_one_thread_searches_another_defers() {
        let board: Board = "01/21".parse().unwrap();
        let (key, chosen) = (Key::of(&board), Move::NONE);
        let moves = MovesInProgress::new(2);
        let begun = moves.try_begin(key, chosen, 3);
        assert!(begun.is_some());
        assert!(moves.try_begin(key, chosen, 3).is_none());
        assert!(moves.try_begin(key, chosen, 4).is_some());
        drop(begun);
        assert!(moves.try_begin(key, chosen, 3).is_some());
    }

    #[test]
    fn only_what_is_being_searched_is_deferred() {
        let position = Position::new(&"0123/1230/2301/3012".parse().unwrap());
        let moves = MovesInProgress::new(2);
        let notes = || {
            let searched = (0..8).flat_map(|number| {
                let key = position.key().with(number);
                position.moves().flat_map(move |chosen| [4, 5].map(|depth| (key, chosen, depth)))
            });
            searched.map(|(key, chosen, depth)| moves.try_begin(key, chosen, depth))
        };
        let begun: Vec<_> = notes().collect();
        assert!(begun.iter().all(Option::is_some));
        let deferred = notes().filter(Option::is_none).count();
        assert!(deferred > begun.len() * 8 / 10, "{deferred} of {} are noted", begun.len());
    }

    #[test]
    fn a_thread_alone_defers_nothing() {
        let board: Board = "01/21".parse().unwrap();
        let moves = MovesInProgress::new(1);
        let _begun = moves.try_begin(Key::of(&board), Move::NONE, 3);
        assert!(moves.try_begin(Key::of(&board), Move::NONE, 3).is_some());
    }

    #[test]
    fn every_move_has_its_turn_once() {
        let mut order = DeferringOrder::new(4);
        let mut seen = Vec::new();
        while let Some((index, can_wait)) = order.next() {
            if can_wait && (1..3).contains(&index) {
                order.defer(index);
            } else {
                seen.push(index);
            }
        }
        assert_eq!(seen, [0, 3, 1, 2]);
    }
}
