//! Any line is a command of the engine's protocol or is refused with a message of one line.
#![no_main]

use fruitrage_protocol::Command;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    if let Err(error) = line.parse::<Command>() {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
});
