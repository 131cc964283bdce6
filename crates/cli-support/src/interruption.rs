//! Ending in good order when the user asks for it.

use std::io;

use fruitrage_engine::Stop;

/// From now on the first Ctrl-C, hang-up or polite kill stops, and the second ends this
/// process.
pub fn stop_on_signals(stop: &Stop) -> io::Result<()> {
    let stop = stop.clone();
    on_interruption(move || {
        if stop.is_stopped() {
            std::process::exit(1);
        }
        stop.stop();
    })
}

/// From now on Ctrl-C, a hang-up and a polite kill do this and nothing else. A process
/// decides once.
pub fn on_interruption(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}
