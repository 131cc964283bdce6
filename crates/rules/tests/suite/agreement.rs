//! The fast rules agree with the naive ones on random and adversarial boards.

use crate::naive::NaiveBoard;
use proptest::prelude::*;

/// Boards of all sizes and kinds; holes anywhere, or none; some in stripes or
/// chequers, which make the longest and the most groups.
fn boards() -> impl Strategy<Value = NaiveBoard> {
    let width = prop_oneof![Just(1), Just(26), 2..26usize];
    let kinds = prop_oneof![Just(1), Just(10), 2..10usize];
    let hole_percent = prop_oneof![Just(0), Just(50), 1..95u32];
    (width, kinds, hole_percent, 0..4u8).prop_flat_map(|(width, kinds, hole_percent, pattern)| {
        let draws = proptest::collection::vec((0..kinds, 0..100u32), width * width);
        draws.prop_map(move |draws| NaiveBoard {
            cells: draws
                .chunks(width)
                .enumerate()
                .map(|(row, draws)| {
                    let content = draws.iter().enumerate().map(|(column, &(random, percent))| {
                        let fruit = match pattern {
                            0 => row % kinds,
                            1 => column % kinds,
                            2 => (row + column) % kinds,
                            _ => random,
                        };
                        (percent >= hole_percent).then_some(fruit)
                    });
                    content.collect()
                })
                .collect(),
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn groups_are_the_same(naive in boards()) {
        let board = naive.to_board();
        let mut covered = 0;
        for group in board.groups() {
            let name = group.name();
            let mut expected = naive.group(name.row(), name.column());
            expected.sort_by_key(|&(row, column)| (column, row));
            let found: Vec<_> =
                group.cells().iter().map(|cell| (cell.row(), cell.column())).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(group.count() as usize, expected.len());
            prop_assert_eq!(Some(group.fruit().number()), naive.cells[name.row()][name.column()]);
            covered += group.count();
        }
        prop_assert_eq!(covered, board.fruits_left());
    }

    #[test]
    fn every_cell_plays_the_same(naive in boards()) {
        let board = naive.to_board();
        for cell in board.size().cells() {
            if naive.cells[cell.row()][cell.column()].is_none() {
                prop_assert!(board.play(cell).is_err());
                continue;
            }
            let (after, group) = board.play(cell).unwrap();
            prop_assert_eq!(after, naive.after(cell.row(), cell.column()).to_board());
            prop_assert_eq!(after.fruits_left(), board.fruits_left() - group.count());
            prop_assert!(after.is_settled());
        }
    }

    #[test]
    fn whole_games_are_the_same(naive in boards(), choices in proptest::collection::vec(any::<prop::sample::Index>(), 700)) {
        let mut naive = naive;
        let mut board = naive.to_board();
        for choice in choices {
            if board.is_empty() {
                return Ok(());
            }
            let groups: Vec<_> = board.groups().collect();
            let group = choice.get(&groups);
            let name = group.name();
            board = board.after(group);
            naive = naive.after(name.row(), name.column());
            prop_assert_eq!(board, naive.to_board());
        }
        prop_assert!(board.is_empty(), "676 moves empty every board");
    }

    #[test]
    fn text_round_trips(naive in boards()) {
        let board = naive.to_board();
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        prop_assert_eq!(format!("{board:#}").parse(), Ok(board));
    }
}
