//! What earlier versions wrote is read and played on.
//!
//! `stores/0.1.0.db` is a Swiss tournament that version 0.1.0 played from `0.1.0.toml` over
//! two rounds, and `0.1.0.csv` what its `fruitrage standings --format csv` said.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fruitrage_arena::Host;
use fruitrage_league::standings::{Standings, csv};
use fruitrage_league::{Configuration, GameKey, Status, Store, run};
use fruitrage_rules::Record;
use tempfile::TempDir;

/// A copy of the store, so that it stays as it was written.
fn store() -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("league.db");
    fs::write(&path, include_bytes!("stores/0.1.0.db")).unwrap();
    (directory, path)
}

fn tournament() -> Configuration {
    Configuration::parse(include_str!("stores/0.1.0.toml"), Path::new("0.1.0.toml")).unwrap()
}

fn records(store: &mut Store) -> BTreeMap<GameKey, String> {
    store.games().unwrap().into_iter().map(|game| (game.key, game.record)).collect()
}

/// The rows of the standings without the bounds of the intervals, which may be computed in
/// better ways.
fn without_bounds(csv: &str) -> Vec<String> {
    let row = |line: &str| {
        // From the right, because a name may have a comma in it.
        let columns: Vec<&str> = line.rsplitn(13, ',').collect();
        let (after, up_to_rating) = (&columns[..9], &columns[11..]);
        [up_to_rating[1], up_to_rating[0], &after.join(",")].join(" ")
    };
    csv.lines().map(row).collect()
}

#[test]
fn standings_and_status_are_what_they_were() {
    let (_directory, path) = store();
    let mut store = Store::read(&path).unwrap();
    let games = store.games().unwrap();
    let standings = Standings::new(&store.agents().unwrap(), &games);
    let (before, now) = (include_str!("stores/0.1.0.csv"), csv(&standings));
    assert_eq!(now.lines().next(), before.lines().next());
    assert_eq!(without_bounds(&now), without_bounds(before));
    assert_eq!(standings.faults.len(), 4);
    assert!(standings.faults.iter().all(|fault| fault.cause == "out-of-time"));
    let status = Status::of(&mut store).unwrap();
    assert!(status.is_complete());
    assert_eq!((status.done, status.rounds.unwrap().drawn), (8, 2));
    assert_eq!((status.workers[0].version.as_str(), status.workers[0].games), ("0.1.0", 16));
    for game in games {
        let record = Record::parse(game.record.as_bytes()).unwrap();
        assert_eq!(record.players(), &[game.key.first, game.key.second]);
        assert_eq!(record.to_string(), game.record);
    }
}

#[test]
fn the_same_tournament_is_complete_and_more_rounds_can_be_played() {
    let (_directory, path) = store();
    let mut store = Store::open(&path).unwrap();
    let before = records(&mut store);
    assert_eq!(before.len(), 16);
    let host = Host::new().unwrap();
    run(&tournament(), &mut store, &host, 1, &mut |_| panic!("nothing is left to play")).unwrap();
    assert_eq!(records(&mut store), before);

    // Another round: two pairings, two events, two sides.
    let longer = Configuration { rounds: 3, ..tournament() };
    let mut played = 0;
    run(&longer, &mut store, &host, 1, &mut |_| played += 1).unwrap();
    assert_eq!(played, 8);
    let after = records(&mut store);
    assert_eq!(after.len(), 24);
    for (key, record) in before {
        assert_eq!(after[&key], record, "a game was changed");
    }
    assert_eq!(Status::of(&mut store).unwrap().rounds.unwrap().drawn, 3);
}

#[test]
fn a_store_of_another_seed_or_program_is_still_told_apart() {
    let (_directory, path) = store();
    let mut store = Store::open(&path).unwrap();
    let host = Host::new().unwrap();
    let mut refused = |tournament: &Configuration| {
        run(tournament, &mut store, &host, 1, &mut |_| ()).unwrap_err().to_string()
    };
    let reseeded = Configuration { seed: 8, ..tournament() };
    assert!(refused(&reseeded).contains("expected the seed 7"));
    let mut changed = tournament();
    changed.entrants[3].specification = "engine:depth=3".parse().unwrap();
    assert!(refused(&changed).contains("give another program another name"));
}
