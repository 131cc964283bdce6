//! The transposition table: what earlier searches found out about a position.
//!
//! It is shared by threads without locks, by the scheme of Hyatt and Mann ("A lock-less
//! transposition table implementation for parallel search chess engines", 2002): an entry is
//! two words, and the first is the key's check xor the second. Words from two different writes
//! do not fit together, so that a torn entry reads as a foreign one.

mod entry;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

pub(crate) use entry::{Entry, logarithm};

use thiserror::Error;

use crate::Key;

/// Beyond any value: 26⁴ points are on the largest board.
pub(crate) const INFINITE: i32 = 500_000;

/// The depth of bounds that are proved.
pub(crate) const PROVED: u8 = 127;

/// Entries that one position may be in; a probe compares all of them.
const WAYS: usize = 4;
const WORDS_PER_ENTRY: usize = 2;
const CLUSTERS_PER_MEGABYTE: usize = (1 << 20) / (WAYS * WORDS_PER_ENTRY * size_of::<u64>());

/// The least memory that a system gives at once.
const WORDS_PER_PAGE: usize = 4096 / size_of::<u64>();

/// How many pages are touched between two looks at whether that is still of use: a fraction of
/// a millisecond's work.
const PAGES_PER_PORTION: usize = 64;

/// The system does not give as much memory as was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {megabytes} MB of memory for the table, found less")]
pub struct OutOfMemory {
    /// What was asked for.
    pub megabytes: usize,
}

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    /// The words up to here are in memory of their own; see [`Table::touch_while`].
    touched: AtomicUsize,
    /// Counts searches, modulo four: older entries are replaced first.
    age: u8,
}

impl Table {
    /// A table of this size. Memory is taken from the system as it is used.
    pub(crate) fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        let refuse = || OutOfMemory { megabytes };
        let clusters = megabytes.checked_mul(CLUSTERS_PER_MEGABYTE).ok_or_else(refuse)?;
        Self::with_clusters(clusters.max(1)).ok_or_else(refuse)
    }

    /// A table of this size, or the largest that can be had by halving it.
    pub(crate) fn new_or_smaller(megabytes: usize) -> Self {
        let halves = |&size: &usize| (size > 1).then_some(size / 2);
        let mut sizes = std::iter::successors(Some(megabytes), halves);
        sizes.find_map(|size| Self::new(size).ok()).unwrap_or_else(Self::smallest)
    }

    /// A table that takes next to no memory.
    pub(crate) fn smallest() -> Self {
        let words = (0..WAYS * WORDS_PER_ENTRY).map(|_| AtomicU64::new(0)).collect();
        Self { words, touched: AtomicUsize::new(0), age: 0 }
    }

    fn with_clusters(clusters: usize) -> Option<Self> {
        let words = bytemuck::try_zeroed_slice_box(clusters * WAYS * WORDS_PER_ENTRY).ok()?;
        Some(Self { words, touched: AtomicUsize::new(0), age: 0 })
    }

    /// The size that it was made with.
    pub(crate) fn megabytes(&self) -> usize {
        self.words.len() / (WAYS * WORDS_PER_ENTRY) / CLUSTERS_PER_MEGABYTE
    }

    /// Takes the memory from the system in advance, as long as that is of use. Otherwise a page
    /// that is read before it is written is mapped twice, and the second time all processors
    /// that run a thread of the search are interrupted.
    pub(crate) fn touch_while(&self, is_of_use: impl Fn() -> bool) {
        while is_of_use() {
            for _ in 0..PAGES_PER_PORTION {
                let start = self.touched.fetch_add(WORDS_PER_PAGE, Relaxed);
                let Some(word) = self.words.get(start) else {
                    // So that it does not overflow, however often this is called.
                    self.touched.store(self.words.len(), Relaxed);
                    return;
                };
                // Writes what is there, whatever that is: another thread may be writing too.
                let _ = word.compare_exchange(0, 0, Relaxed, Relaxed);
            }
        }
    }

    /// How many words are in memory of their own.
    #[cfg(test)]
    pub(crate) fn touched(&self) -> usize {
        self.touched.load(Relaxed)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn key(number: u64) -> Key {
        Position::new(&"0".parse().unwrap()).key().with(number)
    }

    fn entry(lower: i32, work: u8) -> Entry {
        Entry { lower, upper: lower + 10, depth: 3, best: 5, work }
    }

    #[test]
    fn what_is_put_is_found_and_replaced_by_what_is_newer() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.get(key(1)), None);
        for lower in [7, -7] {
            table.put(key(1), entry(lower, 4));
            assert_eq!(table.get(key(1)), Some(entry(lower, 4)));
            assert_eq!(table.get(key(2)), None);
        }
    }

    #[test]
    fn a_full_cluster_loses_what_is_cheapest() {
        let table = Table::smallest();
        for (number, work) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.put(key(number), entry(0, work));
        }
        table.put(key(5), entry(0, 1));
        let kept = |number| table.get(key(number)).is_some();
        assert_eq!([1, 2, 3, 4, 5].map(kept), [true, false, true, true, true]);
    }

    #[test]
    fn what_is_old_is_lost_before_what_is_cheap() {
        let mut table = Table::smallest();
        table.put(key(1), entry(0, 16));
        table.begin_search();
        table.begin_search();
        for number in 2..=5 {
            table.put(key(number), entry(0, 2));
        }
        assert_eq!(table.get(key(1)), None);
        assert!((2..=5).all(|number| table.get(key(number)).is_some()));
    }

    #[test]
    fn words_of_two_writes_do_not_fit_together() {
        let table = Table::smallest();
        table.put(key(1), entry(7, 4));
        let torn = table.words[0].load(Relaxed);
        table.put(key(1), entry(9, 4));
        table.words[0].store(torn, Relaxed);
        assert_eq!(table.get(key(1)), None);
    }

    #[test]
    fn threads_read_only_what_was_written() {
        let table = Table::smallest();
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000 {
                        let number = (round + thread) % 8;
                        // The lower bound tells the position that an entry was written for.
                        table.put(key(number), entry(number as i32 * 1000 + round as i32 % 7, 4));
                        let asked = (round * 3 + thread) % 8;
                        if let Some(found) = table.get(key(asked)) {
                            assert_eq!(found.lower as u64 / 1000, asked);
                            assert_eq!(found.upper, found.lower + 10);
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn nothing_is_touched_that_is_not_of_use() {
        let table = Table::new(4).unwrap();
        table.touch_while(|| false);
        assert_eq!(table.touched(), 0);
        let portions = std::cell::Cell::new(0);
        table.touch_while(|| portions.replace(portions.get() + 1) < 2);
        assert_eq!(table.touched(), 2 * PAGES_PER_PORTION * WORDS_PER_PAGE);
        table.touch_while(|| true);
        assert_eq!(table.touched(), table.words.len());
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        let too_much = usize::MAX >> 20;
        assert_eq!(Table::new(too_much).unwrap_err(), OutOfMemory { megabytes: too_much });
        assert!(Table::new(usize::MAX).is_err());
        let table = Table::new_or_smaller(too_much);
        assert!(table.megabytes() < too_much);
        table.put(key(1), entry(7, 4));
        assert_eq!(table.get(key(1)), Some(entry(7, 4)));
    }
}
