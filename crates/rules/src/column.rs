//! One column of the board as bit-planes, and gravity within it.

use crate::{Fruit, FruitKinds, Size};

/// One column: bit `r` of the four planes together is the content of row `r`,
/// counted from the top. The content is a binary number, one bit per plane: 0 for
/// an empty cell, the fruit's number plus one otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Column {
    planes: [u32; 4],
}

/// For each fruit the planes whose bits are not set where it lies, as whole words.
const CLEAR_PLANES: [[u32; 4]; FruitKinds::MAX] = {
    let mut clear = [[0; 4]; FruitKinds::MAX];
    let mut fruit = 0;
    while fruit < FruitKinds::MAX {
        let mut plane = 0;
        while plane < 4 {
            clear[fruit][plane] = if (fruit + 1) >> plane & 1 == 1 { 0 } else { u32::MAX };
            plane += 1;
        }
        fruit += 1;
    }
    clear
};

impl Column {
    /// A column without fruit.
    pub const EMPTY: Self = Self { planes: [0; 4] };

    /// The planes; two columns are equal exactly when their planes are.
    #[inline]
    pub const fn planes(&self) -> [u32; 4] {
        self.planes
    }

    /// The fruit in a row.
    #[inline]
    pub fn fruit(&self, row: usize) -> Option<Fruit> {
        let content =
            (0..4).map(|plane| ((self.planes[plane] >> row & 1) as usize) << plane).sum::<usize>();
        Fruit::new(content.wrapping_sub(1))
    }

    /// Puts a fruit into a row, or empties it. Only a board knows which rows it has.
    pub(crate) fn set(&mut self, row: usize, fruit: Option<Fruit>) {
        let content = fruit.map_or(0, |fruit| fruit.number() + 1);
        for (plane, bits) in self.planes.iter_mut().enumerate() {
            *bits = *bits & !(1 << row) | ((content >> plane & 1) as u32) << row;
        }
    }

    /// The rows that hold a fruit.
    #[inline]
    pub const fn filled(&self) -> u32 {
        let [a, b, c, d] = self.planes;
        a | b | c | d
    }

    /// The rows that hold this fruit.
    #[inline]
    pub const fn rows_with(&self, fruit: Fruit) -> u32 {
        let [a, b, c, d] = self.planes;
        let clear = CLEAR_PLANES[fruit.number()];
        (a ^ clear[0]) & (b ^ clear[1]) & (c ^ clear[2]) & (d ^ clear[3])
    }

    /// The rows that hold a fruit, the same as in that row of the other column.
    #[inline]
    pub const fn same_as(&self, other: &Self) -> u32 {
        let [mine, theirs] = [self.planes, other.planes];
        let differ = (mine[0] ^ theirs[0])
            | (mine[1] ^ theirs[1])
            | (mine[2] ^ theirs[2])
            | (mine[3] ^ theirs[3]);
        self.filled() & !differ
    }

    /// The rows that hold a fruit, the same as in the row below.
    #[inline]
    pub const fn same_as_below(&self) -> u32 {
        let [a, b, c, d] = self.planes;
        let below = Self { planes: [a >> 1, b >> 1, c >> 1, d >> 1] };
        self.same_as(&below)
    }

    /// Takes these rows out and lets everything above them fall.
    pub const fn remove(&mut self, rows: u32) {
        // Rows that no board has would be a run too long to shift by.
        let mut rows = rows & Size::LARGEST.full_column();
        // Highest run first: what falls into it leaves the runs below in place.
        while rows != 0 {
            let top = rows.trailing_zeros();
            let length = (rows >> top).trailing_ones();
            let above = (1 << top) - 1;
            let below = (u32::MAX << top) << length;
            let [a, b, c, d] = self.planes;
            self.planes = [
                (a & above) << length | a & below,
                (b & above) << length | b & below,
                (c & above) << length | c & below,
                (d & above) << length | d & below,
            ];
            rows &= below;
        }
    }

    /// Empties these rows; nothing falls.
    #[inline]
    pub const fn clear(&mut self, rows: u32) {
        let [a, b, c, d] = self.planes;
        self.planes = [a & !rows, b & !rows, c & !rows, d & !rows];
    }

    /// The empty rows of a board of this size that have a fruit above them.
    pub const fn holes(&self, size: Size) -> u32 {
        let filled = self.filled();
        let from_highest_down = filled | filled.wrapping_neg();
        from_highest_down & !filled & size.full_column()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(text: &str) -> Column {
        let mut column = Column::EMPTY;
        for (row, digit) in text.chars().enumerate() {
            column.set(row, Fruit::from_digit(digit));
        }
        column
    }

    #[test]
    fn a_plane_has_one_bit_of_every_content() {
        assert_eq!(Column::EMPTY.planes(), [0; 4]);
        // Contents are one more than the number of the fruit: 1, 3 and 9.
        assert_eq!(column("028").planes(), [0b111, 0b010, 0b000, 0b100]);
    }

    #[test]
    fn what_is_put_into_a_row_takes_the_place_of_what_was_there() {
        let mut changed = column("0123456789");
        changed.set(3, Fruit::from_digit('4'));
        changed.set(8, None);
        assert_eq!(changed, column("01244567*9"));
    }

    #[test]
    fn removal_of_several_runs_lets_each_part_fall_by_what_is_below_it() {
        let mut fallen = column("0123456789");
        fallen.remove(0b10_0011_0110);
        assert_eq!(fallen, column("*****03678"));
    }

    #[test]
    fn rows_that_no_board_has_are_not_removed() {
        let mut all = column("0123");
        all.remove(u32::MAX);
        assert_eq!(all, Column::EMPTY);
    }

    #[test]
    fn what_is_cleared_leaves_holes_and_nothing_else_changes() {
        let mut cleared = column("0123456789");
        cleared.clear(0b10_0011_0110);
        assert_eq!(cleared, column("0**3**678*"));
    }

    #[test]
    fn holes_are_empty_rows_below_fruit() {
        let size = Size::new(5).unwrap();
        assert_eq!(column("*1*2*").holes(size), 0b10100);
        assert_eq!(column("***").holes(size), 0);
    }

    #[test]
    fn empty_cells_are_never_alike() {
        assert_eq!(column("**11").same_as_below(), 0b0100);
        assert_eq!(column("*12").same_as(&column("*13")), 0b010);
    }
}
