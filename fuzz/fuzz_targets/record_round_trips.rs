//! Any bytes are refused or are a record that reads the same when written again.
#![no_main]

use fruitrage_rules::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = Record::parse(bytes) {
        let text = record.to_string();
        assert_eq!(Record::parse(text.as_bytes()).as_ref(), Ok(&record), "{text}");
    }
});
