//! What the games of one sitting have in common.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fruitrage_arena::{EngineOptions, NotAnAgent, Specification};
use fruitrage_engine::Level;
use fruitrage_rules::{FruitKinds, Player, Setup, Size, TieRule, random_board};

/// Whom one plays against.
///
/// ```
/// use fruitrage_terminal::Opponent;
///
/// assert_eq!("human".parse(), Ok(Opponent::Human));
/// assert_eq!("greedy".parse::<Opponent>().unwrap().to_string(), "greedy");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Another person at the same keyboard.
    Human,
    /// The engine or any other agent of the arena.
    Agent(Specification),
}

impl Opponent {
    /// The engine of a level.
    pub fn engine(level: Level) -> Self {
        let options = EngineOptions { level: Some(level), ..EngineOptions::default() };
        Self::Agent(Specification::Engine(options))
    }

    /// The agent, if it is one.
    pub const fn agent(&self) -> Option<&Specification> {
        match self {
            Self::Human => None,
            Self::Agent(agent) => Some(agent),
        }
    }
}

impl FromStr for Opponent {
    type Err = NotAnAgent;

    fn from_str(text: &str) -> Result<Self, NotAnAgent> {
        match text.trim() {
            "human" => Ok(Self::Human),
            text => text.parse().map(Self::Agent),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Agent(agent) => agent.fmt(f),
        }
    }
}

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// In turn, you in the first game.
    #[default]
    InTurn,
    /// Always you.
    You,
    /// Always the opponent.
    Opponent,
}

/// What the games of one sitting have in common.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The boards' width and height.
    pub size: Size,
    /// How many kinds of fruit there are.
    pub kinds: FruitKinds,
    /// The seed of the first board; each next board has the next.
    pub seed: u64,
    /// Each player's clock for a whole game; none for untimed games.
    pub time: Option<Duration>,
    /// Who wins with equal points.
    pub ties: TieRule,
    /// Whom one plays against.
    pub opponent: Opponent,
    /// Who begins.
    pub start: Start,
}

impl Settings {
    /// What a game is played with, the first of the sitting being number 0.
    pub(crate) fn setup(&self, number: u64) -> Setup {
        let board = random_board(self.size, self.kinds, self.seed_of(number));
        let setup = Setup::new(board, self.kinds).expect("the board has only these kinds");
        let setup = setup.with_ties(self.ties);
        self.time.map_or(setup, |time| setup.with_clocks([time; 2]))
    }

    /// The seed of a game's board.
    pub(crate) const fn seed_of(&self, number: u64) -> u64 {
        self.seed.wrapping_add(number)
    }

    /// Where the opponent sits, unless it is a person at the same keyboard.
    pub(crate) const fn rival_seat(&self, number: u64) -> Option<Player> {
        let opponent_begins = match self.start {
            Start::InTurn => number % 2 == 1,
            Start::You => false,
            Start::Opponent => true,
        };
        match self.opponent {
            Opponent::Human => None,
            Opponent::Agent(_) if opponent_begins => Some(Player::First),
            Opponent::Agent(_) => Some(Player::Second),
        }
    }
}

/// How an opponent is called on the screen.
pub(crate) fn shown_name(opponent: &Opponent) -> String {
    match opponent {
        Opponent::Agent(Specification::Engine(EngineOptions { level: Some(level), .. })) => {
            format!("engine level {level}")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Untimed games on boards of 3 kinds from seed 7, you first.
    pub(crate) fn settings(size: usize, opponent: &str) -> Settings {
        Settings {
            size: Size::new(size).unwrap(),
            kinds: FruitKinds::new(3).unwrap(),
            seed: 7,
            time: None,
            ties: TieRule::Draw,
            opponent: opponent.parse().unwrap(),
            start: Start::default(),
        }
    }

    #[test]
    fn opponents_are_shown_by_their_names() {
        let level = Level::new(4).unwrap();
        assert_eq!(shown_name(&Opponent::engine(level)), "engine level 4");
        assert_eq!(Opponent::engine(level).to_string(), "engine:level=4");
        assert_eq!(shown_name(&"python3 mine.py".parse().unwrap()), "python3 mine.py");
    }

    #[test]
    fn each_game_has_the_next_board() {
        let settings = settings(4, "human");
        assert_eq!(settings.setup(1).board(), &random_board(settings.size, settings.kinds, 8));
    }
}
