//! Memory of the heap, where nothing can be mapped, as in a browser.

use super::Cluster;

/// Zeroed clusters.
pub(in crate::table) struct Memory(Box<[Cluster]>);

impl Memory {
    /// So many clusters, or none if the system does not give as much.
    pub(in crate::table) fn zeroed(count: usize) -> Option<Self> {
        bytemuck::try_zeroed_slice_box(count).ok().map(Self)
    }

    pub(in crate::table) fn clusters(&self) -> &[Cluster] {
        &self.0
    }
}
