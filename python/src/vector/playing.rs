//! One of many games.

use fruitrage_rules::seed::mix;
use fruitrage_rules::{Cell, FruitKinds, Generator, Group, Size, random_board};
use pyo3::PyResult;

use super::lane::Lane;
use crate::errors::bad_value;

/// What all games have in common.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) size: Size,
    pub(super) kinds: FruitKinds,
    pub(super) opponent: Option<Opponent>,
    pub(super) seed: u64,
}

/// Who answers the moves of whoever steps the games.
#[derive(Clone, Copy)]
pub(super) enum Opponent {
    Greedy,
    Random,
}

/// How one of the games stands. Margins are those of whoever steps it, or of the first player
/// if there is no opponent.
#[derive(Clone)]
pub(super) struct Playing {
    fruits_left: u32,
    margin: i32,
    /// What an opponent who moved first has scored, before it is told in a reward.
    untold: i32,
    /// Whether the next move is of the second player.
    second_moves: bool,
    /// How many games have begun in this place.
    games: u64,
    chance: Generator,
}

impl Playing {
    /// Before the first game.
    pub(super) const fn new() -> Self {
        Self {
            fruits_left: 0,
            margin: 0,
            untold: 0,
            second_moves: false,
            games: 0,
            chance: Generator::new(0),
        }
    }

    pub(super) const fn is_over(&self) -> bool {
        self.fruits_left == 0
    }

    pub(super) const fn margin(&self) -> i32 {
        self.margin
    }

    pub(super) const fn second_moves(&self) -> bool {
        self.second_moves
    }

    /// Begins the next game in a place, until one has a move for whoever steps it.
    pub(super) fn begin(&mut self, terms: &Terms, index: usize, lane: &mut Lane<'_>) {
        loop {
            let seed = mix(&[terms.seed, index as u64, self.games]);
            lane.deal(&random_board(terms.size, terms.kinds, seed));
            *self = Self {
                fruits_left: lane.cells.len() as u32,
                games: self.games + 1,
                chance: Generator::new(mix(&[seed, 1])),
                ..Self::new()
            };
            if let Some(opponent) = terms.opponent
                && self.games.is_multiple_of(2)
            {
                self.answer(opponent, lane);
                self.untold = self.margin;
            }
            if !self.is_over() {
                return;
            }
        }
    }

    /// Plays a legal move and the opponent's answer, if there is one: what that gains.
    #[inline]
    pub(super) fn step(&mut self, terms: &Terms, cell: Cell, lane: &mut Lane<'_>) -> i32 {
        let before = self.margin;
        let is_margin_holder = terms.opponent.is_some() || !self.second_moves;
        let points = self.claim(cell, lane);
        self.margin += if is_margin_holder { points } else { -points };
        let Some(opponent) = terms.opponent else { return points };
        self.answer(opponent, lane);
        self.margin - before + std::mem::take(&mut self.untold)
    }

    fn answer(&mut self, opponent: Opponent, lane: &mut Lane<'_>) {
        if let Some(group) = opponent.choose(lane, &mut self.chance) {
            self.margin -= self.claim(group.name(), lane);
        }
    }

    /// Claims what is connected to a cell: its points.
    #[inline]
    fn claim(&mut self, cell: Cell, lane: &mut Lane<'_>) -> i32 {
        let count = lane.claim(cell);
        self.fruits_left -= count;
        self.second_moves = !self.second_moves;
        (count * count) as i32
    }
}

impl Opponent {
    pub(super) fn read(name: &str) -> PyResult<Self> {
        match name {
            "greedy" => Ok(Self::Greedy),
            "random" => Ok(Self::Random),
            other => {
                let expected = "opponent=None, 'greedy' or 'random'";
                Err(bad_value(expected, fruitrage_rules::quoted(other)))
            }
        }
    }

    fn choose(self, lane: &Lane<'_>, chance: &mut Generator) -> Option<Group> {
        let board = lane.board();
        let mut groups = board.groups();
        match self {
            // Of equal ones the leftmost, as the arena's greedy does.
            Self::Greedy => {
                groups.reduce(|best, group| if group.count() > best.count() { group } else { best })
            }
            Self::Random => match groups.clone().count() {
                0 => None,
                count => groups.nth(chance.below(count)),
            },
        }
    }
}
