//! Programs as opponents.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::visitor::{Visitor, fruitrage, terms};
use crate::serve::Server;

const CRASHES: &str = "import sys\nprint('no idea', file=sys.stderr)\nsys.exit(3)\n";

fn program(text: &str) -> (TempDir, String) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("mine.py");
    fs::write(&path, text).unwrap();
    let agent = format!("mine=python3 {}", path.display());
    (directory, agent)
}

#[test]
fn agents_are_listed_by_name_and_never_by_command() {
    let server = Server::start(&["--agent", "easy=greedy", "--agent", "chance=random"]);
    assert_eq!(server.json("/api/online"), json!({ "agents": ["easy", "chance"] }));
    let mut visitor = Visitor::connect(&server.address);
    for name in ["greedy", "python3 -c 1", "engine", "easy "] {
        let against = json!({ "kind": "agent", "agent": name });
        if name.trim() == "easy" {
            continue;
        }
        visitor.say(
            &json!({ "type": "open", "name": "Ada", "terms": terms(Some(3600)), "against": against }),
        );
        assert_eq!(visitor.await_one("refused")["reason"], "there is no such program here");
    }
}

#[test]
fn a_visitor_plays_an_agent_takes_back_and_plays_again() {
    let server = Server::start(&["--agent", "easy=greedy"]);
    let mut visitor = Visitor::connect(&server.address);
    visitor.open(&terms(Some(3600)), &json!({ "kind": "agent", "agent": "easy" }));
    visitor.await_room("a game", |room| room["stage"] == "playing");
    visitor.play();
    visitor.await_room("the answer", |room| moves(room) == 2 || room["stage"] == "over");
    visitor.offer("take-back");
    visitor.await_room("an empty list", |room| moves(room) == 0);
    while visitor.room["stage"] == "playing" {
        let before = visitor.moves();
        visitor.play();
        visitor
            .await_room("an answer", |room| moves(room) >= before + 2 || room["stage"] == "over");
    }
    assert!(fruitrage(&visitor.room).board().is_empty());
    visitor.offer("rematch");
    visitor.await_room("another game that the agent begins", |room| {
        room["games"] == 2 && moves(room) == 1
    });
}

fn moves(room: &Value) -> usize {
    room["game"]["moves"].as_array().map_or(0, Vec::len)
}

#[test]
fn a_program_that_crashes_loses_and_it_is_said_in_plain_words() {
    let (_directory, agent) = program(CRASHES);
    let server = Server::start(&["--agent", &agent]);
    let mut visitor = Visitor::connect(&server.address);
    visitor.open(&terms(Some(3600)), &json!({ "kind": "agent", "agent": "mine" }));
    visitor.await_room("a game", |room| room["stage"] == "playing");
    visitor.play();
    visitor.await_room("an end", |room| room["stage"] == "over");
    let ending = &visitor.room["game"]["ending"];
    assert_eq!((&ending["cause"], &ending["loser"]), (&json!("crashed"), &json!(1)));
    assert!(ending["detail"].as_str().unwrap().contains("no idea"), "{ending}");
}

#[test]
fn two_agents_play_to_be_watched_and_others_wait_their_turn() {
    let server = Server::start(&[
        "--agent",
        "easy=greedy",
        "--agent",
        "chance=random",
        "--agent-games",
        "1",
    ]);
    let mut first = Visitor::connect(&server.address);
    // The person does not move: the place stays taken.
    let seat = first.open(&terms(Some(3600)), &json!({ "kind": "agent", "agent": "easy" }));
    first.await_room("a game", |room| room["stage"] == "playing");
    let mut second = Visitor::connect(&server.address);
    let agents = json!({ "kind": "agents", "agents": ["easy", "chance"] });
    let watched = second.open(&terms(Some(3600)), &agents);
    assert!(watched.token.is_null());
    second.await_room("a queue", |room| room["stage"] == "queued");
    let mut third = Visitor::connect(&server.address);
    third.say(
        &json!({ "type": "open", "name": "Eve", "terms": terms(Some(3600)), "against": agents }),
    );
    let reason = third.await_one("refused")["reason"].clone();
    assert_eq!(reason, "too many games of programs are under way");
    first.come_back(&seat);
    first.ask("resign");
    second.await_room("an end", |room| room["stage"] == "over");
    assert!(fruitrage(&second.room).board().is_empty());
}
