//! A folder of hand-ins as they come, with the real compilers, in the sandbox.
//!
//! The supervisor is this program again, so it has a main function of its own.

mod class;
mod hostile;

use std::process::ExitCode;

const TESTS: [(&str, fn()); 6] = [
    ("class::a_folder_becomes_a_tournament", class::a_folder_becomes_a_tournament),
    ("class::what_was_built_is_not_built_again", class::what_was_built_is_not_built_again),
    ("class::who_was_checked_has_a_report", class::who_was_checked_has_a_report),
    ("hostile::a_build_sees_and_reaches_nothing", hostile::a_build_sees_and_reaches_nothing),
    ("hostile::a_build_ends_in_time", hostile::a_build_ends_in_time),
    ("hostile::a_build_leaves_only_so_much", hostile::a_build_leaves_only_so_much),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((first, rest)) = arguments.split_first()
        && first == fruitrage_arena::supervisor::COMMAND
    {
        return fruitrage_arena::supervisor::run(rest);
    }
    let mut words = arguments.iter();
    let (mut wanted, mut skipped) = (Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        match word.as_str() {
            "--skip" => skipped.extend(words.next()),
            option if option.starts_with('-') => {}
            _ => wanted.push(word),
        }
    }
    for (name, test) in TESTS {
        let is_wanted = wanted.is_empty() || wanted.iter().any(|part| name.contains(*part));
        if is_wanted && !skipped.iter().any(|part| name.contains(part.as_str())) {
            println!("test {name} ...");
            // A failure panics, and ends this program with a status that says so.
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}
