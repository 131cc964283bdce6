//! Tournaments on many machines: several workers and a real database, and what fails.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use fruitrage_league::{Activity, GameKey, Location, Status, Store};
use serde_json::Value;
use tempfile::TempDir;

use crate::arena::{python_agent, sinner};
use crate::postgres::{Server, shared};
use crate::run::{copy_program, fruitrage, standard_error, standard_output};
use crate::stores::address;
use crate::waiting::wait_for;

/// A folder with a tournament of deterministic agents, one of which takes its time.
fn league(pairs: u32) -> TempDir {
    let directory = TempDir::new().unwrap();
    copy_program(Path::new(sinner()), &directory.path().join("native"));
    let own = directory.path().join("largest");
    fs::create_dir(&own).unwrap();
    fs::copy(python_agent(), own.join("largest.py")).unwrap();
    let text = format!(
        "pairs = {pairs}\nseed = 1\n[[event]]\nsize = 5\nfruits = 3\ntime = 600\n\
         [[agent]]\ncommand = 'greedy'\n[[agent]]\ncommand = 'engine:depth=1'\n\
         [[agent]]\nname = 'native'\ncommand = './native'\n\
         [[agent]]\nname = 'largest'\ncommand = 'python3 largest.py'\nfolder = 'largest'\n"
    );
    fs::write(directory.path().join("league.toml"), text).unwrap();
    directory
}

fn tournament(directory: &Path, store: &str, arguments: &[&str]) -> Output {
    let mut command = fruitrage(&["tournament", "league.toml", "--json", "--store", store]);
    command.args(arguments).current_dir(directory).env("XDG_CACHE_HOME", directory.join("cache"));
    command.output().unwrap()
}

/// The standings that a run printed, without the times and numbers that differ.
fn standings(run: &Output) -> Value {
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(run));
    let mut standings: Value = serde_json::from_str(&standard_output(run)).unwrap();
    for line in standings["lines"].as_array_mut().unwrap() {
        line.as_object_mut().unwrap().remove("seconds_per_game");
    }
    standings
}

/// A worker with short leases. What it says goes to a file of its name.
fn worker(directory: &Path, location: &Location, name: &str) -> Child {
    let said = fs::File::create(directory.join(name)).unwrap();
    fruitrage(&["worker", "--store", &address(location), "--name", name, "--lease", "3"])
        .args(["--until-done", "--sandbox=required"])
        .args(["--cache"])
        .arg(directory.join("cache"))
        .current_dir("/")
        .stdout(Stdio::null())
        .stderr(said)
        .spawn()
        .unwrap()
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// How many pairs a worker is playing now.
fn running(store: &mut Store, name: &str) -> i64 {
    let status = Status::of(store).unwrap();
    status.workers.iter().filter(|worker| worker.name == name).map(|worker| worker.running).sum()
}

/// Suspends a worker while it plays.
fn suspend_in_mid_game(store: &mut Store, worker: &Child, name: &str) {
    wait_for("a game", || {
        let plays = running(store, name) > 0;
        if plays {
            signal(worker, "-STOP");
        }
        // It may have finished its pair meanwhile.
        let is_in_mid_game = plays && running(store, name) > 0;
        if plays && !is_in_mid_game {
            signal(worker, "-CONT");
        }
        is_in_mid_game
    });
}

/// The finished games by their keys; that no key is there twice is checked.
fn games(location: &Location) -> BTreeMap<GameKey, Option<i64>> {
    let stored = Store::read(location).unwrap().games().unwrap();
    let count = stored.len();
    let games: BTreeMap<GameKey, Option<i64>> =
        stored.into_iter().map(|game| (game.key, game.worker)).collect();
    assert_eq!(games.len(), count);
    games
}

#[test]
fn whatever_fails_every_pair_is_played_once_and_the_standings_are_the_same() {
    let directory = league(5);
    let path = directory.path();
    let server = Server::durable();
    let location = server.database();
    publish(path, &location);
    let mut store = Store::read(&location).unwrap();
    assert_eq!(Status::of(&mut store).unwrap().waiting, 30);

    // Until the restart one worker at a time plays, so that there is always a pair left.
    let mut killed = worker(path, &location, "killed");
    suspend_in_mid_game(&mut store, &killed, "killed");
    killed.kill().unwrap();
    killed.wait().unwrap();

    let stopped = worker(path, &location, "stopped");
    suspend_in_mid_game(&mut store, &stopped, "stopped");
    wait_for("its lease to run out", || running(&mut store, "stopped") == 0);

    let lucky = worker(path, &location, "lucky");
    suspend_in_mid_game(&mut store, &lucky, "lucky");
    server.restart();
    let mut survivors = [stopped, lucky];
    for worker in &survivors {
        signal(worker, "-CONT");
    }
    for worker in &mut survivors {
        assert_eq!(worker.wait().unwrap().code(), Some(0));
    }
    let said = |name: &str| fs::read_to_string(path.join(name)).unwrap();
    // It notices when it looks around, or when it hands in what it had begun to play.
    let notices = ["this machine stood still", "the lease ran out"];
    assert!(notices.iter().any(|text| said("stopped").contains(text)), "{}", said("stopped"));
    assert!(said("lucky").contains("the database is back"), "{}", said("lucky"));

    let here = standings(&tournament(path, "here.db", &[]));
    let there = standings(&tournament(path, &address(&location), &["--jobs", "0"]));
    assert_eq!(here, there);
    let there = games(&location);
    // Six pairings, five boards, two sides.
    assert_eq!(there.len(), 60);
    assert!(there.keys().eq(games(&Location::File(path.join("here.db"))).keys()));
    // Both games of a pair were played by the same worker.
    for (key, worker) in &there {
        let turned =
            GameKey { first: key.second.clone(), second: key.first.clone(), ..key.clone() };
        assert_eq!(there[&turned], *worker);
    }
}

#[test]
fn a_worker_may_be_started_before_there_is_a_tournament() {
    let directory = league(1);
    let location = shared().database();
    let mut early = worker(directory.path(), &location, "early");
    let said = || fs::read_to_string(directory.path().join("early")).unwrap();
    wait_for("it to wait", || said().contains("no tournament yet; waiting for one"));
    publish(directory.path(), &location);
    assert_eq!(early.wait().unwrap().code(), Some(0), "{}", said());
    assert_eq!(games(&location).len(), 12);
}

#[test]
fn a_worker_that_is_asked_to_end_hands_its_pair_back() {
    let directory = TempDir::new().unwrap();
    let text = format!(
        "[[event]]\nsize = 5\nfruits = 3\ntime = 9000\n[[agent]]\ncommand = 'greedy'\n\
         [[agent]]\nname = 'endless'\ncommand = '{} sleep'\n",
        sinner()
    );
    fs::write(directory.path().join("league.toml"), text).unwrap();
    let location = shared().database();
    publish(directory.path(), &location);
    let mut first = worker(directory.path(), &location, "first");
    let mut store = Store::read(&location).unwrap();
    wait_for("a game", || running(&mut store, "first") > 0);
    signal(&first, "-TERM");
    assert_eq!(first.wait().unwrap().code(), Some(0));
    let status = Status::of(&mut store).unwrap();
    assert_eq!((status.done, status.running, status.waiting), (0, 0, 1));
    let activity: Vec<Activity> = status.workers.iter().map(|worker| worker.activity).collect();
    assert_eq!(activity, [Activity::Stopped, Activity::Stopped]);
    assert!(status.workers[1].speed.is_some_and(|speed| speed > 1000));
}

/// Publishes the tournament of a directory without playing it.
fn publish(directory: &Path, location: &Location) {
    let mut organiser =
        fruitrage(&["tournament", "league.toml", "--jobs", "0", "--store", &address(location)])
            .current_dir(directory)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
    wait_for("the tournament", || has_organiser(location));
    signal(&organiser, "-TERM");
    assert_eq!(organiser.wait().unwrap().code(), Some(1));
}

/// Whether somebody has published a tournament and looks on.
fn has_organiser(location: &Location) -> bool {
    Store::read(location).is_ok_and(|mut store| {
        Status::of(&mut store).unwrap().workers.iter().any(|worker| worker.jobs == 0)
    })
}

#[test]
fn a_changed_program_is_a_new_version_and_only_its_games_are_played_again() {
    let directory = league(1);
    let location = shared().database();
    let first = tournament(directory.path(), &address(&location), &["--jobs", "2"]);
    assert_eq!(standings(&first)["games"], 12);
    let script = directory.path().join("largest/largest.py");
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, text + "# better\n").unwrap();
    let before: BTreeMap<GameKey, Option<i64>> = games(&location);
    let run = tournament(directory.path(), &address(&location), &["--jobs", "2"]);
    assert_eq!(standings(&run)["games"], 12);
    let said = standard_error(&run);
    assert!(said.contains("`largest` has changed: version 2 plays now"), "{said}");
    for (key, worker) in games(&location) {
        let is_its_own = key.first == "largest" || key.second == "largest";
        assert_eq!(before[&key] != worker, is_its_own, "{key:?}");
    }
}

#[test]
fn agents_that_are_too_large_do_not_travel_and_stop_nobody() {
    let directory = league(1);
    let large = fs::File::create(directory.path().join("largest/table")).unwrap();
    large.set_len(65 << 20).unwrap();
    let location = shared().database();
    let run = tournament(directory.path(), &address(&location), &[]);
    let said = standard_error(&run);
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("at most 10000 files and 64 MiB"), "{said}");
    assert!(said.contains("did not play: largest"), "{said}");
    // On one machine nothing travels, and it plays.
    assert_eq!(tournament(directory.path(), "here.db", &[]).status.code(), Some(0));
}

#[test]
fn a_worker_is_excluded_and_the_standings_follow() {
    let directory = league(1);
    let location = shared().database();
    let played = tournament(directory.path(), &address(&location), &["--jobs", "2"]);
    let before = standings(&played);
    let store = address(&location);
    let run = |arguments: &[&str]| {
        let run = fruitrage(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
        standard_output(&run)
    };
    let status: Value =
        serde_json::from_str(&run(&["tournament", "status", &store, "--json"])).unwrap();
    assert_eq!((&status["done"], &status["waiting"]), (&6.into(), &0.into()));
    let number = status["workers"][0]["id"].to_string();
    let without: Value =
        serde_json::from_str(&run(&["standings", &store, "--json", "--without", &number])).unwrap();
    assert_eq!(without["games"], 0);
    assert!(run(&["tournament", "status", &store]).contains("everything is played"));
    let said = run(&["tournament", "exclude", &store, &number]);
    assert!(said.contains("its games (12) no longer count"), "{said}");
    let shown = run(&["tournament", "status", &store]);
    assert!(shown.contains("0 pairs done, 0 running, 6 waiting"), "{shown}");
    assert!(shown.contains("excluded"), "{shown}");
    let again = tournament(directory.path(), &store, &["--jobs", "2"]);
    assert_eq!(standings(&again), before);
    let wrong = fruitrage(&["tournament", "exclude", &store, "999"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(standard_error(&wrong).contains("there is no worker 999"));
}

#[test]
fn what_is_wrong_with_the_database_is_explained() {
    let directory = league(1);
    let server = shared();
    let location = server.database();
    let name = location.to_string().rsplit('/').next().unwrap().to_owned();
    let role = format!("anna_of_{name}");
    server.sql(&location, &format!("CREATE ROLE {role} LOGIN PASSWORD 'right'"));
    let nowhere = "postgres://anna@127.0.0.1:1/league";
    for (store, status, message) in [
        (
            server.address(&format!("{role}:wrong"), &name),
            2,
            "the address of a store without its password",
        ),
        (server.address("postgres", "no_such"), 2, "database \"no_such\" does not exist"),
        (nowhere.to_owned(), 1, "cannot be reached"),
        ("postgres://db:port/league".to_owned(), 2, "found an address that cannot be used"),
    ] {
        for run in [
            tournament(directory.path(), &store, &[]),
            fruitrage(&["worker", "--store", &store]).output().unwrap(),
        ] {
            assert_eq!(run.status.code(), Some(status), "{}", standard_error(&run));
            let said = standard_error(&run);
            assert!(said.contains(message), "{said}");
            assert!(!said.contains("wrong@") && !said.contains(":wrong"), "{said}");
        }
    }
    let run = fruitrage(&["worker", "--store", &server.address(&role, &name)])
        .env("PGPASSWORD", "wrong")
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("password authentication failed"));
    let run = fruitrage(&["standings", &address(&location)]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("no tournament was begun there"));
    let run = fruitrage(&["worker", "--store", "league.db"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("a file is played by one program"));
    let run =
        fruitrage(&["worker", "--store", &address(&location), "--memory", "9"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("the same on every machine"));
    assert_eq!(
        server.sql(&location, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'").trim(),
        "0"
    );
}

#[test]
fn a_machine_without_a_program_plays_nothing_and_nobody_loses() {
    let directory = TempDir::new().unwrap();
    let programs = directory.path().join("programs");
    fs::create_dir(&programs).unwrap();
    copy_program(Path::new(sinner()), &programs.join("only-here"));
    let text = "[[agent]]\ncommand = 'greedy'\n[[agent]]\ncommand = 'only-here'\n";
    fs::write(directory.path().join("league.toml"), text).unwrap();
    let location = shared().database();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut organiser =
        fruitrage(&["tournament", "league.toml", "--jobs", "0", "--store", &address(&location)])
            .current_dir(directory.path())
            .env("PATH", path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
    wait_for("the tournament", || has_organiser(&location));
    let run =
        fruitrage(&["worker", "--until-done", "--store", &address(&location)]).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    let message = "agent `only-here` cannot be started here: expected a program, but `only-here`";
    assert!(standard_error(&run).contains(message), "{}", standard_error(&run));
    let mut store = Store::read(&location).unwrap();
    let status = Status::of(&mut store).unwrap();
    assert_eq!((status.done, status.running, status.waiting), (0, 0, 1));
    assert_eq!(store.refusals().unwrap()[0].agent, "only-here");
    signal(&organiser, "-TERM");
    organiser.wait().unwrap();
}
