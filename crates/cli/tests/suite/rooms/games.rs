//! Whole games of two people, with whoever watches.

use serde_json::json;

use super::visitor::{Visitor, fruitrage, meeting, play_to_the_end};
use crate::serve::Server;

#[test]
fn two_people_play_a_game_with_clocks_and_somebody_watches() {
    let server = Server::start(&[]);
    let (mut players, [host, _]) = meeting(&server.address, Some(3600));
    let mut spectator = Visitor::connect(&server.address);
    spectator.say(&json!({ "type": "watch", "room": host.room }));
    let entered = spectator.await_one("entered");
    assert!(entered["chair"].is_null() && entered["token"].is_null());
    spectator.await_one("room");
    spectator.ask("resign");
    assert_eq!(spectator.await_one("refused")["reason"], "Only players can do that.");
    play_to_the_end(&mut players);
    spectator.await_room("the end", |room| room["stage"] == "over");
    assert!(fruitrage(&spectator.room).board().is_empty());
    let left = spectator.room["game"]["left"].as_array().unwrap();
    assert!(left.iter().all(|left| left.as_u64().unwrap() <= 3_600_000), "{left:?}");
}

#[test]
fn a_rematch_changes_sides_and_draws_and_take_backs_take_two() {
    let server = Server::start(&[]);
    let ([mut host, mut guest], _) = meeting(&server.address, None);
    host.play();
    guest.await_one("moved");
    host.offer("take-back");
    guest.await_room("an offer", |room| room["offer"]["what"] == "take-back");
    guest.ask("accept");
    guest.await_room("a board without moves", |room| room["game"]["moves"] == json!([]));
    guest.offer("draw");
    host.await_room("an offer", |room| room["offer"]["what"] == "draw");
    host.ask("decline");
    for player in [&mut host, &mut guest] {
        player.await_room("no", |room| room["offer"].is_null());
    }
    guest.offer("draw");
    host.await_room("an offer", |room| room["offer"]["what"] == "draw");
    host.ask("accept");
    guest.await_room("a draw", |room| room["game"]["ending"]["kind"] == "agreed");
    host.await_room("a draw", |room| room["stage"] == "over");
    host.offer("rematch");
    guest.await_room("an offer", |room| room["offer"]["what"] == "rematch");
    guest.ask("accept");
    for player in [&mut host, &mut guest] {
        player.await_room("another game", |room| room["games"] == 2);
        assert_eq!(player.room["first"], "guest");
    }
    let mut players = [host, guest];
    play_to_the_end(&mut players);
}

#[test]
fn who_loses_the_connection_comes_back_and_goes_on() {
    let server = Server::start(&[]);
    let ([mut host, guest], [_, seat]) = meeting(&server.address, Some(3600));
    drop(guest);
    while host.await_one("present")["chairs"] != json!([true, false]) {}
    host.play();
    let mut guest = Visitor::connect(&server.address);
    guest.come_back(&seat);
    guest.await_room("the move", |room| room["game"]["moves"].as_array().unwrap().len() == 1);
    play_to_the_end(&mut [host, guest]);
}

#[test]
fn who_lets_the_clock_run_out_loses() {
    let server = Server::start(&[]);
    let ([mut host, mut guest], _) = meeting(&server.address, Some(2));
    for player in [&mut host, &mut guest] {
        player.await_room("the end", |room| room["stage"] == "over");
        let game = &player.room["game"];
        let ending = &game["ending"];
        assert_eq!((&ending["cause"], &ending["loser"]), (&json!("out-of-time"), &json!(0)));
        assert_eq!(game["left"][0], 0, "{game}");
    }
}

#[test]
fn a_link_is_drawn_for_telephones() {
    let server = Server::start(&[]);
    let mut visitor = Visitor::connect(&server.address);
    visitor.say(&json!({ "type": "draw", "link": "http://127.0.0.1:8080/#room=abc" }));
    let rows = visitor.await_one("drawn")["rows"].clone();
    let rows = rows.as_array().unwrap();
    assert!(rows.len() > 20 && rows.iter().all(|row| row.as_str().unwrap().len() == rows.len()));
    visitor.say(&json!({ "type": "draw", "link": "x".repeat(500) }));
    visitor.await_one("refused");
}
