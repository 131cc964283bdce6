//! Any text is refused or names an agent that reads the same when written again.
#![no_main]

use fruitrage_arena::Specification;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(agent) = text.parse::<Specification>() {
        assert_eq!(agent.to_string().parse(), Ok(agent));
    }
});
