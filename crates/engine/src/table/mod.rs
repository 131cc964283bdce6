//! The transposition table: what earlier searches found out about a position.
//!
//! It is shared by threads without locks, by the scheme of Hyatt and Mann ("A lock-less
//! transposition table implementation for parallel search chess engines", 2002): an entry is
//! two words, and the first is the key's check xor the second. Words from two different writes
//! do not fit together, so that a torn entry reads as a foreign one.

mod entry;
mod memory;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

pub(crate) use entry::{Entry, logarithm};
use memory::{Cluster, Memory};

use thiserror::Error;

use crate::Key;

/// Beyond any value: 26⁴ points are on the largest board.
pub(crate) const INFINITE: i32 = 500_000;

/// The depth of bounds that are proved.
pub(crate) const PROVED: u8 = 127;

/// A cluster has four entries that one position may be in; a probe compares all of them.
const WORDS_PER_ENTRY: usize = 2;

/// How many entries a cluster has.
const WAYS: usize = memory::CLUSTER_WORDS / WORDS_PER_ENTRY;

const CLUSTERS_PER_MEGABYTE: usize = (1 << 20) / size_of::<Cluster>();

/// What a table begins with: most searches need no more, and it stays in the processor's cache.
const FIRST_CLUSTERS: usize = CLUSTERS_PER_MEGABYTE;

/// How many times as large a table becomes when it grows.
const GROWTH: usize = 4;

/// A table grows when so many entries of the search under way have been lost for each cluster:
/// it is two thirds full then.
const LOST_PER_CLUSTER: f64 = 0.25;

/// How many clusters are looked at to tell how full the table is: a thousand entries.
const SAMPLED_CLUSTERS: usize = 250;

/// The system does not give as much memory as was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {megabytes} MB of memory for the table, found less")]
pub struct OutOfMemory {
    /// What was asked for.
    pub megabytes: usize,
}

/// The table. It begins small and grows as it fills up, to the size that it was made with: a
/// table much larger than the search needs is slow, because the processor's caches do not hold
/// it and the system has to find it memory.
#[derive(Debug)]
pub(crate) struct Table {
    memory: Memory,
    /// How many clusters are in use.
    used: AtomicUsize,
    /// How many were in use before the table last grew. What was found by then still lies where
    /// it was, and moves when it is put again.
    used_before: AtomicUsize,
    /// The entries of this search that were lost since the table last grew.
    lost: AtomicUsize,
    /// Counts searches, modulo four: older entries are replaced first.
    age: u8,
}

impl Table {
    /// A table of at most this size. Memory is taken from the system as it is used.
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
        Self::with_clusters(1).expect("there is memory for a cluster")
    }

    fn with_clusters(clusters: usize) -> Option<Self> {
        let used = clusters.min(FIRST_CLUSTERS);
        Some(Self {
            memory: Memory::zeroed(clusters)?,
            used: AtomicUsize::new(used),
            used_before: AtomicUsize::new(used),
            lost: AtomicUsize::new(0),
            age: 0,
        })
    }

    /// The most that it may grow to.
    pub(crate) fn megabytes(&self) -> usize {
        self.memory.clusters().len() / CLUSTERS_PER_MEGABYTE
    }

    /// Marks the beginning of a new search.
    pub(crate) fn begin_search(&mut self) {
        self.age = (self.age + 1) & 3;
        self.lost = AtomicUsize::new(0);
    }

    /// The entries of this search, in thousandths of those that the table may grow to.
    ///
    /// Estimated from clusters all over the part in use: what was found before the table grew
    /// lies at its beginning.
    pub(crate) fn hashfull(&self) -> u16 {
        let used = self.used.load(Relaxed);
        let sampled = used.min(SAMPLED_CLUSTERS);
        let is_new = |words: &&[AtomicU64]| {
            let word = words[1].load(Relaxed);
            word != 0 && Entry::age(word) == self.age
        };
        let clusters = (0..sampled).map(|number| &self.memory.clusters()[number * used / sampled]);
        let entries = clusters.flat_map(|cluster| cluster.chunks_exact(WORDS_PER_ENTRY));
        let filled = entries.filter(is_new).count();
        let (room, most) = (sampled * WAYS, self.memory.clusters().len());
        (1000.0 * filled as f64 / room as f64 * (used as f64 / most as f64)).round() as u16
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        let (used, used_before) = (self.used.load(Relaxed), self.used_before.load(Relaxed));
        let found = find(self.cluster(key, used), key);
        if found.is_some() || used == used_before {
            return found;
        }
        find(self.cluster(key, used_before), key)
    }

    /// Remembers what was found, in the place of what is known of the position, or else
    /// of what is cheapest to lose.
    pub(crate) fn put(&self, key: Key, entry: Entry) {
        let cluster = self.cluster(key, self.used.load(Relaxed));
        let mut cheapest = (u8::MAX, &cluster[..WORDS_PER_ENTRY]);
        for words in cluster.chunks_exact(WORDS_PER_ENTRY) {
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
        if cheapest.0 > 0 && Entry::age(cheapest.1[1].load(Relaxed)) == self.age {
            self.note_loss();
        }
        let word = entry.pack(self.age);
        cheapest.1[0].store(key.check() ^ word, Relaxed);
        cheapest.1[1].store(word, Relaxed);
    }

    /// Counts an entry of this search that is lost; when there are many, the table grows.
    fn note_loss(&self) {
        let (used, most) = (self.used.load(Relaxed), self.memory.clusters().len());
        if used == most {
            return;
        }
        let lost = self.lost.fetch_add(1, Relaxed) + 1;
        if lost as f64 > used as f64 * LOST_PER_CLUSTER {
            self.lost.store(0, Relaxed);
            self.used_before.store(used, Relaxed);
            self.used.store(used.saturating_mul(GROWTH).min(most), Relaxed);
        }
    }

    /// What losing an entry costs: its work, next to nothing if it is old.
    const fn worth(&self, word: u64) -> u8 {
        let searches_ago = self.age.wrapping_sub(Entry::age(word)) & 3;
        Entry::unpack(word).work >> (2 * searches_ago)
    }

    /// Where a position is in a table of so many clusters.
    fn cluster(&self, key: Key, clusters: usize) -> &Cluster {
        let index = ((u128::from(key.place()) * clusters as u128) >> 64) as usize;
        &self.memory.clusters()[index]
    }
}

/// What a cluster knows of a position.
fn find(cluster: &Cluster, key: Key) -> Option<Entry> {
    cluster.chunks_exact(WORDS_PER_ENTRY).find_map(|words| {
        let word = words[1].load(Relaxed);
        (words[0].load(Relaxed) ^ word == key.check() && word != 0).then(|| Entry::unpack(word))
    })
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
        let first = &table.memory.clusters()[0][0];
        let torn = first.load(Relaxed);
        table.put(key(1), entry(9, 4));
        first.store(torn, Relaxed);
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
    fn a_table_grows_as_it_fills_up_and_keeps_what_was_found() {
        let table = Table::new(6).unwrap();
        let used = || table.used.load(Relaxed) / CLUSTERS_PER_MEGABYTE;
        let room = (FIRST_CLUSTERS * WAYS) as u64;
        // What took much work is not what is lost.
        for number in 0..100 {
            table.put(key(number), entry(7, 20));
        }
        let put_until = |megabytes| {
            let grown = (100..40 * room).find(|&number| {
                table.put(key(number), entry(0, 2));
                used() >= megabytes
            });
            assert_eq!(used(), megabytes);
            assert!((0..100).all(|number| table.get(key(number)) == Some(entry(7, 20))));
            grown.unwrap()
        };
        assert_eq!(used(), 1);
        assert!((room / 2..room).contains(&put_until(4)));
        for number in 0..100 {
            table.put(key(number), entry(7, 20));
        }
        // It does not grow beyond what it was made with.
        put_until(6);
        for number in 0..2 * 6 * room {
            table.put(key(number), entry(0, 2));
        }
        assert_eq!(used(), 6);
    }

    #[test]
    fn what_is_left_from_earlier_searches_makes_no_table_grow() {
        let mut table = Table::new(4).unwrap();
        for search in 0..8 {
            table.begin_search();
            for number in 0..(FIRST_CLUSTERS * WAYS / 4) as u64 {
                table.put(key(number + (search << 32)), entry(0, 2));
            }
        }
        assert_eq!(table.used.load(Relaxed), FIRST_CLUSTERS);
    }

    #[test]
    fn hashfull_is_the_share_of_entries_that_the_search_has_put() {
        let mut table = Table::new(4).unwrap();
        assert_eq!(table.hashfull(), 0);
        let room = (FIRST_CLUSTERS * WAYS) as u64;
        for number in 0..room / 4 {
            table.put(key(number), entry(0, 2));
        }
        // A quarter of the megabyte in use, of four that it may grow to.
        assert!((50..75).contains(&table.hashfull()), "{}", table.hashfull());
        table.begin_search();
        assert_eq!(table.hashfull(), 0);
        for number in 0..40 * room {
            table.put(key(number), entry(0, 2));
        }
        assert_eq!(table.hashfull(), 1000);
        assert_eq!(Table::smallest().hashfull(), 0);
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
