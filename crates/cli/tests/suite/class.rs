//! A folder of hand-ins as they come: one command takes it to standings, one checks it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fruitrage_league::{Search, Store};
use serde_json::Value;
use tempfile::TempDir;

use crate::arena::{python_agent, sinner};
use crate::run::{copy_program, fruitrage, standard_error, standard_output};
use crate::waiting::wait_for;

/// Hand-ins in several languages, some of them broken.
fn class() -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().join("class");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../league/tests/hand_ins/class");
    let status = Command::new("cp").arg("-r").arg(fixtures).arg(&folder).status().unwrap();
    assert!(status.success());
    (directory, folder)
}

fn run(directory: &TempDir, arguments: &[&str]) -> Output {
    fruitrage(arguments)
        .current_dir(directory.path())
        .env("XDG_CACHE_HOME", directory.path().join("cache"))
        .output()
        .unwrap()
}

#[test]
fn one_command_takes_a_folder_to_standings() {
    let (directory, folder) = class();
    let arguments = ["tournament", "class", "--size", "3", "--fruits", "2", "--time", "600"];
    let swiss = ["--format", "swiss", "--rounds", "1", "--jobs", "2", "--json"];
    let played = run(&directory, &[&arguments[..], &swiss].concat());
    let told = standard_error(&played);
    assert_eq!(played.status.code(), Some(0), "{told}");
    for part in [
        "14 hand-ins, 9 play:",
        "anna        plays   java -cp . homework  (Java, 3 files, built in ",
        "dora        plays   ./homework  (a Makefile, built in ",
        "emil        plays   ./emil  (C++, built in ",
        "finn        plays   ./bin/finn  (Rust with Cargo, built in ",
        "gina        plays   ./run  (`run`)",
        "hugo        BROKEN  does not build: `g++` ended with status 1: homework.cpp:4:",
        "ida         BROKEN  fails at its first move: expected exit status 0, but it ended with \
         status 1; it said `KeyError: 'best'`",
        "lea         BROKEN  cannot be started: ",
        "did you mean `command`?",
        "twin (kim)  plays   python3 homework.py  (Python); another has the same name",
        "no hand-ins: notes.txt",
        "5 of 14 hand-ins did not play; `fruitrage check class` writes a report for each",
    ] {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
    let standings: Value = serde_json::from_str(&standard_output(&played)).unwrap();
    assert_eq!(standings["faults"].as_array().unwrap().len(), 0, "{standings}");
    for name in ["anna", "carl", "dora", "emil", "finn", "gina", "nora", "twin (jan)"] {
        assert!(standings.to_string().contains(&format!("\"{name}\"")), "{name}");
    }
    assert!(!folder.join("anna/homework.class").exists(), "a hand-in stays as it is");
    // The same command again builds nothing and plays nothing.
    let again = run(&directory, &[&arguments[..], &swiss].concat());
    assert_eq!(again.status.code(), Some(0), "{}", standard_error(&again));
    assert!(standard_error(&again).contains("(Java, 3 files, built before)"));
    assert!(!standard_error(&again).contains("built in "), "{}", standard_error(&again));
}

#[test]
fn a_hand_in_is_replaced_and_only_its_games_are_played_again() {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().join("class");
    for name in ["anna", "ben", "carl"] {
        fs::create_dir_all(folder.join(name)).unwrap();
        fs::copy(python_agent(), folder.join(name).join("homework.py")).unwrap();
    }
    let play = || {
        let arguments = ["tournament", "class", "--size", "3", "--fruits", "2", "--time", "600"];
        let played = run(&directory, &arguments);
        assert_eq!(played.status.code(), Some(0), "{}", standard_error(&played));
        standard_error(&played)
    };
    play();
    fs::write(directory.path().join("broken.py"), "raise SystemExit(1)").unwrap();
    let broken = run(&directory, &["tournament", "replace", "class", "anna", "broken.py"]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(standard_error(&broken).contains("class: nothing was replaced: "));
    let text = fs::read_to_string(python_agent()).unwrap() + "# corrected\n";
    fs::write(directory.path().join("better.py"), &text).unwrap();
    let replaced = run(&directory, &["tournament", "replace", "class", "anna", "better.py"]);
    assert_eq!(replaced.status.code(), Some(0), "{}", standard_error(&replaced));
    assert_eq!(fs::read_to_string(folder.join("anna.py")).unwrap(), text);
    assert!(folder.join(".replaced/1-anna/homework.py").exists());
    let told = play();
    assert!(told.contains("`anna` has changed: version 2 plays now"), "{told}");
    let mut store = Store::read(folder.join("tournament.db").as_path()).unwrap();
    let old = Search { all_versions: true, ..Search::default() };
    assert_eq!(store.count_games(&old).unwrap(), 10);
    assert_eq!(store.games().unwrap().len(), 6);
}

#[test]
fn who_plays_does_not_depend_on_how_a_tournament_goes_on() {
    let directory = TempDir::new().unwrap();
    let text = fs::read_to_string(python_agent()).unwrap();
    let only = "if int(open('input.txt').readline()) != 3: raise SystemExit('only 3×3')\n";
    for (name, text) in [("anna", text.clone()), ("ben", format!("{only}{text}"))] {
        fs::create_dir_all(directory.path().join("class").join(name)).unwrap();
        fs::write(directory.path().join("class").join(name).join("homework.py"), text).unwrap();
    }
    // The second time the board is not said, and is that of the store.
    let begun = ["tournament", "class", "--size", "3", "--time", "600"];
    for arguments in [&begun[..], &["tournament", "class"]] {
        let played = run(&directory, arguments);
        let told = standard_error(&played);
        assert_eq!(played.status.code(), Some(0), "{told}");
        assert!(told.contains("2 hand-ins, 2 play:"), "{told}");
    }
}

#[test]
fn check_writes_a_report_for_everybody() {
    let (directory, folder) = class();
    for name in ["anna", "carl", "dora", "finn", "gina", "jan", "kim", "nora"] {
        fs::remove_dir_all(folder.join(name)).unwrap();
    }
    let checked = run(&directory, &["check", "class", "--jobs", "2"]);
    assert_eq!(checked.status.code(), Some(1), "{}", standard_error(&checked));
    let table = standard_output(&checked);
    assert!(table.contains("BROKEN  hugo  does not build: "), "{table}");
    assert!(table.contains("FAILED  ida   the smallest board, 1×1: crashed: "), "{table}");
    let report = |name: &str| directory.path().join("class-reports").join(name);
    let page = fs::read_to_string(report("ida.html")).unwrap();
    assert!(page.contains("KeyError") && page.contains("its input.txt"), "{page}");
    assert!(fs::read_to_string(report("hugo.txt")).unwrap().contains("$ g++ "));
    let index = fs::read_to_string(report("index.html")).unwrap();
    assert!(index.contains("./emil.cpp.html"), "{index}");
    let again = run(&directory, &["check", "class"]);
    assert!(
        standard_error(&again).contains("emil: passed, as before"),
        "{}",
        standard_error(&again)
    );
}

#[test]
fn a_file_is_checked_by_its_name() {
    let directory = TempDir::new().unwrap();
    fs::copy(python_agent(), directory.path().join("mine.py")).unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../league/tests/hand_ins/class");
    fs::copy(fixtures.join("emil.cpp"), directory.path().join("emil.cpp")).unwrap();
    for file in ["mine.py", "emil.cpp"] {
        let checked = run(&directory, &["check", file, "--case", "2"]);
        assert_eq!(checked.status.code(), Some(0), "{file}: {}", standard_error(&checked));
    }
    let refused = run(&directory, &["match", "mine.py", "greedy", "--pairs", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(standard_error(&refused).contains("write `python3 mine.py`"));
}

#[test]
fn a_program_that_never_answers_is_given_up() {
    let directory = TempDir::new().unwrap();
    let checked = run(&directory, &["check", "sleep 1000", "--json"]);
    assert_eq!(checked.status.code(), Some(1));
    let result: Value = serde_json::from_str(&standard_output(&checked)).unwrap();
    assert_eq!(
        (result["findings"].as_array().unwrap().len(), &result["given_up"]),
        (2, &15.into())
    );
    assert!(standard_error(&checked).contains("trying `sleep 1000` in 17 cases"));
}

#[test]
fn a_check_is_as_strict_as_the_tournament() {
    let directory = TempDir::new().unwrap();
    copy_program(Path::new(sinner()), &directory.path().join("program"));
    let secret = directory.path().join("secret");
    fs::write(&secret, "x").unwrap();
    fs::create_dir(directory.path().join("mine")).unwrap();
    copy_program(Path::new(sinner()), &directory.path().join("mine/program"));
    fs::write(directory.path().join("cup.toml"), "[[event]]\nsize = 5\nfruits = 3\ntime = 20\n")
        .unwrap();
    let agent = format!("command = './program needs-file @{}'\n", secret.display());
    fs::write(directory.path().join("mine/agent.toml"), agent).unwrap();
    let free = run(&directory, &["check", "mine", "--case", "2"]);
    assert_eq!(free.status.code(), Some(0), "{}", standard_error(&free));
    let strict = run(&directory, &["check", "mine", "--case", "2", "--as", "cup.toml"]);
    assert_eq!(strict.status.code(), Some(1), "{}", standard_error(&strict));
    let last = run(&directory, &["check", "greedy", "--as", "cup.toml"]);
    assert!(standard_output(&last).contains("a whole game against `greedy`, 5×5, 3 fruits, 20 s"));
}

#[test]
fn a_change_is_noticed_but_not_what_is_said_about_it() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("mine.py");
    fs::write(&file, "raise SystemExit('not yet')").unwrap();
    let log = directory.path().join("log.txt");
    let output = fs::File::create(&log).unwrap();
    let mut watching = fruitrage(&["check", "mine.py", "--case", "2", "--watch"])
        .current_dir(directory.path())
        .stdout(output.try_clone().unwrap())
        .stderr(output)
        .spawn()
        .unwrap();
    let said = || fs::read_to_string(&log).unwrap();
    let hear = |text: &str| wait_for(text, || said().contains(text));
    hear("it said `not yet`");
    hear("watching");
    fs::copy(python_agent(), &file).unwrap();
    hear("1 passed");
    watching.kill().unwrap();
    watching.wait().unwrap();
    let changes: Vec<_> =
        said().lines().filter(|line| line.ends_with("has changed")).map(String::from).collect();
    assert!(changes.iter().all(|change| change.ends_with("mine.py has changed")), "{changes:?}");
}
