//! Any text is refused or is a note of the clock that reads the same when written again.
#![no_main]

use fruitrage_engine::Experience;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(note) = text.parse::<Experience>() {
        assert_eq!(note.to_string().parse(), Ok(note));
    }
});
