//! Any message to a room is refused or means the same when it is written and read again.
#![no_main]

use fruitrage_rooms::message::{LONGEST_REQUEST, Request};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(request) = serde_json::from_str::<Request>(text) {
        let written = serde_json::to_string(&request).unwrap();
        let again: Request = serde_json::from_str(&written).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), written);
        // What was short enough to be heard can be said again.
        assert!(text.len() > LONGEST_REQUEST || written.len() <= 2 * LONGEST_REQUEST);
    }
});
