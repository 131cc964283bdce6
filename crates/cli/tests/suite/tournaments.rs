//! `fruitrage tournament` and `fruitrage standings`.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use fruitrage_league::{GameKey, Location, Search, Status, Store};
use fruitrage_rules::{Cell, Ending, Generator, Record};
use serde_json::Value;
use tempfile::TempDir;

use crate::arena::{agents, python_agent, sinner};
use crate::postgres::shared;
use crate::run::{copy_program, fruitrage, standard_error, standard_output};
use crate::stores::address;
use crate::waiting::wait_for;

/// A tournament file in a new directory.
fn file(text: &str) -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("league.toml"), text).unwrap();
    directory
}

fn tournament(directory: &Path, arguments: &[&str]) -> Output {
    fruitrage(&["tournament", "league.toml"])
        .args(arguments)
        .current_dir(directory)
        .output()
        .unwrap()
}

fn standings(directory: &Path, arguments: &[&str]) -> String {
    let mut command = fruitrage(&["standings", "league.toml"]);
    let run = command.args(arguments).current_dir(directory).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    standard_output(&run)
}

fn played(directory: &Path, arguments: &[&str]) -> Value {
    let run = tournament(directory, &[&["--json"], arguments].concat());
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    serde_json::from_str(&standard_output(&run)).unwrap()
}

/// The finished games of a store by their keys; that no key is there twice is checked.
fn games(store: impl Into<Location>) -> BTreeMap<GameKey, String> {
    let mut store = Store::read(store).unwrap();
    let stored = store.games().unwrap();
    let count = stored.len();
    let games: BTreeMap<GameKey, String> = stored
        .into_iter()
        .map(|game| (game.key, store.record(game.id).unwrap().unwrap()))
        .collect();
    assert_eq!(games.len(), count);
    games
}

fn simple(pairs: u32) -> String {
    format!(
        "pairs = {pairs}\n[[event]]\nsize = 4\nfruits = 3\ntime = 600\n\
         [[agent]]\ncommand = 'greedy'\n[[agent]]\ncommand = 'random'\n\
         [[agent]]\nname = 'engine 1'\ncommand = 'engine:depth=1'\n"
    )
}

/// Runs a test with the store of its own that a tournament has, and with a database.
fn on_both(league: &str, test: impl Fn(&Path, &Location, &[&str])) {
    let directory = file(league);
    test(directory.path(), &Location::File(directory.path().join("league.db")), &[]);
    let directory = file(league);
    let location = shared().database();
    test(directory.path(), &location, &["--store", &address(&location)]);
}

#[test]
fn everybody_meets_everybody_and_nothing_is_played_twice() {
    on_both(&simple(2), |directory, location, store| {
        let first = played(directory, store);
        assert_eq!(first["games"], 12);
        assert_eq!(first["lines"].as_array().unwrap().len(), 3);
        let before = games(location);
        assert_eq!(played(directory, store), first);
        assert_eq!(games(location), before);
        for record in before.values() {
            Record::parse(record.as_bytes()).unwrap();
        }
    });
}

#[test]
fn agents_boards_and_events_can_be_added_later() {
    on_both(&simple(1), |directory, location, store| {
        assert_eq!(played(directory, store)["games"], 6);
        let before = games(location);
        let more = format!("{}[[agent]]\nname = 'late'\ncommand = 'random'\n", simple(2));
        let more =
            more.replacen("[[agent]]", "[[event]]\nsize = 3\nfruits = 2\ntime = 9\n[[agent]]", 1);
        fs::write(directory.join("league.toml"), more).unwrap();
        let refused = tournament(directory, store);
        assert_eq!(refused.status.code(), Some(2));
        assert!(standard_error(&refused).contains("--add-events adds it"));
        // Six pairings, two events, two boards, two sides.
        let arguments = [&["--jobs", "2", "--add-events"], store].concat();
        assert_eq!(played(directory, &arguments)["games"], 48);
        let after = games(location);
        for (key, record) in before {
            assert_eq!(after[&key], record);
        }
    });
}

#[test]
fn an_organiser_puts_things_right() {
    let text = format!("{}[[grade]]\ngrade = 'A'\nbeats = 'random'\n", simple(2));
    let directory = file(&text);
    let path = directory.path();
    let run = |arguments: &[&str]| {
        let run = fruitrage(arguments).current_dir(path).output().unwrap();
        (run.status.code(), standard_output(&run), standard_error(&run))
    };
    let said = tournament(path, &[]);
    assert!(standard_error(&said).contains("the seed of the boards was "));
    let (_, shown, _) = run(&["tournament", "exclude", "league.toml", "1"]);
    assert!(shown.contains("its games (12) no longer count"), "{shown}");
    let (_, shown, _) = run(&["tournament", "include", "league.toml", "1"]);
    assert!(shown.contains("12 of its games count again"), "{shown}");
    run(&["tournament", "exclude", "league.toml", "1"]);
    assert_eq!(played(path, &[])["games"], 12, "an excluded worker of a file does not stop it");
    let (_, shown, _) = run(&["tournament", "rematch", "league.toml", "--agent", "random"]);
    assert_eq!(shown, "4 pairs will be played again\n");
    assert_eq!(played(path, &[])["games"], 12);
    let (_, shown, _) = run(&["standings", "league.toml", "--between", "greedy", "random"]);
    assert!(shown.contains("greedy against random: "), "{shown}");
    assert_eq!(shown.lines().count(), 5);
    let (_, shown, _) = run(&["standings", "league.toml", "--format", "grades"]);
    assert!(shown.starts_with("agent,grade,rank,"), "{shown}");
    assert_eq!(shown.lines().count(), 3);
    let (_, shown, _) = run(&["tournament", "export", "league.toml", "home", "--agent", "greedy"]);
    assert_eq!(shown, "8 games in home\n");
    assert_eq!(fs::read_dir(path.join("home/logs")).unwrap().count(), 8);
    let (status, _, message) = run(&["tournament", "export", "league.toml", "home"]);
    assert_eq!(status, Some(2));
    assert!(message.contains("expected an empty directory"), "{message}");
    run(&["tournament", "remove", "league.toml", "random"]);
    assert_eq!(played(path, &[])["games"], 4);
    run(&["tournament", "remove", "league.toml", "random", "--undo"]);
    assert_eq!(played(path, &[])["games"], 12);
    for wrong in [
        &["tournament", "include", "league.toml", "7"][..],
        &["tournament", "rematch", "league.toml", "--game", "999"],
        &["tournament", "remove", "league.toml", "nobody"],
        &["standings", "league.toml", "--between", "greedy", "nobody"],
    ] {
        let (status, _, message) = run(wrong);
        assert_eq!(status, Some(2), "{message}");
    }
}

#[test]
fn who_cannot_be_started_is_named_and_stops_nobody() {
    let lost = "[[agent]]\nname = 'lost'\ncommand = './lost'\n";
    let swiss = format!("format = 'swiss'\nrounds = 3\n{}{lost}", simple(1));
    on_both(&swiss, |directory, location, store| {
        let run = tournament(directory, store);
        let told = standard_error(&run);
        assert_eq!(run.status.code(), Some(1), "{told}");
        let reason = "expected a program, but `./lost` was not found";
        let is_shared = location.is_shared();
        let problem = if is_shared { "cannot be started here" } else { "does not play" };
        assert!(told.contains(&format!("agent `lost` {problem}: {reason}")), "{told}");
        let status = Status::of(&mut Store::read(location).unwrap()).unwrap();
        assert_eq!(status.rounds.unwrap().drawn, 3, "{told}");
        assert_eq!((status.waiting, status.done), (0, 3), "{told}");
    });
    on_both(&format!("{}{lost}", simple(1)), |directory, location, store| {
        let run = tournament(directory, store);
        let told = standard_error(&run);
        assert_eq!(run.status.code(), Some(1), "{told}");
        assert_eq!(games(location).len(), 6, "{told}");
        let end = told.lines().last().unwrap();
        assert!(end.contains("did not play: lost") || end.contains("3 pairs were not"), "{told}");
    });
}

#[test]
fn a_tournament_file_is_begun_with_comments() {
    let directory = TempDir::new().unwrap();
    let init = || {
        fruitrage(&["tournament", "init", "league.toml"]).current_dir(&directory).output().unwrap()
    };
    assert_eq!(init().status.code(), Some(0));
    assert_eq!(init().status.code(), Some(2), "nothing is overwritten");
    assert!(directory.path().join("tournament.schema.json").exists());
    let small = ["--size", "4", "--fruits", "3"];
    // Two agents, four boards, two sides.
    assert_eq!(played(directory.path(), &small)["games"], 8);
}

#[test]
fn a_gauntlet_tests_its_champion() {
    on_both(&simple(1), |directory, _, store| {
        let standings = played(directory, &[&["--format", "gauntlet"], store].concat());
        assert_eq!(standings["games"], 4);
    });
}

#[test]
fn a_swiss_tournament_draws_its_rounds_and_keeps_them() {
    let chance = |number| format!("[[agent]]\nname = 'chance {number}'\ncommand = 'random'\n");
    let text = simple(1) + &(0..4).map(chance).collect::<String>();
    on_both(&text, |directory, location, store| {
        let arguments = [&["--format", "swiss", "--rounds", "3"], store].concat();
        // Seven agents: three pairings a round, two games each.
        let first = played(directory, &arguments);
        assert_eq!(first["games"], 18);
        assert_eq!(played(directory, &arguments), first);
        let mut met = BTreeMap::new();
        for key in games(location).keys() {
            let mut names = [&key.first, &key.second];
            names.sort();
            *met.entry(names.map(String::clone)).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 9, "nobody meets twice");
        let arguments = [&["--format", "swiss", "--rounds", "4"], store].concat();
        assert_eq!(played(directory, &arguments)["games"], 24);
    });
}

#[test]
fn a_folder_of_programs_is_a_tournament() {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().join("agents");
    fs::create_dir(&folder).unwrap();
    copy_program(Path::new(sinner()), &folder.join("first"));
    fs::copy(python_agent(), folder.join("largest.py")).unwrap();
    let own = folder.join("crasher");
    fs::create_dir(&own).unwrap();
    copy_program(Path::new(sinner()), &own.join("program"));
    fs::write(own.join("agent.toml"), "command = './program status 7'\nmemory = 100\n").unwrap();
    fs::write(folder.join("README.txt"), "not an agent").unwrap();
    let mut command =
        fruitrage(&["tournament", "agents", "--size", "4", "--fruits", "3", "--json"]);
    let run = command
        .args(["--sandbox=required", "--time", "600"])
        .current_dir(directory.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    let standings: Value = serde_json::from_str(&standard_output(&run)).unwrap();
    let mut names: Vec<&str> = standings["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    // Who wins depends on the board, which nobody knows before.
    names.sort_unstable();
    assert_eq!(names, ["first", "largest"]);
    let told = standard_error(&run);
    let broken = "crasher  BROKEN  fails at its first move: expected exit status 0, but it ended";
    assert!(told.contains(broken) && told.contains("status 7"), "{told}");
    assert!(told.contains("no hand-ins: README.txt"), "{told}");
}

#[test]
fn programs_in_three_languages_play_in_the_sandbox() {
    let directory = file("");
    let path = directory.path();
    copy_program(Path::new(sinner()), &path.join("native"));
    fs::copy(python_agent(), path.join("largest.py")).unwrap();
    let mut text = "[[event]]\nsize = 4\nfruits = 3\ntime = 600\n[[agent]]\ncommand = './native'\n\
                    [[agent]]\ncommand = 'python3 largest.py'\n"
        .to_owned();
    let mut count = 2;
    let compiled = Command::new("javac")
        .args(["-d", "build"])
        .arg(agents().join("Last.java"))
        .current_dir(path)
        .status();
    if compiled.is_ok_and(|status| status.success()) {
        text += "[[agent]]\ncommand = 'java -cp build Last'\n";
        count = 3;
    }
    fs::write(path.join("league.toml"), text).unwrap();
    let standings = played(path, &["--sandbox=required"]);
    assert_eq!(standings["faults"].as_array().unwrap().len(), 0, "{standings}");
    assert_eq!(standings["games"], count * (count - 1));
}

#[test]
fn sinners_lose_and_the_tournament_goes_on() {
    let agent = |sin: &str| {
        format!("[[agent]]\nname = '{sin}'\ncommand = '{} {sin}'\nmemory = 100\n", sinner())
    };
    let mut text =
        "[[event]]\nsize = 3\nfruits = 2\ntime = 600\n[[agent]]\ncommand = 'greedy'\n".to_owned();
    for sin in ["allocate", "kill-all", "print", "signal 11"] {
        text += &agent(sin);
    }
    let directory = file(&text);
    let standings = played(directory.path(), &["--sandbox=required"]);
    assert_eq!(standings["games"], 20);
    let faults = |name: &str| {
        let lines = standings["lines"].as_array().unwrap();
        let line = lines.iter().find(|line| line["name"] == name).unwrap();
        line["faults"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(faults("allocate"), ["memory"]);
    assert_eq!(faults("print"), ["output-too-large"]);
    assert_eq!(faults("signal 11"), ["crashed"]);
    assert_eq!(faults("kill-all"), Vec::<String>::new());
    assert_eq!(faults("greedy"), Vec::<String>::new());
}

#[test]
fn the_log_of_a_game_that_went_wrong_is_found_by_its_number() {
    let text = format!(
        "[[event]]\nsize = 3\nfruits = 2\ntime = 9\n[[agent]]\ncommand = 'greedy'\n\
         [[agent]]\nname = 'broken'\ncommand = '{} signal 6'\n",
        sinner()
    );
    let directory = file(&text);
    let result = played(directory.path(), &[]);
    let game = result["faults"][0]["game"].to_string();
    let record = standings(directory.path(), &["--game", &game]);
    assert!(record.contains("note printed: about to end by signal 6\n"), "{record}");
    assert!(record.contains("note input: 3\n"), "{record}");
    Record::parse(record.as_bytes()).unwrap();
    assert!(standings(directory.path(), &[]).contains(&format!("game {game}: broken lost")));
}

#[test]
fn standings_come_in_every_format() {
    let directory = file(&simple(1));
    played(directory.path(), &[]);
    let show = |format: &str| standings(directory.path(), &["--format", format]);
    assert!(show("csv").starts_with("rank,agent,rating,low,high,"));
    assert_eq!(show("csv").lines().count(), 4);
    assert!(show("markdown").starts_with("| rank | agent |"));
    let json: Value = serde_json::from_str(&show("json")).unwrap();
    assert!(json["lines"][0]["low"].as_f64() <= json["lines"][0]["value"].as_f64());
    let page = show("html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("fruitrage record 1"));
    assert!(show("text").contains("engine 1"));
}

#[test]
fn wrong_tournaments_are_explained() {
    for (text, message) in [
        ("pairs = true", "league.toml:1:9: "),
        ("[[agent]]\ncommand = 'greedy'", "expected at least two agents, found 1"),
        (
            "[[agent]]\ncommand='greedy'\n[[agent]]\ncommand='./nobody'",
            "agent `./nobody`: expected a program",
        ),
    ] {
        let directory = file(text);
        let run = tournament(directory.path(), &[]);
        assert_eq!(run.status.code(), Some(2), "{text}");
        assert!(standard_error(&run).contains(message), "{}", standard_error(&run));
    }
    let run = fruitrage(&["tournament", "/no/such/file.toml"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let run = fruitrage(&["standings", "/no/such/store.db"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("/no/such/store.db"));
}

#[test]
fn another_program_under_an_old_name_is_a_new_version_and_another_seed_is_refused() {
    on_both(&simple(1), |directory, _, store| {
        played(directory, store);
        let changed = simple(1).replace("depth=1", "depth=2");
        fs::write(directory.join("league.toml"), changed).unwrap();
        let run = tournament(directory, store);
        assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
        fs::write(directory.join("league.toml"), simple(1)).unwrap();
        let run = tournament(directory, &[&["--seed", "5"], store].concat());
        assert_eq!(run.status.code(), Some(2));
        assert!(standard_error(&run).contains("expected the seed "));
    });
}

/// How much the files of a store hold, and when that was written.
fn written(store: &Path) -> [Option<(u64, SystemTime)>; 2] {
    let files = [store.to_owned(), store.with_extension("db-wal")];
    files.map(|file| fs::metadata(file).ok().map(|file| (file.len(), file.modified().unwrap())))
}

#[test]
fn a_tournament_killed_fifty_times_ends_with_exactly_its_games() {
    let text = format!("{}[[agent]]\nname = 'native'\ncommand = '{}'\n", simple(60), sinner());
    let directory = file(&text);
    let store = directory.path().join("league.db");
    let mut known: BTreeMap<GameKey, String> = BTreeMap::new();
    let mut generator = Generator::new(20_261_115);
    for kill in 0..50 {
        let mut run = fruitrage(&["tournament", "league.toml", "--jobs", "2"])
            .current_dir(directory.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Any moment: before the store is open, in the middle of games, while writing; every second
        // time when another game has been finished. A look at its files is soon done, so that it
        // does not get far meanwhile.
        let finished = || Store::read(&store).map_or(0, |_| games(&store).len());
        while kill % 2 == 1 && finished() == known.len() {
            assert_eq!(run.try_wait().unwrap(), None, "kill {kill}: it has ended");
        }
        for _ in 0..generator.below(6) {
            let before = written(&store);
            while written(&store) == before {
                assert_eq!(run.try_wait().unwrap(), None, "kill {kill}: it has ended");
                std::thread::yield_now();
            }
        }
        run.kill().unwrap();
        let status = run.wait().unwrap();
        assert_eq!(status.signal(), Some(9), "kill {kill}: it must still have been playing");
        if !known.is_empty() || Store::read(&store).is_ok() {
            let now = games(&store);
            for (key, record) in &known {
                assert_eq!(now.get(key), Some(record), "kill {kill}: a game was lost or changed");
            }
            known = now;
        }
    }
    assert!(!known.is_empty(), "games were finished between the kills");
    // Six pairings, sixty boards, two sides.
    assert!(known.len() < 720, "the kills came while it was playing");
    assert_eq!(played(directory.path(), &["--jobs", "2"])["games"], 720);
    let finally = games(&store);
    for (key, record) in &known {
        assert_eq!(&finally[key], record);
    }
    for record in finally.values() {
        Record::parse(record.as_bytes()).unwrap();
    }
}

/// What was played, without the times, which are never the same.
fn moves(store: &Path) -> BTreeMap<GameKey, (Vec<Cell>, Option<Ending>)> {
    let moves = |record: String| {
        let record = Record::parse(record.as_bytes()).unwrap();
        let game = record.game();
        (game.turns().iter().map(|turn| turn.choice).collect(), game.ending().cloned())
    };
    games(store).into_iter().map(|(key, record)| (key, moves(record))).collect()
}

/// How many games are finished; none before there is a store.
fn finished(store: &Path) -> usize {
    let counted = Store::read(store).and_then(|mut store| store.count_games(&Search::default()));
    counted.unwrap_or_default()
}

#[test]
fn a_tournament_that_was_killed_ends_like_one_that_was_not() {
    let programs = format!(
        "[[agent]]\nname = 'native'\ncommand = '{}'\n\
         [[agent]]\nname = 'script'\ncommand = 'python3 largest.py'\n",
        sinner()
    );
    let text = format!("seed = 7\n{}{programs}", simple(4));
    let (killed, whole) = (file(&text), file(&text));
    for directory in [&killed, &whole] {
        fs::copy(python_agent(), directory.path().join("largest.py")).unwrap();
    }
    let store = killed.path().join("league.db");
    for kill in 1..=3 {
        let mut run = fruitrage(&["tournament", "league.toml", "--jobs", "2"])
            .current_dir(killed.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for("more games", || finished(&store) >= 10 * kill);
        run.kill().unwrap();
        assert_eq!(run.wait().unwrap().signal(), Some(9), "it must still have been playing");
    }
    // Ten pairings, four boards, two sides.
    for directory in [&killed, &whole] {
        let standings = played(directory.path(), &["--jobs", "2"]);
        assert_eq!(standings["games"], 80);
        assert_eq!(standings["faults"], Value::Array(Vec::new()));
    }
    assert_eq!(moves(&store), moves(&whole.path().join("league.db")));
}

#[test]
fn two_programs_cannot_play_one_tournament_at_once() {
    let directory = file(&simple(1));
    let store = directory.path().join("league.db");
    let held = Store::open(&store).unwrap();
    let run = tournament(directory.path(), &[]);
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("another program is playing this tournament"));
    drop(held);
    assert_eq!(played(directory.path(), &[])["games"], 6);
}

#[test]
fn a_program_without_permission_to_run_is_explained() {
    let directory = file("[[agent]]\ncommand='greedy'\n[[agent]]\ncommand='./mine'");
    let program = directory.path().join("mine");
    fs::write(&program, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o644)).unwrap();
    let run = tournament(directory.path(), &[]);
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("is not executable"), "{}", standard_error(&run));
}

#[test]
fn options_reach_programs_of_the_line_protocol() {
    let talker = agents().join("talker.py");
    let agent = |name: &str, option: &str| {
        format!(
            "[[agent]]\nname = '{name}'\ncommand = 'stdio:python3 {} option'\n{option}\n",
            talker.display()
        )
    };
    let event = "[[event]]\nsize = 3\nfruits = 2\ntime = 600\n";
    let told = agent("told", "options = { Style = 'expected' }");
    let directory = file(&format!("{event}{told}{}", agent("untold", "")));
    let standings = played(directory.path(), &[]);
    let faults = standings["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 2);
    assert!(faults.iter().all(|fault| fault["loser"] == "untold"), "{standings}");
}
