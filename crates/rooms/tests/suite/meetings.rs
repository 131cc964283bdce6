//! Who meets, and what they can agree on.

use std::time::Duration;

use fruitrage_rooms::{Chair, Effect, Event, Matter, Refused, Room, Stage};
use fruitrage_rules::{Cause, Ending, Verdict};

use crate::tables::{START, agent, opened, person, play, secret, two_people};

#[test]
fn a_seat_is_taken_once_and_opened_by_its_secret_alone() {
    let mut room = Room::open(&opened(None, [Some(person("Ada", 1)), None]), START).unwrap();
    assert_eq!((room.stage(), room.game()), (Stage::Open, None));
    assert!(room.invites(&secret(9)) && !room.invites(&secret(1)));
    let sat = Event::Sat { occupant: person("Grace", 2) };
    assert_eq!(room.update(&sat, START), Ok(Effect::Changed));
    assert_eq!(room.update(&sat, START), Err(Refused::Taken));
    assert_eq!(room.stage(), Stage::Playing);
    assert_eq!(
        [1, 2, 3].map(|byte| room.chair_of(&secret(byte))),
        [Some(Chair::Host), Some(Chair::Guest), None]
    );
}

#[test]
fn nobody_moves_for_another_or_twice() {
    let mut room = two_people(None);
    assert_eq!(play(&mut room, Chair::Guest, START), Err(Refused::NotYourTurn));
    let event = crate::tables::played(&room, Chair::Host, 0);
    assert_eq!(room.update(&event, START), Ok(Effect::Moved));
    assert_eq!(room.update(&event, START), Err(Refused::Late), "the same message again");
}

#[test]
fn a_draw_takes_two() {
    let mut room = two_people(None);
    let offered = |chair| Event::Offered { chair, what: Matter::Draw };
    room.update(&offered(Chair::Guest), START).unwrap();
    assert_eq!(room.update(&offered(Chair::Guest), START), Err(Refused::NotNow));
    let own = Event::Accepted { chair: Chair::Guest };
    assert_eq!(room.update(&own, START), Err(Refused::NothingOffered));
    room.update(&Event::Declined { chair: Chair::Host }, START).unwrap();
    assert_eq!(room.offer(), None);
    // Who offers what was offered agrees.
    room.update(&offered(Chair::Guest), START).unwrap();
    room.update(&offered(Chair::Host), START).unwrap();
    assert_eq!(room.game().unwrap().ending(), Some(&Ending::Agreed));
    assert_eq!(room.game().unwrap().verdict(), Some(Verdict::Draw));
    assert!(room.record().unwrap().to_string().contains("\nend agreed\n"));
}

#[test]
fn a_rematch_changes_sides_and_the_board() {
    let mut room = two_people(Some(60));
    let rematch = |chair| Event::Offered { chair, what: Matter::Rematch };
    assert_eq!(room.update(&rematch(Chair::Host), START), Err(Refused::NotNow));
    let board = *room.game().unwrap().setup().board();
    room.update(&Event::Resigned { chair: Chair::Guest }, START).unwrap();
    assert_eq!(room.stage(), Stage::Over);
    room.update(&rematch(Chair::Host), START).unwrap();
    room.update(&Event::Accepted { chair: Chair::Guest }, START).unwrap();
    assert_eq!((room.stage(), room.games(), room.first()), (Stage::Playing, 2, Chair::Guest));
    assert_ne!(*room.game().unwrap().setup().board(), board);
    play(&mut room, Chair::Guest, START).unwrap();
}

#[test]
fn a_take_back_goes_to_the_last_move_of_who_asks() {
    let mut room = two_people(None);
    let take_back = |chair| Event::Offered { chair, what: Matter::TakeBack };
    assert_eq!(room.update(&take_back(Chair::Host), START), Err(Refused::NotNow));
    play(&mut room, Chair::Host, START).unwrap();
    assert_eq!(room.update(&take_back(Chair::Guest), START), Err(Refused::NotNow));
    play(&mut room, Chair::Guest, START).unwrap();
    room.update(&take_back(Chair::Host), START).unwrap();
    room.update(&Event::Accepted { chair: Chair::Guest }, START).unwrap();
    assert_eq!(room.game().unwrap().turns().len(), 0);
}

/// Also where that could not be asked for: nothing of the guest's is there to be taken back.
#[test]
fn whoever_asks_for_what_they_are_asked_agrees() {
    let mut room = two_people(None);
    play(&mut room, Chair::Host, START).unwrap();
    for chair in Chair::BOTH {
        room.update(&Event::Offered { chair, what: Matter::TakeBack }, START).unwrap();
    }
    assert_eq!(room.game().unwrap().turns().len(), 0);
}

#[test]
fn a_program_plays_once_it_has_a_place_and_its_faults_lose() {
    let occupants = [Some(person("Ada", 1)), Some(agent("greedy"))];
    let mut room = Room::open(&opened(Some(60), occupants), START).unwrap();
    assert_eq!((room.stage(), room.wants_place()), (Stage::Queued, true));
    room.update(&Event::Ready, START + 50_000).unwrap();
    assert_eq!(room.stage(), Stage::Playing);
    assert!(room.asks_agent().is_none());
    play(&mut room, Chair::Host, START + 51_000).unwrap();
    let (chair, occupant, game) = room.asks_agent().unwrap();
    assert_eq!((chair, occupant.name().to_string()), (Chair::Guest, "greedy".to_owned()));
    let cell = game.board().groups().next().unwrap().name();
    let spent = Some(Duration::from_millis(1500));
    let answer = Event::Played { chair, ply: 1, cell, spent, lag: 0 };
    room.update(&answer, START + 99_000).unwrap();
    assert_eq!(room.clocks(START + 99_000).unwrap()[1], Duration::from_millis(58_500));
    // It takes back when it is asked, and does not agree to a draw.
    let offered = |what| Event::Offered { chair: Chair::Host, what };
    assert_eq!(room.update(&offered(Matter::Draw), START), Err(Refused::NotNow));
    room.update(&offered(Matter::TakeBack), START + 99_000).unwrap();
    play(&mut room, Chair::Host, START + 99_000).unwrap();
    let detail = "it ended with status 1".to_owned();
    let fault = Event::Faulted { chair, ply: 1, cause: Cause::Crashed, detail };
    room.update(&fault, START + 99_000).unwrap();
    assert!(matches!(
        room.game().unwrap().ending(),
        Some(Ending::Forfeit { cause: Cause::Crashed, .. })
    ));
    // The next game waits for a place again.
    room.update(&offered(Matter::Rematch), START + 99_000).unwrap();
    assert_eq!((room.stage(), room.wants_place()), (Stage::Queued, true));
}
