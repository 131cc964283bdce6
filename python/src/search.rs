//! A search under way.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use fruitrage_engine::{Engine, Limits, Options, OutOfMemory, Report};
use fruitrage_rules::Board;
use pyo3::prelude::*;

use crate::errors::out_of_memory;
use crate::results;
use crate::waiting::Inbox;

/// What a search says.
enum Said {
    Report(Report),
    OutOfMemory(OutOfMemory),
}

/// A search under way: an iterator over its reports.
///
/// Reports come as the search gets deeper; the last one is the result. The search ends at
/// its limits, when the position is solved, by ``stop()``, by Ctrl-C, or when nobody holds
/// it any more.
///
/// >>> for report in Engine().search(Board("***/*10/000"), depth=2):
/// ...     print(report.depth, report.value, report.move)
/// 1 15 A3
/// 2 15 A3
/// 2 15 A3
#[pyclass(module = "fruitrage", frozen)]
pub(crate) struct Search {
    inbox: Inbox<Said>,
    last: Mutex<Option<Report>>,
}

impl Search {
    pub(crate) fn begin(
        engine: &Arc<Mutex<Engine>>,
        lines: usize,
        board: &Board,
        limits: Limits,
    ) -> PyResult<Self> {
        let (engine, board) = (Arc::clone(engine), *board);
        let inbox = Inbox::from_thread(move |sender, stop| {
            // One search after the other. A search that failed leaves an engine that forgets.
            let mut engine = engine.lock().unwrap_or_else(|poisoned| {
                let mut engine = poisoned.into_inner();
                engine.forget();
                engine
            });
            let options = Options { lines, ..*engine.options() };
            if let Err(error) = engine.set_options(options) {
                let _ = sender.send(Ok(Said::OutOfMemory(error)));
                return;
            }
            let start = Instant::now();
            let mut tell = |report: &Report| {
                let _ = sender.send(Ok(Said::Report(report.clone())));
            };
            let result = engine.search(&board, &limits, &|| start.elapsed(), stop, &mut tell);
            if let Some(report) = result {
                tell(&report);
            }
        })?;
        Ok(Self { inbox, last: Mutex::new(None) })
    }

    fn next_report(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        match self.inbox.next(py)? {
            None => Ok(None),
            Some(Said::OutOfMemory(error)) => Err(out_of_memory(error)),
            Some(Said::Report(report)) => {
                *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.clone());
                Ok(Some(report))
            }
        }
    }
}

#[pymethods]
impl Search {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.next_report(py)?.map(|report| results::report(py, &report)).transpose()
    }

    /// Waits for the end of the search and returns the last report.
    ///
    /// >>> Engine().search(Board("01/21"), nodes=1000).result().move
    /// Move('B1')
    pub(crate) fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        while self.next_report(py)?.is_some() {}
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let stopped = || pyo3::exceptions::PyRuntimeError::new_err("the search found nothing");
        results::report(py, &last.ok_or_else(stopped)?)
    }

    /// Ends the search; the last report follows.
    fn stop(&self) {
        self.inbox.stop();
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop();
    }
}
