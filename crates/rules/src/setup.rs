//! What is agreed before a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::{Board, Cell, FruitKinds};

/// Who wins with equal points.
///
/// ```
/// use fruitrage_rules::TieRule;
///
/// assert_eq!("clock".parse(), Ok(TieRule::Clock));
/// assert_eq!(TieRule::Draw.to_string(), "draw");
/// assert!("Clock".parse::<TieRule>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieRule {
    /// Nobody.
    #[default]
    Draw,
    /// The player with more time left; nobody if that is equal too.
    Clock,
}

impl TieRule {
    /// Every rule.
    pub const ALL: [Self; 2] = [Self::Draw, Self::Clock];

    /// The rule's name on the command line, in files and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Clock => "clock",
        }
    }
}

impl fmt::Display for TieRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no rule for equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected `draw` or `clock`")]
pub struct NotATieRule;

impl FromStr for TieRule {
    type Err = NotATieRule;

    fn from_str(name: &str) -> Result<Self, NotATieRule> {
        Self::ALL.into_iter().find(|rule| rule.name() == name).ok_or(NotATieRule)
    }
}

/// What is agreed before a game: the board, the clocks and the rules that vary.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_rules::{FruitKinds, Setup, TieRule};
///
/// let kinds = FruitKinds::new(3).unwrap();
/// let setup = Setup::new("01/21".parse().unwrap(), kinds)
///     .unwrap()
///     .with_clocks([Duration::from_secs(60); 2])
///     .with_ties(TieRule::Clock);
/// assert!(setup.clocks().is_some());
/// assert!(Setup::new("01/29".parse().unwrap(), kinds).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    board: Board,
    kinds: FruitKinds,
    clocks: Option<[Duration; 2]>,
    handicap: [u32; 2],
    ties: TieRule,
    calls_final_leads: bool,
}

impl Setup {
    /// The most points that a player can be given; with more, sums of points might overflow.
    pub const MOST_HANDICAP: u32 = 100_000;

    /// An untimed game, drawn when equal and played to the end.
    pub fn new(board: Board, kinds: FruitKinds) -> Result<Self, UnknownFruit> {
        let known = |cell| board.fruit_at(cell).is_none_or(|fruit| kinds.contains(fruit));
        match board.size().cells().find(|&cell| !known(cell)) {
            Some(cell) => Err(UnknownFruit { cell, kinds }),
            None => Ok(Self {
                board,
                kinds,
                clocks: None,
                handicap: [0; 2],
                ties: TieRule::default(),
                calls_final_leads: false,
            }),
        }
    }

    /// The same with a clock for each player.
    #[must_use]
    pub const fn with_clocks(self, clocks: [Duration; 2]) -> Self {
        Self { clocks: Some(clocks), ..self }
    }

    /// The same with points that the first and the second player have before they move, each
    /// at most [`MOST_HANDICAP`](Self::MOST_HANDICAP).
    ///
    /// ```
    /// use fruitrage_rules::{FruitKinds, Game, Setup};
    ///
    /// let board = "01/21".parse().unwrap();
    /// let setup = Setup::new(board, FruitKinds::new(3).unwrap()).unwrap().with_handicap([0, 7]);
    /// assert_eq!(Game::new(setup).scores(), [0, 7]);
    /// ```
    #[must_use]
    pub const fn with_handicap(self, handicap: [u32; 2]) -> Self {
        Self { handicap, ..self }
    }

    /// The same with another rule for equal points.
    #[must_use]
    pub const fn with_ties(self, ties: TieRule) -> Self {
        Self { ties, ..self }
    }

    /// The same, ending as soon as the lead can no longer be caught up with.
    #[must_use]
    pub const fn calling_final_leads(self) -> Self {
        Self { calls_final_leads: true, ..self }
    }

    /// The board before the first move.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many kinds of fruit the game has.
    pub const fn kinds(&self) -> FruitKinds {
        self.kinds
    }

    /// The time of each player for the whole game; none if the game is untimed.
    pub const fn clocks(&self) -> Option<[Duration; 2]> {
        self.clocks
    }

    /// The points of the first and the second player before they move.
    pub const fn handicap(&self) -> [u32; 2] {
        self.handicap
    }

    /// Who wins with equal points.
    pub const fn ties(&self) -> TieRule {
        self.ties
    }

    /// Whether the game ends as soon as a lead is final.
    pub const fn calls_final_leads(&self) -> bool {
        self.calls_final_leads
    }
}

/// The board has a fruit that the game does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected fruits of {kinds} kinds, but {cell} holds another")]
pub struct UnknownFruit {
    /// The first such cell.
    pub cell: Cell,
    /// How many kinds there are.
    pub kinds: FruitKinds,
}
