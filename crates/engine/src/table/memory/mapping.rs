//! Memory that is mapped rather than allocated, for three reasons. A mapping begins at a page, so
//! that a cluster is one cache line; the heap would begin it 16 bytes later, in two lines. The
//! system can be asked for huge pages, which are handed out with 1/512 of the faults, and found
//! without missing the processor's table of pages. And what is not used costs nothing, not even
//! to be cleared.

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use super::Cluster;

type Clusters<'a> = &'a [Cluster];

self_cell!(
    /// Zeroed clusters.
    pub(in crate::table) struct Memory {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Clusters,
    }
);

impl Memory {
    /// So many clusters, or none if the system does not give as much.
    pub(in crate::table) fn zeroed(count: usize) -> Option<Self> {
        let mapping = MmapMut::map_anon(count.checked_mul(size_of::<Cluster>())?).ok()?;
        ask_for_huge_pages(&mapping);
        Some(Self::new(MutBorrow::new(mapping), |mapping| {
            FromBytes::mut_from_bytes(mapping.borrow_mut())
                .expect("a mapping is whole, aligned clusters")
        }))
    }

    pub(in crate::table) fn clusters(&self) -> &[Cluster] {
        self.borrow_dependent()
    }
}

/// A system that has none to give is as good, only slower.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(mapping: &MmapMut) {
    let _ = mapping.advise(memmap2::Advice::HugePage);
}

#[cfg(not(target_os = "linux"))]
const fn ask_for_huge_pages(_: &MmapMut) {}
