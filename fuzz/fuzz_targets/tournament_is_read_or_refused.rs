//! Any text is refused with a message of one line, or is a tournament of agents with different
//! names.
#![no_main]

use std::collections::BTreeSet;
use std::path::Path;

use fruitrage_league::Configuration;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match Configuration::parse(text, Path::new("league.toml")) {
    Ok(tournament) => {
        let names: BTreeSet<&str> = tournament.entrants.iter().map(|it| &*it.name).collect();
        assert_eq!(names.len(), tournament.entrants.len());
        assert!(!tournament.events.is_empty());
    }
    Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
});
