//! The game and its exact values in their simplest form, which shares nothing with the library:
//! columns are stacks, and a question is answered by trying every move.

use std::cmp::Reverse;
use std::collections::HashMap;

/// The longest side of a board that can be read.
const SIDE: usize = 8;

/// The columns of a board from the left, each with its fruits from the bottom up, four bits for
/// each: the fruit's number plus one. A stack has no holes, so that nothing needs to fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stacks([u32; SIDE]);

/// Connected fruits of one kind: bits for each column, from the bottom up.
struct Group {
    fruit: u32,
    cells: [u8; SIDE],
    count: i32,
}

impl Group {
    const fn points(&self) -> i32 {
        self.count * self.count
    }
}

impl Stacks {
    /// Reads rows from the top, separated by `/`. Nothing may lie over a hole.
    pub(crate) fn read(rows: &str) -> Option<Self> {
        let mut stacks = [0; SIDE];
        for (row, cells) in rows.split('/').enumerate() {
            for (column, cell) in cells.chars().enumerate() {
                let stack = stacks.get_mut(column).filter(|_| row < SIDE)?;
                match cell.to_digit(10) {
                    Some(fruit) => *stack = *stack << 4 | (fruit + 1),
                    None if cell == '*' && *stack == 0 => {}
                    None => return None,
                }
            }
        }
        Some(Self(stacks))
    }

    const fn at(&self, column: usize, height: usize) -> u32 {
        self.0[column] >> (4 * height) & 0xF
    }

    /// Every group, the largest first.
    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for column in 0..SIDE {
            for height in 0..SIDE {
                let is_seen = groups.iter().any(|group| group.cells[column] >> height & 1 == 1);
                let fruit = self.at(column, height);
                if fruit != 0 && !is_seen {
                    let mut group = Group { fruit, cells: [0; SIDE], count: 0 };
                    self.flood(column, height, &mut group);
                    groups.push(group);
                }
            }
        }
        groups.sort_by_key(|group| Reverse(group.count));
        groups
    }

    fn flood(&self, column: usize, height: usize, group: &mut Group) {
        let is_outside = column >= SIDE || height >= SIDE;
        if is_outside
            || self.at(column, height) != group.fruit
            || group.cells[column] >> height & 1 == 1
        {
            return;
        }
        group.cells[column] |= 1 << height;
        group.count += 1;
        self.flood(column + 1, height, group);
        self.flood(column.wrapping_sub(1), height, group);
        self.flood(column, height + 1, group);
        self.flood(column, height.wrapping_sub(1), group);
    }

    /// The board after a group was claimed.
    fn without(&self, group: &Group) -> Self {
        let mut stacks = *self;
        for (column, stack) in stacks.0.iter_mut().enumerate() {
            let left = (0..SIDE).filter(|&height| group.cells[column] >> height & 1 == 0);
            let left = left.map(|height| self.at(column, height));
            *stack = left.zip(0..).fold(0, |stack, (fruit, place)| stack | fruit << (4 * place));
        }
        stacks
    }

    /// What nobody gains more than: as if all fruits of a kind were one group.
    fn most(&self) -> i32 {
        let mut counts = [0_i32; 16];
        for (column, height) in (0..SIDE * SIDE).map(|cell| (cell / SIDE, cell % SIDE)) {
            counts[self.at(column, height) as usize] += 1;
        }
        counts[1..].iter().map(|count| count * count).sum()
    }
}

/// What has been found so far: between what the values of positions lie.
#[derive(Default)]
pub(crate) struct Prover(HashMap<Stacks, (i32, i32)>);

impl Prover {
    /// Whether the player to move gains at least so much over the opponent.
    fn reaches(&mut self, board: &Stacks, wanted: i32) -> bool {
        let most = board.most();
        let (least, most) = self.0.get(board).copied().unwrap_or((-most, most));
        if wanted <= least {
            return true;
        }
        if wanted > most {
            return false;
        }
        for group in board.groups() {
            // The opponent must not gain more than what is left of the points.
            if !self.reaches(&board.without(&group), group.points() - wanted + 1) {
                self.0.insert(*board, (wanted, most));
                return true;
            }
        }
        self.0.insert(*board, (least, wanted - 1));
        false
    }

    /// The moves that gain this value, if none gains more: each as the leftmost, then highest
    /// cell of its group, column and height.
    pub(crate) fn best_moves(&mut self, board: &Stacks, value: i32) -> Option<Vec<(usize, usize)>> {
        let mut best = Vec::new();
        for group in board.groups() {
            let after = board.without(&group);
            let reply = group.points() - value;
            if !self.reaches(&after, reply) {
                return None;
            }
            if !self.reaches(&after, reply + 1) {
                let column = group.cells.iter().position(|&cells| cells != 0)?;
                best.push((column, group.cells[column].ilog2() as usize));
            }
        }
        // From the left, and in a column from the top.
        best.sort_by_key(|&(column, height)| (column, Reverse(height)));
        (!best.is_empty()).then_some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_can_be_counted_by_hand() {
        for (rows, value, best) in [
            ("0", 1, &[(0, 0)][..]),
            ("01/21", 4, &[(1, 1)]),
            ("***/*10/000", 15, &[(0, 0)]),
            // Two singles, and nothing between them to choose.
            ("**/01", 0, &[(0, 0), (1, 0)]),
        ] {
            let board = Stacks::read(rows).unwrap();
            assert_eq!(Prover::default().best_moves(&board, value).as_deref(), Some(best));
            assert_eq!(Prover::default().best_moves(&board, value - 2), None);
            assert_eq!(Prover::default().best_moves(&board, value + 2), None);
        }
        assert_eq!(Stacks::read("0*/*1"), None);
        assert_eq!(Stacks::read("012345678"), None);
    }
}
