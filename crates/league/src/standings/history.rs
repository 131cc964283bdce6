//! How standings came about: the same as they were at moments before.

use super::Standings;
use crate::{Selection, Store, StoreError};

/// The standings at some moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What they were then.
    pub standings: Standings,
}

impl Standings {
    /// The standings at no more than so many moments, the last one now. About as many pairs were
    /// finished between one and the next.
    pub fn history(store: &mut Store, most: usize) -> Result<Vec<Moment>, StoreError> {
        let mut moments = store.moments(most)?;
        moments.dedup();
        let standings = |at: i64| {
            let selection = Selection { until: Some(at), ..Selection::default() };
            Ok(Moment { at, standings: Self::of(store, &selection)? })
        };
        moments.into_iter().map(standings).collect()
    }
}
