//! Along any game on any board, what is kept up to date move by move equals what is
//! computed anew.
#![no_main]

use fruitrage_rules::{Board, Fruit, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|game: (u8, Vec<u8>, Vec<u16>)| {
    let (size, content, choices) = game;
    let size = Size::new(usize::from(size) % Size::MAX + 1).unwrap();
    let mut content = content.into_iter().chain(std::iter::repeat(0));
    // Numbers above 9 are empty cells.
    let mut board = Board::from_fn(size, |_| Fruit::new(usize::from(content.next().unwrap()) % 12));
    let mut links = board.links();
    for choice in choices {
        let groups: Vec<_> = board.groups().collect();
        let Some(group) = groups.get(usize::from(choice) % groups.len().max(1)) else { return };
        let settled = board.is_settled();
        board = board.after(group);
        let columns = group.cells().columns;
        let first = columns.iter().position(|&rows| rows != 0).unwrap();
        let last = columns.iter().rposition(|&rows| rows != 0).unwrap();
        if settled {
            links.update(board.columns(), first, last);
        } else {
            links = board.links();
        }
        assert_eq!(links, board.links());
    }
});
