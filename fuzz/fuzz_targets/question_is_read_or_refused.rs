//! Whatever a host sends as JSON is a question or is refused with a message of one line.
#![no_main]

use fruitrage_protocol::Request;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = Request::parse(bytes) {
        assert!(error.to_string().starts_with("expected "));
    }
});
