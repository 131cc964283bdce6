//! A board with everything the search needs to know of it, updated incrementally by each move.

mod groups;
mod key;
mod labels;
mod moves;

use std::ops::RangeInclusive;

use fruitrage_rules::{Board, Cell, CellSet, Column, Flood, Fruit, FruitKinds, Links, Size};

use crate::Interval;
use groups::Groups;
pub use key::Key;
use labels::Labels;
pub use moves::Move;

/// The most groups of two or more fruits that a board can have.
const MOST_GROUPS: usize = Size::MAX * Size::MAX / 2;

/// A board with its links, key and groups.
///
/// ```
/// use fruitrage_engine::Position;
///
/// let position = Position::new(&"***/*10/000".parse().unwrap());
/// let largest = position.moves().next().unwrap();
/// assert_eq!((largest.cell().to_string(), largest.points()), ("A3".to_owned(), 16));
/// let mut next = position.clone();
/// position.play(largest, &mut next);
/// assert_eq!(next.board(), "***/***/*1*".parse().unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    size: Size,
    columns: [Column; Size::MAX],
    links: Links,
    key: Key,
    fruits_left: u32,
    left_by_kind: [u16; FruitKinds::MAX],
    /// Groups of two or more; single fruits are those without links.
    groups: Groups,
    /// Whether fruit hangs over a hole: only before the first move.
    hanging: bool,
}

impl Position {
    /// The position of a board.
    pub fn new(board: &Board) -> Self {
        let mut position = Self {
            size: board.size(),
            columns: *board.columns(),
            links: board.links(),
            key: Key::of(board),
            fruits_left: board.fruits_left(),
            left_by_kind: board.fruits_left_by_kind().map(|count| count as u16),
            groups: Groups::NONE,
            hanging: !board.is_settled(),
        };
        let everything = board.filled();
        let mut found = Labels::new();
        found.label(&position.links, &everything, 0, board.size().get() - 1);
        position.groups.take_over(&[], |_| false, &found.groups);
        position
    }

    /// The board as the rules know it.
    pub fn board(&self) -> Board {
        Board::from_columns(self.size, self.columns).expect("fruits stay on their board")
    }

    /// What the table finds the position by.
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The board's width.
    pub(crate) const fn width(&self) -> usize {
        self.size.get()
    }

    /// How many fruits are left.
    pub const fn fruits_left(&self) -> u32 {
        self.fruits_left
    }

    /// The groups of two or more fruits, largest first.
    pub fn groups(&self) -> &[Move] {
        self.groups.as_slice()
    }

    /// The points of the largest group; of a single fruit if there are no others.
    pub(crate) fn largest(&self) -> i32 {
        self.groups().first().map_or(1, |largest| largest.points())
    }

    /// The single fruits, by column.
    pub fn singles(&self) -> impl Iterator<Item = Move> + '_ {
        (0..self.size.get()).flat_map(|column| {
            let mut rows = self.columns[column].filled() & !self.links.any(column);
            std::iter::from_fn(move || {
                if rows == 0 {
                    return None;
                }
                let row = rows.trailing_zeros();
                rows &= rows - 1;
                Some(Move::new(1, column, row))
            })
        })
    }

    /// Every move, largest first.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.groups().iter().copied().chain(self.singles())
    }

    /// The move that claims the fruit in a cell; `None` if there is none.
    ///
    /// ```
    /// use fruitrage_engine::Position;
    ///
    /// let position = Position::new(&"***/*10/000".parse().unwrap());
    /// let chosen = position.move_at("C2".parse().unwrap()).unwrap();
    /// assert_eq!((chosen.cell().to_string(), chosen.size()), ("A3".to_owned(), 4));
    /// assert_eq!(position.move_at("A1".parse().unwrap()), None);
    /// ```
    pub fn move_at(&self, cell: Cell) -> Option<Move> {
        self.columns[cell.column()].fruit(cell.row())?;
        Some(Move::of(&self.links.flood(cell)))
    }

    /// The fruit that a move claims.
    pub(crate) fn fruit(&self, chosen: Move) -> Fruit {
        let fruit = self.columns[chosen.column()].fruit(chosen.row() as usize);
        fruit.expect("a move claims a fruit")
    }

    /// The kinds of fruit that are left.
    pub(crate) fn kinds_left(&self) -> impl Iterator<Item = Fruit> + '_ {
        let left = self.left_by_kind.iter().enumerate().filter(|&(_, &count)| count > 0);
        left.filter_map(|(number, _)| Fruit::new(number))
    }

    /// Between what the value lies at any rate: a kind brings at most the square of its number.
    pub(crate) fn interval(&self) -> Interval {
        let squares = self.left_by_kind.iter().map(|&count| i32::from(count) * i32::from(count));
        let most: i32 = squares.sum();
        Interval { least: -most, most }
    }

    /// Whether fruit hangs over a hole.
    pub(crate) const fn is_hanging(&self) -> bool {
        self.hanging
    }

    /// The board's columns.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns[..self.size.get()]
    }

    /// Makes `next` the position after a move of this one, whatever `next` was before.
    pub fn play(&self, chosen: Move, next: &mut Self) {
        self.play_telling_key(chosen, next, |_| ());
    }

    /// The same for who wants to know the key as soon as there is one.
    // Its labels are large, and must not become part of a frame of a recursive search.
    #[inline(never)]
    pub(crate) fn play_telling_key(&self, chosen: Move, next: &mut Self, tell: impl FnOnce(Key)) {
        if self.hanging {
            *next = self.play_from_scratch(chosen);
            return;
        }
        next.fruits_left = self.fruits_left - chosen.size();
        next.left_by_kind = self.left_by_kind;
        next.left_by_kind[self.fruit(chosen).number()] -= chosen.size() as u16;
        next.hanging = false;
        let claimed = self.settle(chosen, next);
        next.key = self.key;
        for column in claimed.first..=claimed.last {
            next.key = next.key.toggled(column, &self.columns[column]);
            next.key = next.key.toggled(column, &next.columns[column]);
        }
        tell(next.key);
        let mut found = Labels::new();
        self.relabel(&claimed, next, &mut found);
        next.groups.take_over(self.groups(), |group| found.covers(group), &found.groups);
    }

    /// The points of the largest group after a move. What is in `next` then is of no use.
    #[inline(never)]
    pub(crate) fn largest_after(&self, chosen: Move, next: &mut Self) -> i32 {
        if self.hanging {
            *next = self.play_from_scratch(chosen);
            return next.largest();
        }
        let claimed = self.settle(chosen, next);
        let mut found = Labels::new();
        self.relabel(&claimed, next, &mut found);
        let stays = |group: &&Move| !found.covers(**group);
        let old = self.groups().iter().find(stays);
        let largest = old.max(found.groups.first());
        largest.map_or(1, |largest| largest.points())
    }

    /// Takes what a move claims out of the board and lets the rest fall: size and columns of
    /// `next`. The claimed cells are returned.
    fn settle(&self, chosen: Move, next: &mut Self) -> Flood {
        let width = self.size.get();
        if next.size == self.size {
            next.columns[..width].copy_from_slice(&self.columns[..width]);
        } else {
            (next.size, next.columns) = (self.size, self.columns);
        }
        let claimed = self.links.flood(chosen.cell());
        debug_assert_eq!(Move::of(&claimed), chosen, "the move is one of this position");
        for column in claimed.first..=claimed.last {
            next.columns[column].remove(claimed.cells.columns[column]);
        }
        claimed
    }

    /// Brings the links of `next` up to date after these cells were claimed, and finds the groups
    /// that may be new.
    fn relabel(&self, claimed: &Flood, next: &mut Self, found: &mut Labels) {
        next.links = self.links;
        next.links.update(&next.columns, claimed.first, claimed.last);
        let moved = moved_cells(claimed);
        let first = claimed.first.saturating_sub(1);
        let last = (claimed.last + 1).min(self.size.get() - 1);
        let dirty = self.dirty_cells(&moved, first..=last, next);
        found.label(&next.links, &dirty, first, last);
        for column in claimed.first..=claimed.last {
            found.covered.columns[column] |= moved.columns[column];
        }
    }

    /// The position after a move, with nothing taken over from this one.
    #[must_use]
    pub fn play_from_scratch(&self, chosen: Move) -> Self {
        let (after, _) = self.board().play(chosen.cell()).expect("a move claims a fruit");
        Self::new(&after)
    }

    /// The cells after the move whose group may not be what it was: those that moved,
    /// and those that were linked to a cell that is gone or moved. Whatever else has
    /// changed, a flood from these reaches.
    fn dirty_cells(&self, moved: &CellSet, columns: RangeInclusive<usize>, next: &Self) -> CellSet {
        let mut dirty = CellSet::EMPTY;
        let moved = |column: usize| moved.columns.get(column).copied().unwrap_or(0);
        for column in columns {
            let linked_left = self.links.left(column) & moved(column.wrapping_sub(1));
            let linked_right = self.links.left(column + 1) & moved(column + 1);
            let changed = moved(column) | linked_left | linked_right;
            dirty.columns[column] = changed & next.columns[column].filled();
        }
        dirty
    }
}

/// The cells of the board before that are gone or have moved, once these are claimed.
fn moved_cells(claimed: &Flood) -> CellSet {
    let mut moved = CellSet::EMPTY;
    for column in claimed.first..=claimed.last {
        moved.columns[column] = u32::MAX >> claimed.cells.columns[column].leading_zeros();
    }
    moved
}

#[cfg(test)]
mod tests {
    use fruitrage_rules::random_board;

    use super::*;

    #[test]
    fn kinds_are_counted_down_to_the_end_of_a_game() {
        let board = random_board(Size::new(9).unwrap(), FruitKinds::new(5).unwrap(), 1);
        let mut position = Position::new(&board);
        let mut next = position.clone();
        while let Some(chosen) = position.moves().last() {
            position.play(chosen, &mut next);
            let anew = Position::new(&next.board());
            assert_eq!(next.left_by_kind, anew.left_by_kind);
            std::mem::swap(&mut position, &mut next);
        }
        assert_eq!(position.kinds_left().count(), 0);
    }
}
