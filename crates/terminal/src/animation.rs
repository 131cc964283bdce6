//! Falling fruit: the difference of two boards, as a picture for every moment between.

use std::time::Duration;

use fruitrage_rules::{Board, Cell, CellSet, Fruit, Group};

/// How long claimed fruit is marked before it goes.
const MARKED: Duration = Duration::from_millis(80);

/// How long the rest falls.
const FALLING: Duration = Duration::from_millis(160);

/// A move being shown.
#[derive(Clone, Debug)]
pub(crate) struct Animation {
    before: Board,
    claimed: Group,
    began: Duration,
}

/// What is seen at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The board as it was, the claimed fruit marked.
    Marked(Board, CellSet),
    /// The fruit above on its way.
    Falling(Board),
}

impl Animation {
    /// How long it lasts.
    pub(crate) const LENGTH: Duration = MARKED.saturating_add(FALLING);

    pub(crate) const fn new(before: &Board, claimed: &Group, began: Duration) -> Self {
        Self { before: *before, claimed: *claimed, began }
    }

    /// What is seen now; none when it is over.
    pub(crate) fn at(&self, now: Duration) -> Option<Moment> {
        let passed = now.saturating_sub(self.began);
        if passed < MARKED {
            return Some(Moment::Marked(self.before, *self.claimed.cells()));
        }
        let part = passed.saturating_sub(MARKED).as_secs_f64() / FALLING.as_secs_f64();
        (part < 1.0).then(|| Moment::Falling(fallen(&self.before, &self.claimed, part)))
    }
}

/// The board when a part of the way down, 0 to 1, is done. Things fall ever faster.
fn fallen(before: &Board, claimed: &Group, part: f64) -> Board {
    let size = before.size();
    let mut places: Vec<(Cell, Fruit)> = Vec::new();
    for column in 0..size.get() {
        let kept = (0..size.get()).rev().filter_map(|row| {
            let cell = Cell::new(column, row)?;
            before.fruit_at(cell).filter(|_| !claimed.cells().contains(cell)).map(|it| (row, it))
        });
        for ((row, fruit), target) in kept.zip((0..size.get()).rev()) {
            let way = (target - row) as f64 * part * part;
            places.extend(Cell::new(column, row + way as usize).map(|cell| (cell, fruit)));
        }
    }
    Board::from_fn(size, |cell| {
        places.iter().find(|(place, _)| *place == cell).map(|(_, fruit)| *fruit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use fruitrage_rules::{FruitKinds, Size, random_board};
    use proptest::prelude::*;

    #[test]
    fn claimed_fruit_is_marked_then_the_rest_falls_then_it_is_over() {
        let board: Board = "0***/1***/1***/2***".parse().unwrap();
        let claimed = board.group_at("A2".parse().unwrap()).unwrap();
        let animation = Animation::new(&board, &claimed, Duration::ZERO);
        assert_eq!(
            animation.at(Duration::from_millis(10)),
            Some(Moment::Marked(board, *claimed.cells()))
        );
        let halfway: Board = "****/0***/****/2***".parse().unwrap();
        assert_eq!(animation.at(Duration::from_millis(200)), Some(Moment::Falling(halfway)));
        assert_eq!(animation.at(Animation::LENGTH), None);
    }

    proptest! {
        #[test]
        fn no_fruit_is_lost_on_the_way_and_all_arrive(
            size in 1..=26usize, kinds in 1..=5usize, seed: u64, part in 0.0..=1.0f64,
        ) {
            let size = Size::new(size).unwrap();
            let board = random_board(size, FruitKinds::new(kinds).unwrap(), seed);
            let claimed = board.groups().max_by_key(Group::count).unwrap();
            let after = board.after(&claimed);
            let between = fallen(&board, &claimed, part);
            prop_assert_eq!(between.fruits_left_by_kind(), after.fruits_left_by_kind());
            prop_assert_eq!(fallen(&board, &claimed, 1.0), after);
        }
    }
}
