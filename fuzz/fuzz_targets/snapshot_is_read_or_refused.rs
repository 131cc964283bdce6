//! Any bytes after a snapshot's title are refused or taken over as entries, which are kept in turn.
#![no_main]

use fruitrage_engine::{Engine, Options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|entries: &[u8]| {
    let options = Options { hash_megabytes: 1, ..Options::default() };
    let empty = Engine::new(options).snapshot();
    let title = &empty[..empty.len() - 4];
    let mut snapshot = [title, entries].concat();
    // With the right sum, or else nothing would ever pass.
    snapshot.extend(crc32fast::hash(&snapshot).to_le_bytes());
    let mut engine = Engine::new(options);
    let is_read = engine.restore(&snapshot).is_ok();
    assert_eq!(is_read, entries.len() % 18 == 0);
    assert!(Engine::new(options).restore(&engine.snapshot()).is_ok());
    assert!(engine.snapshot().len() <= snapshot.len().max(empty.len()));
});
