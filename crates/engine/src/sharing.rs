//! How threads share the work of a search: each leaves for later what another is at.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::Key;
use crate::position::Move;

/// Places to note work; a clash only means that some work is noted in vain.
const SLOTS: usize = 4096;

/// The moves that are being searched right now, by any thread. What one thread leaves for
/// later, it then finds in the table.
#[derive(Debug)]
pub(crate) struct Sharing {
    /// Empty if there is one thread only.
    slots: Box<[AtomicU64]>,
}

impl Sharing {
    pub(crate) fn new(threads: usize) -> Self {
        let count = if threads > 1 { SLOTS } else { 0 };
        Self { slots: (0..count).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Notes that a move is being searched to a depth, unless another thread is at it.
    /// None: leave it for later.
    pub(crate) fn begin(&self, key: Key, chosen: Move, depth: i32) -> Option<Work<'_>> {
        if self.slots.is_empty() {
            return Some(Work { slot: None });
        }
        let salt = u64::from(chosen.place()) << 8 | depth as u64 & 0xFF;
        let work = (key.check() ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1;
        let slot = &self.slots[(work >> 32) as usize % SLOTS];
        if slot.load(Relaxed) == work {
            return None;
        }
        slot.store(work, Relaxed);
        Some(Work { slot: Some(slot) })
    }
}

/// A note that a move is being searched; dropped when it is done.
pub(crate) struct Work<'a> {
    slot: Option<&'a AtomicU64>,
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        if let Some(slot) = self.slot {
            slot.store(0, Relaxed);
        }
    }
}

/// Goes through the moves of a position once, those that were put off at the end.
pub(crate) struct Turns {
    count: usize,
    next: usize,
    put_off: VecDeque<usize>,
}

impl Turns {
    pub(crate) const fn new(count: usize) -> Self {
        Self { count, next: 0, put_off: VecDeque::new() }
    }

    /// The index of the next move, and whether it can still be put off.
    pub(crate) fn next(&mut self) -> Option<(usize, bool)> {
        if self.next < self.count {
            self.next += 1;
            return Some((self.next - 1, true));
        }
        self.put_off.pop_front().map(|index| (index, false))
    }

    pub(crate) fn put_off(&mut self, index: usize) {
        self.put_off.push_back(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Board;

    #[test]
    fn what_one_thread_is_at_another_leaves_for_later() {
        let board: Board = "01/21".parse().unwrap();
        let (key, chosen) = (Key::of(&board), Move::NONE);
        let sharing = Sharing::new(2);
        let work = sharing.begin(key, chosen, 3);
        assert!(work.is_some());
        assert!(sharing.begin(key, chosen, 3).is_none());
        assert!(sharing.begin(key, chosen, 4).is_some());
        drop(work);
        assert!(sharing.begin(key, chosen, 3).is_some());
    }

    #[test]
    fn one_thread_leaves_nothing() {
        let board: Board = "01/21".parse().unwrap();
        let sharing = Sharing::new(1);
        let _work = sharing.begin(Key::of(&board), Move::NONE, 3);
        assert!(sharing.begin(Key::of(&board), Move::NONE, 3).is_some());
    }

    #[test]
    fn every_move_has_its_turn_once() {
        let mut turns = Turns::new(4);
        let mut seen = Vec::new();
        while let Some((index, can_wait)) = turns.next() {
            if can_wait && (1..3).contains(&index) {
                turns.put_off(index);
            } else {
                seen.push(index);
            }
        }
        assert_eq!(seen, [0, 3, 1, 2]);
    }
}
