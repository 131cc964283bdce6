//! The transposition table: what earlier searches found out about a position.
//!
//! It is shared by threads without locks, by the scheme of Hyatt and Mann ("A lock-less
//! transposition table implementation for parallel search chess engines", 2002): an entry is
//! two words, and the first is the key's check xor the second. Words from two different writes
//! do not fit together, so that a torn entry reads as a foreign one.
//!
//! It grows by linear hashing (Litwin, "Linear hashing: a new tool for file and table
//! addressing", 1980), a cluster at a time: half of what an old cluster holds moves to a new one,
//! and whatever is in the table remains one probe away.

mod entry;
mod memory;
mod snapshot;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

pub(crate) use entry::{Entry, logarithm};
use memory::{Cluster, Memory};
pub use snapshot::NotASnapshot;

use prefetch_index::prefetch_index;
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

/// The size of a scratch table, 256 KB: a part of what a core has as a cache of its own.
const SCRATCH_CLUSTERS: usize = CLUSTERS_PER_MEGABYTE / 4;

/// How many clusters are added for each entry of the search under way that is lost: so many that
/// the table is a little more than half full while it grows.
const CLUSTERS_PER_LOSS: usize = 2;

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

    /// A small table for what takes next to no work to find out again, one for each thread. It
    /// stays in the processor's cache, and what is in it takes no room from dearer entries.
    pub(crate) fn scratch() -> Self {
        Self::with_clusters(SCRATCH_CLUSTERS).unwrap_or_else(Self::smallest)
    }

    fn with_clusters(clusters: usize) -> Option<Self> {
        let used = clusters.min(FIRST_CLUSTERS);
        Some(Self { memory: Memory::zeroed(clusters)?, used: AtomicUsize::new(used), age: 0 })
    }

    /// The most that it may grow to.
    pub(crate) fn megabytes(&self) -> usize {
        self.memory.clusters().len() / CLUSTERS_PER_MEGABYTE
    }

    /// Forgets everything, and is as small as at first. The memory stays with the table: to clear
    /// what was used takes less than to have the system take it back and clear it again.
    pub(crate) fn clear(&mut self) {
        let used = self.used.get_mut();
        let clusters = self.memory.clusters();
        clusters[..*used].iter().flatten().for_each(|word| word.store(0, Relaxed));
        *used = clusters.len().min(FIRST_CLUSTERS);
        self.age = 0;
    }

    /// Marks the beginning of a new search.
    pub(crate) fn begin_search(&mut self) {
        self.age = (self.age + 1) & 3;
    }

    /// The entries of this search, in thousandths of those that the table may grow to.
    ///
    /// Estimated from clusters all over the part in use: those that have been split are emptier.
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

    /// Has what is known of a position brought from memory, for who will ask soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        prefetch_index(self.memory.clusters(), self.cluster_index(key));
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
        let cluster = self.cluster(key);
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
            self.grow();
        }
        let word = entry.pack(self.age);
        cheapest.1[0].store(key.check() ^ word, Relaxed);
        cheapest.1[1].store(word, Relaxed);
    }

    /// Adds a few clusters, if there is room.
    // Most entries are put without it.
    #[cold]
    fn grow(&self) {
        for _ in 0..CLUSTERS_PER_LOSS {
            let used = self.used.load(Relaxed);
            let has_room = used < self.memory.clusters().len();
            // Another thread that is growing the table at this moment saves us the work.
            if has_room && self.used.compare_exchange(used, used + 1, Relaxed, Relaxed).is_ok() {
                self.split(used);
            }
        }
    }

    /// Moves to a new cluster what belongs there. What another thread puts or looks for meanwhile
    /// may be missed, like anything that a table forgets.
    fn split(&self, new: usize) {
        let bit = 1 << new.ilog2();
        let [old, new] = [new - bit, new].map(|index| &self.memory.clusters()[index]);
        let ways = old.chunks_exact(WORDS_PER_ENTRY).zip(new.chunks_exact(WORDS_PER_ENTRY));
        for (from, to) in ways {
            let [first, word] = [&from[0], &from[1]].map(|word| word.load(Relaxed));
            if word != 0 && hash(0, first ^ word) & bit != 0 {
                to[0].store(first, Relaxed);
                to[1].store(word, Relaxed);
                from[1].store(0, Relaxed);
            }
        }
    }

    /// What losing an entry costs: its work, next to nothing if it is old.
    const fn worth(&self, word: u64) -> u8 {
        let searches_ago = self.age.wrapping_sub(Entry::age(word)) & 3;
        Entry::unpack(word).work >> (2 * searches_ago)
    }

    /// Where a position is.
    fn cluster(&self, key: Key) -> &Cluster {
        &self.memory.clusters()[self.cluster_index(key)]
    }

    /// Which cluster a position is in: the lowest bits of its hash say so, as many as the number of
    /// the last cluster has, or one bit less where there is no such cluster yet.
    #[inline]
    fn cluster_index(&self, key: Key) -> usize {
        let used = self.used.load(Relaxed);
        let bits = used.next_power_of_two() - 1;
        let index = hash(key.place(), key.check()) & bits;
        if index < used { index } else { index & (bits >> 1) }
    }
}

/// The hash of a position by the halves of its key. The bits beyond those that tell the first
/// clusters apart come from the check, which can be read from an entry when its cluster is split.
const fn hash(place: u64, check: u64) -> usize {
    let first = FIRST_CLUSTERS as u64;
    ((place % first) | check.wrapping_mul(first)) as usize
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
    fn a_scratch_table_stays_small() {
        let table = Table::scratch();
        fill(&table, 9.0);
        assert_eq!(table.used.load(Relaxed), SCRATCH_CLUSTERS);
        assert_eq!(table.hashfull(), 1000);
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

    /// Puts as many entries as the table has room for at first, this many times over.
    fn fill(table: &Table, times: f64) {
        let count = (FIRST_CLUSTERS * WAYS) as f64 * times;
        (0..count as u64).for_each(|number| table.put(key(number), entry(0, 2)));
    }

    fn used(table: &Table) -> f64 {
        table.used.load(Relaxed) as f64 / FIRST_CLUSTERS as f64
    }

    #[test]
    fn a_table_grows_as_it_fills_up_and_no_further_than_it_may() {
        for (times, expected) in
            [(0.1, 1.0..1.01), (1.0, 1.5..2.5), (2.0, 3.0..4.5), (9.0, 6.0..6.01)]
        {
            let table = Table::new(6).unwrap();
            fill(&table, times);
            assert!(expected.contains(&used(&table)), "{} MB for {times}", used(&table));
        }
    }

    /// Whether the number of clusters is a power of two or not.
    #[test]
    fn nothing_is_lost_by_growing() {
        let table = Table::new(6).unwrap();
        fill(&table, 0.5);
        let known =
            || (0..(FIRST_CLUSTERS * WAYS / 2) as u64).filter(|&it| table.get(key(it)).is_some());
        let before: Vec<u64> = known().collect();
        assert!(before.len() > FIRST_CLUSTERS);
        for megabytes in [1.5, 2.0, 3.9, 6.0] {
            while used(&table) < megabytes {
                table.grow();
            }
            assert!(known().eq(before.iter().copied()), "{megabytes} MB");
        }
    }

    #[test]
    fn a_table_that_was_cleared_is_as_good_as_new() {
        let mut table = Table::new(6).unwrap();
        table.begin_search();
        fill(&table, 3.0);
        assert!(used(&table) > 2.0);
        table.clear();
        assert_eq!((used(&table), table.age), (1.0, 0));
        let words = || table.memory.clusters().iter().flatten();
        assert!(words().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn what_took_much_work_is_kept_while_a_table_grows() {
        let table = Table::new(6).unwrap();
        let dear = || (0..100).map(|number| key(number << 40 | 1 << 39));
        dear().for_each(|key| table.put(key, entry(7, 20)));
        fill(&table, 20.0);
        assert!(dear().all(|key| table.get(key) == Some(entry(7, 20))));
    }

    #[test]
    fn threads_that_let_a_table_grow_find_what_they_put() {
        let table = Table::new(8).unwrap();
        let found: u64 = std::thread::scope(|scope| {
            let put = |thread: u64| {
                let keys = (0..50_000).map(move |number| key(thread << 32 | number));
                keys.clone().for_each(|key| table.put(key, entry(thread as i32, 2)));
                keys.filter(|&key| table.get(key) == Some(entry(thread as i32, 2))).count() as u64
            };
            let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || put(thread))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(used(&table) > 2.0 && found > 150_000, "{found} in {} MB", used(&table));
    }

    #[test]
    fn what_is_left_from_earlier_searches_makes_no_table_grow() {
        let mut table = Table::new(8).unwrap();
        for search in 0..8 {
            table.begin_search();
            for number in 0..(FIRST_CLUSTERS * WAYS / 4) as u64 {
                table.put(key(number + (search << 32)), entry(0, 2));
            }
        }
        let of_one_search = Table::new(8).unwrap();
        fill(&of_one_search, 2.0);
        assert!(used(&table) < 1.6, "{} MB", used(&table));
        assert!(used(&of_one_search) > 3.0, "{} MB", used(&of_one_search));
    }

    #[test]
    fn only_what_the_search_under_way_has_put_is_new_however_many_there_were() {
        let mut table = Table::smallest();
        for search in 0..10 {
            table.begin_search();
            assert_eq!(table.hashfull(), 0, "search {search}");
            table.put(key(1), entry(0, 2));
            assert_eq!(table.hashfull(), 250, "search {search}");
        }
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
    fn hashfull_is_right_while_some_clusters_are_split_and_others_are_not() {
        let table = Table::new(8).unwrap();
        fill(&table, 1.6);
        let words =
            table.memory.clusters().iter().flat_map(|cluster| cluster.iter().skip(1).step_by(2));
        let filled = words.filter(|word| word.load(Relaxed) != 0).count();
        let expected = 1000.0 * filled as f64 / (8 * FIRST_CLUSTERS * WAYS) as f64;
        let found = f64::from(table.hashfull());
        assert!(used(&table) > 2.2 && used(&table) < 3.8, "{} MB", used(&table));
        assert!((0.8..1.25).contains(&(found / expected)), "{found}, {expected}");
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        let too_much = usize::MAX >> 20;
        assert_eq!(Table::new(too_much).unwrap_err(), OutOfMemory { megabytes: too_much });
        assert!(Table::new(usize::MAX).is_err());
        let table = Table::new_or_smaller(too_much);
        // Halved until it could be had, and not more often.
        assert!((2..too_much).contains(&table.megabytes()), "{} MB", table.megabytes());
        table.put(key(1), entry(7, 4));
        assert_eq!(table.get(key(1)), Some(entry(7, 4)));
    }
}
