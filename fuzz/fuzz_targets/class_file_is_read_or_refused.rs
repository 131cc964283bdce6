//! Any bytes are refused, or are a class whose name can be given to Java.
#![no_main]

use fruitrage_league::main_class;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some(name) = main_class(bytes) {
        assert!(!name.contains('/'));
    }
});
