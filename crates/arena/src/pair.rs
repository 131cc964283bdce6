//! A pair of games: the same board from both sides, the unit of every measurement.

use fruitrage_rules::{Ending, Game, Player, Verdict};
use fruitrage_statistics::Score;

/// A finished game from one agent's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its points less the opponent's. After a fault the opponent is given everything
    /// that was left on the board, as if claimed kind by kind at once.
    pub margin: i64,
    /// Who won.
    pub score: Score,
}

impl GameResult {
    /// The result for one of the players; none for a game that was broken off.
    pub fn of(game: &Game, player: Player) -> Option<Self> {
        let score = match game.verdict()? {
            Verdict::Undecided => return None,
            Verdict::Draw => Score::Drawn,
            Verdict::Won(winner) if winner == player => Score::Won,
            Verdict::Won(_) => Score::Lost,
        };
        let lead = i64::from(game.lead(player));
        let margin = match game.ending()? {
            Ending::Forfeit { loser, .. } => {
                let left = i64::from(game.board().most_points_left());
                if *loser == player { (lead - left).min(-1) } else { (lead + left).max(1) }
            }
            _ => lead,
        };
        Some(Self { margin, score })
    }

    /// The same from the other side.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self { margin: -self.margin, score: self.score.reversed() }
    }
}

/// A pair of games from one agent's point of view.
///
/// ```
/// use fruitrage_arena::{GameResult, PairResult};
/// use fruitrage_statistics::Score;
///
/// let first = GameResult { margin: 30, score: Score::Won };
/// let second = GameResult { margin: -12, score: Score::Lost };
/// let pair = PairResult::new([first, second]);
/// assert_eq!((pair.margin, pair.score), (18, Score::Won));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// Both margins together.
    pub margin: i64,
    /// Who won the pair: the larger margin, then the better games.
    pub score: Score,
    /// The two games.
    pub games: [GameResult; 2],
}

impl PairResult {
    /// The pair of two games, both from the same agent's point of view.
    pub fn new(games: [GameResult; 2]) -> Self {
        let margin = games[0].margin + games[1].margin;
        // Equal margins can still differ where the clock decides ties.
        let games_won = games[0].score.points() + games[1].score.points();
        let order = margin.cmp(&0).then(games_won.total_cmp(&1.0));
        let score = match order {
            std::cmp::Ordering::Less => Score::Lost,
            std::cmp::Ordering::Equal => Score::Drawn,
            std::cmp::Ordering::Greater => Score::Won,
        };
        Self { margin, score, games }
    }

    /// The same from the other side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            margin: -self.margin,
            score: self.score.reversed(),
            games: self.games.each_ref().map(GameResult::reversed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use fruitrage_rules::{Cause, FruitKinds, Setup};

    #[test]
    fn a_fault_gives_the_opponent_what_was_left() {
        let setup =
            Setup::new("001/001/22*".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
        let mut game = Game::new(setup);
        game.play("A1".parse().unwrap(), Duration::ZERO).unwrap();
        game.forfeit(Player::Second, Cause::Crashed, "");
        // 16 points, and two pairs are left.
        let result = GameResult::of(&game, Player::First).unwrap();
        assert_eq!((result.margin, result.score), (24, Score::Won));
        let result = GameResult::of(&game, Player::Second).unwrap();
        assert_eq!((result.margin, result.score), (-24, Score::Lost));
    }

    #[test]
    fn a_fault_when_far_ahead_is_still_a_loss() {
        let setup =
            Setup::new("001/001/22*".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
        let mut game = Game::new(setup);
        game.play("A1".parse().unwrap(), Duration::ZERO).unwrap();
        game.play("C2".parse().unwrap(), Duration::ZERO).unwrap();
        game.forfeit(Player::First, Cause::OutOfTime, "");
        let result = GameResult::of(&game, Player::First).unwrap();
        assert_eq!((result.margin, result.score), (-1, Score::Lost));
    }

    #[test]
    fn broken_off_games_have_no_result() {
        let setup = Setup::new("01/21".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
        let mut game = Game::new(setup);
        game.interrupt();
        assert_eq!(GameResult::of(&game, Player::First), None);
    }

    #[test]
    fn equal_margins_are_decided_by_the_games() {
        let even = |score| GameResult { margin: 0, score };
        assert_eq!(PairResult::new([even(Score::Drawn); 2]).score, Score::Drawn);
        assert_eq!(PairResult::new([even(Score::Won), even(Score::Drawn)]).score, Score::Won);
        let pair = PairResult::new([even(Score::Lost), even(Score::Drawn)]);
        assert_eq!(pair.score, Score::Lost);
        assert_eq!(pair.reversed().score, Score::Won);
    }
}
