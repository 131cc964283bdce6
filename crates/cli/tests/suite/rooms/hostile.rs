//! Visitors who mean no good: refused, and nobody else is disturbed.

use std::io::{Read, Write};
use std::net::TcpStream;

use fruitrage_rules::Generator;
use serde_json::json;

use super::visitor::{Visitor, meeting, play_to_the_end, terms};
use crate::serve::Server;

#[test]
fn other_pages_and_other_names_are_turned_away() {
    let server = Server::start(&["--host", "play.example"]);
    for (headers, status) in [
        (vec![("Origin", "http://evil.example")], 403),
        (vec![("Origin", "null")], 403),
        (vec![("Host", "evil.example")], 403),
        (vec![("Host", "evil.example"), ("Origin", "http://evil.example")], 403),
    ] {
        let refused = Visitor::try_connect(&server.address, &headers);
        assert_eq!(refused.err(), Some(status), "{headers:?}");
    }
    let own = format!("http://{}", server.address);
    assert!(Visitor::try_connect(&server.address, &[("Origin", &own)]).is_ok());
    let named = [("Host", "play.example"), ("Origin", "https://play.example")];
    assert!(Visitor::try_connect(&server.address, &named).is_ok());
    let page = server.send("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(page.status, 403);
    assert_eq!(server.get("/healthz").body, "ok");
}

#[test]
fn messages_that_make_no_sense_are_refused_and_the_game_goes_on() {
    let server = Server::start(&["--log", "off"]);
    let (mut players, _) = meeting(&server.address, Some(3600));
    let good = json!({ "type": "open", "name": "Eve", "terms": terms(None), "against": { "kind": "friend" } });
    let good = good.to_string().into_bytes();
    let mut generator = Generator::new(7);
    for _ in 0..30 {
        let mut visitor = Visitor::connect(&server.address);
        for _ in 0..20 {
            let mut text = good.clone();
            for _ in 0..=generator.below(4) {
                let place = generator.below(text.len());
                text[place] = b' ' + generator.below(95) as u8;
            }
            visitor.say_text(String::from_utf8(text).unwrap());
        }
        visitor.say(&json!({ "type": "draw", "link": "x" }));
        visitor.await_one("drawn");
    }
    play_to_the_end(&mut players);
}

#[test]
fn what_is_too_large_or_no_text_ends_the_connection() {
    let server = Server::start(&["--log", "off"]);
    let (mut players, _) = meeting(&server.address, Some(3600));
    let mut large = Visitor::connect(&server.address);
    large.say_text("x".repeat(1 << 20));
    assert!(large.hear().is_none());
    let mut bytes = Visitor::connect(&server.address);
    bytes.say_bytes(vec![0; 16]);
    assert_eq!(bytes.await_one("closing")["again"], false);
    // A frame that says it is large, and never comes.
    let mut raw = TcpStream::connect(&server.address).unwrap();
    let upgrade = format!(
        "GET /api/room HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    raw.write_all(upgrade.as_bytes()).unwrap();
    raw.write_all(&[0x81, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4]).unwrap();
    let mut all = Vec::new();
    raw.read_to_end(&mut all).unwrap();
    assert!(all.starts_with(b"HTTP/1.1 101"));
    play_to_the_end(&mut players);
}

#[test]
fn guessed_seats_do_not_open() {
    let server = Server::start(&["--log", "off"]);
    let (mut players, [host, _]) = meeting(&server.address, Some(3600));
    let mut visitor = Visitor::connect(&server.address);
    let mut tries = 0;
    // After some tries the connection ends.
    loop {
        let guess: String = format!("{tries:0>26}").replace(['0', '1'], "a");
        visitor.say(&json!({ "type": "return", "room": host.room, "token": guess }));
        let Some(notice) = visitor.hear() else { break };
        match notice["type"].as_str().unwrap() {
            "refused" => tries += 1,
            "closing" => break,
            other => panic!("{other}"),
        }
        assert!(tries < 100, "guessing goes on");
    }
    assert!(tries >= 10, "{tries}");
    let mut late = Visitor::connect(&server.address);
    late.ask_for_seat(&host, "e");
    assert_eq!(late.await_one("refused")["reason"], "The seat is taken");
    play_to_the_end(&mut players);
}

#[test]
fn a_flood_from_one_connection_or_address_is_stopped() {
    let server = Server::start(&["--log", "off", "--per-address", "4"]);
    let (mut players, _) = meeting(&server.address, Some(3600));
    let mut flood = Visitor::connect(&server.address);
    for _ in 0..500 {
        flood.ask("resign");
    }
    while let Some(notice) = flood.hear() {
        assert!(["refused", "closing"].contains(&notice["type"].as_str().unwrap()));
    }
    let mut held: Vec<Visitor> = Vec::new();
    let refused = loop {
        match Visitor::try_connect(&server.address, &[]) {
            Ok(visitor) => held.push(visitor),
            Err(status) => break status,
        }
        assert!(held.len() < 10);
    };
    assert_eq!(refused, 429);
    drop(held);
    play_to_the_end(&mut players);
}
