//! What earlier versions wrote is read and played on.
//!
//! `stores/0.1.0.db` is a Swiss tournament that version 0.1.0 played from `0.1.0.toml` over
//! two rounds. `0.2.0.db` and `0.2.0.sql`, the dump of a database, are round robins that
//! version 0.2.0 began from `0.2.0.toml` and was stopped in; in the database a worker had been
//! excluded before. The tables of 0.2.0 were still those of 0.1.0. The `.csv` files are what
//! `fruitrage standings --format csv` said.

#[cfg(feature = "postgres")]
#[allow(dead_code)]
#[path = "../../cli/tests/suite/postgres.rs"]
mod postgres;

#[cfg(feature = "postgres")]
#[path = "../../cli/tests/suite/waiting.rs"]
mod waiting;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fruitrage_arena::Host;
use fruitrage_league::standings::{Standings, csv};
use fruitrage_league::{Configuration, GameKey, News, Selection, Status, Store, run};
use fruitrage_rules::Record;
use tempfile::TempDir;

/// A copy of a store, so that it stays as it was written.
fn copy(store: &[u8]) -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("league.db");
    fs::write(&path, store).unwrap();
    (directory, path)
}

fn first() -> (TempDir, PathBuf) {
    copy(include_bytes!("stores/0.1.0.db"))
}

fn second() -> (TempDir, PathBuf) {
    copy(include_bytes!("stores/0.2.0.db"))
}

fn tournament() -> Configuration {
    Configuration::parse(include_str!("stores/0.1.0.toml"), Path::new("0.1.0.toml")).unwrap()
}

fn stores() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores")
}

/// Without its Python program, whose games need the binary.
fn second_tournament() -> Configuration {
    let text = include_str!("stores/0.2.0.toml");
    Configuration::parse(text, &stores().join("0.2.0.toml")).unwrap()
}

fn records(store: &mut Store) -> BTreeMap<GameKey, String> {
    let games = store.games().unwrap();
    games.into_iter().map(|game| (game.key, store.record(game.id).unwrap().unwrap())).collect()
}

/// The rows of the standings without the heading, which may be worded better, and without the
/// bounds of the intervals, which may be computed in better ways.
fn without_bounds(csv: &str) -> Vec<String> {
    let row = |line: &str| {
        // From the right, because a name may have a comma in it.
        let columns: Vec<&str> = line.rsplitn(13, ',').collect();
        let (after, up_to_rating) = (&columns[..9], &columns[11..]);
        [up_to_rating[1], up_to_rating[0], &after.join(",")].join(" ")
    };
    csv.lines().skip(1).filter(|line| !line.is_empty()).map(row).collect()
}

fn is_as_before(store: &mut Store, before: &str) -> Standings {
    let standings = Standings::of(store, &Selection::default()).unwrap();
    let now = csv(&standings);
    assert_eq!(without_bounds(&now), without_bounds(before));
    for game in store.games().unwrap() {
        let text = store.record(game.id).unwrap().unwrap();
        let record = Record::parse(text.as_bytes()).unwrap();
        assert_eq!(record.players(), &[game.key.first, game.key.second]);
        assert_eq!(record.to_string(), text);
    }
    standings
}

#[test]
fn standings_and_status_are_what_they_were() {
    let (_directory, path) = first();
    let before = fs::read(&path).unwrap();
    let mut store = Store::read(&path).unwrap();
    let standings = is_as_before(&mut store, include_str!("stores/0.1.0.csv"));
    assert_eq!(standings.faults.len(), 4);
    assert!(standings.faults.iter().all(|fault| fault.cause == "out-of-time"));
    let status = Status::of(&mut store).unwrap();
    assert!(status.is_complete());
    assert_eq!((status.done, status.rounds.unwrap().drawn), (8, 2));
    assert_eq!((status.workers[0].version.as_str(), status.workers[0].games), ("0.1.0", 16));
    drop(store);
    assert!(fs::read(&path).unwrap() == before, "to look at it changes nothing");
}

#[test]
fn the_same_tournament_is_complete_and_more_rounds_can_be_played() {
    let (_directory, path) = first();
    let mut store = Store::open(&path).unwrap();
    is_as_before(&mut store, include_str!("stores/0.1.0.csv"));
    let before = records(&mut store);
    assert_eq!(before.len(), 16);
    let host = Host::new().unwrap();
    let mut played = 0;
    let mut count = |news: &News| played += usize::from(matches!(news, News::Played(_)));
    run(&tournament(), &mut store, &host, 1, &mut count).unwrap();
    assert_eq!(records(&mut store), before);

    // Another round: two pairings, two events, two sides.
    let longer = Configuration { rounds: 3, ..tournament() };
    run(&longer, &mut store, &host, 1, &mut count).unwrap();
    assert_eq!(played, 8);
    let after = records(&mut store);
    assert_eq!(after.len(), 24);
    for (key, record) in before {
        assert_eq!(after[&key], record, "a game was changed");
    }
    assert_eq!(Status::of(&mut store).unwrap().rounds.unwrap().drawn, 3);
}

#[test]
fn another_seed_is_refused_and_another_program_is_a_version() {
    let (_directory, path) = first();
    let mut store = Store::open(&path).unwrap();
    let host = Host::new().unwrap();
    let reseeded = Configuration { seed: Some(8), ..tournament() };
    let refused = run(&reseeded, &mut store, &host, 1, &mut |_| ()).unwrap_err().to_string();
    assert!(refused.contains("expected the seed 7"), "{refused}");
    let mut changed = tournament();
    changed.entrants[3].specification = "engine:depth=3".parse().unwrap();
    run(&changed, &mut store, &host, 1, &mut |_| ()).unwrap();
    let versions = store.versions().unwrap();
    let of_engine: Vec<(u32, bool)> = versions
        .iter()
        .filter(|version| version.agent == "engine 1")
        .map(|version| (version.number, version.is_active))
        .collect();
    assert_eq!(of_engine, [(1, false), (2, true)]);
    assert_eq!(store.games().unwrap().len(), 16, "its games were played again");
    let all = Selection { all_versions: true, ..Selection::default() };
    assert_eq!(Standings::of(&mut store, &all).unwrap().games, 24);
}

#[test]
fn a_store_of_0_2_0_goes_on() {
    let (_directory, path) = second();
    let mut store = Store::open(&path).unwrap();
    is_as_before(&mut store, include_str!("stores/0.2.0.csv"));
    let status = Status::of(&mut store).unwrap();
    assert_eq!((status.done, status.running, status.waiting), (13, 0, 11));
    let before = records(&mut store);
    goes_on(&mut store, &before);
}

/// What does not need the binary is played; what is there stays.
fn goes_on(store: &mut Store, before: &BTreeMap<GameKey, String>) {
    let mut tournament = second_tournament();
    let host = Host { base: stores(), ..Host::new().unwrap() };
    fruitrage_league::publish(&tournament, store, &host).unwrap();
    assert!(store.versions().unwrap().iter().all(|version| version.number == 1), "all are known");
    tournament.entrants.retain(|entrant| entrant.folder.is_none());
    run(&tournament, store, &host, 1, &mut |_| ()).unwrap();
    let after = records(store);
    assert!(before.iter().all(|(key, record)| after[key] == *record));
    // Two agents, two events, four boards, two sides, all of them.
    let between = |key: &&GameKey| key.first != "largest" && key.second != "largest";
    assert_eq!(after.keys().filter(between).count(), 16);
    // The boards are those that the earlier version would have played.
    let (_, record) = after.iter().find(|(key, _)| key.board == 3 && between(key)).unwrap();
    assert!(record.contains("board 4 of seed 14\n"), "{record}");
}

#[cfg(feature = "postgres")]
#[test]
fn a_database_of_0_2_0_goes_on() {
    let server = postgres::shared();
    let location = server.database();
    server.sql(&location, include_str!("stores/0.2.0.sql"));
    let refused = Store::read(&location).unwrap_err().to_string();
    assert!(refused.contains("`fruitrage tournament` brings it up to date"), "{refused}");
    let mut store = Store::open(&location).unwrap();
    is_as_before(&mut store, include_str!("stores/0.2.0-postgres.csv"));
    let status = Status::of(&mut store).unwrap();
    assert_eq!((status.done, status.running, status.waiting), (13, 0, 11));
    assert_eq!(status.workers.len(), 2);
    let before = records(&mut store);
    assert_eq!(before.len(), 26);
    assert_eq!(store.include(1).unwrap(), Some(0), "others have played its games");
    goes_on_shared(&mut store, &before);
}

#[cfg(feature = "postgres")]
fn goes_on_shared(store: &mut Store, before: &BTreeMap<GameKey, String>) {
    let tournament = second_tournament();
    let host = Host { base: stores(), ..Host::new().unwrap() };
    fruitrage_league::publish(&tournament, store, &host).unwrap();
    assert!(store.versions().unwrap().iter().all(|version| version.number == 1), "all are known");
    assert_eq!(records(store), *before);
    let worker = store
        .enrol(&fruitrage_league::Enrolment {
            name: "third".to_owned(),
            version: "1".to_owned(),
            jobs: 1,
            speed: None,
        })
        .unwrap();
    let claim = store.claim(worker, std::time::Duration::from_mins(1)).unwrap().unwrap();
    let newest = store.games().unwrap().iter().map(|game| game.id).max().unwrap();
    let (_, record) = before.iter().next().unwrap();
    let record = Record::parse(record.as_bytes()).unwrap();
    let finished: Vec<_> = claim
        .games
        .iter()
        .map(|key| fruitrage_league::Finished::new(key.clone(), record.clone()))
        .collect();
    store.keep(&claim, &finished, true, None).unwrap();
    assert!(store.games().unwrap().iter().any(|game| game.id > newest), "numbers go on");
}
