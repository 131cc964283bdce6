//! What is slow to read, as it was a moment ago.
//!
//! However many visitors ask, it is read by one of them at a time and not often, and the others
//! get what was there before.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// For so long what was read counts as true.
const FRESH: Duration = Duration::from_secs(1);

/// At most this part of the time is spent reading what is slow to read.
const PART_OF_TIME: u32 = 10;

/// A value that grows old.
#[derive(Debug)]
pub(crate) struct Aged<T> {
    latest: Mutex<Option<Latest<T>>>,
    /// Who reads the next one.
    reading: Mutex<()>,
}

#[derive(Debug)]
struct Latest<T> {
    value: Arc<T>,
    /// When it is read again, if somebody asks.
    stale_at: Instant,
}

impl<T> Default for Aged<T> {
    fn default() -> Self {
        Self { latest: Mutex::default(), reading: Mutex::default() }
    }
}

impl<T> Aged<T> {
    /// The value as it was a moment ago. Waits for it only if nobody has read it yet.
    pub(crate) fn get<E>(&self, read: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let latest = |fresh_only: bool| {
            let latest = held(&self.latest);
            let latest = latest.as_ref().filter(|it| !fresh_only || Instant::now() < it.stale_at);
            latest.map(|latest| Arc::clone(&latest.value))
        };
        if let Some(value) = latest(true) {
            return Ok(value);
        }
        let Some(old) = latest(false) else {
            let _reading = held(&self.reading);
            // Another may have read it meanwhile.
            return latest(false).map_or_else(|| self.renew(read), Ok);
        };
        match self.reading.try_lock() {
            Ok(_reading) => self.renew(read),
            Err(_) => Ok(old),
        }
    }

    fn renew<E>(&self, read: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let start = Instant::now();
        let value = Arc::new(read()?);
        let stale_at = Instant::now() + FRESH.max(start.elapsed() * PART_OF_TIME);
        *held(&self.latest) = Some(Latest { value: Arc::clone(&value), stale_at });
        Ok(value)
    }
}

/// What a lock guards, also after a visitor's thread has panicked.
pub(crate) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fresh_is_not_read_again_and_what_fails_is_tried_again() {
        let aged = Aged::default();
        assert_eq!(aged.get(|| Err("away")), Err("away"));
        assert_eq!(*aged.get(|| Ok::<_, &str>(1)).unwrap(), 1);
        // However long this thread waits for a processor.
        held(&aged.latest).as_mut().unwrap().stale_at += Duration::from_hours(1);
        assert_eq!(*aged.get(|| Ok::<_, &str>(2)).unwrap(), 1);
        held(&aged.latest).as_mut().unwrap().stale_at = Instant::now();
        assert_eq!(*aged.get(|| Ok::<_, &str>(3)).unwrap(), 3);
    }

    #[test]
    fn while_one_reads_the_others_get_what_was_there_before() {
        let aged = Aged::default();
        aged.get(|| Ok::<_, &str>(1)).unwrap();
        held(&aged.latest).as_mut().unwrap().stale_at = Instant::now();
        let read = aged.get(|| {
            let other = aged.get(|| Ok::<_, &str>(9)).unwrap();
            assert_eq!(*other, 1);
            Ok::<_, &str>(2)
        });
        assert_eq!(*read.unwrap(), 2);
    }
}
