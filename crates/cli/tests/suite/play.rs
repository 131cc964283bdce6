//! `fruitrage play`: on the screen of a pseudo-terminal, and line by line.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use fruitrage_rules::{Ending, Record};
use tempfile::TempDir;

use crate::pseudo_terminal::PseudoTerminal;
use crate::run::{fruitrage, standard_error, standard_output};

// The board of seed 7, 4×4 with 3 kinds:
//   A B C D
// 1 1 0 2 1
// 2 1 0 1 0
// 3 0 1 0 2
// 4 2 2 2 1
const SMALL: [&str; 6] = ["--size", "4", "--fruits", "3", "--seed", "7"];

/// Where the fruit of A4 is in a window of 80 columns.
const A4: (u16, u16) = (4, 4);

fn play(options: &[&str], directory: &Path) -> PseudoTerminal {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_fruitrage"));
    let arguments = [&["play"], &SMALL[..], options].concat();
    PseudoTerminal::start(&program, &arguments, directory, (80, 24))
}

fn records(directory: &Path) -> Vec<Record> {
    let files = std::fs::read_dir(directory).unwrap();
    let paths = files.map(|entry| entry.unwrap().path());
    paths.map(|path| Record::parse(&std::fs::read(path).unwrap()).unwrap()).collect()
}

#[test]
fn a_whole_game_by_keyboard_with_its_record_and_review() {
    let directory = TempDir::new().unwrap();
    let mut terminal = play(&["--opponent", "greedy"], directory.path());
    let mut number = 1;
    while terminal.wait_for_either(&format!("Move {number}: your turn"), "The game is over.") {
        assert!(terminal.is_taken());
        terminal.keys("\t\r");
        number += 2;
    }
    terminal.wait_for("You win, ");
    terminal.keys("s");
    terminal.wait_for("Saved as game-4x4-3-7.fruitrage.");
    terminal.keys("v");
    terminal.wait_for("1/");
    terminal.wait_for("accuracy");
    terminal.keys("qn");
    terminal.wait_for("seed 8");
    terminal.wait_for("Move 2: your turn");
    terminal.keys("q");
    terminal.wait_for("Leave?");
    terminal.keys("y");
    assert_eq!(terminal.status().exit_code(), 0);
    terminal.wait_until_restored();
    let records = records(directory.path());
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].players(), &["human", "greedy"]);
    assert_eq!(records[0].game().ending(), Some(&Ending::Finished));
}

#[test]
fn the_mouse_marks_and_claims_and_the_engine_answers() {
    let directory = TempDir::new().unwrap();
    let mut terminal = play(&["--level", "1", "--time", "3600"], directory.path());
    terminal.wait_for("Move 1: your turn");
    terminal.hover(A4);
    terminal.wait_for("A4: 3 × pear = +9");
    terminal.wait_for(" 4 [🍐 🍐 🍐]🍌");
    terminal.click(A4);
    terminal.wait_for("Move 3: your turn");
    terminal.wait_for("by engine level 1");
    terminal.keys("u");
    terminal.wait_for("2 moves taken back.");
    terminal.keys("i");
    terminal.wait_for("Hint: ");
    terminal.wait_for(", value +");
    terminal.keys("q");
    assert_eq!(terminal.status().exit_code(), 0);
    terminal.wait_until_restored();
}

#[test]
fn the_screen_follows_the_window() {
    let directory = TempDir::new().unwrap();
    let mut terminal = play(&["--opponent", "human"], directory.path());
    terminal.wait_for("Move 1: first player");
    terminal.resize(20, 6);
    terminal.wait_for("The window is too");
    terminal.resize(34, 12);
    terminal.wait_for("first player 0 : second player");
    terminal.resize(120, 40);
    terminal.wait_for("4×4, 3 fruits, seed 7");
    terminal.keys("A4\r");
    terminal.wait_for("Move 2: second player");
}

#[test]
fn keys_arrive_while_the_window_changes() {
    let directory = TempDir::new().unwrap();
    let mut terminal = play(&["--opponent", "human"], directory.path());
    terminal.wait_for("Move 1: first player");
    for round in 0..100 {
        let (columns, cell) = if round % 2 == 0 { (120, "A4") } else { (80, "C2") };
        terminal.resize(columns, 24);
        terminal.keys(cell);
        terminal.wait_for(&format!("{cell}: "));
    }
}

#[test]
fn the_largest_board_fits_the_usual_window() {
    let directory = TempDir::new().unwrap();
    let options = ["--size", "26", "--fruits", "9", "--opponent", "human"];
    let program = PathBuf::from(env!("CARGO_BIN_EXE_fruitrage"));
    let arguments = [&["play"], &options[..]].concat();
    let mut terminal = PseudoTerminal::start(&program, &arguments, directory.path(), (80, 24));
    terminal.wait_for("Move 1: first player");
    terminal.keys("Z26");
    terminal.wait_for("rows 6 to 26 of 26");
    terminal.wait_for("Z26: ");
    terminal.keys("\r");
    terminal.wait_for("Move 2: second player");
}

#[test]
fn leaving_by_force_saves_the_game_and_restores_the_terminal() {
    for force in ["\x03", "INT", "TERM", "HUP"] {
        let directory = TempDir::new().unwrap();
        let mut terminal = play(&["--opponent", "human"], directory.path());
        terminal.wait_for("Move 1: first player");
        terminal.keys("A4\r");
        terminal.wait_for("Move 2: second player");
        if force == "\x03" {
            terminal.keys(force);
        } else {
            terminal.signal(force);
        }
        assert_eq!(terminal.status().exit_code(), 0, "{force}");
        terminal.wait_until_restored();
        terminal.wait_for("The unfinished game is in game-4x4-3-7.fruitrage.");
        let records = records(directory.path());
        assert_eq!(records[0].game().ending(), Some(&Ending::Interrupted), "{force}");
        assert_eq!(records[0].game().turns().len(), 1, "{force}");
    }
}

#[test]
fn a_game_that_cannot_be_saved_is_printed() {
    let directory = TempDir::new().unwrap();
    let mut terminal = play(&["--opponent", "human"], directory.path());
    terminal.wait_for("Move 1: first player");
    terminal.keys("A4\r");
    terminal.wait_for("Move 2: second player");
    std::fs::remove_dir(directory.path()).unwrap();
    terminal.keys("s");
    terminal.wait_for("Not saved: ");
    terminal.keys("\x03");
    terminal.status();
    terminal.wait_until_restored();
    terminal.wait_for("The unfinished game cannot be saved");
    terminal.wait_for("end interrupted");
}

#[test]
fn stopped_and_continued_the_screen_comes_back() {
    let directory = TempDir::new().unwrap();
    let mut terminal = play(&["--opponent", "human"], directory.path());
    terminal.wait_for("Move 1: first player");
    terminal.keys("\x1a");
    terminal.wait_until_stopped();
    terminal.wait_until_restored();
    terminal.signal("CONT");
    terminal.wait_for("Move 1: first player");
    terminal.keys("A4\r");
    terminal.wait_for("Move 2: second player");
    assert!(terminal.is_taken());
}

#[test]
fn a_plain_screen_is_ascii_without_colours() {
    let directory = TempDir::new().unwrap();
    let terminal = play(&["--plain"], directory.path());
    terminal.wait_for("> you");
    assert!(terminal.contents().is_ascii());
    let colourless = terminal.look(|screen| {
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        let mut cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        cells.all(|cell| [cell.fgcolor(), cell.bgcolor()] == [vt100::Color::Default; 2])
    });
    assert!(colourless);
}

fn talk(options: &[&str], input: &str, directory: &Path) -> Output {
    let mut child = fruitrage(&["play"])
        .args(SMALL)
        .args(options)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn without_a_terminal_a_game_is_played_line_by_line() {
    let directory = TempDir::new().unwrap();
    let input =
        "help\nE9\nsomething\na4\nundo\nA4\nhint\nboard\nresign\nreview\nsave it\nsave it\n";
    let run = talk(&["--opponent", "greedy"], input, directory.path());
    assert_eq!((run.status.code(), standard_error(&run).as_str()), (Some(0), ""));
    let said = standard_output(&run);
    for text in [
        "   A B C D\n 1 1 0 2 1\n",
        "there is no E9: the board begins at A1 and ends at D4\n",
        "expected a cell such as G8, or `help`, found `something`\n",
        "1. you A4 +9\n",
        "2 moves taken back\n",
        "hint ",
        "wins, ",
        "1 you A4 +9",
        "accuracy ",
        "saved as it\n",
        "not saved: it: expected a new file, found one that exists\n",
        "The input has ended.\n",
    ] {
        assert!(said.contains(text), "`{text}` is not in\n{said}");
    }
    assert_eq!(records(directory.path()).len(), 1);
}

#[test]
fn the_end_of_input_ends_an_unfinished_game_and_says_so() {
    let directory = TempDir::new().unwrap();
    let run = talk(&["--opponent", "human"], "A4", directory.path());
    assert_eq!(run.status.code(), Some(0));
    let said = standard_output(&run);
    assert!(said.ends_with("the unfinished game is not saved.\n"), "{said}");
    let run = talk(&["--first", "opponent", "--level", "2"], "", directory.path());
    assert!(standard_output(&run).contains("1. engine level 2 "));
}

#[test]
fn a_clock_that_runs_out_ends_the_game_while_nobody_says_anything() {
    let directory = TempDir::new().unwrap();
    let mut child = fruitrage(&["play", "--opponent", "human", "--time", "0.2"])
        .args(SMALL)
        .current_dir(directory.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The input stays open, and nothing comes from it.
    let input = child.stdin.take().unwrap();
    let output = child.stdout.take().unwrap();
    let lines = std::io::BufRead::lines(std::io::BufReader::new(output));
    let outcome = lines.map(Result::unwrap).find(|line| line.contains("out of time"));
    assert_eq!(outcome.unwrap(), "Second player wins, 0 to 0: first player ran out of time.");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_program_plays_and_one_that_fails_loses() {
    let directory = TempDir::new().unwrap();
    let engine = format!("stdio:{} engine", env!("CARGO_BIN_EXE_fruitrage"));
    let run = talk(&["--opponent", &engine], "A4\n", directory.path());
    assert!(standard_output(&run).contains("2. stdio:"), "{}", standard_output(&run));
    let run = talk(&["--opponent", "false"], "A4\n", directory.path());
    assert!(standard_output(&run).contains("You win, 9 to 0: false forfeited the game (crashed: "));
}

#[test]
fn arguments_that_do_not_go_together_are_refused() {
    for (arguments, message) in [
        (&["--level", "3", "--opponent", "greedy"][..], "cannot be used with"),
        (
            &["--first", "me", "--opponent", "human"][..],
            "expected either --first or --opponent human, found both",
        ),
        (&["--lines", "--plain"][..], "cannot be used with"),
        (&["--level", "11"][..], "expected a level, a whole number from 1 to 10"),
        (&["--size", "27"][..], "expected a whole number from 1 to 26"),
        (&["--time", "0"][..], "expected a number of seconds above 0"),
        (&["--opponent", "./not-there"][..], "`./not-there` was not found"),
    ] {
        let run = fruitrage(&["play"]).args(arguments).stdin(Stdio::null()).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        assert!(standard_error(&run).contains(message), "{}", standard_error(&run));
        assert_eq!(standard_output(&run), "");
    }
}
