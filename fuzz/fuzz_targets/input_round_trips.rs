//! Any bytes are refused or are an input that reads the same when written again.
#![no_main]

use fruitrage_rules::Input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(input) = Input::parse(bytes) {
        assert_eq!(Input::parse(input.to_string().as_bytes()), Ok(input));
    }
});
