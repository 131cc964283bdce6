//! Talking with another process, whatever it does: one thread says, one listens, so that
//! the referee never waits longer than it wants to.

use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use fruitrage_engine::Stop;

use crate::supervisor::GLANCE;

/// How many lines wait to be heard; who talks faster has to wait.
const QUEUE: usize = 64;

/// A line that was said.
pub(super) struct Line {
    /// Without the blanks around it.
    pub(super) text: String,
    /// With them, and with its end.
    pub(super) bytes: usize,
}

/// Why no line comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The time is over, whatever is still said.
    Late,
    /// The game was broken off.
    Stopped,
    /// The other side said all that it will.
    Gone,
}

/// One who listens.
pub(super) struct Listener {
    lines: Receiver<Line>,
    stop: Stop,
}

impl Listener {
    /// Listens in a thread of its own, which ends with the other side or with this. A line
    /// of more than `longest` bytes comes in pieces of that length.
    pub(super) fn new(from: impl BufRead + Send + 'static, longest: u64, stop: Stop) -> Self {
        let (sender, lines) = mpsc::sync_channel(QUEUE);
        thread::spawn(move || {
            let mut from = from;
            loop {
                let mut line = Vec::new();
                match from.by_ref().take(longest).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(Line { text, bytes: line.len() }).is_err() {
                    return;
                }
            }
        });
        Self { lines, stop }
    }

    /// The next line, if it comes in time.
    pub(super) fn hear(&self, deadline: Option<Instant>) -> Result<Line, Silence> {
        loop {
            if self.stop.is_stopped() {
                return Err(Silence::Stopped);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Err(Silence::Late);
            }
            match self.lines.recv_timeout(left.map_or(GLANCE, |left| left.min(GLANCE))) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
            }
        }
    }
}

/// One who speaks, also to somebody who does not listen.
pub(super) struct Speaker(Sender<String>);

impl Speaker {
    /// Speaks in a thread of its own, which ends with the other side or with this.
    pub(super) fn new(to: impl Write + Send + 'static) -> Self {
        let (sender, lines) = mpsc::channel::<String>();
        thread::spawn(move || {
            let mut to = to;
            for line in lines {
                if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
                    return;
                }
            }
        });
        Self(sender)
    }

    /// Says a line. That nobody listens is noticed when no answer comes.
    pub(super) fn say(&self, line: &str) {
        let _ = self.0.send(format!("{line}\n"));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use std::io::{BufReader, pipe};

    #[test]
    fn nobody_waits_for_one_who_does_not_listen() {
        let (listens, to) = pipe().unwrap();
        let speaker = Speaker::new(to);
        // More than a pipe holds: who waited would wait for ever.
        for _ in 0..100 {
            speaker.say(&"x".repeat(10_000));
        }
        drop(listens);
    }

    #[test]
    fn the_deadline_holds_whatever_is_said() {
        let (from, mut to) = pipe().unwrap();
        let speaker = thread::spawn(move || while to.write_all(&[b'\n'; 4096]).is_ok() {});
        let listener = Listener::new(BufReader::new(from), 100, Stop::new());
        let deadline = Instant::now() + Duration::from_millis(50);
        let silence = loop {
            match listener.hear(Some(deadline)) {
                Ok(line) => assert_eq!((line.text.as_str(), line.bytes), ("", 1)),
                Err(silence) => break silence,
            }
        };
        assert_eq!(silence, Silence::Late);
        drop(listener);
        speaker.join().unwrap();
    }

    #[test]
    fn long_lines_come_in_pieces_and_the_end_is_heard() {
        let (from, mut to) = pipe().unwrap();
        to.write_all(&[b'x'; 250]).unwrap();
        drop(to);
        let listener = Listener::new(BufReader::new(from), 100, Stop::new());
        for length in [100, 100, 50] {
            assert_eq!(listener.hear(None).ok().map(|line| line.bytes), Some(length));
        }
        assert_eq!(listener.hear(None).err(), Some(Silence::Gone));
    }

    #[test]
    fn who_waits_is_stopped_at_once() {
        let (from, _to) = pipe().unwrap();
        let stop = Stop::new();
        let listener = Listener::new(BufReader::new(from), 100, stop.clone());
        let waiting = thread::spawn(move || listener.hear(None).err());
        stop.stop();
        assert_eq!(waiting.join().unwrap(), Some(Silence::Stopped));
    }
}
