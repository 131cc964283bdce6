//! Programs that talk the line protocol of `docs/protocol.md`, one process a game.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_rules::{Cause, Game, seconds};

use super::file::shown_status;
use super::launch::{Host, Place, StartError};
use super::{Agent, Answer, Evidence, Fault, Reply, time_left};
use crate::supervisor::{Assignment, Supervisor, TOO_MUCH_MEMORY, signal_of};

/// What starting may take; it is not charged.
const START_UP: Duration = Duration::from_secs(20);

/// How long a program that closed its output may take to exit.
const EXIT: Duration = Duration::from_secs(1);

/// What a program may say for one move.
const LONGEST_TALK: u64 = 16 << 20;

const LONGEST_LINE: u64 = 1 << 20;

/// How much of what was printed is kept.
const TAIL: u64 = 4 * 1024;

/// A program of the line protocol in the care of its supervisor.
pub(super) struct LineAgent {
    supervisor: Supervisor,
    to: ChildStdin,
    lines: Receiver<String>,
    printed: File,
    /// What went wrong before the first move.
    broken: Option<Fault>,
    /// What was said since the last question, for the evidence.
    sent: String,
    heard: String,
    _place: Place,
}

impl LineAgent {
    pub(super) fn start(
        host: &Host,
        assignment: &Assignment,
        place: Place,
    ) -> Result<Self, StartError> {
        let begin = || -> io::Result<(Supervisor, ChildStdin, ChildStdout, File)> {
            let (supervisor, to, from) =
                Supervisor::start(&host.helper, assignment, place.printed()?)?;
            // Opened anew: to read in it does not move the place where others write.
            Ok((supervisor, to, from, place.printed()?))
        };
        let (supervisor, to, from, printed) = begin()
            .map_err(|error| StartError::failed(&assignment.name.to_string_lossy(), &error))?;
        let mut agent = Self {
            supervisor,
            to,
            lines: listen(from),
            printed,
            broken: None,
            sent: String::new(),
            heard: String::new(),
            _place: place,
        };
        agent.broken = agent.shake_hands(&host.options).err();
        Ok(agent)
    }

    fn shake_hands(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        let deadline = Instant::now() + START_UP;
        self.say("fri");
        self.wait_for("friok", deadline)?;
        for (name, value) in options {
            self.say(&format!("setoption name {name} value {value}"));
        }
        self.say("newgame");
        self.say("isready");
        self.wait_for("readyok", deadline).map(|_| ())
    }

    /// Says a line. That nobody listens is noticed when no answer comes.
    fn say(&mut self, line: &str) {
        self.sent.push_str(line);
        self.sent.push('\n');
        let _ = writeln!(self.to, "{line}").and_then(|()| self.to.flush());
    }

    /// What follows the keyword in the first line that begins with it.
    fn wait_for(&mut self, keyword: &str, deadline: Instant) -> Result<String, Fault> {
        let mut talk = 0;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Self::late(keyword)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            };
            talk += line.len() as u64;
            if talk > LONGEST_TALK || line.len() as u64 >= LONGEST_LINE {
                let detail = format!("expected `{keyword}`, but it wrote more than it may");
                return Err(Fault::new(Cause::OutputTooLarge, detail));
            }
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if word != "info" {
                self.heard.push_str(&line);
                self.heard.push('\n');
            }
            if word == keyword {
                return Ok(rest.trim().to_owned());
            }
            if word == "error" {
                let detail = format!("expected `{keyword}`, but it said `{line}`");
                return Err(Fault::new(Cause::ProtocolError, detail));
            }
        }
    }

    fn late(keyword: &str) -> Fault {
        match keyword {
            "bestmove" => Fault::new(Cause::OutOfTime, "expected `bestmove` within the time left"),
            _ => Fault::new(
                Cause::ProtocolError,
                format!("expected `{keyword}` within {} s of its start", START_UP.as_secs()),
            ),
        }
    }

    /// The program closed its output: how did it end?
    fn gone(&mut self) -> Fault {
        let deadline = Instant::now() + EXIT;
        let status = loop {
            match self.supervisor.exit_status() {
                Ok(Some(status)) => break status.code(),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => break None,
            }
        };
        match status {
            Some(status) if status == i32::from(TOO_MUCH_MEMORY) => {
                Fault::new(Cause::Memory, "expected less memory to be used than the limit")
            }
            Some(0) => Fault::new(Cause::ProtocolError, "expected an answer, but it ended"),
            Some(status) => {
                let how = signal_of(status).map_or_else(
                    || format!("it ended with status {}", shown_status(status)),
                    |signal| format!("it was ended by signal {signal}"),
                );
                Fault::new(Cause::Crashed, format!("expected an answer, but {how}"))
            }
            None => {
                Fault::new(Cause::ProtocolError, "expected an answer, but it closed its output")
            }
        }
    }

    fn ask(&mut self, game: &Game) -> Result<Answer, Fault> {
        if let Some(fault) = self.broken.take() {
            return Err(fault);
        }
        let left = time_left(game);
        let start = Instant::now();
        self.say(&format!("position board {:#}", game.board()));
        self.say(&format!("go clock {}", seconds::display(left)));
        let cell = self.wait_for("bestmove", start + left)?;
        let choice = cell.parse().map_err(|expected| {
            let detail = format!("`bestmove`: {expected}, found `{cell}`");
            Fault::new(Cause::MalformedOutput, detail)
        })?;
        Ok(Answer { choice, board: None })
    }

    fn tail_of_printed(&mut self) -> io::Result<String> {
        let length = self.printed.seek(SeekFrom::End(0))?;
        self.printed.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut tail = Vec::new();
        (&self.printed).take(TAIL).read_to_end(&mut tail)?;
        Ok(String::from_utf8_lossy(&tail).into_owned())
    }
}

impl Agent for LineAgent {
    fn choose(&mut self, game: &Game) -> Reply {
        if self.broken.is_none() {
            self.sent.clear();
            self.heard.clear();
        }
        self.supervisor.resume();
        let start = Instant::now();
        let answer = self.ask(game);
        let spent = start.elapsed();
        // Nobody thinks on the opponent's time.
        self.supervisor.pause();
        let printed = match &answer {
            Err(_) => self.tail_of_printed().unwrap_or_default(),
            Ok(_) => String::new(),
        };
        let evidence = Evidence { input: self.sent.clone(), output: self.heard.clone(), printed };
        Reply { spent, cpu: Duration::ZERO, answer, evidence }
    }
}

/// Reads lines in a thread of its own, so that waiting for one can end in time. The
/// thread ends with the program. No line is kept beyond what a line may be.
fn listen(from: ChildStdout) -> Receiver<String> {
    // A program that talks faster than anybody listens has to wait.
    let (sender, lines) = mpsc::sync_channel(1024);
    thread::spawn(move || {
        let mut from = BufReader::new(from);
        loop {
            let mut line = Vec::new();
            match (&mut from).take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if sender.send(text).is_err() {
                return;
            }
        }
    });
    lines
}
