//! What is shown to people: nothing in it steers their terminal or their spreadsheet, and
//! nothing in it is a secret.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::arena::sinner;
use crate::run::{fruitrage, standard_error, standard_output};

/// Nothing that a terminal acts upon or that turns the writing around, and no line that fills
/// a screen.
fn is_plain(text: &str) {
    assert_eq!(steering(text), None, "{text:?}");
    for line in text.lines() {
        assert!(line.chars().count() < 1100, "{} characters", line.chars().count());
    }
}

fn steering(text: &str) -> Option<char> {
    text.chars().find(|letter| {
        (letter.is_control() && *letter != '\n') || matches!(letter, '\u{202a}'..='\u{202e}')
    })
}

#[test]
fn what_programs_print_does_not_steer_the_terminal_and_is_kept_as_it_was() {
    let agent = format!("{} paint", sinner());
    let run = fruitrage(&["check", &agent, "--case", "2"]).output().unwrap();
    assert!(standard_output(&run).contains(r"it printed:"), "{}", standard_output(&run));
    assert!(standard_output(&run).contains(r"\u{1b}[2J\u{1b}]0;owned\u{7}xxx"));
    is_plain(&standard_output(&run));
    let run =
        fruitrage(&["match", &agent, "greedy", "--pairs", "1", "--size", "3"]).output().unwrap();
    assert!(standard_error(&run).contains(r"it printed: \u{1b}[2J"), "{}", standard_error(&run));
    assert!(standard_error(&run).lines().all(|line| line.chars().count() < 400));
    is_plain(&standard_error(&run));
    is_plain(&standard_output(&run));
    let run = fruitrage(&["check", &agent, "--case", "2", "--json"]).output().unwrap();
    let result: serde_json::Value = serde_json::from_str(&standard_output(&run)).unwrap();
    let printed = result["findings"][0]["evidence"]["printed"].as_str().unwrap();
    assert!(printed.starts_with("\u{1b}[2J\u{1b}]0;owned\u{7}x") && printed.len() > 3000);
}

#[test]
fn names_steer_neither_terminals_nor_spreadsheets() {
    let directory = TempDir::new().unwrap();
    fs::create_dir(directory.path().join("a\u{1b}[2Jb")).unwrap();
    fs::write(directory.path().join("a\u{1b}[2Jb/main.py"), "").unwrap();
    let run = fruitrage(&["tournament"]).arg(directory.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("expected a name of one line"), "{run:?}");
    is_plain(&standard_error(&run));
}

/// A tournament of an agent with the name of a formula, one whose name turns the writing around
/// and who sins in what it prints, and one whose name does not end.
fn odd_names(directory: &Path) -> PathBuf {
    let file = directory.join("league.toml");
    let text = format!(
        "[[event]]\nsize = 2\nfruits = 2\ntime = 9\n\
         [[agent]]\nname = \"=cmd|'/C calc'!A0\"\ncommand = 'greedy'\n\
         [[agent]]\nname = \"b\\u202Egreedy\"\ncommand = '{} paint'\n\
         [[agent]]\nname = \"{}\"\ncommand = 'random'\n",
        sinner(),
        "x".repeat(60_000)
    );
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn odd_names_and_answers_are_plain_in_every_table() {
    let directory = TempDir::new().unwrap();
    let file = odd_names(directory.path());
    let run = fruitrage(&["tournament"]).arg(&file).output().unwrap();
    assert!(standard_output(&run).contains(r"  b\u{202e}greedy  "), "{}", standard_output(&run));
    assert!(standard_output(&run).contains(" faults\n"), "{}", standard_output(&run));
    is_plain(&standard_output(&run));
    is_plain(&standard_error(&run));
    let shown = |arguments: &[&str]| {
        let run = fruitrage(&["standings"]).arg(&file).args(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
        standard_output(&run)
    };
    for arguments in [
        &["--format", "text"][..],
        &["--format", "markdown"],
        &["--format", "csv"],
        &["--between", "b\u{202e}greedy", "=cmd|'/C calc'!A0"],
    ] {
        let table = shown(arguments);
        assert!(
            table.contains(r"b\u{202e}greedy") || table.contains(r"b\\u{202e}greedy"),
            "{table}"
        );
        is_plain(&table);
    }
    assert!(shown(&["--format", "csv"]).contains(",\"'=cmd|'/C calc'!A0\","));
    for format in ["html", "svg"] {
        let page = shown(&["--format", format]);
        assert_eq!(steering(&page), None, "{format}");
        assert!(page.contains(r"b\u{202e}greedy") && !page.contains(&"x".repeat(1000)), "{format}");
    }
}

/// To a program everything is as it was, also if it is shown on the way.
#[test]
fn json_has_names_and_answers_as_they_were_and_is_plain() {
    let directory = TempDir::new().unwrap();
    let file = odd_names(directory.path());
    let run = fruitrage(&["tournament", "--json"]).arg(&file).output().unwrap();
    let text = standard_output(&run);
    assert_eq!(steering(&text), None);
    let standings: serde_json::Value = serde_json::from_str(&text).unwrap();
    let names = standings["lines"].as_array().unwrap().iter();
    let names: Vec<&str> = names.map(|line| line["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"b\u{202e}greedy") && names.contains(&"x".repeat(60_000).as_str()));
    let agent = format!("{} paint", sinner());
    let arguments = ["match", &agent, "greedy", "--pairs", "1", "--size", "3", "--json"];
    let run = fruitrage(&arguments).output().unwrap();
    assert_eq!(steering(&standard_output(&run)), None);
    let result: serde_json::Value = serde_json::from_str(&standard_output(&run)).unwrap();
    assert_eq!(result["faults"][0]["evidence"]["output"], "\u{1b}[31mA1\u{202e}\u{9b}\n");
}

#[test]
fn a_game_of_odd_names_is_shown_reviewed_and_kept() {
    let directory = TempDir::new().unwrap();
    let file = odd_names(directory.path());
    fruitrage(&["tournament"]).arg(&file).output().unwrap();
    for number in 1..=6 {
        let number = number.to_string();
        let run = fruitrage(&["standings", "--game", &number]).arg(&file).output().unwrap();
        let record = standard_output(&run);
        is_plain(&record);
        let path = directory.path().join("game.fruitrage");
        fs::write(&path, &record).unwrap();
        for arguments in [&["review", "--nodes", "100"][..], &["analyze", "--move", "1"]] {
            let run = fruitrage(arguments).arg(&path).output().unwrap();
            assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
            is_plain(&standard_output(&run));
        }
    }
    let games = directory.path().join("games");
    let store = directory.path().join("league.db");
    let run = fruitrage(&["tournament", "export"]).args([&store, &games]).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    let kept: String = (1..=6)
        .map(|number| games.join(format!("games/{number:06}.fruitrage")))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    assert!(kept.contains("\nfirst b\u{202e}greedy\n"), "in the log it is as it was");
    assert!(kept.contains(&"x".repeat(60_000)));
    // Whoever reviews a record as it was is not misled either.
    for game in ["000001", "000002", "000003"] {
        let record = games.join(format!("games/{game}.fruitrage"));
        let page = directory.path().join("page.html");
        let run = fruitrage(&["review", "--nodes", "100", "--no-cache"])
            .arg(&record)
            .args([Path::new("--html"), &page])
            .output()
            .unwrap();
        is_plain(&standard_output(&run));
        assert_eq!(steering(&fs::read_to_string(&page).unwrap()), None);
    }
}

#[test]
fn passwords_are_not_for_command_lines_and_not_shown() {
    let address = "postgres://anna:secret@127.0.0.1:1/league";
    for arguments in [
        &["standings", address][..],
        &["worker", "--store", address],
        &["serve", "--store", address],
        &["tournament", "status", address],
        &["tournament", "exclude", address, "1"],
        &["standings", "postgres://anna:secret@db:port/league"],
    ] {
        let run = fruitrage(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        let error = standard_error(&run);
        assert!(
            error.contains("PGPASSWORD") || error.contains("address"),
            "{arguments:?}: {error}"
        );
        assert!(!error.contains("secret"), "{arguments:?}: {error}");
    }
}

#[test]
fn everybody_means_the_same_program_by_a_name_and_is_told_which() {
    let directory = TempDir::new().unwrap();
    // A program of the user's own that is called like one of the system.
    let own = directory.path().join("bin/true");
    fs::create_dir(directory.path().join("bin")).unwrap();
    fs::copy(sinner(), &own).unwrap();
    let path = format!("{}:/usr/bin:/bin", own.parent().unwrap().display());
    let mut found = Vec::new();
    for sandbox in ["--sandbox=off", "--sandbox=required"] {
        let run = fruitrage(&["check", "true", "--case", "1", "--json", sandbox])
            .env("PATH", &path)
            .output()
            .unwrap();
        let result: serde_json::Value = serde_json::from_str(&standard_output(&run)).unwrap();
        found.push(result["program"].as_str().unwrap().to_owned());
        let run = fruitrage(&["match", "true", "greedy", "--pairs", "1", "--size", "2", sandbox])
            .env("PATH", &path)
            .output()
            .unwrap();
        let line = format!("found   true is {}\n", found[0]);
        assert!(standard_output(&run).contains(&line), "{}", standard_output(&run));
        let file = directory.path().join("league.toml");
        let text = "[[event]]\nsize = 2\nfruits = 2\ntime = 9\n\
                    [[agent]]\ncommand = 'true'\n[[agent]]\ncommand = 'greedy'\n";
        fs::write(&file, text).unwrap();
        let run =
            fruitrage(&["tournament", sandbox]).arg(&file).env("PATH", &path).output().unwrap();
        let line = format!("true is {}, for 1 agent\n", found[0]);
        assert!(standard_error(&run).contains(&line), "{}", standard_error(&run));
    }
    assert_eq!(found[0], found[1]);
    assert!(found[0].ends_with("/bin/true") && found[0] != own.to_str().unwrap(), "{found:?}");
}
