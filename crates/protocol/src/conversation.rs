//! The conversation itself: reads commands, searches beside the reading, answers.

use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use fruitrage_engine::{Clock, Engine, Limits, Line, Options, Report, Stop};
use fruitrage_rules::{Board, Group, seconds};

use crate::{Command, CommandError};

/// Talks until `quit` or the end of the input, and returns the output. A search under way at the end of the input is finished first, unless it has
/// no limit.
pub fn converse<R, W, C>(input: R, output: W, clock: C) -> io::Result<W>
where
    R: BufRead,
    W: Write + Send + 'static,
    C: Clock + Send + Clone + 'static,
{
    let output = Output(Arc::new(Mutex::new(output)));
    let mut talk = Conversation {
        engine: Arc::new(Mutex::new(Engine::new(Options::default()))),
        board: None,
        search: None,
        output: output.clone(),
        clock,
    };
    for line in input.split(b'\n') {
        // Bytes that are no text make a command that is not known.
        let line = String::from_utf8_lossy(&line?).trim().to_owned();
        if line.is_empty() {
            continue;
        }
        match line.parse() {
            Ok(Command::Quit) => {
                talk.end_search();
                break;
            }
            Ok(command) => talk.obey(command, &line)?,
            Err(error) => output.say(&format!("error {error}\n"))?,
        }
    }
    talk.await_search();
    drop(talk);
    let output = Arc::into_inner(output.0).expect("the search has ended, and with it its output");
    Ok(output.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Where answers go, from either thread.
struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    fn say(&self, text: &str) -> io::Result<()> {
        let mut output = lock(&self.0);
        output.write_all(text.as_bytes())?;
        output.flush()
    }
}

/// A search beside the conversation.
struct Running {
    stop: Stop,
    thread: JoinHandle<()>,
    is_limited: bool,
    /// Set before `bestmove` is said: a host that has read it may go on at once, even if
    /// the thread has not quite ended.
    answered: Arc<AtomicBool>,
}

impl Running {
    /// Whether its answer is on its way.
    fn has_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire) || self.thread.is_finished()
    }
}

struct Conversation<W, C> {
    engine: Arc<Mutex<Engine>>,
    board: Option<Board>,
    search: Option<Running>,
    output: Output<W>,
    clock: C,
}

impl<W, C> Conversation<W, C>
where
    W: Write + Send + 'static,
    C: Clock + Send + Clone + 'static,
{
    fn obey(&mut self, command: Command, line: &str) -> io::Result<()> {
        if self.search.as_ref().is_some_and(Running::has_answered) {
            self.await_search();
        }
        match command {
            Command::Introduce => self.output.say(&introduction()),
            Command::AreYouReady => self.output.say("readyok\n"),
            Command::Stop => {
                self.end_search();
                Ok(())
            }
            Command::Quit => Ok(()),
            _ if self.search.is_some() => {
                let error = CommandError::new("stop, isready, fri or quit during a search", line);
                self.output.say(&format!("error {error}\n"))
            }
            Command::Set(setting) => {
                let mut engine = lock(&self.engine);
                let options = setting.apply(*engine.options());
                match engine.set_options(options) {
                    Ok(()) => Ok(()),
                    Err(error) => self.output.say(&format!("error {error}\n")),
                }
            }
            Command::NewGame => {
                lock(&self.engine).forget();
                Ok(())
            }
            Command::Position(board) => {
                self.board = Some(*board);
                Ok(())
            }
            Command::Go(limits) => self.go(limits),
        }
    }

    fn go(&mut self, limits: Limits) -> io::Result<()> {
        let Some(board) = self.board else {
            return self.output.say("error expected `position` before `go`, found none\n");
        };
        let stop = Stop::new();
        let is_limited = limits != Limits::default();
        let answered = Arc::new(AtomicBool::new(false));
        let thread = {
            let (engine, output) = (Arc::clone(&self.engine), self.output.clone());
            let (clock, stop) = (self.clock.clone(), stop.clone());
            let answered = Arc::clone(&answered);
            thread::Builder::new().spawn(move || {
                let mut tell = |report: &Report| {
                    // A host that has gone away is noticed by the reading thread.
                    let _ = output.say(&describe(report));
                };
                let search = || lock(&engine).search(&board, &limits, &clock, &stop, &mut tell);
                let best = if let Ok(answer) = panic::catch_unwind(AssertUnwindSafe(search)) {
                    answer.map(|report| report.best().moves[0])
                } else {
                    // Even a bug in the search is no reason to leave the host waiting.
                    lock(&engine).forget();
                    let _ = output.say("error expected a search to its end, found a bug\n");
                    board.groups().max_by_key(Group::count).map(|largest| largest.name())
                };
                while !is_limited && !stop.is_stopped() {
                    thread::park();
                }
                let best = best.map_or_else(|| "none".to_owned(), |cell| cell.to_string());
                answered.store(true, Ordering::Release);
                let _ = output.say(&format!("bestmove {best}\n"));
            })?
        };
        self.search = Some(Running { stop, thread, is_limited, answered });
        Ok(())
    }

    /// Stops a search, if there is one, and waits for its answer.
    fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.stop();
            search.thread.thread().unpark();
            let _ = search.thread.join();
        }
    }

    /// Waits for a search, if there is one; one without a limit is stopped.
    fn await_search(&mut self) {
        match self.search.take() {
            Some(search) if search.is_limited => {
                let _ = search.thread.join();
            }
            search => {
                self.search = search;
                self.end_search();
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn introduction() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let options = crate::Setting::describe_all();
    format!("id name Fruit Rage {version}\nid author the Fruit Rage authors\n{options}friok\n")
}

/// One line for each of the best lines.
fn describe(report: &Report) -> String {
    let Report { depth, lines, nodes, elapsed, hashfull, .. } = report;
    let speed = report.nodes_per_second();
    let elapsed = seconds::display(Duration::from_micros(elapsed.as_micros() as u64));
    let describe_line = |(number, line): (usize, &Line)| {
        let kind = if line.exact { "exact" } else { "estimated" };
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        format!(
            "info depth {depth} line {number} value {} {kind} nodes {nodes} time {elapsed} \
             nps {speed} hashfull {hashfull} pv {}\n",
            line.value,
            moves.join(" "),
        )
    };
    (1..).zip(lines).map(describe_line).collect()
}
