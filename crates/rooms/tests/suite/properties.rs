//! Whatever happens in whatever order: rooms keep their word.

use fruitrage_rooms::message::RoomView;
use fruitrage_rooms::{Chair, Event, Matter, Moment, Room};
use fruitrage_rules::{Cause, Record};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::tables::{START, agent, opened, person};

/// What visitors, programs and clocks may do, sensible or not.
#[derive(Clone, Debug)]
enum Attempt {
    Play(Chair, Index, u64),
    Any(Event),
}

fn chairs() -> impl Strategy<Value = Chair> {
    prop_oneof![Just(Chair::Host), Just(Chair::Guest)]
}

fn attempts() -> impl Strategy<Value = Attempt> {
    let matter = prop_oneof![Just(Matter::Draw), Just(Matter::TakeBack), Just(Matter::Rematch)];
    let other = prop_oneof![
        1 => chairs().prop_map(|chair| Event::Resigned { chair }),
        4 => (chairs(), matter).prop_map(|(chair, what)| Event::Offered { chair, what }),
        3 => chairs().prop_map(|chair| Event::Accepted { chair }),
        1 => chairs().prop_map(|chair| Event::Declined { chair }),
        2 => chairs().prop_map(|chair| Event::Returned { chair }),
        1 => Just(Event::Ready),
        2 => Just(Event::RanOut),
        1 => (0..2000u64).prop_map(|before| Event::Restored { alive: START + before }),
        1 => Just(Event::Sat { occupant: person("Eve", 5) }),
        1 => chairs().prop_map(|chair| Event::Faulted {
            chair, ply: 1, cause: Cause::Crashed, detail: "it fell".to_owned(),
        }),
    ];
    prop_oneof![
        3 => (chairs(), any::<Index>(), 0..2000u64)
            .prop_map(|(chair, index, lag)| Attempt::Play(chair, index, lag)),
        1 => other.prop_map(Attempt::Any),
    ]
}

fn event_of(attempt: &Attempt, room: &Room) -> Event {
    match attempt {
        Attempt::Any(event) => event.clone(),
        Attempt::Play(chair, index, lag) => {
            let cells: Vec<_> = room.terms().size.cells().collect();
            let ply = room.game().map_or(0, |game| game.turns().len());
            Event::Played { chair: *chair, ply, cell: *index.get(&cells), spent: None, lag: *lag }
        }
    }
}

fn view(room: &Room, now: Moment) -> String {
    serde_json::to_string(&RoomView::new(room, now)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_refused_changes_nothing_and_what_is_kept_brings_all_of_it_back(
        clock in proptest::option::of(2..40u32),
        against_agent in any::<bool>(),
        attempts in proptest::collection::vec((attempts(), 0..3000u64), 0..120),
    ) {
        let guest = against_agent.then(|| agent("greedy"));
        let open = opened(clock, [Some(person("Ada", 1)), guest]);
        let mut room = Room::open(&open, START).unwrap();
        let mut kept = vec![(open, START)];
        let mut now = START;
        for (attempt, pause) in &attempts {
            now += pause;
            let event = event_of(attempt, &room);
            let before = view(&room, now);
            match room.update(&event, now) {
                Ok(_) => kept.push((event, now)),
                Err(refused) => prop_assert_eq!(view(&room, now), before, "{}", refused),
            }
            if let (Some(clocks), Some(clock)) = (room.clocks(now), room.terms().clock) {
                prop_assert!(clocks.iter().all(|left| *left <= clock.time()));
            }
            if let Some(record) = room.record() {
                let text = record.to_string();
                prop_assert_eq!(Record::parse(text.as_bytes()), Ok(record), "{}", text);
            }
        }
        let again = kept.iter().map(|(event, at)| {
            let text = serde_json::to_string(event).unwrap();
            (serde_json::from_str::<Event>(&text).unwrap(), *at)
        });
        let mut restored: Option<Room> = None;
        for (event, at) in again {
            match &mut restored {
                None => restored = Room::open(&event, at),
                Some(room) => prop_assert!(room.update(&event, at).is_ok()),
            }
        }
        prop_assert_eq!(view(&restored.unwrap(), now), view(&room, now));
    }
}
