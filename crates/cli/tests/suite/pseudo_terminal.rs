//! A program in a pseudo-terminal: what it shows, what it is told, what it leaves behind.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtyPair, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser, Screen};

/// What any one thing may take on the busiest machine.
const DEADLINE: Duration = Duration::from_mins(5);

/// A program in a pseudo-terminal of its own.
pub(crate) struct PseudoTerminal {
    pair: PtyPair,
    writer: Box<dyn Write + Send>,
    process: u32,
    seen: Arc<Seen>,
    /// The terminal's settings before the program was started.
    settings: String,
}

/// What has been seen so far, and the bell for whoever waits.
struct Seen {
    content: Mutex<Content>,
    bell: Condvar,
}

struct Content {
    parser: Parser,
    status: Option<ExitStatus>,
}

impl PseudoTerminal {
    /// Starts a program in a directory, in a terminal of columns and lines that can show
    /// everything.
    pub(crate) fn start(
        program: &Path,
        arguments: &[&str],
        directory: &Path,
        (columns, lines): (u16, u16),
    ) -> Self {
        let pair = native_pty_system().openpty(size(columns, lines)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(directory);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        command.env_remove("RUST_BACKTRACE");
        let settings = settings(&*pair.master);
        let mut child = pair.slave.spawn_command(command).unwrap();
        let content = Content { parser: Parser::new(lines, columns, 0), status: None };
        let seen = Arc::new(Seen { content: Mutex::new(content), bell: Condvar::new() });
        let process = child.process_id().unwrap();
        let reader = pair.master.try_clone_reader().unwrap();
        let (watching, waiting) = (Arc::clone(&seen), Arc::clone(&seen));
        thread::spawn(move || watching.watch(reader));
        thread::spawn(move || waiting.end(child.wait().unwrap()));
        let writer = pair.master.take_writer().unwrap();
        Self { pair, writer, process, seen, settings }
    }

    /// Types keys.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).and_then(|()| self.writer.flush()).unwrap();
    }

    /// Clicks at a column and line, counted from 0.
    pub(crate) fn click(&mut self, (column, line): (u16, u16)) {
        let place = format!("{};{}", column + 1, line + 1);
        self.keys(&format!("\x1b[<0;{place}M\x1b[<0;{place}m"));
    }

    /// Points to a column and line, counted from 0.
    pub(crate) fn hover(&mut self, (column, line): (u16, u16)) {
        self.keys(&format!("\x1b[<35;{};{}M", column + 1, line + 1));
    }

    pub(crate) fn resize(&mut self, columns: u16, lines: u16) {
        self.seen.content.lock().unwrap().parser.screen_mut().set_size(lines, columns);
        self.pair.master.resize(size(columns, lines)).unwrap();
    }

    pub(crate) fn signal(&self, name: &str) {
        let process = self.process.to_string();
        Command::new("kill").args(["-s", name, &process]).status().unwrap();
    }

    /// Waits until a text is on the screen.
    pub(crate) fn wait_for(&self, text: &str) {
        drop(self.wait(text, |content| content.parser.screen().contents().contains(text)));
    }

    /// Waits until one of two texts is on the screen, and says whether it is the first.
    pub(crate) fn wait_for_either(&self, first: &str, second: &str) -> bool {
        let shows = |content: &Content, text| content.parser.screen().contents().contains(text);
        let wanted = |content: &Content| shows(content, first) || shows(content, second);
        // Looked at once: the program may draw something else right after it.
        shows(&self.wait(&format!("{first}` or `{second}"), wanted), first)
    }

    /// Waits until the program has ended, and says how.
    pub(crate) fn status(&self) -> ExitStatus {
        self.wait("the end", |content| content.status.is_some()).status.clone().unwrap()
    }

    /// Waits until something holds of what is seen, which stays so as long as it is held.
    fn wait(&self, what: &str, wanted: impl Fn(&Content) -> bool) -> MutexGuard<'_, Content> {
        let content = self.seen.content.lock().unwrap();
        let unwanted = |content: &mut Content| !wanted(content);
        let (content, outcome) =
            self.seen.bell.wait_timeout_while(content, DEADLINE, unwanted).unwrap();
        if outcome.timed_out() {
            let screen = content.parser.screen().contents();
            drop(content);
            panic!("expected `{what}` on the screen:\n{screen}");
        }
        content
    }

    /// Looks at the screen.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Screen) -> T) -> T {
        look(self.seen.content.lock().unwrap().parser.screen())
    }

    pub(crate) fn contents(&self) -> String {
        self.look(Screen::contents)
    }

    /// Waits until the terminal is as it was before the program was started.
    pub(crate) fn wait_until_restored(&self) {
        drop(self.wait("a restored terminal", |content| {
            let screen = content.parser.screen();
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == MouseProtocolMode::None
        }));
        assert_eq!(settings(&*self.pair.master), self.settings);
    }

    /// Waits until the program is stopped. Nobody rings a bell for that: it is looked for.
    pub(crate) fn wait_until_stopped(&self) {
        let deadline = Instant::now() + DEADLINE;
        let path = format!("/proc/{}/stat", self.process);
        while !std::fs::read_to_string(&path).unwrap().contains(") T ") {
            assert!(Instant::now() < deadline, "expected the program to stop");
            thread::yield_now();
        }
    }

    /// Whether the program has the terminal to itself.
    pub(crate) fn is_taken(&self) -> bool {
        let has_mouse = |screen: &Screen| screen.mouse_protocol_mode() != MouseProtocolMode::None;
        self.look(|screen| screen.alternate_screen() && has_mouse(screen))
            && settings(&*self.pair.master) != self.settings
    }
}

impl Drop for PseudoTerminal {
    fn drop(&mut self) {
        let has_ended = self.seen.content.lock().is_ok_and(|content| content.status.is_some());
        if !has_ended {
            self.signal("KILL");
        }
    }
}

impl Seen {
    fn watch(&self, mut reader: Box<dyn Read + Send>) {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            self.content.lock().unwrap().parser.process(&bytes[..count]);
            self.bell.notify_all();
        }
    }

    fn end(&self, status: ExitStatus) {
        self.content.lock().unwrap().status = Some(status);
        self.bell.notify_all();
    }
}

const fn size(columns: u16, lines: u16) -> PtySize {
    PtySize { rows: lines, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}
