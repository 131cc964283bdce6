//! Programs that talk the line protocol of `docs/protocol.md`, one process a game.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_rules::{Cause, Game, seconds};

use super::conversation::{Listener, Silence, Speaker};
use super::file::{FILE_TOO_LARGE, filled_a_file, shown_status};
use super::place::Place;
use super::reason::with_reason;
use super::{Agent, Answer, Evidence, Fault, Host, Reply, StartError, time_left};
use crate::Limits;
use crate::supervisor::{Assignment, Guarantees, Streams, Supervisor, TOO_MUCH_MEMORY, signal_of};

/// What starting may take; it is not charged.
const START_UP: Duration = Duration::from_secs(20);

/// How long a program that closed its output may take to exit. On a busy machine a crash takes its
/// time, too.
const EXIT: Duration = Duration::from_secs(10);

/// What a program may say for one move, in bytes and in lines.
const LONGEST_TALK: usize = 16 << 20;
const MOST_LINES: usize = 100_000;

const LONGEST_LINE: usize = 64 * 1024;

/// How much of what was printed is kept.
const TAIL: u64 = 4 * 1024;

/// How much of what was said is kept.
const LONGEST_MEMORY: usize = 8 * 1024;

/// A program of the line protocol in the care of its supervisor.
pub(super) struct LineAgent {
    supervisor: Supervisor,
    speaker: Speaker,
    listener: Listener,
    printed: File,
    /// How much was printed up to the last move.
    heard_of: u64,
    /// What went wrong before the first move.
    broken: Option<Fault>,
    patience: Option<Duration>,
    limits: Limits,
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
        let begin = || -> io::Result<(Supervisor, Streams, Guarantees, File)> {
            let (supervisor, streams, guarantees) =
                Supervisor::start(&host.helper, assignment, place.printed()?, &host.stop)?;
            // Opened anew: to read in it does not move the place where others write.
            Ok((supervisor, streams, guarantees, place.printed()?))
        };
        let (supervisor, Streams { to, from }, guarantees, printed) = begin()
            .map_err(|error| StartError::failed(&assignment.name.to_string_lossy(), &error))?;
        host.accept(&guarantees)?;
        let mut agent = Self {
            supervisor,
            speaker: Speaker::new(to),
            listener: Listener::new(from, LONGEST_LINE as u64, host.stop.clone()),
            printed,
            heard_of: 0,
            broken: None,
            patience: host.patience,
            limits: assignment.limits,
            sent: String::new(),
            heard: String::new(),
            _place: place,
        };
        agent.broken = agent.shake_hands(&host.options).err();
        agent.rest();
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

    /// Nobody thinks on the opponent's time, nor before the first question.
    fn rest(&mut self) {
        if !self.supervisor.pause() {
            let detail = "expected all its processes to stop after its move, but some went on";
            self.broken.get_or_insert_with(|| Fault::new(Cause::ProtocolError, detail));
        }
    }

    fn say(&mut self, line: &str) {
        self.sent.push_str(line);
        self.sent.push('\n');
        self.speaker.say(line);
    }

    /// Keeps a line that was heard, and forgets what is long ago.
    fn remember(&mut self, line: &str) {
        self.heard.push_str(line);
        self.heard.push('\n');
        if let Some(excess) = self.heard.len().checked_sub(LONGEST_MEMORY) {
            self.heard.drain(..self.heard.ceil_char_boundary(excess));
        }
    }

    /// What follows the keyword in the first line that begins with it.
    fn wait_for(&mut self, keyword: &str, deadline: Instant) -> Result<String, Fault> {
        let (mut bytes, mut lines) = (0, 0);
        loop {
            let line = match self.listener.hear(Some(deadline)) {
                Ok(line) => line,
                Err(Silence::Late) => return Err(Self::late(keyword)),
                Err(Silence::Gone) => return Err(self.gone()),
                Err(Silence::Stopped) => return Err(Self::broken_off(keyword)),
            };
            bytes += line.bytes;
            lines += 1;
            if bytes > LONGEST_TALK || lines > MOST_LINES || line.bytes >= LONGEST_LINE {
                let detail = format!("expected `{keyword}`, but it wrote more than it may");
                return Err(Fault::new(Cause::OutputTooLarge, detail));
            }
            let line = line.text;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if word != "info" {
                self.remember(&line);
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

    /// The game will not count, and so neither does this.
    fn broken_off(keyword: &str) -> Fault {
        let detail = format!("expected `{keyword}`, but the game was broken off");
        Fault::new(Cause::ProtocolError, detail)
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
            Some(status) if self.has_filled_a_file(status) => filled_a_file(&self.limits),
            Some(status) => {
                let how = signal_of(status).map_or_else(
                    || format!("it ended with status {}", shown_status(status)),
                    |signal| format!("it was ended by signal {signal}"),
                );
                let sentence = format!("expected an answer, but {how}");
                let printed = self.tail_of_printed(0).unwrap_or_default();
                Fault::new(Cause::Crashed, with_reason(&sentence, &printed))
            }
            None => {
                Fault::new(Cause::ProtocolError, "expected an answer, but it closed its output")
            }
        }
    }

    /// Whether it ended because it printed too much: by a signal, which some languages turn into
    /// an error of their own.
    fn has_filled_a_file(&self, status: i32) -> bool {
        let printed = self.printed.metadata().map_or(0, |file| file.len());
        signal_of(status) == Some(FILE_TOO_LARGE) || printed >= self.limits.file_size
    }

    fn ask(&mut self, game: &Game) -> Result<Answer, Fault> {
        if let Some(fault) = self.broken.take() {
            return Err(fault);
        }
        let left = time_left(game);
        let start = Instant::now();
        self.say(&format!("position board {:#}", game.board()));
        self.say(&format!("go clock {}", seconds::display(left)));
        let waits = self.patience.map_or(left, |patience| patience.min(left));
        let cell = self.wait_for("bestmove", start + waits)?;
        let choice = cell.parse().map_err(|expected| {
            let detail = format!("`bestmove`: {expected}, found `{cell}`");
            Fault::new(Cause::MalformedOutput, detail)
        })?;
        Ok(Answer { choice, board: None })
    }

    /// The end of what was printed after the first `known` bytes.
    fn tail_of_printed(&mut self, known: u64) -> io::Result<String> {
        let length = self.printed.seek(SeekFrom::End(0))?;
        self.heard_of = length;
        self.printed.seek(SeekFrom::Start(length.saturating_sub(TAIL).max(known.min(length))))?;
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
        self.rest();
        let printed = match &answer {
            Err(_) => self.tail_of_printed(0),
            Ok(_) => self.tail_of_printed(self.heard_of),
        };
        let printed = printed.unwrap_or_default();
        let evidence = Evidence { input: self.sent.clone(), output: self.heard.clone(), printed };
        Reply { spent, cpu: Duration::ZERO, answer, evidence }
    }
}
