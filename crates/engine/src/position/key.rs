//! The key of a board: what the table finds positions by.

use fruitrage_rules::{Board, Column, Generator, Size};

/// 128 bits that depend on the board alone, since its value depends neither on who moves nor
/// on the score.
///
/// In the place of Zobrist's random number for each content of each cell (1970), a column is
/// hashed as a whole, by multiplying its bits with secrets of its own; the board's key is the
/// xor of its columns', so that a move changes only the columns it touches.
///
/// Two boards share a key by accident only. One half of the key chooses a cluster of a table of one
/// megabyte, and the other 64 bits are compared with the four entries there, so that a probe finds
/// a foreign entry with a chance of at most 4 · 2⁻⁶⁴. A table that is 2ᵏ times as large takes k of
/// those bits to choose the cluster: with a gigabyte, and 10⁹ probes, the chance of any false match
/// is about 2 · 10⁻⁷.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(u128);

impl Key {
    /// A key that is made elsewhere: where in the table, and which position.
    pub(crate) const fn from_halves([place, check]: [u64; 2]) -> Self {
        Self((place as u128) << 64 | check as u128)
    }

    /// The key of a whole board.
    pub(crate) fn of(board: &Board) -> Self {
        let columns = board.columns().iter().enumerate();
        columns.fold(Self::default(), |key, (index, column)| key.toggled(index, column))
    }

    /// The key with a column put in, or taken out again.
    #[must_use]
    pub(crate) fn toggled(self, index: usize, column: &Column) -> Self {
        let [a, b, c, d] = column.planes();
        let low = u64::from(a) | u64::from(b) << 32;
        let high = u64::from(c) | u64::from(d) << 32;
        let [one, two, three, four] = SECRETS[index];
        let first = fold(low ^ one, high ^ two);
        let second = fold(low ^ three, high ^ four);
        Self(self.0 ^ (u128::from(first) << 64 | u128::from(second)))
    }

    /// The key with something more than the board mixed in.
    #[must_use]
    pub(crate) fn with(self, word: u64) -> Self {
        let first = fold(word ^ 0x8BB8_4B93_962E_ACC9, 0x2D35_8DCC_AA6C_78A5);
        let second = fold(word ^ 0x4B33_A62E_D433_D4A3, 0x4D5A_2DA5_1DE1_AA47);
        Self(self.0 ^ (u128::from(first) << 64 | u128::from(second)))
    }

    /// The half that says where in the table a position is.
    pub(crate) const fn place(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// The half that says whether it is this position.
    pub(crate) const fn check(self) -> u64 {
        self.0 as u64
    }
}

/// Both halves of the full product, mixed: every bit depends on every bit.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}

/// Four random words for each column.
const SECRETS: [[u64; 4]; Size::MAX] = {
    let mut secrets = [[0; 4]; Size::MAX];
    let mut generator = Generator::new(0x00F2_0172_A6E5);
    let mut index = 0;
    while index < 4 * Size::MAX {
        secrets[index / 4][index % 4] = generator.next();
        index += 1;
    }
    secrets
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fruitrage_rules::{Cell, Fruit, FruitKinds};

    use super::*;

    /// Both halves of keys, each of which must tell positions apart on its own.
    fn are_distinct(keys: &[Key]) -> bool {
        let count =
            |half: fn(Key) -> u64| keys.iter().map(|&key| half(key)).collect::<HashSet<_>>().len();
        [count(Key::place), count(Key::check)] == [keys.len(); 2]
    }

    #[test]
    fn either_half_tells_which_fruit_is_where() {
        let cells = (0..Size::MAX).flat_map(|column| (0..Size::MAX).map(move |row| (column, row)));
        let cells = cells.filter_map(|(column, row)| Cell::new(column, row));
        let fruits = || (0..FruitKinds::MAX).filter_map(Fruit::new);
        let boards = cells.flat_map(|place| {
            fruits().map(move |fruit| {
                Board::from_fn(Size::LARGEST, |cell| (cell == place).then_some(fruit))
            })
        });
        assert!(are_distinct(&boards.map(|board| Key::of(&board)).collect::<Vec<_>>()));
    }

    #[test]
    fn either_half_tells_what_is_mixed_in() {
        let words = (0..64).map(|bit| 1 << bit).chain([0]);
        let mixed: Vec<Key> = words.map(|word| Key::default().with(word)).collect();
        assert!(are_distinct(&mixed));
    }
}
