//! Rooms from the terminal: a person line by line, and programs that run elsewhere.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::{fs, thread};

use fruitrage_rules::Cell;
use serde_json::json;
use tempfile::TempDir;

use super::visitor::{Seat, Visitor, call, fruitrage as game_of, terms};
use crate::run::{fruitrage, standard_error, standard_output};
use crate::serve::Server;
use crate::waiting::DEADLINE;

/// The link of a room for a friend, as the page gives it.
pub(super) fn link(scheme: &str, host: &str, seat: &Seat) -> String {
    let [room, invitation] = [&seat.room, &seat.invitation].map(|text| text.as_str().unwrap());
    format!("{scheme}://{host}/#room={room}.{invitation}")
}

/// Plays until the game is over, against somebody who answers.
pub(super) fn play_against(visitor: &mut Visitor) {
    visitor.await_room("a game", |room| room["stage"] == "playing");
    while visitor.room["stage"] == "playing" {
        let before = visitor.moves();
        visitor.play();
        visitor.await_room("an answer", |room| {
            let moves = room["game"]["moves"].as_array().map_or(0, Vec::len);
            moves >= before + 2 || room["stage"] == "over"
        });
    }
}

fn seat(address: &str, opened: &Seat, agent: &[&str]) -> Command {
    let mut command = fruitrage(&["seat", &link("http", address, opened), "--once", "--"]);
    command.args(agent);
    command
}

#[test]
fn a_program_takes_a_seat_and_plays_a_whole_game() {
    let server = Server::start(&[]);
    let mut visitor = Visitor::connect(&server.address);
    let opened = visitor.open(&terms(Some(3600)), &json!({ "kind": "friend" }));
    let mut command = seat(&server.address, &opened, &["greedy"]);
    let program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    play_against(&mut visitor);
    assert!(game_of(&visitor.room).board().is_empty());
    assert_eq!(visitor.room["players"][1]["name"], "greedy");
    let said = program.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", standard_error(&said));
    let scores = game_of(&visitor.room).scores();
    let outcome = format!("Ada {}, greedy {}; winner:", scores[0], scores[1]);
    assert!(standard_output(&said).contains(&outcome), "{}", standard_output(&said));
}

#[test]
fn a_program_that_crashes_in_a_seat_resigns_and_its_author_reads_why() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("mine.py");
    fs::write(&path, "import sys\nprint('no idea', file=sys.stderr)\nsys.exit(3)\n").unwrap();
    let server = Server::start(&[]);
    let mut visitor = Visitor::connect(&server.address);
    let opened = visitor.open(&terms(Some(3600)), &json!({ "kind": "friend" }));
    let mut command = seat(&server.address, &opened, &["python3", path.to_str().unwrap()]);
    let program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    visitor.await_room("a game", |room| room["stage"] == "playing");
    visitor.play();
    visitor.await_room("the end", |room| room["stage"] == "over");
    let ending = &visitor.room["game"]["ending"];
    assert_eq!((&ending["cause"], &ending["loser"]), (&json!("resigned"), &json!(1)));
    let said = standard_error(&program.wait_with_output().unwrap());
    assert!(said.contains("crashed") && said.contains("no idea"), "{said}");
}

/// A person at a terminal.
struct Person {
    process: Child,
    /// What the terminal shows, line by line.
    lines: Receiver<String>,
}

impl Person {
    fn enter(address: &str) -> Self {
        let mut command = fruitrage(&["play", "--room", address, "--name", "Grace"]);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let shown = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in shown.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self { process, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.process.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads until a line has this in it.
    fn read(&self, what: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(DEADLINE);
            let line = line.unwrap_or_else(|error| panic!("no line with {what}: {error}"));
            if line.contains(what) {
                return line;
            }
        }
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_person_plays_from_the_terminal() {
    let server = Server::start(&[]);
    let mut visitor = Visitor::connect(&server.address);
    let opened = visitor.open(&terms(Some(3600)), &json!({ "kind": "friend" }));
    let mut person = Person::enter(&link("http", &server.address, &opened));
    person.read("You have a seat");
    visitor.await_room("a game", |room| room["stage"] == "playing");
    person.say("Z99");
    person.read("Expected a cell such as G8");
    visitor.play();
    person.read("1. Ada: ");
    person.read("Your move.");
    visitor.offer("take-back");
    person.read("to take the last move back");
    visitor.await_room("an offer", |room| room["offer"]["what"] == "take-back");
    person.say("no");
    visitor.await_room("no", |room| room["offer"].is_null());
    while visitor.room["stage"] == "playing" {
        let game = game_of(&visitor.room);
        let before = game.turns().len();
        if before.is_multiple_of(2) {
            visitor.play();
        } else {
            // Whoever answers before the move has come plays on a board that is gone.
            if before > 1 {
                person.read(&format!("{before}. Ada: "));
            }
            let cell: Cell = game.board().groups().next().unwrap().name();
            person.say(&cell.to_string().to_lowercase());
        }
        visitor.await_room("a move", |room| {
            room["game"]["moves"].as_array().map_or(0, Vec::len) > before || room["stage"] == "over"
        });
        if game_of(&visitor.room).board().is_empty() {
            visitor.await_room("the end", |room| room["stage"] == "over");
        }
    }
    let end = person.read("The game is over");
    assert!(end.contains(". All fruits are claimed. `rematch` asks for another."), "{end}");
    person.say("record");
    person.read("fruitrage record 1");
    person.say("quit");
    assert!(person.process.wait().unwrap().success());
}

#[test]
fn a_person_at_the_terminal_agrees_and_reads_why_a_game_is_over() {
    let server = Server::start(&[]);
    let mut visitor = Visitor::connect(&server.address);
    let opened = visitor.open(&terms(None), &json!({ "kind": "friend" }));
    let mut person = Person::enter(&link("http", &server.address, &opened));
    person.read("Game 1 begins.");
    visitor.await_room("a game", |room| room["stage"] == "playing");
    visitor.play();
    person.read("1. Ada: ");
    visitor.offer("take-back");
    person.read("Ada asks to take the last move back: `undo` agrees");
    person.say("undo");
    person.read("Taken back: move 1 is next.");
    visitor.offer("draw");
    person.read("Ada offers a draw: `draw` agrees");
    person.say("draw");
    let end = person.read("The game is over");
    assert!(end.contains("a draw. Both agreed on a draw."), "{end}");
    visitor.offer("rematch");
    person.read("Ada asks for a rematch with sides changed: `rematch` agrees");
    person.say("rematch");
    person.read("Game 2 begins.");
    person.read("Your move.");
    person.say("resign");
    let end = person.read("The game is over");
    assert!(end.contains("Ada wins. Grace resigned."), "{end}");
}

#[test]
fn a_person_at_the_terminal_reads_that_the_time_is_over() {
    let server = Server::start(&[]);
    let mut visitor = Visitor::connect(&server.address);
    let opened = visitor.open(&terms(Some(2)), &json!({ "kind": "friend" }));
    let person = Person::enter(&link("http", &server.address, &opened));
    let end = person.read("The game is over");
    assert!(end.contains("Grace wins. Ada ran out of time."), "{end}");
}

/// Passes a program on to the server: at first without the answers, and once these are lost
/// with the connection, as a whole.
fn passed_on(door: &TcpListener, server: &str, is_cut: &Receiver<()>) {
    let copy = |from: &TcpStream, to: &TcpStream| {
        let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
        thread::spawn(move || io::copy(&mut from, &mut to))
    };
    let connect = || (door.accept().unwrap().0, call(server, DEADLINE));
    let (mut program, mut upstream) = connect();
    copy(&program, &upstream);
    let mut handshake = Vec::new();
    while !handshake.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        upstream.read_exact(&mut byte).unwrap();
        handshake.extend(byte);
    }
    program.write_all(&handshake).unwrap();
    is_cut.recv().unwrap();
    for end in [&program, &upstream] {
        end.shutdown(Shutdown::Both).unwrap();
    }
    let (program, upstream) = connect();
    copy(&program, &upstream);
    copy(&upstream, &program);
}

#[test]
fn a_program_that_was_not_told_of_its_seat_comes_back_to_it() {
    let server = Server::start(&[]);
    let mut visitor = Visitor::connect(&server.address);
    let opened = visitor.open(&terms(None), &json!({ "kind": "friend" }));
    let door = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = door.local_addr().unwrap().to_string();
    let (cut, is_cut) = channel();
    let upstream = server.address.clone();
    thread::spawn(move || passed_on(&door, &upstream, &is_cut));
    let mut command = seat(&address, &opened, &["greedy"]);
    let program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    visitor.await_room("a game", |room| room["stage"] == "playing");
    cut.send(()).unwrap();
    play_against(&mut visitor);
    assert!(game_of(&visitor.room).board().is_empty());
    let said = program.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", standard_error(&said));
    assert!(standard_error(&said).contains("the connection is lost; trying again"));
}

#[test]
fn a_program_in_a_seat_comes_back_when_the_server_does() {
    let directory = TempDir::new().unwrap();
    let rooms = directory.path().join("rooms.db");
    // At an address of its own: elsewhere somebody might get the port between two servers.
    let options = ["--address", "127.0.0.66", "--rooms", rooms.to_str().unwrap()];
    let mut server = Server::start(&options);
    let mut visitor = Visitor::connect(&server.address);
    let opened = visitor.open(&terms(None), &json!({ "kind": "friend" }));
    let mut command = seat(&server.address, &opened, &["greedy"]);
    let program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    visitor.await_room("a game", |room| room["stage"] == "playing");
    visitor.play();
    visitor.await_room("an answer", |room| room["game"]["moves"].as_array().unwrap().len() == 2);
    server.process().kill().unwrap();
    server.process().wait().unwrap();
    let port = server.address.rsplit_once(':').unwrap().1.to_owned();
    let mut again = fruitrage(&["serve", "--port", &port]);
    let server = Server::from_command(again.args(options));
    let mut visitor = Visitor::connect(&server.address);
    visitor.come_back(&opened);
    play_against(&mut visitor);
    assert!(game_of(&visitor.room).board().is_empty());
    let said = program.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", standard_error(&said));
    assert!(standard_error(&said).contains("the connection is lost; trying again"));
}

#[test]
fn links_that_lead_nowhere_are_refused() {
    let server = Server::start(&[]);
    let unknown =
        format!("http://{}/#room=abcdefghijkm.abcdefghijkmnpqrstuvwxyz23", server.address);
    for (arguments, status, reason) in [
        (vec!["seat", &unknown, "--", "greedy"], 1, "no such room"),
        (vec!["seat", "http://x/#room=1", "--", "greedy"], 2, "expected a link such as"),
        (vec!["play", "--room", &unknown], 1, "no such room"),
    ] {
        // A person who says nothing, and is there.
        let mut command = fruitrage(&arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let _silent = process.stdin.take();
        let said = process.wait_with_output().unwrap();
        let error = standard_error(&said);
        assert_eq!(said.status.code(), Some(status), "{arguments:?}: {error}");
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}
