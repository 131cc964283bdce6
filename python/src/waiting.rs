//! Waiting for a thread of ours: without Python's lock, and with an eye on Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fruitrage_engine::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long Ctrl-C may go unnoticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// The thread has come upon a bug, and ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bug;

impl From<Bug> for PyErr {
    fn from(_: Bug) -> Self {
        PyRuntimeError::new_err("the search came upon a bug; its message is on standard error")
    }
}

/// What a thread of ours says, one thing after the other.
pub(crate) struct Inbox<T> {
    heard: Mutex<Receiver<Result<T, Bug>>>,
    stop: Stop,
}

impl<T: Send + 'static> Inbox<T> {
    /// Starts a thread with something to say things to. Its stack is as large as the engine
    /// needs, whatever that of Python's thread is.
    pub(crate) fn from_thread(
        work: impl FnOnce(&Sender<Result<T, Bug>>, &Stop) + Send + 'static,
    ) -> PyResult<Self> {
        let stop = Stop::new();
        let (sender, heard) = channel();
        let seen = stop.clone();
        thread::Builder::new().name("fruitrage".to_owned()).spawn(move || {
            // A bug becomes an exception for whoever waits, and not the end of the process.
            if catch_unwind(AssertUnwindSafe(|| work(&sender, &seen))).is_err() {
                let _ = sender.send(Err(Bug));
            }
        })?;
        Ok(Self { heard: Mutex::new(heard), stop })
    }

    /// What comes next; none when the thread has nothing more to say. Ctrl-C stops the
    /// thread.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        let receive = || {
            let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
            heard.recv_timeout(BETWEEN_LOOKS)
        };
        loop {
            match py.detach(receive) {
                Ok(heard) => return Ok(Some(heard?)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.stop())?;
                }
            }
        }
    }

    /// Asks the thread to come to its end.
    pub(crate) fn stop(&self) {
        self.stop.stop();
    }
}

impl<T> Drop for Inbox<T> {
    fn drop(&mut self) {
        // Nobody listens any more.
        self.stop.stop();
    }
}

/// Does some work in a thread of its own and waits for the result.
pub(crate) fn done<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let inbox = Inbox::from_thread(move |sender, stop| {
        let _ = sender.send(Ok(work(stop)));
    })?;
    inbox.next(py)?.ok_or_else(|| Bug.into())
}
