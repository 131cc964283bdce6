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
    /// Whether it was lost by a fault, whatever the points.
    pub is_forfeit: bool,
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
        let (margin, is_forfeit) = match game.ending()? {
            Ending::Forfeit { loser, .. } => {
                let left = i64::from(game.board().most_points_left());
                let is_own = *loser == player;
                (if is_own { (lead - left).min(-1) } else { (lead + left).max(1) }, true)
            }
            _ => (lead, false),
        };
        Some(Self { margin, score, is_forfeit })
    }

    /// The same from the other side.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self { margin: -self.margin, score: self.score.reversed(), ..*self }
    }

    /// How many games it forfeited less how many it was given.
    const fn forfeits(&self) -> i64 {
        match (self.is_forfeit, self.score) {
            (true, Score::Lost) => 1,
            (true, Score::Won) => -1,
            _ => 0,
        }
    }
}

/// A pair of games from one agent's point of view.
///
/// ```
/// use fruitrage_arena::{GameResult, PairResult};
/// use fruitrage_statistics::Score;
///
/// let first = GameResult { margin: 30, score: Score::Won, is_forfeit: false };
/// let second = GameResult { margin: -12, score: Score::Lost, is_forfeit: false };
/// let pair = PairResult::new([first, second]);
/// assert_eq!((pair.margin, pair.score), (18, Score::Won));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// Both margins together; after a forfeit at least a point against who forfeited.
    pub margin: i64,
    /// Who won the pair: who forfeited fewer games, then the larger margin, then the better
    /// games. So nobody saves a lead by a crash.
    pub score: Score,
    /// The two games.
    pub games: [GameResult; 2],
}

impl PairResult {
    /// The pair of two games, both from the same agent's point of view.
    pub fn new(games: [GameResult; 2]) -> Self {
        let sum = games[0].margin + games[1].margin;
        let forfeits = games[0].forfeits() + games[1].forfeits();
        let margin = match forfeits.signum() {
            1 => sum.min(-1),
            -1 => sum.max(1),
            _ => sum,
        };
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
    fn who_forfeits_a_game_loses_the_pair_whatever_the_margins() {
        let played = |margin: i64| GameResult {
            margin,
            score: if margin > 0 { Score::Won } else { Score::Lost },
            is_forfeit: false,
        };
        let forfeited = |margin: i64| GameResult { is_forfeit: true, ..played(margin) };
        let pair = PairResult::new([played(300), forfeited(-1)]);
        assert_eq!((pair.margin, pair.score), (-1, Score::Lost));
        assert_eq!(pair.reversed().score, Score::Won);
        let pair = PairResult::new([played(-20), forfeited(1)]);
        assert_eq!((pair.margin, pair.score), (1, Score::Won));
        // One each: the margins decide.
        let pair = PairResult::new([forfeited(80), forfeited(-1)]);
        assert_eq!((pair.margin, pair.score), (79, Score::Won));
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
        let even = |score| GameResult { margin: 0, score, is_forfeit: false };
        assert_eq!(PairResult::new([even(Score::Drawn); 2]).score, Score::Drawn);
        assert_eq!(PairResult::new([even(Score::Won), even(Score::Drawn)]).score, Score::Won);
        let pair = PairResult::new([even(Score::Lost), even(Score::Drawn)]);
        assert_eq!(pair.score, Score::Lost);
        assert_eq!(pair.reversed().score, Score::Won);
    }
}
