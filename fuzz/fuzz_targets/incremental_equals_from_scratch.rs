//! Along any game on any board, what a position keeps up to date move by move equals what
//! is found from scratch.
#![no_main]

use fruitrage_engine::{Move, Position};
use fruitrage_rules::{Board, Fruit, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|game: (u8, Vec<u8>, Vec<u16>)| {
    let (size, content, choices) = game;
    let size = Size::new(usize::from(size) % Size::MAX + 1).unwrap();
    let mut content = content.into_iter().chain(std::iter::repeat(0));
    // Numbers above 9 are empty cells.
    let board = Board::from_fn(size, |_| Fruit::new(usize::from(content.next().unwrap()) % 12));
    let mut position = Position::new(&board);
    for choice in choices {
        let moves: Vec<Move> = position.moves().collect();
        let Some(&chosen) = moves.get(usize::from(choice) % moves.len().max(1)) else { return };
        let mut next = position.clone();
        position.play(chosen, &mut next);
        let anew = position.play_from_scratch(chosen);
        assert_eq!(next.board(), anew.board());
        assert_eq!(next.key(), anew.key());
        assert!(next.moves().eq(anew.moves()));
        position = next;
    }
});
