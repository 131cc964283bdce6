//! Ending a match or tournament in good order when the user asks for it.

use std::io;
use std::thread;

use fruitrage_engine::Stop;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// From now on the first Ctrl-C, hang-up or polite kill stops, and the second ends this
/// process.
pub fn stop_on_signals(stop: &Stop) -> io::Result<()> {
    // Handlers, not a mask: programs that are started would inherit a mask.
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let stop = stop.clone();
    thread::spawn(move || {
        for _ in signals.forever() {
            if stop.is_stopped() {
                std::process::exit(1);
            }
            stop.stop();
        }
    });
    Ok(())
}
