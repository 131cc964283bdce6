//! `fruitrage match` plays pairs and says what they mean.

use std::process::{Command, Stdio};

use fruitrage_rules::Record;
use tempfile::TempDir;

use crate::arena::{causes, play, sinner};
use crate::run::{fruitrage, standard_error, standard_output};

#[test]
fn every_board_is_played_from_both_sides() {
    let played = play(&["greedy", "random", "--pairs", "6", "--size", "6", "--seed", "1"]);
    let total = |of: &str| -> u64 {
        ["won", "drawn", "lost"].iter().map(|how| played[of][how].as_u64().unwrap()).sum()
    };
    assert_eq!((total("pairs"), total("games")), (6, 12));
    let margin = &played["margin"];
    assert!(margin["low"].as_f64() < margin["value"].as_f64());
    assert!(margin["value"].as_f64() < margin["high"].as_f64());
    assert_eq!(played["players"][0]["agent"], "greedy");
    assert!(played["players"][0]["used"]["moves"].as_u64() > Some(12));
}

#[test]
fn an_agent_draws_against_itself_and_elo_says_so() {
    let played = play(&["greedy", "greedy", "--pairs", "4", "--jobs", "2"]);
    assert_eq!(played["pairs"]["drawn"], 4);
    assert_eq!(played["elo"]["value"].as_f64().map(f64::abs), Some(0.0));
}

#[test]
fn a_program_plays_by_files_and_its_time_is_charged() {
    let played = play(&["greedy", sinner(), "--pairs", "1", "--size", "5"]);
    assert_eq!(causes(&played), Vec::<&str>::new());
    assert!(played["players"][1]["used"]["seconds"].as_f64() > Some(0.001));
}

#[test]
fn processor_time_is_charged_on_request() {
    let sleeper = format!("{} sleep", sinner());
    let spinner = format!("{} spin", sinner());
    for (agent, cause) in [(&sleeper, "out-of-time"), (&spinner, "out-of-time")] {
        let arguments = ["greedy", agent, "--clock", "cpu", "--pairs", "1", "--time", "0.1"];
        assert_eq!(causes(&play(&arguments)), [cause; 2], "{agent}");
    }
    let agent = sinner();
    let played = play(&["greedy", agent, "--clock", "cpu", "--pairs", "1", "--size", "5"]);
    assert_eq!(causes(&played), Vec::<&str>::new());
    // Two moves of 0.2 s each, by children whose time nobody asks for.
    let hidden = format!("{} uncollected-children", sinner());
    for sandbox in ["--sandbox=off", "--sandbox=required"] {
        let clock = ["--clock", "cpu", "--time", "0.3", sandbox];
        let played =
            play(&[&["greedy", &hidden, "--pairs", "1", "--size", "5"][..], &clock].concat());
        assert_eq!(causes(&played), ["out-of-time"; 2], "{sandbox}: {played}");
    }
}

#[test]
fn records_go_to_one_file_or_to_a_directory() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().to_str().unwrap();
    play(&["greedy", "random", "--pairs", "2", "--size", "4", "--seed", "9", "--records", path]);
    let mut names: Vec<String> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 4);
    let text = std::fs::read(directory.path().join(&names[3])).unwrap();
    let record = Record::parse(&text).unwrap();
    assert_eq!(record.players(), &["random", "greedy"]);
    assert_eq!(record.notes(), ["Pair 2, board of seed 10"]);

    let file = directory.path().join("all.fruitrage");
    let path = file.to_str().unwrap();
    play(&["greedy", "random", "--pairs", "2", "--size", "4", "--records", path]);
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.matches("fruitrage record 1\n").count(), 4);
}

#[test]
fn no_record_is_lost_to_a_later_match() {
    let directory = TempDir::new().unwrap();
    let games = directory.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let again = |records: &std::path::Path, status: i32| {
        let run = fruitrage(&["match", "greedy", "random", "--pairs", "1", "--size", "3"])
            .arg("--records")
            .arg(records)
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(status), "{}", standard_error(&run));
        standard_error(&run)
    };
    let file = directory.path().join("all.fruitrage");
    again(&file, 0);
    let first = std::fs::read_to_string(&file).unwrap();
    again(&file, 0);
    let both = std::fs::read_to_string(&file).unwrap();
    assert!(both.starts_with(&first) && both.matches("fruitrage record 1\n").count() == 4);

    again(&games, 0);
    let first = std::fs::read(games.join("pair-0001-game-1.fruitrage")).unwrap();
    let refused = again(&games, 2);
    assert!(refused.contains("expected no games of another match, found pair-"), "{refused}");
    assert_eq!(std::fs::read(games.join("pair-0001-game-1.fruitrage")).unwrap(), first);

    let other = directory.path().join("homework.py");
    std::fs::write(&other, "print()").unwrap();
    assert!(again(&other, 2).contains("homework.py: expected a new file or one with records"));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "print()");
}

#[test]
fn the_record_of_a_fault_keeps_what_went_in_and_out() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().to_str().unwrap();
    let agent = format!("{} signal 6", sinner());
    play(&["greedy", &agent, "--pairs", "1", "--size", "2", "--records", path]);
    let text = std::fs::read(directory.path().join("pair-0001-game-2.fruitrage")).unwrap();
    let record = Record::parse(&text).unwrap();
    let notes = record.notes();
    assert!(notes.contains(&"input: 2".to_owned()), "{notes:?}");
    assert!(notes.contains(&"printed: about to end by signal 6".to_owned()), "{notes:?}");
}

#[test]
fn the_sequential_test_stops_a_clear_match() {
    let test = ["--sprt", "elo0=0,elo1=100", "--pairs", "500", "--seed", "1"];
    let played = play(&[&["greedy", "random", "--size", "6"][..], &test].concat());
    assert_eq!(played["sprt"]["decision"], "better");
    assert!(played["pairs"]["won"].as_u64() < Some(100));
}

#[test]
fn people_read_the_same_figures() {
    let run =
        fruitrage(&["match", "greedy", "random", "--pairs", "2", "--size", "4", "--seed", "1"])
            .output()
            .unwrap();
    let text = standard_output(&run);
    for word in ["greedy against random", "pairs ", "margin ", "games ", "Elo ", "time ", "seed 1"]
    {
        assert!(text.contains(word), "{text}");
    }
    assert_eq!(standard_error(&run), "");
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, message) in [
        (&["./no-such-agent", "greedy"][..], "`./no-such-agent` was not found"),
        (&["greedy", "python3 no-such-script.py"], "`no-such-script.py` was not found"),
        (&["greedy", "no-such-agent-anywhere"], "`no-such-agent-anywhere` was not found"),
        (&["greedy", "engine:depth=none"], "a whole number from 1 to 4294967295 for `depth`"),
        (&["greedy", "'open"], "quotes closed"),
        (&["greedy", "random", "--sprt", "elo0=5"], "expected `elo0=A,elo1=B`"),
        (&["greedy", "random", "--time", "0"], "expected a number of seconds above 0"),
        (&["greedy", "random", "--allow-read", "/no/such/path"], "/no/such/path: no such file"),
        (&["greedy", "random", "--records", "/no/such/file"], "/no/such: no such directory"),
        (&["greedy"], "<B>"),
    ] {
        let run = fruitrage(&["match"]).args(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        assert!(standard_error(&run).contains(message), "{}", standard_error(&run));
    }
}

#[test]
fn an_interrupted_match_tells_what_it_has() {
    let directory = TempDir::new().unwrap();
    let records = directory.path().join("all.fruitrage");
    let mut command =
        fruitrage(&["match", "greedy", "random", "--pairs", "1000000", "--size", "3"]);
    let run = command.arg("--records").arg(&records).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = run.spawn().unwrap();
    while std::fs::metadata(&records).map_or(0, |file| file.len()) == 0 {
        std::thread::yield_now();
    }
    let kill = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let run = run.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(standard_output(&run).contains("pairs   "));
    assert!(standard_error(&run).contains("interrupted after "), "{}", standard_error(&run));
}
