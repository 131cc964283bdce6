//! What took the most work of a table, as bytes: for a player that starts anew for every move and
//! would find it all out again.
//!
//! A title with the version, for what one version has found may mislead another; the level; for
//! each entry the place (2 bytes), the check (8) and the word (8); and the sum of all that (4).

use std::sync::atomic::Ordering::Relaxed;

use thiserror::Error;

use super::entry::{Entry, MOST_WORK};
use super::{FIRST_CLUSTERS, Table, WORDS_PER_ENTRY};
use crate::Key;

/// How a snapshot begins.
const TITLE: &[u8] = concat!("fruitrage table ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// How many entries are kept: 1.2 MB.
const MOST_ENTRIES: usize = 1 << 16;

const ENTRY_BYTES: usize = 18;
const SUM_BYTES: usize = 4;

/// One cluster of so many is looked at to tell how much work entries took.
const SAMPLED: usize = 16;

/// The bytes are not what an engine of this version and level has kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected what an engine of the same version and level has kept")]
pub struct NotASnapshot;

/// One entry of a snapshot.
struct Kept {
    place: u16,
    check: u64,
    word: u64,
}

impl Table {
    /// The entries of the last search that took the most work.
    pub(crate) fn snapshot(&self, level: u8) -> Vec<u8> {
        let least = self.least_work_kept();
        let is_kept = |kept: &Kept| Entry::unpack(kept.word).work >= least;
        let entries = self.entries(1).filter(is_kept).take(MOST_ENTRIES);
        let mut bytes = [TITLE, &[level]].concat();
        for Kept { place, check, word } in entries {
            bytes.extend(place.to_le_bytes());
            bytes.extend(check.to_le_bytes());
            bytes.extend(word.to_le_bytes());
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Takes over what another table has kept.
    pub(crate) fn restore(&self, bytes: &[u8], level: u8) -> Result<(), NotASnapshot> {
        for bytes in read(bytes, level).ok_or(NotASnapshot)? {
            let (place, rest) = bytes.split_first_chunk().expect("an entry has a place");
            let (check, rest) = rest.split_first_chunk().expect("an entry has a check");
            let word = rest.first_chunk().expect("an entry has a word");
            let halves = [u16::from_le_bytes(*place).into(), u64::from_le_bytes(*check)];
            self.put(Key::from_halves(halves), Entry::unpack(u64::from_le_bytes(*word)));
        }
        Ok(())
    }

    /// How much work an entry must have taken to be kept, by a sample: there is room for all that
    /// took as much.
    fn least_work_kept(&self) -> u8 {
        let mut counts = [0; MOST_WORK as usize + 1];
        self.entries(SAMPLED).for_each(|kept| counts[Entry::unpack(kept.word).work as usize] += 1);
        let mut room = MOST_ENTRIES / SAMPLED;
        let dearest_first = (0..=MOST_WORK).rev();
        let has_room = |&work: &u8| {
            let count = counts[work as usize];
            room = room.saturating_sub(count);
            room > 0
        };
        dearest_first.take_while(has_room).last().unwrap_or(MOST_WORK)
    }

    /// The entries of the last search in one cluster of so many.
    fn entries(&self, every: usize) -> impl Iterator<Item = Kept> {
        let used = &self.memory.clusters()[..self.used.load(Relaxed)];
        let clusters = used.iter().enumerate().step_by(every);
        clusters.flat_map(move |(index, cluster)| {
            let place = (index % FIRST_CLUSTERS) as u16;
            cluster.chunks_exact(WORDS_PER_ENTRY).filter_map(move |words| {
                let word = words[1].load(Relaxed);
                let check = words[0].load(Relaxed) ^ word;
                let is_new = word != 0 && Entry::age(word) == self.age;
                is_new.then_some(Kept { place, check, word })
            })
        })
    }
}

/// The entries of a snapshot that is whole and of this version and level.
fn read(bytes: &[u8], level: u8) -> Option<impl Iterator<Item = &[u8; ENTRY_BYTES]>> {
    let (content, sum) = bytes.split_last_chunk::<SUM_BYTES>()?;
    let entries = content.strip_prefix(TITLE)?.strip_prefix(&[level])?;
    let (entries, rest) = entries.as_chunks();
    let is_whole = rest.is_empty() && crc32fast::hash(content) == u32::from_le_bytes(*sum);
    is_whole.then_some(entries.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    const LEVEL: u8 = 10;

    fn key(number: u64) -> Key {
        Position::new(&"0".parse().unwrap()).key().with(number)
    }

    fn entry(work: u8) -> Entry {
        Entry { lower: -7, upper: 9, depth: 3, best: 5, work }
    }

    /// A table with so many entries of some work, and a few of more.
    fn table(count: u64) -> Table {
        let mut table = Table::new(16).unwrap();
        table.begin_search();
        (0..100).for_each(|number| table.put(key(number), entry(20)));
        (100..count).for_each(|number| table.put(key(number), entry(3)));
        table
    }

    #[test]
    fn another_table_knows_what_was_kept() {
        let bytes = table(1000).snapshot(LEVEL);
        let other = Table::new(1).unwrap();
        other.restore(&bytes, LEVEL).unwrap();
        assert!((0..100).all(|number| other.get(key(number)) == Some(entry(20))));
        assert_eq!((0..1000).filter(|&number| other.get(key(number)).is_some()).count(), 1000);
    }

    #[test]
    fn of_too_many_those_that_took_the_most_work_are_kept() {
        let bytes = table(400_000).snapshot(LEVEL);
        assert!(bytes.len() <= TITLE.len() + 1 + MOST_ENTRIES * ENTRY_BYTES + SUM_BYTES);
        let other = Table::new(16).unwrap();
        other.restore(&bytes, LEVEL).unwrap();
        assert!((0..100).all(|number| other.get(key(number)) == Some(entry(20))));
    }

    #[test]
    fn what_earlier_searches_have_found_is_not_kept() {
        let mut table = table(1000);
        table.begin_search();
        let empty = table.snapshot(LEVEL);
        assert_eq!(empty.len(), TITLE.len() + 1 + SUM_BYTES);
        table.restore(&empty, LEVEL).unwrap();
    }

    #[test]
    fn what_is_damaged_or_foreign_is_refused_and_changes_nothing() {
        let bytes = table(1000).snapshot(LEVEL);
        let other = Table::new(1).unwrap();
        let refused = |bytes: &[u8]| other.restore(bytes, LEVEL) == Err(NotASnapshot);
        for length in
            [0, 5, TITLE.len(), TITLE.len() + 1, bytes.len() - ENTRY_BYTES, bytes.len() - 1]
        {
            assert!(refused(&bytes[..length]), "{length}");
        }
        for place in [0, TITLE.len() - 2, TITLE.len(), 500, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 16;
            assert!(refused(&damaged), "{place}");
        }
        assert_eq!(other.restore(&bytes, LEVEL - 1), Err(NotASnapshot));
        assert!((0..1000).all(|number| other.get(key(number)).is_none()));
    }
}
