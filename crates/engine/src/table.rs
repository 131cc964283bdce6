//! The transposition table: what earlier searches found out about a position.
//!
//! It is shared by threads without locks. An entry is two words, and the first is the
//! key's check xor the second: words from two different writes do not fit together, so
//! that a torn entry reads as a foreign one.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::Key;
use crate::position::Move;

/// Beyond any value: 26⁴ points are on the largest board.
pub(crate) const INFINITE: i32 = 500_000;

/// The depth of bounds that are proved.
pub(crate) const PROVED: u8 = 127;

/// Entries that one position may be in, looked at together.
const WAYS: usize = 4;
const WORDS_PER_ENTRY: usize = 2;
const BUCKET_BYTES: usize = WAYS * WORDS_PER_ENTRY * size_of::<u64>();

/// The least memory that a system gives at once.
const WORDS_PER_PAGE: usize = 4096 / size_of::<u64>();

/// What is known of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this.
    pub(crate) lower: i32,
    /// The value is at most this.
    pub(crate) upper: i32,
    /// The depth of the search that found the bounds, or [`PROVED`].
    pub(crate) depth: u8,
    /// The place of the best move; see [`Move::place`].
    pub(crate) best: u16,
    /// The logarithm of the number of positions it took: what losing the entry costs.
    pub(crate) work: u8,
}

/// The layout of an entry's second word, from bit 0: lower 20, upper 20, best 10,
/// depth 7, work 5, age 2. The bounds are stored with [`INFINITE`] added.
impl Entry {
    const fn pack(self, age: u8) -> u64 {
        (self.lower + INFINITE) as u64
            | ((self.upper + INFINITE) as u64) << 20
            | (self.best as u64) << 40
            | (self.depth as u64) << 50
            | (self.work as u64) << 57
            | (age as u64) << 62
    }

    const fn unpack(word: u64) -> Self {
        Self {
            lower: (word & 0xF_FFFF) as i32 - INFINITE,
            upper: (word >> 20 & 0xF_FFFF) as i32 - INFINITE,
            best: (word >> 40 & 0x3FF) as u16,
            depth: (word >> 50 & 0x7F) as u8,
            work: (word >> 57 & 0x1F) as u8,
        }
    }

    /// Whether a move is the best one known.
    pub(crate) const fn is_best(&self, chosen: Move) -> bool {
        chosen.place() == self.best
    }
}

/// The logarithm of a number of positions, as an entry keeps it.
pub(crate) fn logarithm(nodes: u64) -> u8 {
    nodes.checked_ilog2().unwrap_or(0).min(31) as u8
}

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    /// The words up to here are in memory of their own; see [`Table::touch_all`].
    touched: AtomicUsize,
    /// Counts searches, modulo four: what is older is replaced first.
    age: u8,
}

impl Table {
    /// A table of at most so many bytes. Memory is taken from the system as it is used.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = (bytes / BUCKET_BYTES).max(1);
        let words = bytemuck::zeroed_slice_box(buckets * WAYS * WORDS_PER_ENTRY);
        Self { words, touched: AtomicUsize::new(0), age: 0 }
    }

    /// Takes all of the memory from the system now. Otherwise a page that is read before it
    /// is written is mapped twice, and the second time all processors that run a thread of
    /// the search are interrupted.
    pub(crate) fn touch_all(&self) {
        loop {
            let start = self.touched.fetch_add(WORDS_PER_PAGE, Relaxed);
            let Some(word) = self.words.get(start) else {
                // So that it does not overflow, however often this is called.
                self.touched.store(self.words.len(), Relaxed);
                return;
            };
            // Writes what is there, whatever that is: another thread may be at it.
            let _ = word.compare_exchange(0, 0, Relaxed, Relaxed);
        }
    }

    /// Tells that a new search begins.
    pub(crate) fn begin_search(&mut self) {
        self.age = (self.age + 1) & 3;
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        self.bucket(key).chunks_exact(WORDS_PER_ENTRY).find_map(|words| {
            let word = words[1].load(Relaxed);
            (words[0].load(Relaxed) ^ word == key.check() && word != 0).then(|| Entry::unpack(word))
        })
    }

    /// Remembers what was found, in the place of what is known of the position, or else
    /// of what is cheapest to lose.
    pub(crate) fn put(&self, key: Key, entry: Entry) {
        let mut cheapest = (u8::MAX, &self.bucket(key)[..WORDS_PER_ENTRY]);
        for words in self.bucket(key).chunks_exact(WORDS_PER_ENTRY) {
            let word = words[1].load(Relaxed);
            let is_same = words[0].load(Relaxed) ^ word == key.check();
            let cost = if is_same || word == 0 { 0 } else { 1 + self.worth(word) };
            if cost < cheapest.0 {
                cheapest = (cost, words);
            }
            if is_same {
                break;
            }
        }
        let word = entry.pack(self.age);
        cheapest.1[0].store(key.check() ^ word, Relaxed);
        cheapest.1[1].store(word, Relaxed);
    }

    /// What losing an entry costs: its work, next to nothing if it is old.
    const fn worth(&self, word: u64) -> u8 {
        let age = (word >> 62) as u8;
        let years = self.age.wrapping_sub(age) & 3;
        Entry::unpack(word).work >> (2 * years)
    }

    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let words_per_bucket = WAYS * WORDS_PER_ENTRY;
        let buckets = self.words.len() / words_per_bucket;
        let index = ((u128::from(key.place()) * buckets as u128) >> 64) as usize;
        &self.words[index * words_per_bucket..][..words_per_bucket]
    }
}
