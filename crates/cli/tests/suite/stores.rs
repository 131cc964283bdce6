//! The store and its queue, in a file and in a database: the same tests for both.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use fruitrage_arena::{Host, Specification, referee};
use fruitrage_league::standings::Standings;
use fruitrage_league::{
    Claim, Configuration, Enrolment, Entrant, Finished, Format, GameKey, Kept, Location, Selection,
    Shown, Status, Store, publish,
};
use fruitrage_rules::{Game, Record};
use serde_json::Value;
use tempfile::TempDir;

use crate::postgres::shared;
use crate::run::{fruitrage, standard_error, standard_output};
use crate::waiting::wait_for;

/// Longer than any test takes.
const LONG: Duration = Duration::from_mins(10);

/// Over before anybody can look.
const SHORT: Duration = Duration::from_millis(1);

/// Runs a test with a new file and with a new database.
pub(crate) fn on_both(test: impl Fn(&Location)) {
    let directory = TempDir::new().unwrap();
    test(&Location::File(directory.path().join("league.db")));
    test(&shared().database());
}

fn tournament(agents: &[&str]) -> Configuration {
    let entrants =
        agents.iter().map(|name| Entrant::new((*name).to_owned(), Specification::Greedy));
    Configuration::of(entrants.collect())
}

/// A store with a tournament in it.
fn with(location: &Location, tournament: &Configuration) -> Store {
    let mut store = Store::open(location).unwrap();
    publish(tournament, &mut store, &Host::new().unwrap()).unwrap();
    store
}

fn worker(store: &mut Store, name: &str) -> i64 {
    let enrolment =
        Enrolment { name: name.to_owned(), version: "1".to_owned(), jobs: 1, speed: Some(1000) };
    store.enrol(&enrolment).unwrap()
}

/// Finished games for a claim.
fn played(claim: &Claim, tournament: &Configuration) -> Vec<Finished> {
    let host = Host::new().unwrap();
    let conditions = tournament.events[0];
    let play = |key: &GameKey| {
        let mut players = [0, 1].map(|_| host.start(&Specification::Greedy, 1).unwrap());
        let game = referee(conditions.setup(claim.seed), &mut players, &host.stop);
        let record = game.record([&key.first, &key.second]).with_note("printed: \0");
        Finished::new(key.clone(), record)
    };
    claim.games.iter().map(play).collect()
}

#[test]
fn a_pair_counts_once_however_often_it_is_handed_in() {
    on_both(|location| {
        let tournament = tournament(&["a", "b"]);
        let mut store = with(location, &tournament);
        let one = worker(&mut store, "one");
        let claim = store.claim(one, LONG).unwrap().unwrap();
        assert_eq!(store.claim(one, LONG).unwrap(), None, "there is only one");
        let games = played(&claim, &tournament);
        for _ in 0..2 {
            assert_eq!(store.keep(&claim, &games, true, Some(7)).unwrap(), Kept::Counted);
        }
        let stored = store.games().unwrap();
        assert_eq!(stored.len(), 2);
        assert_eq!((stored[0].worker, stored[0].speed), (Some(one), Some(7)));
        Record::parse(store.record(stored[0].id).unwrap().unwrap().as_bytes()).unwrap();
        let status = Status::of(&mut store).unwrap();
        assert_eq!((status.done, status.running, status.waiting), (1, 0, 0));
        assert!(status.is_complete());
        assert_eq!(status.workers[0].games, 2);
    });
}

#[test]
fn a_lease_that_ran_out_is_another_workers_and_the_late_result_is_refused() {
    on_both(|location| {
        let tournament = tournament(&["a", "b"]);
        let mut store = with(location, &tournament);
        let (slow, quick) = (worker(&mut store, "slow"), worker(&mut store, "quick"));
        let late = store.claim(slow, SHORT).unwrap().unwrap();
        let mut claim = None;
        wait_for("the lease to run out", || {
            claim = store.claim(quick, LONG).unwrap();
            claim.is_some()
        });
        let claim = claim.unwrap();
        assert_eq!(claim.pair, late.pair);
        assert!(!store.renew(&late, LONG).unwrap());
        let games = played(&late, &tournament);
        assert_eq!(store.keep(&late, &games, true, None).unwrap(), Kept::Late);
        assert_eq!(store.games().unwrap().len(), 0);
        store.hand_back(&late).unwrap();
        assert!(store.renew(&claim, LONG).unwrap(), "what is another's cannot be handed back");
        assert_eq!(store.keep(&claim, &games, true, None).unwrap(), Kept::Counted);
        assert_eq!(store.keep(&late, &games, true, None).unwrap(), Kept::Late);
        let by: BTreeSet<Option<i64>> =
            store.games().unwrap().iter().map(|game| game.worker).collect();
        assert_eq!(by, BTreeSet::from([Some(quick)]));
    });
}

#[test]
fn a_late_result_is_refused_even_if_nobody_else_has_claimed_the_pair() {
    on_both(|location| {
        let tournament = tournament(&["a", "b"]);
        let mut store = with(location, &tournament);
        let slow = worker(&mut store, "slow");
        let claim = store.claim(slow, SHORT).unwrap().unwrap();
        wait_for("the lease to run out", || Status::of(&mut store).unwrap().waiting == 1);
        let games = played(&claim, &tournament);
        assert_eq!(store.keep(&claim, &games, true, None).unwrap(), Kept::Late);
        assert_eq!(store.games().unwrap().len(), 0);
    });
}

/// A game of a claim before its first move.
fn shown(claim: &Claim, game: usize, tournament: &Configuration) -> Shown {
    let key = claim.games[game].clone();
    let begun = Game::new(tournament.events[0].setup(claim.seed));
    let record = Record::new([&key.first, &key.second], begun);
    Shown { claim: claim.clone(), key, record }
}

#[test]
fn games_under_way_are_shown_as_long_as_somebody_plays_them() {
    on_both(|location| {
        let tournament = Configuration { pairs: 2, ..tournament(&["a", "b"]) };
        let mut store = with(location, &tournament);
        let (one, other) = (worker(&mut store, "one"), worker(&mut store, "other"));
        let claims = [one, other].map(|worker| store.claim(worker, LONG).unwrap().unwrap());
        for game in [0, 1] {
            store.show(&claims.each_ref().map(|claim| shown(claim, game, &tournament))).unwrap();
        }
        let (total, games) = store.live(10).unwrap();
        assert_eq!((total, games.len()), (2, 2));
        assert_eq!(
            (games[0].worker, games[0].number, &games[0].key),
            (one, 2, &claims[0].games[1])
        );
        assert_eq!(store.live(1).unwrap().1.len(), 1);
        let record = Record::parse(games[0].record.as_bytes()).unwrap();
        assert_eq!(record.players(), &["b", "a"]);
        // What is over is found among the games.
        store.keep(&claims[0], &played(&claims[0], &tournament), true, None).unwrap();
        assert!(store.live_game(claims[0].pair).unwrap().is_none());
        assert!(store.kept_game(claims[0].pair, 2).unwrap().is_some());
        store.hand_back(&claims[1]).unwrap();
        assert_eq!(store.live(10).unwrap().0, 0);
        assert_eq!(store.kept_game(claims[1].pair, 1).unwrap(), None);
    });
}

#[test]
fn a_worker_that_was_late_neither_shows_nor_hides_what_another_plays() {
    on_both(|location| {
        let tournament = tournament(&["a", "b"]);
        let mut store = with(location, &tournament);
        let (slow, quick) = (worker(&mut store, "slow"), worker(&mut store, "quick"));
        let late = store.claim(slow, SHORT).unwrap().unwrap();
        let mut claim = None;
        wait_for("the lease to run out", || {
            claim = store.claim(quick, LONG).unwrap();
            claim.is_some()
        });
        store.show(&[shown(&late, 0, &tournament)]).unwrap();
        assert_eq!(store.live(10).unwrap().0, 0);
        store.show(&[shown(&claim.unwrap(), 0, &tournament)]).unwrap();
        store.show(&[shown(&late, 0, &tournament)]).unwrap();
        store.hand_back(&late).unwrap();
        assert_eq!(store.live(10).unwrap().1[0].worker, quick);
    });
}

#[test]
fn what_is_handed_back_is_free_at_once() {
    on_both(|location| {
        let mut store = with(location, &tournament(&["a", "b"]));
        let one = worker(&mut store, "one");
        let claim = store.claim(one, LONG).unwrap().unwrap();
        assert_eq!(Status::of(&mut store).unwrap().running, 1);
        store.hand_back(&claim).unwrap();
        assert_eq!(Status::of(&mut store).unwrap().waiting, 1);
        assert_eq!(store.claim(one, LONG).unwrap().unwrap().pair, claim.pair);
    });
}

#[test]
fn workers_that_claim_at_the_same_time_get_different_pairs() {
    on_both(|location| {
        let names: Vec<String> = (0..9).map(|number| number.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        // 36 pairs.
        drop(with(location, &tournament(&names)));
        let claim_all = || {
            let mut store = Store::join(location).unwrap();
            let me = worker(&mut store, "one of four");
            let mut mine = Vec::new();
            while let Some(claim) = store.claim(me, LONG).unwrap() {
                mine.push(claim.pair);
            }
            mine
        };
        let claimed: Vec<i64> = thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(claim_all)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(claimed.len(), 36);
        assert_eq!(claimed.iter().collect::<BTreeSet<_>>().len(), 36);
    });
}

#[test]
fn an_excluded_workers_games_are_played_again_by_others() {
    on_both(|location| {
        let tournament = tournament(&["a", "b", "c"]);
        let mut store = with(location, &tournament);
        let (bad, good) = (worker(&mut store, "bad"), worker(&mut store, "good"));
        for me in [bad, good, bad] {
            let claim = store.claim(me, LONG).unwrap().unwrap();
            store.keep(&claim, &played(&claim, &tournament), true, None).unwrap();
        }
        assert_eq!(store.exclude(bad).unwrap(), Some(4));
        assert_eq!(store.exclude(999).unwrap(), None);
        assert_eq!(store.games().unwrap().len(), 2);
        assert_eq!(Status::of(&mut store).unwrap().waiting, 2);
        assert_eq!(store.claim(bad, LONG).unwrap(), None);
        assert!(!store.heartbeat(bad).unwrap());
        assert!(store.heartbeat(good).unwrap());
        while let Some(claim) = store.claim(good, LONG).unwrap() {
            assert_eq!(claim.games.len(), 2);
            store.keep(&claim, &played(&claim, &tournament), true, None).unwrap();
        }
        let games = store.games().unwrap();
        assert_eq!(games.len(), 6);
        let standings = Standings::of(&mut store, &Selection::default()).unwrap();
        assert!(standings.lines.iter().all(|line| line.pairs.total() == 2));
    });
}

#[test]
fn agents_that_leave_play_no_more_and_their_games_stay() {
    on_both(|location| {
        let mut store = with(location, &tournament(&["a", "b", "c"]));
        let one = worker(&mut store, "one");
        let claim = store.claim(one, LONG).unwrap().unwrap();
        store.keep(&claim, &played(&claim, &tournament(&["a", "b"])), true, None).unwrap();
        let revision = claim.revision;
        publish(&tournament(&["a", "b", "d"]), &mut store, &Host::new().unwrap()).unwrap();
        let mut left = BTreeSet::new();
        while let Some(claim) = store.claim(one, LONG).unwrap() {
            assert_ne!(claim.revision, revision, "workers are told of the change");
            left.insert((claim.games[0].first.clone(), claim.games[0].second.clone()));
        }
        let expected = [("a", "d"), ("b", "d")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(left, BTreeSet::from(expected));
        assert_eq!(store.games().unwrap().len(), 2);
    });
}

#[test]
fn a_store_of_another_version_is_refused_and_left_as_it_is() {
    on_both(|location| {
        drop(with(location, &tournament(&["a", "b"])));
        for (version, message) in
            [("4", "found version 4: a newer fruitrage"), ("seven", "found `seven`")]
        {
            set_version(location, version);
            refused(location, message);
        }
        if location.is_shared() {
            set_version(location, "1");
            refused(location, "found version 1: an older fruitrage");
        }
    });
}

/// Every command that uses a store refuses this one.
fn refused(location: &Location, message: &str) {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("league.toml");
    std::fs::write(&file, "[[agent]]\ncommand='greedy'\n[[agent]]\ncommand='random'\n").unwrap();
    let address = address(location);
    let file = file.to_str().unwrap();
    let before = content(location);
    let mut commands = vec![
        vec!["tournament", file, "--store", &address],
        vec!["tournament", "status", &address],
        vec!["standings", &address],
    ];
    if location.is_shared() {
        commands.push(vec!["worker", "--store", &address]);
    }
    for command in commands {
        let run = fruitrage(&command).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{command:?}");
        assert!(standard_error(&run).contains(message), "{}", standard_error(&run));
    }
    assert_eq!(content(location), before);
}

/// A location as it is written on the command line.
pub(crate) fn address(location: &Location) -> String {
    match location {
        Location::File(path) => path.to_str().unwrap().to_owned(),
        Location::Postgres(address) => address.with_password().to_owned(),
    }
}

fn set_version(location: &Location, version: &str) {
    let text = format!("UPDATE setting SET value = '{version}' WHERE name = 'version'");
    match location {
        Location::File(path) => {
            python(path, &text);
        }
        Location::Postgres(_) => {
            shared().sql(location, &text);
        }
    }
}

fn content(location: &Location) -> String {
    let text = "SELECT name, value FROM setting ORDER BY name";
    match location {
        Location::File(path) => python(path, text),
        Location::Postgres(_) => shared().sql(location, text),
    }
}

/// Runs statements on a file.
fn python(path: &Path, text: &str) -> String {
    let program = "import sqlite3, sys\n\
                   base = sqlite3.connect(sys.argv[1])\n\
                   for part in sys.argv[2].split(';'): print(base.execute(part).fetchall())\n\
                   base.commit()";
    let run = Command::new("python3").args(["-c", program]).arg(path).arg(text).output().unwrap();
    assert!(run.status.success(), "{}", standard_error(&run));
    standard_output(&run)
}

/// The tables as the first version made them, with a game of a pair whose other game is
/// still to be played.
const FIRST_VERSION: &str = "
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO setting VALUES ('version', '1'), ('seed', '1');
    CREATE TABLE agent (name TEXT PRIMARY KEY, command TEXT NOT NULL);
    INSERT INTO agent VALUES ('random', 'random'), ('greedy', 'greedy');
    CREATE TABLE pairing (round INTEGER NOT NULL, first TEXT NOT NULL, second TEXT,
        UNIQUE (round, first));
    CREATE TABLE game (id INTEGER PRIMARY KEY, round INTEGER NOT NULL, board INTEGER NOT NULL,
        event TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
        first_margin INTEGER NOT NULL, first_score TEXT NOT NULL, fault TEXT, loser TEXT,
        detail TEXT, moves INTEGER NOT NULL, first_seconds REAL NOT NULL,
        second_seconds REAL NOT NULL, finished_at INTEGER NOT NULL, record TEXT NOT NULL,
        UNIQUE (round, board, event, first, second));
    INSERT INTO game VALUES (17, 0, 0, '10×10, 4 fruits, 10 s', 'random', 'greedy', -300, 'lost',
        NULL, NULL, NULL, 40, 0.5, 0.25, 1700000000, 'kept as it was')";

#[test]
fn a_file_of_the_first_version_goes_on() {
    let directory = TempDir::new().unwrap();
    let store = directory.path().join("league.db");
    python(&store, FIRST_VERSION);
    let file = directory.path().join("league.toml");
    std::fs::write(&file, "[[agent]]\ncommand='greedy'\n[[agent]]\ncommand='random'\n").unwrap();
    let before = std::fs::read(&store).unwrap();
    let look = fruitrage(&["standings", store.to_str().unwrap()]).output().unwrap();
    assert_eq!(look.status.code(), Some(0), "{}", standard_error(&look));
    assert!(standard_output(&look).contains("1 game"));
    assert!(std::fs::read(&store).unwrap() == before, "to look at it changes nothing");
    let run = fruitrage(&["tournament", file.to_str().unwrap(), "--json"]).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    let standings: Value = serde_json::from_str(&standard_output(&run)).unwrap();
    assert_eq!(standings["games"], 2);
    let mut store = Store::read(&store).unwrap();
    assert_eq!(store.agents().unwrap(), ["random", "greedy"]);
    let games = store.games().unwrap();
    let old = games.iter().find(|game| game.id == 17).unwrap();
    assert_eq!(old.result.margin, -300);
    assert_eq!(store.record(17).unwrap().unwrap(), "kept as it was");
}

#[test]
fn a_round_is_drawn_once_by_whoever_comes_first() {
    on_both(|location| {
        let four =
            Configuration { format: Format::Swiss, rounds: 2, ..tournament(&["a", "b", "c", "d"]) };
        let mut store = with(location, &four);
        assert_eq!(Status::of(&mut store).unwrap().waiting, 2);
        publish(&four, &mut store, &Host::new().unwrap()).unwrap();
        assert_eq!(Status::of(&mut store).unwrap().waiting, 2, "the round is not over");
        let one = worker(&mut store, "one");
        while let Some(claim) = store.claim(one, LONG).unwrap() {
            store.keep(&claim, &played(&claim, &four), true, None).unwrap();
        }
        let status = Status::of(&mut store).unwrap();
        assert_eq!(status.rounds.map(|rounds| (rounds.drawn, rounds.all)), Some((1, 2)));
        assert!(!status.is_complete());
        publish(&four, &mut store, &Host::new().unwrap()).unwrap();
        publish(&four, &mut store, &Host::new().unwrap()).unwrap();
        assert_eq!(Status::of(&mut store).unwrap().waiting, 2);
    });
}
