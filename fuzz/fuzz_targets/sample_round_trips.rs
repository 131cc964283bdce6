//! Any line is refused or is a sample that reads the same when written again.
#![no_main]

use fruitrage_trainer::samples::Sample;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    if let Ok(sample) = Sample::parse(1, line) {
        assert_eq!(Sample::parse(1, &sample.to_string()), Ok(sample));
    }
});
