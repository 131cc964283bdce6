//! Whole conversations, in memory.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use fruitrage_protocol::converse;

/// Everything that is said in answer to some lines.
fn answers(lines: &str) -> Vec<String> {
    let start = Instant::now();
    let output = converse(lines.as_bytes(), Vec::new(), move || start.elapsed()).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_handshake_tells_name_and_options() {
    let said = answers("fri\nisready\n");
    assert!(said[0].starts_with("id name Fruit Rage "));
    assert!(said.contains(&"option name Level type spin default 10 min 1 max 10".to_owned()));
    assert_eq!(said[said.len() - 2..], ["friok", "readyok"]);
}

#[test]
fn a_position_with_moves_is_searched() {
    let said = answers("position board ***/*10/000 moves C2\ngo clock 5\n");
    assert_eq!(said.last().unwrap(), "bestmove B3");
    assert!(said[0].starts_with("info depth 1 line 1 value 1 "), "{said:?}");
    assert!(said.iter().any(|line| line.contains(" exact ")), "{said:?}");
}

#[test]
fn every_limit_ends_a_search() {
    let board = "0120/1201/2012/0112";
    for limits in ["depth 2", "nodes 500", "movetime 0.01", "clock 0.2", "clock 0.001 depth 1"] {
        let said = answers(&format!("position board {board}\ngo {limits}\n"));
        assert!(said.last().unwrap().starts_with("bestmove "), "{limits}: {said:?}");
    }
}

#[test]
fn several_lines() {
    let said =
        answers("setoption name Lines value 3\nposition board 0120/1201/2012/0112\ngo depth 2\n");
    assert!(said.iter().any(|line| line.starts_with("info depth 2 line 3 value ")), "{said:?}");
}

#[test]
fn an_empty_board_has_no_best_move() {
    assert_eq!(answers("position board **/**\ngo depth 3\n"), ["bestmove none"]);
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    for (line, error) in [
        (
            "hello",
            "error expected fri, isready, setoption, newgame, position, go, stop or quit, found `hello`",
        ),
        ("stop now", "error expected the end of the line, found `now`"),
        (
            "setoption name Colour value 3",
            "error expected Hash, Threads, Lines or Level, found `Colour`",
        ),
        ("setoption name Hash value 0", "error expected a whole number from 1 to 65536, found `0`"),
        ("setoption name Level value 11", "error expected a level 1 to 10, found `11`"),
        (
            "position board 01/2",
            "error expected a board (line 2, column 2: expected 2 characters in row 2 of 2 of the board, found 1 character), found `01/2`",
        ),
        (
            "position board 01/21 moves C1",
            "error expected a legal move (expected a cell of the 2×2 board, but C1 is outside it), found `C1`",
        ),
        (
            "position board 01/21 moves B1 B2",
            "error expected a legal move (expected a cell with a fruit, but B2 is empty), found `B2`",
        ),
        ("position", "error expected `board`, found the end of the line"),
        ("go clock soon", "error expected seconds, a number above 0, found `soon`"),
        ("go depth 0", "error expected a depth, a whole number above 0, found `0`"),
        (
            "go sideways",
            "error expected clock, movetime, depth, nodes or infinite, found `sideways`",
        ),
    ] {
        let said = answers(&format!("position board **/10\n{line}\ngo depth 9\n"));
        assert_eq!(said[0], error);
        assert_eq!(said.last().unwrap(), "bestmove A2", "{line}");
    }
}

#[test]
fn go_before_any_position_is_an_error() {
    assert_eq!(answers("go depth 1\n"), ["error expected `position` before `go`, found none"]);
}

#[test]
fn bytes_that_are_no_text_are_an_error() {
    let start = Instant::now();
    let output = converse(&b"\xFF\xFE\nisready\n"[..], Vec::new(), move || start.elapsed());
    let said = String::from_utf8(output.unwrap()).unwrap();
    assert!(said.starts_with("error expected fri"), "{said}");
    assert!(said.ends_with("readyok\n"), "{said}");
}

/// An input whose lines are given one by one, while the conversation goes on.
struct Lines(Receiver<&'static str>);

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(line) = self.0.recv() else { return Ok(0) };
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// An output that tells each thing that is said.
struct Said(Sender<String>);

impl io::Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_endless_search_is_answered_when_it_is_stopped() {
    let (tell, lines) = channel();
    let (said, hear) = channel();
    let start = Instant::now();
    let talk = std::thread::spawn(move || {
        converse(BufReader::new(Lines(lines)), Said(said), move || start.elapsed()).unwrap();
    });
    // Solved at once, but the answer is due only after `stop`.
    tell.send("position board 01/21\ngo infinite\n").unwrap();
    while !hear.recv().unwrap().contains(" exact ") {}
    tell.send("isready\nposition board 0\n").unwrap();
    assert_eq!(hear.recv().unwrap(), "readyok\n");
    assert!(
        hear.recv().unwrap().starts_with(
            "error expected stop, isready, fri or quit during a search, found `position"
        )
    );
    tell.send("stop\nquit\n").unwrap();
    assert_eq!(hear.recv().unwrap(), "bestmove B1\n");
    drop(tell);
    talk.join().unwrap();
}

/// The positions that each search of a conversation took in all.
fn nodes_of_searches(said: &[String]) -> Vec<u64> {
    let mut searches = vec![0];
    for line in said {
        let words: Vec<&str> = line.split(' ').collect();
        if let Some(place) = words.iter().position(|&word| word == "nodes") {
            *searches.last_mut().unwrap() = words[place + 1].parse().unwrap();
        }
        if line.starts_with("bestmove") {
            searches.push(0);
        }
    }
    searches.pop();
    searches
}

const BOARD: &str = "012012/120120/201201/012210/210012/102102";

/// Says some lines one after the other, each after the answer to the search before it.
fn answers_in_turn(searches: &[&'static str]) -> Vec<String> {
    let (tell, lines) = channel();
    let (said, hear) = channel();
    let start = Instant::now();
    let talk = std::thread::spawn(move || {
        converse(BufReader::new(Lines(lines)), Said(said), move || start.elapsed()).unwrap();
    });
    let mut heard = Vec::new();
    for search in searches {
        tell.send(search).unwrap();
        loop {
            let said = hear.recv().unwrap();
            heard.extend(said.lines().map(str::to_owned));
            if said.starts_with("bestmove") {
                break;
            }
        }
    }
    drop(tell);
    talk.join().unwrap();
    heard
}

#[test]
fn a_second_search_remembers_and_newgame_forgets() {
    let heard = answers_in_turn(&[
        "position board 012012/120120/201201/012210/210012/102102\ngo depth 8\n",
        "go depth 8\n",
        "newgame\ngo depth 8\n",
    ]);
    let nodes = nodes_of_searches(&heard);
    assert_eq!(nodes.len(), 3, "{heard:?}");
    assert!(nodes[1] < nodes[0], "{nodes:?}");
    assert_eq!(nodes[2], nodes[0], "as if nothing had been found before");
}

#[test]
fn options_have_an_effect() {
    let nodes = |settings: &str| {
        let said = answers(&format!("{settings}position board {BOARD}\ngo depth 6\n"));
        (nodes_of_searches(&said)[0], said)
    };
    let (usual, _) = nodes("");
    assert_eq!(nodes("setoption name Hash value 1\n").0, usual, "enough for so few positions");
    let (weak, said) = nodes("setoption name Level value 1\n");
    assert!(weak < usual);
    let depths = said.iter().filter(|line| line.starts_with("info")).count();
    assert_eq!(depths, 1, "level 1 looks one move ahead: {said:?}");
    assert!(nodes("setoption name Lines value 5\n").0 > usual);
    let (_, said) = nodes("setoption name Threads value 3\n");
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}

#[test]
fn info_tells_how_fast_the_search_is_and_how_full_its_table() {
    // Too large to be solved.
    let row = |row: u32| -> String {
        (0..12)
            .map(|column| {
                char::from(b'0' + ((7 * row + 3 * column * column + row * column) % 5) as u8)
            })
            .collect()
    };
    let board = (0..12).map(row).collect::<Vec<_>>().join("/");
    let numbers = |megabytes: u32| {
        let hash = format!("setoption name Hash value {megabytes}\n");
        let said = answers(&format!("{hash}position board {board}\ngo nodes 300000\n"));
        let last = said.iter().rfind(|line| line.starts_with("info")).unwrap().clone();
        let words: Vec<&str> = last.split(' ').collect();
        ["nps", "hashfull"].map(|name| -> u64 {
            let place = words.iter().position(|word| *word == name).unwrap();
            words[place + 1].parse().unwrap()
        })
    };
    let ([speed, small], [_, large]) = (numbers(1), numbers(64));
    assert!(speed > 0);
    assert!((50..=1000).contains(&small), "{small} thousandths of 65,536 entries");
    assert!(large < small / 10, "{large} of a larger table, {small} of a small one");
}

#[test]
fn memory_that_cannot_be_had_is_an_error_and_the_engine_works_on() {
    // More than a machine has; where it is not, the option is simply set.
    let said =
        answers(&format!("setoption name Hash value 65536\nposition board {BOARD}\ngo depth 4\n"));
    let errors: Vec<&String> = said.iter().filter(|line| line.starts_with("error")).collect();
    let expected = "error expected 65536 MB of memory for the table, found less";
    assert!(errors.iter().all(|error| *error == expected) && errors.len() <= 1, "{errors:?}");
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}

#[test]
fn both_limits_of_time_hold() {
    let board = "0123456789/1234567890/2345678901/3456789012/4567890123/5678901234/6789012345/\
                 7890123456/8901234567/9012345678";
    for limits in ["movetime 0.05 clock 600", "clock 600 movetime 0.05"] {
        // A clock that goes on by a millisecond whenever it is asked.
        let asked = Arc::new(AtomicU64::new(0));
        let clock = {
            let asked = Arc::clone(&asked);
            move || Duration::from_millis(asked.fetch_add(1, Relaxed))
        };
        let talk = format!("position board {board}\ngo {limits}\n");
        let said =
            String::from_utf8(converse(talk.as_bytes(), Vec::new(), clock).unwrap()).unwrap();
        assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
        assert!(asked.load(Relaxed) < 1000, "{limits}: a share of 600 s was taken");
    }
}

#[test]
fn quit_ends_an_endless_search() {
    let said = answers(&format!("position board {BOARD}\ngo infinite\nquit\n"));
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}

#[test]
fn a_search_that_fails_is_answered_with_a_legal_move() {
    // The search asks for the time, and the clock fails the first time.
    let asked = Arc::new(AtomicU64::new(0));
    let clock = move || {
        assert!(asked.fetch_add(1, Relaxed) > 0, "a clock that fails on purpose");
        Duration::ZERO
    };
    let talk = b"position board ***/*10/000\ngo depth 3\nstop\ngo clock 5\n";
    let output = converse(&talk[..], Vec::new(), clock).unwrap();
    let said = String::from_utf8(output).unwrap();
    let failed = "error expected a search to its end, found a bug\nbestmove A3\ninfo depth 1 ";
    assert!(said.starts_with(failed), "{said}");
    assert!(said.contains(" exact ") && said.ends_with("bestmove A3\n"), "it works on: {said}");
}
