//! What the move keeps up to date equals what is found from scratch.

use fruitrage_engine::{Key, Move, Position};
use fruitrage_rules::{Board, Fruit, Size};
use proptest::prelude::*;
use proptest::sample::Index;

/// Everything that can be seen of a position.
fn summary(position: &Position) -> (Board, u32, Vec<Move>, Key) {
    let moves = position.moves().collect();
    (position.board(), position.fruits_left(), moves, position.key())
}

fn boards() -> impl Strategy<Value = Board> {
    let size = prop_oneof![1..12usize, Just(26)];
    (size, 1..=10usize, 0..60u32).prop_flat_map(|(size, kinds, hole_percent)| {
        let cells = proptest::collection::vec((0..kinds, 0..100u32), size * size);
        cells.prop_map(move |cells| {
            Board::from_fn(Size::new(size).unwrap(), |cell| {
                let (fruit, percent) = cells[cell.row() * size + cell.column()];
                (percent >= hole_percent).then(|| Fruit::new(fruit).unwrap())
            })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn incremental_equals_from_scratch(
        board in boards(),
        choices in proptest::collection::vec(any::<Index>(), 676),
    ) {
        let mut position = Position::new(&board);
        let mut next = position.clone();
        for choice in choices {
            let moves: Vec<Move> = position.moves().collect();
            prop_assert_eq!(moves.len(), position.board().groups().count());
            prop_assert!(moves.is_sorted_by_key(|chosen| std::cmp::Reverse(chosen.size())));
            if moves.is_empty() {
                break;
            }
            let chosen = *choice.get(&moves);
            let (after, group) = position.board().play(chosen.cell()).unwrap();
            prop_assert_eq!(group.points() as i32, chosen.points());
            prop_assert_eq!(group.name(), chosen.cell());
            position.play(chosen, &mut next);
            prop_assert_eq!(summary(&next), summary(&Position::new(&after)));
            std::mem::swap(&mut position, &mut next);
        }
    }
}

#[test]
fn what_the_next_position_was_before_does_not_matter() {
    let size = |width| Size::new(width).unwrap();
    let boards = [26, 3, 12].map(|width| {
        Board::from_fn(size(width), |cell| Fruit::new((cell.column() / 2 + cell.row()) % 4))
    });
    for board in &boards {
        let position = Position::new(board);
        for before in &boards {
            let mut next = Position::new(before);
            let chosen = position.moves().next().unwrap();
            position.play(chosen, &mut next);
            let (after, _) = board.play(chosen.cell()).unwrap();
            assert_eq!(summary(&next), summary(&Position::new(&after)), "{before:?}");
        }
    }
}
