//! How often something may be done: a bucket that fills again as time goes by.

use std::time::{Duration, Instant};

/// So many at once, and one more after each pause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    most: u32,
    pause: Duration,
    /// When the bucket is full again.
    full_at: Instant,
}

impl Bucket {
    pub(crate) const fn new(most: u32, pause: Duration, now: Instant) -> Self {
        Self { most, pause, full_at: now }
    }

    /// Takes one out; not if there is none.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let after = self.full_at.max(now) + self.pause;
        let is_left = after - now <= self.pause * self.most;
        if is_left {
            self.full_at = after;
        }
        is_left
    }

    /// Whether it is as if nobody had ever taken anything.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        self.full_at <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_at_once_and_then_one_after_each_pause() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let mut bucket = Bucket::new(3, second, start);
        let taken = (0..5).filter(|_| bucket.take(start)).count();
        assert_eq!(taken, 3);
        assert!(!bucket.take(start + second / 2) && bucket.take(start + second));
        assert!(!bucket.is_full(start + second) && bucket.is_full(start + second * 4));
    }
}
