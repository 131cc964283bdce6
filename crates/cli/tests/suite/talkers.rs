//! Programs of the line protocol.

use std::time::Instant;

use serde_json::Value;

use crate::arena::{agents, causes, confined, play, sinner};
use crate::waiting::DEADLINE;

fn talker(sin: &str) -> String {
    format!("stdio:python3 {} {sin}", agents().join("talker.py").display())
}

fn faults(sin: &str, time: &str) -> Value {
    let played = confined(&talker(sin), time);
    assert_eq!(played["faults"].as_array().unwrap().len(), 2, "{sin}: {played}");
    played
}

#[test]
fn a_talking_program_plays_its_games_in_one_process() {
    assert_eq!(causes(&confined(&talker(""), "600")), Vec::<&str>::new());
    let played = play(&["greedy", &talker(""), "--pairs", "1", "--size", "5"]);
    assert_eq!(causes(&played), Vec::<&str>::new());
}

#[test]
fn its_faults_are_told_apart() {
    for (sin, time, cause, message) in [
        ("sleep", "0.5", "out-of-time", "expected `bestmove` within the time left"),
        ("crash", "600", "crashed", "signal 6"),
        ("leave", "600", "protocol-error", "it ended"),
        ("error", "600", "protocol-error", "it said `error I give up`"),
        ("junk", "600", "malformed-output", "found `nowhere`"),
        ("outside", "600", "malformed-output", "found `A99`"),
        ("illegal", "600", "illegal-move", "Z26 is outside"),
        ("talk", "600", "output-too-large", "more than it may"),
        ("scream", "600", "output-too-large", "prints of at most 64 MiB"),
        ("scream-with-care", "600", "output-too-large", "prints of at most 64 MiB"),
    ] {
        let played = faults(sin, time);
        let fault = &played["faults"][1];
        assert_eq!(fault["cause"], cause, "{sin}: {fault}");
        assert!(fault["detail"].as_str().unwrap().contains(message), "{sin}: {fault}");
    }
}

#[test]
fn talk_without_end_neither_stops_the_clock_nor_fills_the_store() {
    for (sin, time, cause) in [
        ("blank", "600", "output-too-large"),
        ("long", "600", "output-too-large"),
        ("mumble", "0.5", "out-of-time"),
        ("complain", "600", "protocol-error"),
    ] {
        let start = Instant::now();
        let played = faults(sin, time);
        assert_eq!(causes(&played), [cause; 2], "{sin}");
        // Two games, each far below its clock; before, the clock was not looked at.
        assert!(start.elapsed() < DEADLINE, "{sin}: {:?}", start.elapsed());
        let kept = played["faults"].to_string().len();
        assert!(kept < 40_000, "{sin}: {kept} bytes are kept");
        let detail = played["faults"][0]["detail"].as_str().unwrap().len();
        assert!(detail < 600, "{sin}: {detail}");
    }
}

#[test]
fn the_talk_and_the_last_words_are_kept() {
    let played = faults("crash", "600");
    let evidence = &played["faults"][0]["evidence"];
    assert!(evidence["input"].as_str().unwrap().contains("\ngo clock 600\n"));
    assert!(evidence["printed"].as_str().unwrap().contains("last words"));
}

#[test]
fn nobody_thinks_on_the_opponents_time() {
    let slow = format!("{} slow", sinner());
    for sandbox in ["--sandbox=off", "--sandbox=required"] {
        for sin in ["ponder", "ponder-early", "ponder-again", "multiply"] {
            let arguments = [&slow, &talker(sin), "--pairs", "1", "--size", "3", "--seed", "2"];
            let played = play(&[&arguments[..], &[sandbox]].concat());
            assert_eq!(causes(&played), Vec::<&str>::new(), "{sin}, {sandbox}: {played}");
        }
    }
}

#[test]
fn our_own_engine_plays_over_the_protocol() {
    let engine = format!("stdio:{} engine", env!("CARGO_BIN_EXE_fruitrage"));
    for sandbox in ["--sandbox=off", "--sandbox=required"] {
        let arguments = [&engine, "random", "--pairs", "1", "--size", "4", "--time", "60", sandbox];
        let played = play(&arguments);
        assert_eq!(causes(&played), Vec::<&str>::new(), "{sandbox}: {played}");
        assert_eq!(played["pairs"]["won"], 1, "{sandbox}: {played}");
    }
}
