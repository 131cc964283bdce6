//! The terminal as a screen, and back as it was, whatever happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use crossterm::cursor::Show;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::event::Event;

/// Whether the terminal is a screen now.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// The terminal as a screen; it is as it was when this is gone.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal. The events hear of threads that panic.
    pub(crate) fn enter(events: Sender<Event>) -> io::Result<Self> {
        restore_on_panic(events);
        take()?;
        let terminal = blank().inspect_err(|_| restore())?;
        Ok(Self { terminal })
    }

    /// Gives the terminal back while `pause` lasts.
    pub(crate) fn away(&mut self, pause: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        restore();
        pause()?;
        take()?;
        // To clear it would ask where the cursor is, and somebody else reads the answer.
        self.terminal = blank()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// A screen on which nothing has been drawn yet.
fn blank() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    Terminal::new(CrosstermBackend::new(stdout()))
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture).inspect_err(|_| restore())
}

/// The terminal as it was. A terminal that is gone needs nothing.
fn restore() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        // In this order whoever sees the screen restored finds the keyboard restored, too.
        let _ = disable_raw_mode();
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    }
}

/// The message of a panic must not be drawn over the screen, nor be lost with it. The
/// thread of the screen restores it first; others tell it, and it ends in good order.
fn restore_on_panic(events: Sender<Event>) {
    let screen_thread = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == screen_thread {
            restore();
            before(panic);
        } else {
            let _ = events.send(Event::Broken(panic.to_string()));
        }
    }));
}
