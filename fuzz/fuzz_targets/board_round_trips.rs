//! Any text is refused or is a board that reads the same when written again.
#![no_main]

use fruitrage_rules::Board;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse(), Ok(board));
        assert_eq!(format!("{board:#}").parse(), Ok(board));
    }
});
