//! Signals as events.

pub(crate) use system::{hear_signals, suspend};

#[cfg(unix)]
mod system {
    use std::io;
    use std::sync::mpsc::Sender;
    use std::thread;

    use crossterm::terminal;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;

    use crate::event::Event;

    /// From now on signals that would end or stop the process are events instead, and so
    /// are changes of the window.
    pub(crate) fn hear_signals(events: Sender<Event>) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH])?;
        thread::spawn(move || {
            for signal in signals.forever() {
                let event = match signal {
                    SIGTSTP => Event::Suspend,
                    SIGWINCH => match terminal::size() {
                        Ok((columns, lines)) => Event::Resized(columns, lines),
                        Err(_) => continue,
                    },
                    _ => Event::End,
                };
                if events.send(event).is_err() {
                    return;
                }
            }
        });
        Ok(())
    }

    /// Stops the process until it is continued.
    pub(crate) fn suspend() -> io::Result<()> {
        signal_hook::low_level::emulate_default_handler(SIGTSTP)
    }
}

#[cfg(windows)]
mod system {
    use std::io;
    use std::sync::mpsc::Sender;

    use crate::event::Event;

    /// From now on what would end the process is an event instead. Changes of the window
    /// come with the keys.
    pub(crate) fn hear_signals(events: Sender<Event>) -> io::Result<()> {
        // That nobody listens any more means that the game has ended.
        ctrlc::set_handler(move || drop(events.send(Event::End))).map_err(io::Error::other)
    }

    /// Windows stops no process and continues none.
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    pub(crate) fn suspend() -> io::Result<()> {
        Ok(())
    }
}
