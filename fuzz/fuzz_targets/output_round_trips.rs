//! Any bytes are refused or are an output that reads the same when written again.
#![no_main]

use fruitrage_rules::{Output, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, text)) = bytes.split_first() else { return };
    let size = Size::new(usize::from(first) % Size::MAX + 1).unwrap();
    if let Ok(output) = Output::parse(text, size) {
        assert_eq!(Output::parse(output.to_string().as_bytes(), size), Ok(output));
        let _ = output.board.play(output.choice);
    }
});
