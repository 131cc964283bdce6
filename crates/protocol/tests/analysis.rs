//! Questions and answers as JSON, in memory.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use fruitrage_protocol::{Resources, analyse};
use serde_json::{Value, json};

const LARGE: &str = "0123401234/1234012340/2340123401/3401234012/4012340123/0123401234/\
                     1234012340/2340123401/3401234012/4012340123";

fn resources(jobs: usize) -> Resources {
    Resources { jobs, threads: 1, hash_megabytes: 4 }
}

/// The answers to some lines, in the order in which they come.
fn answers(lines: &str, jobs: usize) -> Vec<Value> {
    let start = Instant::now();
    let mut output = Vec::new();
    analyse(lines.as_bytes(), &mut output, &|| start.elapsed(), resources(jobs)).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn by_id<'a>(answers: &'a [Value], id: &Value) -> Vec<&'a Value> {
    answers.iter().filter(|answer| answer["id"] == *id).collect()
}

#[test]
fn a_question_is_answered_with_its_id() {
    let said = answers("{\"id\": \"a\", \"board\": \"***/*10/000\", \"nodes\": 900}\n", 1);
    assert_eq!(said.len(), 1);
    assert_eq!(said[0]["id"], "a");
    assert_eq!(said[0]["type"], "result");
    assert_eq!(said[0]["board"], "***/*10/000");
    assert_eq!((&said[0]["value"], &said[0]["exact"]), (&15.into(), &true.into()));
    assert_eq!(said[0]["moves"], json!(["A3", "B3"]));
    assert_eq!(said[0]["lines"][0]["points"], 16);
    assert!(said[0]["nps"].as_u64() > Some(0) && said[0]["hashfull"].is_u64(), "{}", said[0]);
}

#[test]
fn every_question_of_many_is_answered_once() {
    let questions: Vec<String> = (0..40)
        .map(|id| format!("{{\"id\": {id}, \"board\": \"0120/1201/2012/0112\", \"nodes\": 500}}\n"))
        .collect();
    for jobs in [1, 3] {
        let said = answers(&questions.concat(), jobs);
        assert_eq!(said.len(), 40);
        for id in 0..40 {
            assert_eq!(by_id(&said, &id.into()).len(), 1, "{id}");
        }
    }
}

#[test]
fn moves_lines_levels_and_reports() {
    let said = answers(
        "{\"id\": 1, \"board\": \"***/*10/000\", \"moves\": [\"C2\"], \"depth\": 2}\n\
         {\"id\": 2, \"board\": \"0120/1201/2012/0112\", \"depth\": 3, \"lines\": 3, \"reports\": true}\n\
         {\"id\": 3, \"board\": \"0120/1201/2012/0112\", \"level\": 1, \"time\": 0.5}\n\
         {\"id\": 4, \"board\": \"**/**\", \"clock\": 5}\n",
        1,
    );
    assert_eq!(by_id(&said, &1.into())[0]["board"], "***/***/*1*");
    let reports = by_id(&said, &2.into());
    assert!(reports.len() > 2, "{reports:?}");
    assert_eq!(reports.last().unwrap()["type"], "result");
    assert!(reports[..reports.len() - 1].iter().all(|report| report["type"] == "report"));
    assert_eq!(reports.last().unwrap()["lines"].as_array().unwrap().len(), 3);
    assert_eq!(by_id(&said, &3.into())[0]["depth"], 1);
    assert_eq!(by_id(&said, &4.into())[0]["moves"], json!([]));
}

#[test]
fn what_is_no_question_is_told_and_the_next_one_answered() {
    for (line, id, message) in [
        ("hello", Value::Null, "expected a question as one JSON object: "),
        ("[]", Value::Null, "expected a question as one JSON object, found `[]`"),
        ("{}", Value::Null, "expected an id, a text or a number, found none"),
        ("{\"id\": [1]}", Value::Null, "expected an id, a text or a number, found `[1]`"),
        ("{\"id\": 7}", 7.into(), "expected a board, found none"),
        ("{\"id\": 7, \"board\": \"01/2x\"}", 7.into(), "expected a board (line 2, column 2: "),
        (
            "{\"id\": 7, \"board\": \"01/21\", \"moves\": [\"Q\"]}",
            7.into(),
            "expected a move such as G8, found `Q`",
        ),
        (
            "{\"id\": 7, \"board\": \"01/21\", \"moves\": [\"C1\"]}",
            7.into(),
            "expected a legal move (",
        ),
        (
            "{\"id\": 7, \"board\": \"01/21\", \"time\": 0}",
            7.into(),
            "expected seconds, a number above 0, found `0`",
        ),
        (
            "{\"id\": 7, \"board\": \"01/21\", \"time\": \"1\"}",
            7.into(),
            "expected seconds, a number above 0, found ",
        ),
        (
            "{\"id\": 7, \"board\": \"01/21\", \"depth\": 0}",
            7.into(),
            "expected a depth above 0, found `0`",
        ),
        (
            "{\"id\": 7, \"board\": \"01/21\", \"lines\": 0}",
            7.into(),
            "expected 1 to 676 lines, found 0",
        ),
        (
            "{\"id\": 7, \"board\": \"01/21\", \"level\": 11}",
            7.into(),
            "expected a level from 1 to 10",
        ),
        (
            "{\"id\": 7, \"board\": \"01/21\", \"colour\": 1}",
            7.into(),
            "expected a question as one JSON object: unknown field `colour`",
        ),
        ("{\"cancel\": null, \"id\": 7}", 7.into(), "expected a board, found none"),
        ("{\"cancel\": [7]}", Value::Null, "expected an id to cancel"),
        ("\u{feff}{\"id\": 7}", Value::Null, "expected a question as one JSON object: "),
    ] {
        let said =
            answers(&format!("{line}\n\n{{\"id\": 8, \"board\": \"0\", \"depth\": 1}}\n"), 1);
        assert_eq!(said.len(), 2, "{line}: {said:?}");
        let (refused, answered) =
            if said[0]["type"] == "error" { (&said[0], &said[1]) } else { (&said[1], &said[0]) };
        let (kind, error) = (refused["type"].as_str().unwrap(), refused["error"].as_str().unwrap());
        assert!(kind == "error" && error.starts_with(message), "{line}: {error}");
        let expected = if id.is_null() { &Value::Null } else { &id };
        assert_eq!(refused["id"], *expected, "{line}");
        assert_eq!(answered["value"], 1, "{line}");
    }
}

#[test]
fn a_line_without_end_is_refused() {
    let said = answers(&"9".repeat((1 << 20) + 5), 1);
    assert_eq!(said[0]["error"], "expected a line below 1048576 bytes, found more");
}

/// An input whose lines are given one by one, while the conversation goes on.
struct Lines(Receiver<String>);

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(line) = self.0.recv() else { return Ok(0) };
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// An output that tells each thing that is said.
struct Said(Sender<Value>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.send(serde_json::from_slice(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn talking(jobs: usize) -> (Sender<String>, Receiver<Value>, JoinHandle<()>) {
    let (tell, lines) = channel();
    let (said, hear) = channel();
    let start = Instant::now();
    let talk = thread::spawn(move || {
        let input = BufReader::new(Lines(lines));
        analyse(input, Said(said), &|| start.elapsed(), resources(jobs)).unwrap();
    });
    (tell, hear, talk)
}

#[test]
fn what_is_searched_and_what_waits_can_be_cancelled() {
    let (tell, hear, talk) = talking(1);
    let ask = |id: u32| format!("{{\"id\": {id}, \"board\": \"{LARGE}\", \"reports\": true}}\n");
    tell.send(ask(1)).unwrap();
    assert_eq!(hear.recv().unwrap()["id"], 1, "it is searched, without a limit");
    tell.send(ask(2)).unwrap();
    tell.send("{\"cancel\": 2}\n".to_owned()).unwrap();
    let waiting = hear.iter().find(|answer| answer["id"] == 2).unwrap();
    assert_eq!(waiting, json!({ "id": 2, "type": "result", "cancelled": true }));
    tell.send("{\"cancel\": 1}\n".to_owned()).unwrap();
    let searched = hear.iter().find(|answer| answer["type"] == "result").unwrap();
    assert_eq!((&searched["id"], &searched["cancelled"]), (&1.into(), &true.into()));
    assert!(searched["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
    tell.send(ask(3)).unwrap();
    assert_eq!(hear.recv().unwrap()["id"], 3);
    tell.send("{\"cancel_all\": true}\n".to_owned()).unwrap();
    assert_eq!(hear.iter().find(|answer| answer["type"] == "result").unwrap()["id"], 3);
    drop(tell);
    talk.join().unwrap();
}

#[test]
fn the_end_of_the_input_ends_what_has_no_limit() {
    let said = answers(
        &format!(
            "{{\"id\": 1, \"board\": \"{LARGE}\"}}\n{{\"id\": 2, \"board\": \"{LARGE}\", \"nodes\": 2000}}\n"
        ),
        1,
    );
    assert_eq!(by_id(&said, &1.into())[0]["cancelled"], true);
    let limited = by_id(&said, &2.into())[0];
    assert!(limited["nodes"].as_u64().unwrap() >= 2000 && limited.get("cancelled").is_none());
}

/// A host that has gone away.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_host_that_has_gone_away_ends_it() {
    let questions = format!("{{\"id\": 1, \"board\": \"{LARGE}\", \"nodes\": 1000}}\nhello\n");
    let start = Instant::now();
    let ended = analyse(questions.as_bytes(), Gone, &|| start.elapsed(), resources(1));
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}
