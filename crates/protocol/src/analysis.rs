//! The analysis mode: many questions at once, one JSON object per line.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use fruitrage_engine::{Clock, Engine, Limits, Options, Report, Stop};
use serde_json::{Map, Value, json};

use crate::findings::as_json;
use crate::{Question, Request};

/// The longest line that is read; no question needs more.
const LONGEST_LINE: u64 = 1 << 20;

/// What the engine may use.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// How many questions are searched at one time.
    pub jobs: usize,
    /// How many threads each of them has.
    pub threads: usize,
    /// The memory of each, in megabytes.
    pub hash_megabytes: usize,
}

/// Answers questions until the input ends. Then those that have a limit are answered, and
/// the others are broken off.
///
/// ```
/// use std::time::Instant;
/// use fruitrage_protocol::{Resources, analyse};
///
/// let start = Instant::now();
/// let resources = Resources { jobs: 1, threads: 1, hash_megabytes: 1 };
/// let question = br#"{"id": "a", "board": "01/21", "depth": 3}"#;
/// let mut output = Vec::new();
/// analyse(&question[..], &mut output, &|| start.elapsed(), resources).unwrap();
/// let answer = String::from_utf8(output).unwrap();
/// assert!(answer.contains(r#""moves":["B1""#), "{answer}");
/// ```
pub fn analyse<R: BufRead, W: Write + Send>(
    mut input: R,
    output: W,
    clock: &dyn Clock,
    resources: Resources,
) -> io::Result<()> {
    let office = Office {
        desk: Mutex::new(Desk::default()),
        news: Condvar::new(),
        output: Mutex::new(Output { output, failure: None }),
    };
    thread::scope(|scope| {
        for _ in 0..resources.jobs.max(1) {
            scope.spawn(|| office.work(clock, resources));
        }
        let read = office.read(&mut input);
        office.close();
        read
    })?;
    let output = office.output.into_inner().unwrap_or_else(PoisonError::into_inner);
    output.failure.map_or(Ok(()), Err)
}

/// Where questions come in, wait, and are answered.
struct Office<W> {
    desk: Mutex<Desk>,
    news: Condvar,
    output: Mutex<Output<W>>,
}

#[derive(Default)]
struct Desk {
    waiting: VecDeque<Question>,
    searched: Vec<Searched>,
    /// How many questions have been taken up so far.
    taken: u64,
    is_closed: bool,
}

/// A question that is being searched.
struct Searched {
    ticket: u64,
    id: Value,
    is_limited: bool,
    stop: Stop,
}

/// Where answers go; nobody may be there any more.
struct Output<W> {
    output: W,
    failure: Option<io::Error>,
}

impl<W: Write + Send> Office<W> {
    fn read(&self, input: &mut impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
                let message = format!("expected a line below {LONGEST_LINE} bytes, found more");
                self.refuse(&Value::Null, &message);
                return Ok(());
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            match Request::parse(&line) {
                Ok(Request::Ask(question)) => {
                    lock(&self.desk).waiting.push_back(*question);
                    self.news.notify_one();
                }
                Ok(Request::Cancel(id)) => self.cancel(Some(&id)),
                Ok(Request::CancelAll) => self.cancel(None),
                Err(error) => self.refuse(&error.id, &error.message),
            }
            if lock(&self.output).failure.is_some() {
                return Ok(());
            }
        }
    }

    /// Breaks off what has this id, or everything. What is being searched is answered with
    /// what was found, what was waiting without.
    fn cancel(&self, id: Option<&Value>) {
        let mut desk = lock(&self.desk);
        for search in desk.searched.iter().filter(|search| id.is_none_or(|id| *id == search.id)) {
            search.stop.stop();
        }
        let all = std::mem::take(&mut desk.waiting);
        let (cancelled, rest): (VecDeque<_>, VecDeque<_>) =
            all.into_iter().partition(|question| id.is_none_or(|id| *id == question.id));
        desk.waiting = rest;
        drop(desk);
        for question in cancelled {
            self.say(&json!({ "id": question.id, "type": "result", "cancelled": true }));
        }
    }

    /// Nothing more comes: what would never end is broken off, and the rest is answered.
    fn close(&self) {
        let gone = lock(&self.output).failure.is_some();
        let mut desk = lock(&self.desk);
        desk.is_closed = true;
        if gone {
            desk.waiting.clear();
        }
        for search in desk.searched.iter().filter(|search| gone || !search.is_limited) {
            search.stop.stop();
        }
        self.news.notify_all();
    }

    /// The next question, with its ticket and how to end its search; none when there will be
    /// no more.
    fn next(&self) -> Option<(Question, u64, Stop)> {
        let mut desk = lock(&self.desk);
        loop {
            if let Some(question) = desk.waiting.pop_front() {
                let stop = Stop::new();
                let is_limited = question.limits != Limits::NONE;
                if desk.is_closed && !is_limited {
                    stop.stop();
                }
                desk.taken += 1;
                let (ticket, id) = (desk.taken, question.id.clone());
                desk.searched.push(Searched { ticket, id, is_limited, stop: stop.clone() });
                return Some((question, ticket, stop));
            }
            if desk.is_closed {
                return None;
            }
            desk = self.news.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, clock: &dyn Clock, resources: Resources) {
        let Resources { threads, hash_megabytes, .. } = resources;
        let mut engine = Engine::new(Options { threads, hash_megabytes, ..Options::default() });
        while let Some((question, ticket, stop)) = self.next() {
            let search = || self.search(&mut engine, &question, clock, &stop);
            if panic::catch_unwind(AssertUnwindSafe(search)).is_err() {
                // Even a bug in the search is no reason to leave the host waiting.
                engine.forget();
                self.refuse(&question.id, "expected a search to its end, found a bug");
            }
            lock(&self.desk).searched.retain(|search| search.ticket != ticket);
        }
    }

    fn search(&self, engine: &mut Engine, question: &Question, clock: &dyn Clock, stop: &Stop) {
        let Question { id, board, limits, lines, level, reports } = question;
        let options = Options { lines: *lines, level: *level, ..*engine.options() };
        if let Err(error) = engine.set_options(options) {
            self.refuse(id, &error.to_string());
            return;
        }
        let mut tell = |report: &Report| {
            if *reports {
                self.answer(id, "report", as_json(board, Some(report)));
            }
        };
        let found = engine.search(board, limits, clock, stop, &mut tell);
        let mut fields = as_json(board, found.as_ref());
        if stop.is_stopped() {
            fields.insert("cancelled".to_owned(), true.into());
        }
        self.answer(id, "result", fields);
    }

    fn answer(&self, id: &Value, kind: &str, fields: Map<String, Value>) {
        let mut object = Map::new();
        object.insert("id".to_owned(), id.clone());
        object.insert("type".to_owned(), kind.into());
        object.extend(fields);
        self.say(&Value::Object(object));
    }

    fn refuse(&self, id: &Value, message: &str) {
        self.say(&json!({ "id": id, "type": "error", "error": message }));
    }

    fn say(&self, answer: &Value) {
        let to = &mut *lock(&self.output);
        if to.failure.is_none() {
            let written = to.output.write_all(format!("{answer}\n").as_bytes());
            to.failure = written.and_then(|()| to.output.flush()).err();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
