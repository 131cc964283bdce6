//! Rooms for tests.

use fruitrage_rooms::{
    Chair, Clock, Effect, Event, First, Moment, Name, Occupant, Refused, Room, Secret, Terms,
};
use fruitrage_rules::{FruitKinds, Size, TieRule};

pub(crate) const START: Moment = 1_000_000;

pub(crate) fn name(text: &str) -> Name {
    text.to_owned().try_into().unwrap()
}

pub(crate) fn secret(byte: u8) -> Secret {
    Secret::from_chance([byte; 26])
}

pub(crate) fn person(text: &str, byte: u8) -> Occupant {
    Occupant::Person { name: name(text), seal: secret(byte).seal() }
}

pub(crate) fn agent(text: &str) -> Occupant {
    Occupant::Agent { name: name(text) }
}

pub(crate) fn terms(clock: Option<u32>) -> Terms {
    Terms {
        size: Size::new(4).unwrap(),
        fruits: FruitKinds::new(3).unwrap(),
        clock: clock.map(|seconds| Clock::try_from(seconds).unwrap()),
        ties: TieRule::Draw,
        first: First::Host,
    }
}

pub(crate) fn opened(clock: Option<u32>, occupants: [Option<Occupant>; 2]) -> Event {
    Event::Opened { terms: terms(clock), seed: 7, occupants, invitation: secret(9).seal() }
}

/// A room in which two people sit, the host to move.
pub(crate) fn two_people(clock: Option<u32>) -> Room {
    let event = opened(clock, [Some(person("Ada", 1)), None]);
    let mut room = Room::open(&event, START).unwrap();
    room.update(&Event::Sat { occupant: person("Grace", 2) }, START).unwrap();
    room
}

/// A claim of the first group that there is.
pub(crate) fn played(room: &Room, chair: Chair, lag: u64) -> Event {
    let game = room.game().unwrap();
    let cell = game.board().groups().next().unwrap().name();
    Event::Played { chair, ply: game.turns().len(), cell, spent: None, lag }
}

pub(crate) fn play(room: &mut Room, chair: Chair, now: Moment) -> Result<Effect, Refused> {
    let event = played(room, chair, 0);
    room.update(&event, now)
}
