//! What a newcomer meets who types something wrong: every refusal says what was expected.

use std::path::Path;

use tempfile::TempDir;

use crate::run::{directory_with, fruitrage, run_with_input, standard_error, standard_output};

/// The program refuses these arguments in this directory, with this message.
fn refused(directory: &Path, arguments: &[&str], message: &str) {
    let run = run_with_input(fruitrage(arguments).current_dir(directory), "01\n21\n");
    let error = standard_error(&run);
    assert!(error.contains(message), "{arguments:?}: expected {message}\ncame {error}");
    assert_eq!(run.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(run.stdout.is_empty(), "{arguments:?}");
    for odd in ["os error", "invalid digit", "unexpected argument", "panicked"] {
        assert!(!error.contains(odd), "{arguments:?}: {error}");
    }
}

#[test]
fn numbers_tell_their_range() {
    let directory = TempDir::new().unwrap();
    for (arguments, range) in [
        (&["agent", "--hash"][..], "from 1 to 65536"),
        (&["play", "--size"], "from 1 to 26"),
        (&["play", "--fruits"], "from 1 to 10"),
        (&["play", "--level"], "from 1 to 10"),
        (&["play", "--seed"], "from 0 to 18446744073709551615"),
        (&["match", "greedy", "random", "--pairs"], "from 1 to 1000000000"),
        (&["match", "greedy", "random", "--jobs"], "from 1 to 65535"),
        (&["match", "greedy", "random", "--memory"], "from 1 to 1073741824"),
        (&["tournament", "cup.toml", "--rounds"], "from 1 to 4294967295"),
        (&["tournament", "cup.toml", "--jobs"], "from 0 to 65535"),
        (&["tournament", "exclude", "cup.db"], "from 1 to 9223372036854775807"),
        (&["standings", "cup.db", "--game"], "from 1 to 9223372036854775807"),
        (&["check", "greedy", "--case"], "from 1 to 99"),
        (&["serve", "--port"], "from 0 to 65535"),
        (&["solve", "-", "--threads"], "from 1 to 256"),
        (&["analyze", "-", "--lines"], "from 1 to 676"),
        (&["analyze", "-", "--depth"], "from 1 to 4294967295"),
        (&["review", "-", "--nodes"], "from 1 to 18446744073709551615"),
        (&["tree", "-", "--depth"], "from 1 to 676"),
    ] {
        for bad in ["x", "-1", "1.5", "99999999999999999999"] {
            let message = format!("whole number {range}");
            refused(directory.path(), &[arguments, &[bad]].concat(), &message);
        }
    }
    for arguments in [&["play", "--time"][..], &["solve", "-", "--time"], &["board", "--time"]] {
        for bad in ["soon", "0", "-1", "inf"] {
            let message = "expected a number of seconds above 0, such as 1.5";
            refused(directory.path(), &[arguments, &[bad]].concat(), message);
        }
    }
    refused(directory.path(), &["serve", "--address", "here"], "expected an IP address, such as");
}

#[test]
fn paths_say_what_is_there_and_what_should_be() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    std::fs::create_dir(directory.path().join("folder")).unwrap();
    let no_file = "nowhere: no such file";
    let is_folder = "folder: expected a file, found a directory";
    let is_file = "input.txt: expected a directory, found a file";
    let no_folder = "nowhere: no such directory";
    let taken = "folder: expected a file to write, found a directory";
    for (arguments, message) in [
        (&["agent", "nowhere"][..], no_folder),
        (&["agent", "input.txt"], is_file),
        (&["agent", "folder"], "folder/input.txt: no such file"),
        (&["solve", "nowhere"], no_file),
        (&["solve", "folder"], is_folder),
        (&["solve", "input.txt/x"], "cannot be read: a part of the path is a file"),
        (&["tree", "nowhere"], no_file),
        (&["tree", "folder"], is_folder),
        (&["analyze", "nowhere"], no_file),
        (&["analyze", "folder"], is_folder),
        (&["analyze", "input.txt", "--svg", "folder"], taken),
        (&["analyze", "input.txt", "--png", "nowhere/x.png"], no_folder),
        (&["review", "nowhere"], no_file),
        (&["review", "folder"], "folder: expected records (*.fruitrage) in the folder, found none"),
        (&["review", "-", "--html", "folder"], taken),
        (&["review", "-", "--graph", "input.txt/x"], is_file),
        (&["review", "-", "--cache", "input.txt"], is_file),
        (&["board", "--svg", "folder"], taken),
        (&["board", "--png", "nowhere/board.png"], no_folder),
        (&["match", "greedy", "random", "--records", "nowhere/x"], no_folder),
        (&["match", "greedy", "random", "--records", "input.txt/x"], is_file),
        (&["check", "greedy", "--case", "1", "--save", "input.txt"], is_file),
        (&["standings", "nowhere"], "nowhere: no such tournament or store"),
        (&["standings", "folder"], "folder/tournament.db: no such store"),
        (&["standings", "input.txt"], "input.txt: "),
        (&["tournament", "nowhere"], no_file),
        (&["tournament", "folder"], "folder: expected at least two agents, found 0"),
        (&["tournament", "input.txt"], "input.txt:1:"),
        (&["tournament", "status", "nowhere"], "nowhere: no such tournament or store"),
        (&["serve", "--store", "nowhere"], "nowhere: no such tournament or store"),
        (&["serve", "--export", "input.txt"], is_file),
        (&["manual", "input.txt"], is_file),
        (&["play", "--opponent", "greedy", "--allow-read", "nowhere"], no_file),
    ] {
        refused(directory.path(), arguments, message);
    }
    let input = std::fs::read_to_string(directory.path().join("input.txt")).unwrap();
    assert_eq!(input, "2\n3\n9\n01\n21\n");
}

#[test]
fn a_newcomer_without_an_input_is_shown_the_way() {
    let directory = TempDir::new().unwrap();
    let message = "error: input.txt: no such file in this directory (`fruitrage --help` lists";
    refused(directory.path(), &[], message);
}

#[test]
fn a_cell_beyond_the_board_is_told_where_it_ends() {
    let run = run_with_input(
        &mut fruitrage(&["play", "--lines", "--opponent", "human", "--seed", "1"]),
        "A99\nk3\na0\n",
    );
    let text = standard_output(&run);
    for named in ["A99", "K3", "A0"] {
        let message = format!("there is no {named}: the board begins at A1 and ends at J10\n");
        assert!(text.contains(&message), "{text}");
    }
}

#[test]
fn one_pair_has_no_interval_of_nothing() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("cup.toml");
    let agents = "pairs = 1\n[[agent]]\ncommand = 'greedy'\n[[agent]]\ncommand = 'random'\n";
    std::fs::write(&file, agents).unwrap();
    let path = file.to_str().unwrap();
    let played = fruitrage(&["tournament", path, "--size", "5"]).output().unwrap();
    assert_eq!(played.status.code(), Some(0), "{}", standard_error(&played));
    let text = standard_output(&played);
    let row = text.lines().find(|line| line.contains("greedy")).unwrap();
    let reach: f64 = row.split_whitespace().nth(3).unwrap().parse().unwrap();
    assert!(reach > 100.0, "{text}");
    for format in ["text", "markdown", "html"] {
        let shown = fruitrage(&["standings", path, "--format", format]).output().unwrap();
        let shown = standard_output(&shown);
        assert!(shown.contains("greedy") && !shown.contains("± 0"), "{shown}");
    }
    let played = fruitrage(&["match", "greedy", "random", "--pairs", "1"]).output().unwrap();
    let text = standard_output(&played);
    let margin = text.lines().find(|line| line.starts_with("margin")).unwrap();
    assert!(margin.ends_with(" per pair"), "{text}");
}

/// What is proved needs no depth, and no depth is more than the moves that are left.
#[test]
fn the_agent_never_looks_further_than_the_game_goes() {
    let figure = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/figure-1/input.txt");
    let directory = directory_with(std::fs::read(figure).unwrap());
    let run = fruitrage(&["agent"]).arg(directory.path()).output().unwrap();
    let text = standard_output(&run);
    if let Some((_, rest)) = text.split_once("(estimated, depth ") {
        let depth: u32 = rest.split(',').next().unwrap().parse().unwrap();
        assert!(depth < 60, "a game on such a board has about 40 moves: {text}");
    } else {
        assert!(text.contains("(exact, "), "{text}");
    }
    for (board, told) in [
        ("3\n2\n9\n***\n*10\n000\n", "(exact, "),
        ("1\n1\n9\n0\n", "(exact, "),
        // No time for any search.
        ("2\n3\n0.001\n01\n21\n", "(estimated, depth 0, "),
    ] {
        let directory = directory_with(board);
        let run = fruitrage(&["agent"]).arg(directory.path()).output().unwrap();
        assert!(standard_output(&run).contains(told), "{}", standard_output(&run));
    }
}

#[test]
fn the_help_of_every_command_is_there() {
    let run = fruitrage(&["--help"]).output().unwrap();
    let text = standard_output(&run);
    let commands = text.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for known in ["agent", "play", "serve", "match", "tournament", "tree", "completions"] {
        assert!(commands.contains(&known), "{text}");
    }
    assert!(!commands.contains(&"supervisor"), "{text}");
    for command in commands {
        let run = fruitrage(&["help", command]).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{command}");
        let text = standard_output(&run);
        assert!(text.contains(&format!("Usage: fruitrage {command}")), "{text}");
        // Options are wrapped to the terminal; examples and what follows them must fit one.
        let examples: Vec<&str> =
            text.lines().skip_while(|line| !line.starts_with("Example")).collect();
        assert!(examples.len() > 1 || command == "help", "{text}");
        assert!(examples.iter().all(|line| line.chars().count() <= 80), "{text}");
    }
}
