//! Clocks: what is charged, what is given back, and when they stand still.

use std::time::Duration;

use fruitrage_rooms::{Chair, Event, GRACE, MOST_LAG, Refused, Stage};
use fruitrage_rules::{Cause, Ending, Player};

use crate::tables::{START, play, played, two_people};

const MOST: u64 = MOST_LAG.as_millis() as u64;

fn left(room: &fruitrage_rooms::Room, now: u64) -> [u64; 2] {
    room.clocks(now).unwrap().map(|clock| clock.as_millis() as u64)
}

#[test]
fn only_the_clock_of_who_is_to_move_runs() {
    let mut room = two_people(Some(60));
    assert_eq!(left(&room, START + 4000), [56_000, 60_000]);
    play(&mut room, Chair::Host, START + 4000).unwrap();
    assert_eq!(left(&room, START + 9000), [56_000, 55_000]);
}

#[test]
fn a_connections_delay_is_given_back_up_to_a_limit() {
    for (lag, charged) in [(0, 4000), (200, 3800), (MOST, 4000 - MOST), (3000, 4000 - MOST)] {
        let mut room = two_people(Some(60));
        let event = played(&room, Chair::Host, lag);
        room.update(&event, START + 4000).unwrap();
        assert_eq!(left(&room, START + 4000)[0], 60_000 - charged, "{lag}");
    }
    let mut room = two_people(Some(60));
    let event = played(&room, Chair::Host, 400);
    room.update(&event, START + 100).unwrap();
    assert_eq!(left(&room, START + 100)[0], 60_000, "nothing is given");
}

#[test]
fn a_clock_that_is_over_loses_and_not_before_a_last_message_could_have_come() {
    let mut room = two_people(Some(10));
    let deadline = room.deadline().unwrap();
    assert_eq!(deadline, START + 10_000 + MOST);
    assert_eq!(room.update(&Event::RanOut, deadline - 1), Err(Refused::InTime));
    let mut late = room.clone();
    // Made in time, heard after it.
    let event = played(&late, Chair::Host, 300);
    late.update(&event, START + 10_200).unwrap();
    assert_eq!((late.stage(), left(&late, START + 10_200)[0]), (Stage::Playing, 100));
    let mut later = room.clone();
    play(&mut later, Chair::Host, START + 10_000).unwrap();
    let lost = |room: &fruitrage_rooms::Room| {
        matches!(
            room.game().unwrap().ending(),
            Some(Ending::Forfeit { loser: Player::First, cause: Cause::OutOfTime, .. })
        )
    };
    assert!(lost(&later));
    room.update(&Event::RanOut, deadline).unwrap();
    assert!(lost(&room));
}

#[test]
fn clocks_stand_still_while_the_server_is_away_and_until_a_player_is_back() {
    let mut room = two_people(Some(60));
    let (killed, back) = (START + 5000, START + 900_000);
    room.update(&Event::Restored { alive: killed }, back).unwrap();
    assert!(room.is_paused(back));
    assert_eq!(left(&room, back + 3000), [55_000, 60_000]);
    let other = Event::Returned { chair: Chair::Guest };
    assert_eq!(room.update(&other, back + 3000), Err(Refused::NotNow));
    room.update(&Event::Returned { chair: Chair::Host }, back + 3000).unwrap();
    assert_eq!(left(&room, back + 4000), [54_000, 60_000]);
}

#[test]
fn who_does_not_come_back_is_not_waited_for() {
    let mut room = two_people(Some(60));
    let back = START + 900_000;
    room.update(&Event::Restored { alive: START + 5000 }, back).unwrap();
    let grace = GRACE.as_millis() as u64;
    assert_eq!(left(&room, back + grace + 1000), [54_000, 60_000]);
    assert_eq!(room.deadline(), Some(back + grace + 55_000 + MOST));
}

#[test]
fn what_was_taken_back_has_cost_its_time() {
    let mut room = two_people(Some(60));
    play(&mut room, Chair::Host, START + 5000).unwrap();
    room.update(
        &Event::Offered { chair: Chair::Host, what: fruitrage_rooms::Matter::TakeBack },
        START + 6000,
    )
    .unwrap();
    room.update(&Event::Accepted { chair: Chair::Guest }, START + 8000).unwrap();
    assert_eq!(room.game().unwrap().turns(), []);
    assert_eq!(left(&room, START + 9000), [54_000, 57_000]);
    play(&mut room, Chair::Host, START + 9000).unwrap();
    assert_eq!(left(&room, START + 9000), [54_000, 57_000]);
    assert_eq!(room.game().unwrap().turns()[0].spent, Duration::from_secs(6));
}
