//! Servers that are killed, stopped and many.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use fruitrage_league::Location;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::TempDir;

use super::visitor::{Visitor, meeting, play_to_the_end, terms};
use crate::postgres;
use crate::serve::Server;

/// Has all that is kept happen earlier, as if the server had been away for so long.
fn age(rooms: &Path, by: Duration) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(rooms);
        let mut store = options.connect().await.unwrap();
        let earlier = format!(
            "UPDATE room_event SET happened_at = happened_at - {0};
             UPDATE room_server SET alive_at = alive_at - {0};",
            by.as_millis()
        );
        sqlx::raw_sql(AssertSqlSafe(earlier)).execute(&mut store).await.unwrap();
        store.close().await.unwrap();
    });
}

#[test]
fn a_server_that_is_killed_goes_on_with_every_game_and_its_clocks_stood_still() {
    let directory = TempDir::new().unwrap();
    let rooms = directory.path().join("rooms.db");
    let start = || Server::start(&["--rooms", rooms.to_str().unwrap()]);
    let mut server = start();
    let ([mut host, mut guest], seats) = meeting(&server.address, Some(3600));
    host.play();
    guest.await_one("moved");
    let before = guest.room.clone();
    server.process().kill().unwrap();
    server.process().wait().unwrap();
    // A whole day more than the clock of who is to move.
    age(&rooms, Duration::from_hours(24));
    let server = start();
    let mut players = seats.map(|seat| {
        let mut player = Visitor::connect(&server.address);
        player.come_back(&seat);
        player
    });
    let after = &players[1].room;
    assert_eq!(after["stage"], "playing");
    assert_eq!(after["game"]["moves"], before["game"]["moves"]);
    // All that this test takes, however slow the machine, and nothing of that day.
    let left = after["game"]["left"][1].as_u64().unwrap();
    assert!(left > 3_000_000, "{left}");
    play_to_the_end(&mut players);
}

/// The answer may be lost with the server; nobody else can have the seat then.
#[test]
fn whoever_was_not_told_of_a_seat_asks_for_it_again() {
    let directory = TempDir::new().unwrap();
    let rooms = directory.path().join("rooms.db");
    let start = || Server::start(&["--rooms", rooms.to_str().unwrap()]);
    let mut server = start();
    let ([_, guest], [opened, _]) = meeting(&server.address, None);
    drop(guest);
    server.process().kill().unwrap();
    server.process().wait().unwrap();
    let server = start();
    let [mut again, mut other] = [(); 2].map(|()| Visitor::connect(&server.address));
    other.ask_for_seat(&opened, "e");
    assert_eq!(other.await_one("refused")["reason"], "The seat is taken");
    again.sit(&opened);
    again.await_room("the game", |room| room["stage"] == "playing");
    assert_eq!(again.room["games"], 1);
    let mut host = Visitor::connect(&server.address);
    host.come_back(&opened);
    play_to_the_end(&mut [host, again]);
}

#[cfg(unix)]
#[test]
fn players_are_told_when_the_server_stops() {
    let mut server = Server::start(&[]);
    let ([mut host, _guest], _) = meeting(&server.address, None);
    let id = server.process().id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let closing = host.await_one("closing");
    assert_eq!(closing["again"], json!(true));
    assert!(server.process().wait().unwrap().success());
}

#[test]
fn several_servers_on_one_database_serve_the_same_rooms() {
    let database = postgres::shared().database();
    let database = match &database {
        Location::Postgres(address) => address.with_password().to_owned(),
        Location::File(_) => unreachable!("a database is no file"),
    };
    let [one, other] = [(); 2].map(|()| Server::start(&["--rooms", &database]));
    let mut host = Visitor::connect(&one.address);
    let opened = host.open(&terms(Some(3600)), &json!({ "kind": "friend" }));
    let mut guest = Visitor::connect(&other.address);
    guest.sit(&opened);
    for player in [&mut host, &mut guest] {
        player.await_room("a game", |room| room["stage"] == "playing");
    }
    play_to_the_end(&mut [host, guest]);
}
