//! `fruitrage review` judges games, one or many, and refuses what is no game.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{fruitrage, run_with_input, standard_error, standard_output};

/// Ada gives the larger group away at once.
pub(crate) const RECORD: &str = "\
fruitrage record 1
first Ada
second Grace
size 3
fruits 2
clock 24.345 10
ties draw
final-leads play
board
***
*10
000
moves
1 B2 1 0.25
2 A3 16 0.007
end finished
score 1 16
winner second
";

/// Every value of so small a board is exact, whatever the threads do.
fn review(arguments: &[&str]) -> Command {
    let mut command = fruitrage(&["review", "--no-cache", "--threads", "2"]);
    command.args(arguments);
    command
}

fn file_with(directory: &TempDir, name: &str, text: &str) -> std::path::PathBuf {
    let path = directory.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

fn objects(run: &Output) -> Vec<Value> {
    let text = standard_output(run);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_from_standard_input() {
    let run = run_with_input(&mut review(&["-"]), RECORD);
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    insta::assert_snapshot!("review", standard_output(&run));
    assert_eq!(standard_error(&run), "");
}

#[test]
fn losses_explain_the_margin_of_games_of_the_engine() {
    let directory = TempDir::new().unwrap();
    let played = fruitrage(&["match", "engine:level=4", "random", "--pairs", "2", "--seed", "1"])
        .args(["--size", "5", "--fruits", "3", "--records"])
        .arg(directory.path())
        .output()
        .unwrap();
    assert_eq!(played.status.code(), Some(0), "{}", standard_error(&played));
    let run = review(&["--json"]).arg(directory.path()).output().unwrap();
    let objects = objects(&run);
    let games: Vec<&Value> = objects.iter().filter(|object| object["type"] == "game").collect();
    assert_eq!((games.len(), objects.len()), (4, 6));
    for game in games {
        let number = |value: &Value| value.as_i64().unwrap();
        let lost = |player: usize| number(&game["summaries"][player]["lost"]);
        let margin = number(&game["scores"][0]) - number(&game["scores"][1]);
        assert_eq!(number(&game["start_value"]) - lost(0) + lost(1), margin);
        assert_eq!(game["exact_from"], 1);
    }
    let random = objects.iter().find(|object| object["all"]["name"] == "random").unwrap();
    assert_eq!(random["games"], 4);
    assert!(random["worst"].as_array().unwrap().len() > 3);
}

#[test]
fn pages_and_pictures_of_a_game() {
    let directory = TempDir::new().unwrap();
    let record = file_with(&directory, "game.fruitrage", RECORD);
    let path = |name: &str| directory.path().join(name);
    let run = review(&["--html"])
        .arg(path("page.html"))
        .arg("--graph")
        .arg(path("graph.svg"))
        .arg("--animation")
        .arg(path("film.svg"))
        .arg(&record)
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    for (name, part) in
        [("page.html", "</html>"), ("graph.svg", "</svg>"), ("film.svg", "1. Ada: B2, 1 points")]
    {
        let text = fs::read_to_string(path(name)).unwrap();
        assert!(text.contains(part), "{name}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 4, "no file left behind");
    let graph = review(&["--graph", "-"]).arg(&record).output().unwrap();
    assert_eq!(graph.stdout, fs::read(path("graph.svg")).unwrap());
}

#[test]
fn many_games_in_one_file_and_one_player_of_them() {
    let other = RECORD.replace("first Ada", "first Alan");
    let games = format!("{RECORD}{other}{RECORD}");
    let run = run_with_input(&mut review(&["-", "--agent", "Ada"]), &games);
    let text = standard_output(&run);
    assert!(text.starts_with("standard input game 1: Ada – Grace, 1 to 16"), "{text}");
    assert!(text.contains("Ada: 2 games, 2 moves, 0 flawless, 60 lost (30.0 a game)"), "{text}");
    assert!(!text.contains("Alan"));

    let run = run_with_input(&mut review(&["-", "--agent", "Eve"]), &games);
    let message = "expected --agent with one of the players `Ada`, `Alan`, `Grace`, found `Eve`";
    assert!(standard_error(&run).contains(message), "{}", standard_error(&run));
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn the_games_of_a_tournament() {
    let directory = TempDir::new().unwrap();
    let tournament = "[[agent]]\nname = \"a\"\ncommand = \"random\"\n\
                      [[agent]]\nname = \"b\"\ncommand = \"greedy\"\n";
    let file = file_with(&directory, "cup.toml", tournament);
    let run = fruitrage(&["tournament", "--pairs", "1", "--size", "3", "--time", "5"])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    let run = review(&[]).arg(directory.path().join("cup.db")).output().unwrap();
    assert!(standard_output(&run).contains("cup.db game 2: "), "{}", standard_error(&run));
    assert!(standard_output(&run).contains("b: 2 games"));

    let run = fruitrage(&["standings", "--format", "svg"]).arg(&file).output().unwrap();
    assert!(standard_output(&run).contains(">b</text>"), "{}", standard_error(&run));
}

/// A kept review that says something else shows that it is used.
#[test]
fn what_was_reviewed_is_kept_and_used() {
    let directory = TempDir::new().unwrap();
    let cache = directory.path().join("cache");
    let review = || {
        let mut command = fruitrage(&["review", "-", "--json", "--cache"]);
        run_with_input(command.arg(&cache), RECORD)
    };
    let start_value = |run: &Output| objects(run)[0]["start_value"].clone();
    assert_eq!(start_value(&review()), 15);
    let kept = the_only_file_in(&cache);
    let text = fs::read_to_string(&kept).unwrap();
    fs::write(&kept, text.replacen("\"value\":15,", "\"value\":16,", 1)).unwrap();
    assert_eq!(start_value(&review()), 16);
    fs::write(&kept, "damaged").unwrap();
    assert_eq!(start_value(&review()), 15);
    assert_eq!(fs::read_to_string(&kept).unwrap(), text);
}

fn the_only_file_in(directory: &Path) -> std::path::PathBuf {
    let files: Vec<_> = fs::read_dir(directory).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1);
    files[0].clone()
}

#[test]
fn a_cache_that_cannot_be_is_told_and_harms_nothing() {
    let directory = TempDir::new().unwrap();
    let file = file_with(&directory, "file", "");
    let run =
        run_with_input(fruitrage(&["review", "-", "--cache"]).arg(file.join("cache")), RECORD);
    assert_eq!(run.status.code(), Some(0));
    assert!(
        standard_error(&run).starts_with("warning: finished reviews are not kept: "),
        "{}",
        standard_error(&run)
    );
    assert!(standard_output(&run).contains("Every value is exact."));
}

#[test]
fn broken_records_are_refused_with_line_and_move_and_nothing_is_written() {
    for (from, to, message) in [
        ("1 B2 1", "1 B1 1", "14:1: expected move 1 to be possible: expected a cell with a fruit"),
        (
            "2 A3 16 0.007",
            "2 A3 16 10",
            "15:1: expected move 2 to be possible: expected a move within",
        ),
        ("2 A3 16", "2 A3 9", "15:6: expected 16 as the points of move 2, found `9`"),
        ("clock 24.345 10", "clock 0 10", "6:7: expected `none`, or the seconds"),
        ("winner second\n", "", "18:1: expected `winner second`, found the end of the text"),
        ("2 A3 16 0.007\n", "", "15:5: expected moves until the game is over"),
        ("fruitrage record 1", "fruitrage record 9", "1:1: expected `fruitrage record 1`"),
    ] {
        assert!(RECORD.contains(from), "{from}");
        let directory = TempDir::new().unwrap();
        let good = file_with(&directory, "good.fruitrage", RECORD);
        let bad = file_with(&directory, "bad.fruitrage", &RECORD.replacen(from, to, 1));
        let page = directory.path().join("page.html");
        let run = review(&["--html"]).arg(&page).args([&good, &bad]).output().unwrap();
        let error = standard_error(&run);
        assert!(error.contains(&format!("bad.fruitrage:{message}")), "{error}");
        assert_eq!(run.status.code(), Some(2), "{error}");
        assert!(run.stdout.is_empty() && !page.exists());
    }
}

#[test]
fn the_line_of_a_broken_record_counts_from_the_start_of_the_file() {
    let games = format!("{RECORD}{}", RECORD.replace("1 B2 1", "1 B2 4"));
    let run = run_with_input(&mut review(&["-"]), &games);
    let message = "error: -:32:6: expected 1 as the points of move 1, found `4`";
    assert!(standard_error(&run).starts_with(message), "{}", standard_error(&run));
}

#[test]
fn what_does_not_fit_is_refused() {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().to_str().unwrap();
    let two = RECORD.repeat(2);
    for (arguments, message) in [
        (&[][..], "<RECORD>"),
        (&[folder], "expected records (*.fruitrage) in the folder, found none"),
        (&["nowhere.fruitrage"], "nowhere.fruitrage: no such file"),
        (&["nowhere.db"], "nowhere.db: no such file"),
        (&["-", "--graph", "graph.svg"], "expected one game for --graph or --animation, found 2"),
        (&["-", "--html", "no/where.html"], "no: no such directory"),
        (&["-", "--time", "0"], "expected a number of seconds above 0"),
    ] {
        let run = run_with_input(&mut review(arguments), &two);
        assert!(standard_error(&run).contains(message), "{arguments:?}: {}", standard_error(&run));
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
    }
}
