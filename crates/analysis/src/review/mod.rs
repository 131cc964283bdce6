//! The review of a game: what every move was worth, and what it gave away.

mod judgement;
mod summary;

use fruitrage_engine::{Clock, Engine, Limits, Stop};
use fruitrage_rules::{Board, Cell, Game, Group, Player, Turn};

pub use judgement::Judgement;
pub use summary::{Summary, accuracy};

/// A game judged move by move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// What the first player would gain over the second with best play of both.
    pub start_value: i32,
    /// The moves in the order of the game.
    pub judgements: Vec<Judgement>,
}

impl Review {
    /// The margin of the first player that best play would lead to, before every move
    /// and after the last one. It changes only by what a move gives away.
    pub fn expected_margins(&self) -> Vec<i32> {
        let mut expected = self.start_value;
        let after = self.judgements.iter().map(|judgement| {
            match judgement.player() {
                Player::First => expected -= judgement.lost(),
                Player::Second => expected += judgement.lost(),
            }
            expected
        });
        std::iter::once(self.start_value).chain(after.collect::<Vec<_>>()).collect()
    }

    /// The moves that changed who wins with best play, by their index.
    pub fn turning_points(&self) -> Vec<usize> {
        let expected = self.expected_margins();
        let changes = |pair: &[i32]| pair[0].signum() != pair[1].signum();
        let points = expected.windows(2).zip(0..).filter(|(pair, _)| changes(pair));
        points.map(|(_, index)| index).collect()
    }

    /// How a player did in all.
    pub fn summary(&self, player: Player) -> Summary {
        Summary::new(self.judgements.iter().filter(|judgement| judgement.player() == player))
    }
}

/// Judges every move of a game, from the last to the first, so that the engine remembers
/// what comes later; `told` is called with each. The limits are for each position. None if it
/// was stopped.
///
/// What a position is worth is what the search finds there or what the move that was
/// played turned out to be worth, whichever is more. So no move gives away less than
/// nothing, and the value of the start less the margin of the first player at the end is
/// what the first player gave away less what the second did, exact or not. A game that
/// ended early is continued with best play.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_analysis::review;
/// use fruitrage_engine::{Engine, Limits, Options, Stop};
/// use fruitrage_rules::{FruitKinds, Game, Setup};
///
/// let setup = Setup::new("***/*10/000".parse().unwrap(), FruitKinds::new(2).unwrap());
/// let mut game = Game::new(setup.unwrap());
/// for cell in ["B2", "A3"] {
///     game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
/// }
/// let mut engine = Engine::new(Options::default());
/// let clock = || Duration::ZERO;
/// let review = review(&mut engine, &game, &Limits::default(), &clock, &Stop::new(), &mut |_| {});
/// let review = review.unwrap();
/// assert_eq!(review.start_value, 15);
/// assert_eq!(review.judgements[0].lost(), 30);
/// assert_eq!(review.expected_margins(), [15, -15, -15]);
/// assert_eq!(review.turning_points(), [0]);
/// ```
pub fn review(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    clock: &dyn Clock,
    stop: &Stop,
    told: &mut dyn FnMut(&Judgement),
) -> Option<Review> {
    let mut search = |board: &Board| {
        let report = engine.search(board, limits, clock, stop, &mut |_| {});
        let found = report.map_or(Worth::NOTHING, |mut report| {
            let line = report.lines.swap_remove(0);
            Worth { value: line.value, exact: line.exact, moves: line.moves }
        });
        (!stop.is_stopped()).then_some(found)
    };
    let mut worth = search(game.board())?;
    let mut judgements = Vec::with_capacity(game.turns().len());
    for (index, (board, turn)) in game.boards().into_iter().zip(game.turns()).enumerate().rev() {
        let found = search(&board)?;
        let exact = found.exact && worth.exact;
        let played_value = turn.points as i32 - worth.value;
        worth = better(&board, turn, found, worth);
        let judgement = Judgement {
            index,
            played: turn.choice,
            points: turn.points as i32,
            largest: board.groups().map(|group| group.points()).max().unwrap_or(0) as i32,
            played_value,
            best_value: worth.value,
            best: worth.moves.clone(),
            exact,
        };
        told(&judgement);
        judgements.push(judgement);
    }
    judgements.reverse();
    Some(Review { start_value: worth.value, judgements })
}

/// What a position is worth to the player to move, and how.
struct Worth {
    value: i32,
    exact: bool,
    /// Best play; empty on an empty board.
    moves: Vec<Cell>,
}

impl Worth {
    const NOTHING: Self = Self { value: 0, exact: true, moves: Vec::new() };
}

/// The better of what the search found and what was played. What followed in the game
/// was searched from nearer by: where both are the same move, it is the one to believe.
fn better(board: &Board, turn: &Turn, found: Worth, after: Worth) -> Worth {
    let played_value = turn.points as i32 - after.value;
    let is_played =
        |group: Group| found.moves.first().is_some_and(|&cell| group.cells().contains(cell));
    if played_value < found.value && !board.group_at(turn.choice).is_some_and(is_played) {
        return found;
    }
    let moves = std::iter::once(turn.choice).chain(after.moves).collect();
    let exact = found.exact && found.value == played_value;
    Worth { value: played_value, exact, moves }
}
