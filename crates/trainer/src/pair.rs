//! A duplicate pair between two engines in this process, and the line it is kept as.
//!
//! ```text
//! 16x16/5 7 35 -12 310/31 298/31
//! ```
//!
//! That is: the board's shape and seed, the margins of the game in which the first engine
//! moved first and of the other one, and for each engine the sum of its depths and the
//! number of moves that it is of.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use fruitrage_arena::{GameResult, PairResult};
use fruitrage_engine::{Engine, Limits, Stop};
use fruitrage_rules::{Cause, Game, Player, Setup, TextError, seconds};
use fruitrage_statistics::Score;

use crate::contestant::Contestant;
use crate::fields::Fields;
use crate::shape::Shape;

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many nodes per move.
    Nodes(u64),
    /// So much time for all moves of a game.
    Time(Duration),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Time(time) => write!(f, "{} s a game", seconds::display(*time)),
        }
    }
}

/// What the engines may use in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// What each engine may use.
    pub limit: Limit,
    /// The table of each engine, new for each game.
    pub hash_megabytes: usize,
}

impl fmt::Display for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} MB", self.limit, self.hash_megabytes)
    }
}

/// The depths that an engine searched to, in moves that it did not solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depths {
    sum: u64,
    moves: u64,
}

impl Depths {
    /// More moves.
    pub const fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.moves += other.moves;
    }

    /// The mean depth; none without a move.
    pub fn mean(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum as f64 / self.moves as f64)
    }
}

impl fmt::Display for Depths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.sum, self.moves)
    }
}

/// The text is not a sum and a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotDepths;

impl FromStr for Depths {
    type Err = NotDepths;

    fn from_str(text: &str) -> Result<Self, NotDepths> {
        let (sum, moves) = text.split_once('/').ok_or(NotDepths)?;
        let number = |text: &str| text.parse().map_err(|_| NotDepths);
        Ok(Self { sum: number(sum)?, moves: number(moves)? })
    }
}

/// A pair of games, from the first engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What kind of board it was.
    pub shape: Shape,
    /// The seed of the board.
    pub seed: u64,
    /// The margins; in the first of the games the first engine moved first.
    pub margins: [i64; 2],
    /// How deep the two engines searched.
    pub depths: [Depths; 2],
}

impl Pair {
    /// Plays both games; if the handle is stopped meanwhile they mean nothing.
    pub fn play(
        contestants: &[Contestant; 2],
        resources: &Resources,
        shape: Shape,
        seed: u64,
        stop: &Stop,
    ) -> Self {
        let mut pair = Self { shape, seed, margins: [0; 2], depths: [Depths::default(); 2] };
        for first in [Player::First, Player::Second] {
            let table = |player: usize| contestants[player].engine(resources.hash_megabytes);
            // By place in the game; the first contestant is at the place named by `first`.
            let [a, b] = [table(0), table(1)];
            let mut engines = if first == Player::First { [a, b] } else { [b, a] };
            let (game, depths) = play(shape, seed, resources.limit, &mut engines, stop);
            let result = GameResult::of(&game, first);
            pair.margins[first.index()] = result.map_or(0, |result| result.margin);
            pair.depths[0].add(depths[first.index()]);
            pair.depths[1].add(depths[first.opponent().index()]);
        }
        pair
    }

    /// The pair as a result.
    pub fn result(&self) -> PairResult {
        PairResult::new(self.margins.map(|margin| GameResult {
            margin,
            score: match margin.signum() {
                -1 => Score::Lost,
                0 => Score::Drawn,
                _ => Score::Won,
            },
            is_forfeit: false,
        }))
    }

    /// Reads a line, whose number is for errors.
    pub fn parse(line: usize, text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::new(line, text);
        let pair = Self {
            shape: fields.parse("boards such as 16x16/5")?,
            seed: fields.parse("the seed of a board")?,
            margins: [fields.parse("a margin")?, fields.parse("another margin")?],
            depths: [fields.parse("depths, SUM/MOVES")?, fields.parse("other depths, SUM/MOVES")?],
        };
        fields.end()?;
        Ok(pair)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shape, seed, margins: [first, second], depths: [own, other] } = self;
        write!(f, "{shape} {seed} {first} {second} {own} {other}")
    }
}

/// Plays one game; without an ending it was broken off.
fn play(
    shape: Shape,
    seed: u64,
    limit: Limit,
    engines: &mut [Engine; 2],
    stop: &Stop,
) -> (Game, [Depths; 2]) {
    let mut game = Game::new(setup(shape, seed, limit));
    let mut depths = [Depths::default(); 2];
    while game.ending().is_none() && !stop.is_stopped() {
        let player = game.to_move();
        let start = Instant::now();
        let limits = limits(&game, limit);
        let engine = &mut engines[player.index()];
        let report = engine.search(game.board(), &limits, &|| start.elapsed(), stop, &mut |_| {});
        let report = report.expect("a game that goes on has a move");
        if !report.best().exact {
            depths[player.index()].add(Depths { sum: u64::from(report.depth), moves: 1 });
        }
        if let Err(error) = game.play(report.best().moves[0], start.elapsed()) {
            game.forfeit(player, Cause::OutOfTime, &error.to_string());
        }
    }
    (game, depths)
}

fn setup(shape: Shape, seed: u64, limit: Limit) -> Setup {
    let setup = Setup::new(shape.board(seed), shape.kinds);
    let setup = setup.expect("a random board has only the kinds it was drawn from");
    match limit {
        Limit::Nodes(_) => setup,
        Limit::Time(time) => setup.with_clocks([time; 2]),
    }
}

fn limits(game: &Game, limit: Limit) -> Limits {
    match limit {
        Limit::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        Limit::Time(all) => Limits::clock(game.clock(game.to_move()).unwrap_or(all)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RESOURCES: Resources = Resources { limit: Limit::Nodes(200), hash_megabytes: 1 };

    fn pair(first: &str, second: &str, seed: u64) -> Pair {
        let contestants = [first, second].map(|text| text.parse().unwrap());
        Pair::play(&contestants, &RESOURCES, "7x7/3".parse().unwrap(), seed, &Stop::new())
    }

    #[test]
    fn an_engine_is_as_good_as_itself() {
        for seed in 0..5 {
            let pair = pair("default", "default", seed);
            assert_eq!(pair.result().score, Score::Drawn);
            assert_eq!(pair.margins[0], -pair.margins[1]);
            assert_eq!(pair.depths[0], pair.depths[1]);
        }
    }

    #[test]
    fn the_other_point_of_view_is_the_mirror() {
        // Where the search stops, it takes good for bad.
        let weak = "leaf_share=-256";
        let pairs: Vec<[Pair; 2]> = (0..10)
            .map(|seed| [pair("default", weak, seed), pair(weak, "default", seed)])
            .collect();
        for [there, back] in &pairs {
            assert_eq!(there.result().margin, -back.result().margin);
            assert_eq!([there.depths[0], there.depths[1]], [back.depths[1], back.depths[0]]);
        }
        let margin: i64 = pairs.iter().map(|[there, _]| there.result().margin).sum();
        assert!(margin > 0, "{margin}");
    }

    #[test]
    fn a_clock_is_kept_to() {
        let resources =
            Resources { limit: Limit::Time(Duration::from_millis(300)), hash_megabytes: 1 };
        let contestants = [Contestant::default(), Contestant::default()];
        let shape: Shape = "5x5/3".parse().unwrap();
        let mut engines = contestants.map(|contestant| contestant.engine(1));
        let (game, _) = play(shape, 1, resources.limit, &mut engines, &Stop::new());
        assert!(game.board().is_empty());
        assert!(Player::BOTH.iter().all(|&player| game.clock(player) > Some(Duration::ZERO)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn pairs_round_trip(
            size in 1..=26usize, kinds in 1..=10usize, seed: u64, margins: [i64; 2], depths: [(u64, u64); 2],
        ) {
            let shape = format!("{size}x{size}/{kinds}").parse().unwrap();
            let depths = depths.map(|(sum, moves)| Depths { sum, moves });
            let pair = Pair { shape, seed, margins, depths };
            prop_assert_eq!(Pair::parse(1, &pair.to_string()), Ok(pair));
        }
    }

    #[test]
    fn errors_say_where() {
        let error = Pair::parse(4, "7x7/3 1 x 0 0/0 0/0").unwrap_err();
        assert_eq!((error.line, error.column, &*error.found), (4, 9, "`x`"));
    }
}
