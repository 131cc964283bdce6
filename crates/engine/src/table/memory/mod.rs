//! The memory of the table: zeroed, aligned to cache lines, and taken from the system only where
//! it is used.

#[cfg(target_family = "wasm")]
mod heap;
#[cfg(not(target_family = "wasm"))]
mod mapping;

use std::fmt;
use std::sync::atomic::AtomicU64;

#[cfg(target_family = "wasm")]
pub(super) use heap::Memory;
#[cfg(not(target_family = "wasm"))]
pub(super) use mapping::Memory;

/// Words that are looked at together: a cache line of most processors.
pub(super) type Cluster = [AtomicU64; CLUSTER_WORDS];

pub(super) const CLUSTER_WORDS: usize = 8;

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Memory({} clusters)", self.clusters().len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn clusters_are_zeroed_and_lie_in_cache_lines() {
        let memory = Memory::zeroed(1000).unwrap();
        assert_eq!(memory.clusters().len(), 1000);
        assert_eq!(memory.clusters().as_ptr().addr() % size_of::<Cluster>(), 0);
        assert!(memory.clusters().iter().flatten().all(|word| word.load(Relaxed) == 0));
        memory.clusters()[999][7].store(5, Relaxed);
        assert_eq!(memory.clusters()[999][7].load(Relaxed), 5);
    }

    #[test]
    fn more_than_there_can_be_is_refused() {
        assert!(Memory::zeroed(usize::MAX).is_none());
        assert!(Memory::zeroed(usize::MAX / size_of::<Cluster>()).is_none());
    }
}
