//! The transposition table: what earlier searches found out about a position.
//!
//! It is shared by threads without locks, by the scheme of Hyatt and Mann ("A lock-less
//! transposition table implementation for parallel search chess engines", 2002): an entry is
//! two words, and the first is the key's check xor the second. Words from two different writes
//! do not fit together, so that a torn entry reads as a foreign one.

mod entry;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

pub(crate) use entry::{Entry, logarithm};

use crate::Key;

/// Beyond any value: 26⁴ points are on the largest board.
pub(crate) const INFINITE: i32 = 500_000;

/// The depth of bounds that are proved.
pub(crate) const PROVED: u8 = 127;

/// Entries that one position may be in; a probe compares all of them.
const WAYS: usize = 4;
const WORDS_PER_ENTRY: usize = 2;
const CLUSTER_BYTES: usize = WAYS * WORDS_PER_ENTRY * size_of::<u64>();

/// The least memory that a system gives at once.
const WORDS_PER_PAGE: usize = 4096 / size_of::<u64>();

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    /// The words up to here are in memory of their own; see [`Table::touch_all`].
    touched: AtomicUsize,
    /// Counts searches, modulo four: older entries are replaced first.
    age: u8,
}

impl Table {
    /// A table of at most so many bytes. Memory is taken from the system as it is used.
    pub(crate) fn new(bytes: usize) -> Self {
        let clusters = (bytes / CLUSTER_BYTES).max(1);
        let words = bytemuck::zeroed_slice_box(clusters * WAYS * WORDS_PER_ENTRY);
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

    /// Marks the beginning of a new search.
    pub(crate) fn begin_search(&mut self) {
        self.age = (self.age + 1) & 3;
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        self.cluster(key).chunks_exact(WORDS_PER_ENTRY).find_map(|words| {
            let word = words[1].load(Relaxed);
            (words[0].load(Relaxed) ^ word == key.check() && word != 0).then(|| Entry::unpack(word))
        })
    }

    /// Remembers what was found, in the place of what is known of the position, or else
    /// of what is cheapest to lose.
    pub(crate) fn put(&self, key: Key, entry: Entry) {
        let mut cheapest = (u8::MAX, &self.cluster(key)[..WORDS_PER_ENTRY]);
        for words in self.cluster(key).chunks_exact(WORDS_PER_ENTRY) {
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
        let searches_ago = self.age.wrapping_sub(Entry::age(word)) & 3;
        Entry::unpack(word).work >> (2 * searches_ago)
    }

    fn cluster(&self, key: Key) -> &[AtomicU64] {
        let words_per_cluster = WAYS * WORDS_PER_ENTRY;
        let clusters = self.words.len() / words_per_cluster;
        let index = ((u128::from(key.place()) * clusters as u128) >> 64) as usize;
        &self.words[index * words_per_cluster..][..words_per_cluster]
    }
}
