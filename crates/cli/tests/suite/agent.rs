//! `fruitrage agent` does its job.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use fruitrage_rules::{Board, FruitKinds, Input, Output, Size, random_board};

use crate::run::{agent, answer, directory_with, fruitrage, standard_error, standard_output};

/// The answer is a legal move with the right board after it.
fn check_answer(input: &Input, directory: &Path) -> Output {
    let text = std::fs::read(directory.join("output.txt")).unwrap();
    let output = Output::parse(&text, input.board.size()).unwrap();
    let (after, _) = input.board.play(output.choice).unwrap();
    assert_eq!(output.board, after);
    output
}

#[test]
fn the_published_examples() {
    for (size, kinds, time, board, choice, after) in [
        (2, 3, "123.6", "01/21", "B1", "0*/2*"),
        (3, 1, "257.2", "***/***/*0*", "B3", "***/***/***"),
        (3, 2, "24.345", "***/*10/000", "C2", "***/***/*1*"),
        (3, 10, "7.24", "444/444/444", "A1", "***/***/***"),
        (
            10,
            4,
            "1.276",
            "3102322310/0121232013/3021111113/0221031132/0230011012/0323321010/2003022012/\
             2202200021/0130000020/2200022231",
            "G8",
            "31******10/010*****13/3022322*13/0221232*32/0221111*12/0331031310/2020011012/\
             2203321121/0103022120/2232222231",
        ),
    ] {
        let rows = board.replace('/', "\n");
        let directory = directory_with(format!("{size}\n{kinds}\n{time}\n{rows}\n"));
        let run = agent(directory.path());
        assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
        let answer = answer(directory.path());
        assert_eq!(answer[1..].join("/"), after);
        // Any cell of the published group is the published move.
        let board: Board = board.parse().unwrap();
        let published = board.group_at(choice.parse().unwrap());
        assert_eq!(board.group_at(answer[0].parse().unwrap()), published);
    }
}

#[test]
fn texts_as_real_files_have_them() {
    let plain = "2\n3\n123.6\n01\n21\n";
    for (what, text) in [
        ("CRLF", plain.replace('\n', "\r\n")),
        ("no last newline", plain.trim_end().to_owned()),
        ("byte-order mark", format!("\u{feff}{plain}")),
        ("blanks at line ends", plain.replace('\n', " \t\n")),
        ("blank lines at the end", format!("{plain}\n  \r\n\n")),
        ("another notation of the time", plain.replace("123.6", "1.236e2")),
    ] {
        let directory = directory_with(text);
        let run = agent(directory.path());
        assert_eq!(run.status.code(), Some(0), "{what}: {}", standard_error(&run));
        assert_eq!(answer(directory.path())[1..], ["0*", "2*"], "{what}");
    }
}

#[test]
fn hanging_fruit_is_taken_as_it_stands_and_then_falls() {
    let directory = directory_with("2\n2\n9\n11\n*0\n");
    assert_eq!(agent(directory.path()).status.code(), Some(0));
    assert_eq!(answer(directory.path())[1..], ["**", "*0"]);
}

#[test]
fn without_a_command_it_plays_in_the_current_directory() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    let run = fruitrage(&[]).current_dir(directory.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(0));
    assert!(standard_output(&run).contains("claims 2 fruits for 4 points"));
    assert_eq!(answer(directory.path())[1..], ["0*", "2*"]);
}

#[test]
fn json_for_programs_and_silence_on_request() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    let run = fruitrage(&["agent", "--json"]).arg(directory.path()).output().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((&answer["points"], &answer["value"]), (&4.into(), &4.into()));
    assert_eq!(answer["exact"], true);
    let run = fruitrage(&["agent", "--quiet"]).arg(directory.path()).output().unwrap();
    assert_eq!((standard_output(&run), standard_error(&run)), (String::new(), String::new()));
}

#[test]
fn an_old_answer_is_replaced_and_nothing_else_is_left_behind() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    std::fs::write(directory.path().join("output.txt"), "old").unwrap();
    fruitrage(&["agent", "--no-state"]).arg(directory.path()).output().unwrap();
    assert_eq!(answer(directory.path())[1..], ["0*", "2*"]);
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
}

#[test]
fn what_a_move_cost_is_noted_until_the_last() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    let note = directory.path().join("fruitrage.state");
    let said = || std::fs::read_to_string(&note).unwrap();
    let seconds = |name: &str| -> f64 {
        let text = said();
        let found = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        found.unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    agent(directory.path());
    assert!(said().starts_with("fruitrage state 2\nleft 9\ntaken "), "{}", said());
    assert!(seconds("taken") > 0.0, "{}", said());
    assert!(said().ends_with("board 0*/2*\n"), "{}", said());
    // The opponent has claimed a fruit, and of the clock an hour more is gone than was taken.
    let left = format!("left {}\n", 3604.0 + seconds("taken"));
    let before = said().replace("left 9\n", &left).replace("0*/2*", "***/1**/02*");
    std::fs::write(&note, before).unwrap();
    std::fs::write(directory.path().join("input.txt"), "3\n3\n4\n***\n***\n02*\n").unwrap();
    agent(directory.path());
    assert!((3599.0..3601.0).contains(&seconds("overhead")), "{}", said());
    std::fs::write(directory.path().join("input.txt"), "1\n1\n3\n0\n").unwrap();
    agent(directory.path());
    assert!(!note.exists());
}

#[test]
fn what_was_found_is_known_at_the_next_move() {
    let directory = directory_with("6\n3\n3600\n121201\n220211\n112001\n100110\n221100\n210121\n");
    let nodes = |options: &[&str]| {
        let run = fruitrage(&["agent", "--json"]).args(options).arg(directory.path()).output();
        let found: serde_json::Value = serde_json::from_slice(&run.unwrap().stdout).unwrap();
        assert_eq!(found["exact"], true);
        found["nodes"].as_u64().unwrap()
    };
    let first = nodes(&[]);
    let table = directory.path().join("fruitrage.table");
    let kept = std::fs::read(&table).unwrap();
    assert!(kept.starts_with(b"fruitrage table "));
    assert!(nodes(&[]) < first / 2);
    // What was kept is not to be seen without it, nor if it is damaged.
    assert_eq!(nodes(&["--no-state"]), first);
    let mut damaged = kept;
    damaged[100] ^= 1;
    std::fs::write(&table, damaged).unwrap();
    assert_eq!(nodes(&[]), first);
    std::fs::write(directory.path().join("input.txt"), "1\n1\n3\n0\n").unwrap();
    agent(directory.path());
    assert!(!table.exists());
}

#[test]
fn a_note_that_is_damaged_or_not_one_changes_nothing() {
    let notes = [
        ("fruitrage.state", "fruitrage state 2\nleft", false),
        ("fruitrage.state", "", false),
        ("fruitrage.state", "mine", true),
        ("fruitrage.table", "fruitrage table 0.0.1\n", false),
        ("fruitrage.table", "mine", true),
    ];
    for (name, content, is_kept) in notes {
        let directory = directory_with("2\n3\n9\n01\n21\n");
        let note = directory.path().join(name);
        std::fs::write(&note, content).unwrap();
        assert_eq!(agent(directory.path()).status.code(), Some(0));
        assert_eq!(answer(directory.path())[1..], ["0*", "2*"]);
        let left = std::fs::read(&note).unwrap();
        assert_eq!(left == content.as_bytes(), is_kept, "{name}: {content:?}");
    }
    let directory = directory_with("2\n3\n9\n01\n21\n");
    for name in ["fruitrage.state", "fruitrage.table"] {
        std::fs::create_dir(directory.path().join(name)).unwrap();
    }
    assert_eq!(agent(directory.path()).status.code(), Some(0));
}

#[test]
fn several_threads_find_a_move_too() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    let run = fruitrage(&["agent", "--threads", "3"]).arg(directory.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(0));
    assert_eq!(answer(directory.path())[1..], ["0*", "2*"]);
    let run = fruitrage(&["agent", "--threads", "0"]).arg(directory.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(standard_error(&run).contains("expected a whole number from 1 to 256"));
}

#[cfg(unix)]
#[test]
fn the_answer_is_readable_for_others_as_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let directory = directory_with("2\n3\n9\n01\n21\n");
    agent(directory.path());
    let mode = |name| directory.path().join(name).metadata().unwrap().permissions().mode();
    assert_eq!(mode("output.txt"), mode("input.txt"));
}

#[test]
fn a_reader_who_has_gone_away_is_no_failure() {
    let directory = directory_with("2\n3\n9\n01\n21\n");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let run = fruitrage(&["agent"]).arg(directory.path()).stdout(writer).output().unwrap();
    assert_eq!((run.status.code(), standard_error(&run)), (Some(0), String::new()));
}

/// The agent in a directory, and the processor time that it used. By the wall the machine decides
/// how long it takes, and a search that does not mind the clock would use far more than it has.
fn processor_time(directory: &Path) -> Duration {
    let run = Command::new("bash")
        .args(["-c", "TIMEFORMAT='%U %S'; time \"$@\" >&2", "bash"])
        .args([env!("CARGO_BIN_EXE_fruitrage"), "agent", "--quiet"])
        .arg(directory)
        .output()
        .unwrap();
    let said = standard_error(&run);
    assert_eq!(run.status.code(), Some(0), "{said}");
    said.split_whitespace().map(|word| Duration::from_secs_f64(word.parse().expect(&said))).sum()
}

/// However little time is left, there is an answer, and a large board with a small clock stays
/// within it. What starting takes comes on top where nearly nothing is left.
#[test]
fn always_answers_in_time() {
    for (size, kinds, milliseconds) in
        [(1, 1, 1), (5, 3, 1), (26, 9, 1), (26, 2, 5), (26, 9, 50), (10, 4, 300), (26, 1, 300)]
    {
        let kinds = FruitKinds::new(kinds).unwrap();
        let time_left = Duration::from_millis(milliseconds);
        let board = random_board(Size::new(size).unwrap(), kinds, 11);
        let input = Input { kinds, time_left, board };
        let directory = directory_with(input.to_string());
        let took = processor_time(directory.path());
        check_answer(&input, directory.path());
        let most = 2 * time_left.max(Duration::from_millis(300));
        assert!(took < most, "{took:?} with {time_left:?} left");
    }
}

/// Readers that look all the time never see half an answer.
#[test]
fn the_answer_appears_whole() {
    let kinds = FruitKinds::new(9).unwrap();
    let board = random_board(Size::new(26).unwrap(), kinds, 3);
    let input = Input { kinds, time_left: Duration::from_millis(20), board };
    let directory = directory_with(input.to_string());
    let path = directory.path().join("output.txt");
    for _ in 0..20 {
        let mut process = fruitrage(&["agent", "--quiet"]).arg(directory.path()).spawn().unwrap();
        while process.try_wait().unwrap().is_none() {
            if let Ok(text) = std::fs::read(&path) {
                Output::parse(&text, board.size()).unwrap();
            }
        }
        check_answer(&input, directory.path());
    }
}
