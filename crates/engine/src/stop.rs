//! The handle that stops a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a search from anywhere; its copies are one handle.
///
/// ```
/// use fruitrage_engine::Stop;
///
/// let stop = Stop::new();
/// let elsewhere = stop.clone();
/// elsewhere.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A handle that has not been used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to return what it has.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
