//! Any text is refused or is an evaluation that is the same when written and read again.
#![no_main]

use fruitrage_engine::evaluation::{Bucket, Evaluation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Whole files are long: the text stands at the start of one that is good otherwise.
    let given = text.lines().filter(|line| !line.starts_with('#')).count();
    let rest = "0 256\n".repeat(Bucket::COUNT.saturating_sub(given));
    if let Ok(evaluation) = format!("{text}\n{rest}").parse::<Evaluation>() {
        assert_eq!(evaluation.to_string().parse(), Ok(evaluation));
    }
});
