//! Any game that can be played can be recorded and read again.

use std::time::Duration;

use fruitrage_rules::{
    Cause, FruitKinds, Game, Player, Record, Setup, Size, TieRule, random_board,
};
use proptest::prelude::*;
use proptest::sample::Index;

#[derive(Clone, Debug)]
enum Stop {
    AtTheEnd,
    Agreed,
    Interrupted,
    Forfeit(Player, Cause, String),
}

fn stops() -> impl Strategy<Value = Stop> {
    let player = prop_oneof![Just(Player::First), Just(Player::Second)];
    let cause = any::<Index>().prop_map(|index| *index.get(&Cause::ALL));
    prop_oneof![
        Just(Stop::AtTheEnd),
        Just(Stop::Agreed),
        Just(Stop::Interrupted),
        (player, cause, any::<String>())
            .prop_map(|(player, cause, detail)| Stop::Forfeit(player, cause, detail)),
    ]
}

fn setups() -> impl Strategy<Value = Setup> {
    let clocks = proptest::option::of([1..u64::from(u32::MAX), 1..u64::from(u32::MAX)]);
    (1..9usize, 1..=10usize, any::<u64>(), clocks, any::<bool>(), any::<bool>()).prop_map(
        |(size, kinds, seed, clocks, ties_by_clock, calls_final_leads)| {
            let kinds = FruitKinds::new(kinds).unwrap();
            let board = random_board(Size::new(size).unwrap(), kinds, seed);
            let mut setup = Setup::new(board, kinds).unwrap();
            if let Some(clocks) = clocks {
                setup = setup.with_clocks(clocks.map(Duration::from_nanos));
            }
            if ties_by_clock {
                setup = setup.with_ties(TieRule::Clock);
            }
            if calls_final_leads { setup.calling_final_leads() } else { setup }
        },
    )
}

fn play(setup: &Setup, choices: &[(Index, u64)], stop: &Stop) -> Game {
    let mut game = Game::new(*setup);
    for (choice, nanoseconds) in choices {
        if game.ending().is_some() {
            break;
        }
        let groups: Vec<_> = game.board().groups().collect();
        // A move that would overrun the clock is refused: the game just goes on.
        let _ = game.play(choice.get(&groups).name(), Duration::from_nanos(*nanoseconds));
    }
    match stop {
        Stop::AtTheEnd => {}
        Stop::Agreed => game.agree_on_a_draw(),
        Stop::Interrupted => game.interrupt(),
        Stop::Forfeit(loser, cause, detail) => game.forfeit(*loser, *cause, detail),
    }
    game
}

/// Bytes that records are made of, and any others.
fn damaging_bytes() -> impl Strategy<Value = u8> {
    prop_oneof![proptest::sample::select(&b"0123456789 *.\nABCDEF-"[..]), any::<u8>()]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_round_trip(
        setup in setups(),
        choices in proptest::collection::vec((any::<Index>(), 0..200_000_000u64), 0..80),
        stop in stops(),
        names in any::<[String; 2]>(),
        notes in proptest::collection::vec(any::<String>(), 0..3),
    ) {
        let game = play(&setup, &choices, &stop);
        let record = Record::new([&names[0], &names[1]], game);
        let record = notes.iter().fold(record, |record, note| record.with_note(note));
        let text = record.to_string();
        let read = Record::parse(text.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&record), "{}", text);
        prop_assert_eq!(read.unwrap().to_string(), text);
    }

    /// A good record with some bytes changed, taken out or put in is refused with a message that
    /// points into it, or is a record that could have happened and round-trips.
    #[test]
    fn a_damaged_record_is_refused_or_is_another_record(
        setup in setups(),
        choices in proptest::collection::vec((any::<Index>(), 0..200_000_000u64), 0..40),
        stop in stops(),
        damage in proptest::collection::vec((any::<Index>(), 0..3u8, damaging_bytes()), 1..4),
    ) {
        let game = play(&setup, &choices, &stop);
        let mut text = Record::new(["Ada", "Grace"], game).to_string().into_bytes();
        for (place, how, byte) in damage {
            let place = place.index(text.len());
            match how {
                0 => text[place] = byte,
                1 => text.insert(place, byte),
                _ => drop(text.remove(place)),
            }
        }
        match Record::parse(&text) {
            Ok(record) => {
                let written = record.to_string();
                prop_assert_eq!(Record::parse(written.as_bytes()), Ok(record), "{}", written);
            }
            Err(error) => {
                let lines = text.split(|&byte| byte == b'\n').count();
                prop_assert!((1..=lines + 1).contains(&error.line), "{}", error);
                prop_assert!(!error.to_string().contains('\n'), "{}", error);
            }
        }
    }
}
