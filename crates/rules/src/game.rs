//! A game under way or over: board, scores, clocks, moves and how it ended.

use std::time::Duration;

use thiserror::Error;

use crate::{Board, Cause, Cell, Ending, IllegalMove, Player, Setup, TieRule, Verdict};

/// One move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The cell that was chosen.
    pub choice: Cell,
    /// What it scored.
    pub points: u32,
    /// The time it took; zero in untimed games unless somebody measured it.
    pub spent: Duration,
}

/// A game from its setup to now.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_rules::{Ending, FruitKinds, Game, Player, Setup, Verdict};
///
/// let setup = Setup::new("01/21".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
/// let mut game = Game::new(setup);
/// for cell in ["B1", "A1", "A2"] {
///     game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
/// }
/// assert_eq!(game.scores(), [5, 1]);
/// assert_eq!(game.ending(), Some(&Ending::Finished));
/// assert_eq!(game.verdict(), Some(Verdict::Won(Player::First)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    setup: Setup,
    board: Board,
    scores: [u32; 2],
    clocks: Option<[Duration; 2]>,
    turns: Vec<Turn>,
    ending: Option<Ending>,
}

impl Game {
    /// A game before its first move. On an empty board it is over at once.
    pub fn new(setup: Setup) -> Self {
        let mut game = Self {
            setup,
            board: *setup.board(),
            scores: setup.handicap(),
            clocks: setup.clocks(),
            turns: Vec::new(),
            ending: None,
        };
        game.end_if_decided();
        game
    }

    /// What was agreed before the game.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The board as it stands.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The points of the first and the second player, their handicap included.
    pub const fn scores(&self) -> [u32; 2] {
        self.scores
    }

    /// The lead of a player, negative when behind.
    pub fn lead(&self, player: Player) -> i32 {
        let of = |player: Player| self.scores[player.index()] as i32;
        of(player) - of(player.opponent())
    }

    /// What a player has left; none in an untimed game.
    pub fn clock(&self, player: Player) -> Option<Duration> {
        self.clocks.map(|clocks| clocks[player.index()])
    }

    /// The moves so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The boards before each move, and the board as it stands.
    ///
    /// ```
    /// use std::time::Duration;
    /// use fruitrage_rules::{FruitKinds, Game, Setup};
    ///
    /// let setup = Setup::new("01/21".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
    /// let mut game = Game::new(setup);
    /// game.play("B1".parse().unwrap(), Duration::ZERO).unwrap();
    /// assert_eq!(game.boards(), [*setup.board(), *game.board()]);
    /// ```
    pub fn boards(&self) -> Vec<Board> {
        let mut boards = vec![*self.setup.board()];
        for turn in &self.turns {
            let before = boards[boards.len() - 1];
            let (after, _) = before.play(turn.choice).expect("the move was possible in the game");
            boards.push(after);
        }
        boards
    }

    /// Whose move it is, or would be if the game were not over.
    pub const fn to_move(&self) -> Player {
        Player::BOTH[self.turns.len() % 2]
    }

    /// How the game ended; none while it goes on.
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Whether one player's lead is more than all that is left can change.
    pub fn lead_is_final(&self) -> bool {
        self.lead(Player::First).unsigned_abs() > self.board.most_points_left()
    }

    /// Who won; none while the game goes on.
    pub fn verdict(&self) -> Option<Verdict> {
        Some(match self.ending.as_ref()? {
            Ending::Forfeit { loser, .. } => Verdict::Won(loser.opponent()),
            Ending::Agreed => Verdict::Draw,
            Ending::Interrupted => Verdict::Undecided,
            Ending::Finished | Ending::FinalLead => self.verdict_on_points(),
        })
    }

    fn verdict_on_points(&self) -> Verdict {
        let first_against_second = match (self.setup.ties(), self.clocks) {
            (TieRule::Clock, Some([first, second])) => {
                self.scores[0].cmp(&self.scores[1]).then(first.cmp(&second))
            }
            _ => self.scores[0].cmp(&self.scores[1]),
        };
        match first_against_second {
            std::cmp::Ordering::Greater => Verdict::Won(Player::First),
            std::cmp::Ordering::Less => Verdict::Won(Player::Second),
            std::cmp::Ordering::Equal => Verdict::Draw,
        }
    }

    /// Plays the move of the player whose turn it is. A refused move changes nothing;
    /// whether it forfeits the game is for the referee to say.
    pub fn play(&mut self, choice: Cell, spent: Duration) -> Result<Turn, PlayError> {
        if self.ending.is_some() {
            return Err(PlayError::Over);
        }
        let player = self.to_move();
        if let Some(left) = self.clock(player).filter(|&left| spent >= left) {
            return Err(PlayError::OutOfTime { left, spent });
        }
        let (board, group) = self.board.play(choice)?;
        let turn = Turn { choice, points: group.points(), spent };
        self.board = board;
        self.scores[player.index()] += turn.points;
        if let Some(clocks) = &mut self.clocks {
            clocks[player.index()] -= spent;
        }
        self.turns.push(turn);
        self.end_if_decided();
        Ok(turn)
    }

    fn end_if_decided(&mut self) {
        if self.board.is_empty() {
            self.ending = Some(Ending::Finished);
        } else if self.setup.calls_final_leads() && self.lead_is_final() {
            self.ending = Some(Ending::FinalLead);
        }
    }

    /// Ends the game against a player. The detail is made one line. A game that is
    /// over stays as it ended.
    pub fn forfeit(&mut self, loser: Player, cause: Cause, detail: &str) {
        if self.ending.is_some() {
            return;
        }
        if let (Cause::OutOfTime, Some(clocks)) = (cause, &mut self.clocks) {
            clocks[loser.index()] = Duration::ZERO;
        }
        let detail = one_line(detail);
        self.ending = Some(Ending::Forfeit { loser, cause, detail });
    }

    /// Ends the game as a draw that both players want, unless it is over.
    pub fn agree_on_a_draw(&mut self) {
        self.ending.get_or_insert(Ending::Agreed);
    }

    /// Breaks the game off, unless it is over.
    pub fn interrupt(&mut self) {
        self.ending.get_or_insert(Ending::Interrupted);
    }
}

/// Text as a single line without blanks at its ends.
pub(crate) fn one_line(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    spaced.trim().to_owned()
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The move took all the time there was.
    #[error("expected a move within the {} s left, but it took {} s",
        crate::seconds::display(*left), crate::seconds::display(*spent))]
    OutOfTime {
        /// What the player had left.
        left: Duration,
        /// What the move took.
        spent: Duration,
    },
    /// The move is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FruitKinds;

    fn setup(board: &str) -> Setup {
        Setup::new(board.parse().unwrap(), FruitKinds::new(10).unwrap()).unwrap()
    }

    fn second(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn equal_points_are_a_draw_or_go_to_the_clock() {
        for (ties, verdict) in
            [(TieRule::Draw, Verdict::Draw), (TieRule::Clock, Verdict::Won(Player::Second))]
        {
            let mut game = Game::new(setup("**/01").with_clocks([second(9); 2]).with_ties(ties));
            game.play("A2".parse().unwrap(), second(2)).unwrap();
            game.play("B2".parse().unwrap(), second(1)).unwrap();
            assert_eq!(game.verdict(), Some(verdict));
        }
    }

    #[test]
    fn a_lead_is_what_one_player_has_more_than_the_other() {
        let mut game = Game::new(setup("0*/01"));
        game.play("A2".parse().unwrap(), Duration::ZERO).unwrap();
        game.play("B2".parse().unwrap(), Duration::ZERO).unwrap();
        assert_eq!([Player::First, Player::Second].map(|player| game.lead(player)), [3, -3]);
    }

    #[test]
    fn players_may_agree_on_a_draw_until_the_game_is_over() {
        let mut game = Game::new(setup("01/**"));
        game.agree_on_a_draw();
        assert_eq!((game.ending(), game.verdict()), (Some(&Ending::Agreed), Some(Verdict::Draw)));
        game.interrupt();
        assert_eq!(game.ending(), Some(&Ending::Agreed));
    }

    #[test]
    fn a_move_that_takes_the_whole_clock_is_refused_and_changes_nothing() {
        let mut game = Game::new(setup("01/**").with_clocks([second(9); 2]));
        let before = game.clone();
        let error = game.play("A1".parse().unwrap(), second(9)).unwrap_err();
        assert_eq!(error, PlayError::OutOfTime { left: second(9), spent: second(9) });
        assert_eq!(game, before);
        game.forfeit(Player::First, Cause::OutOfTime, "late");
        assert_eq!(game.verdict(), Some(Verdict::Won(Player::Second)));
        assert_eq!(game.clock(Player::First), Some(Duration::ZERO));
    }

    #[test]
    fn a_lead_is_final_only_beyond_what_is_left() {
        // After A1 the lead is 4; what is left can bring 4 or, one fruit more, 5.
        for (board, is_final) in [("011/0**/***", false), ("01*/0**/***", true)] {
            let mut game = Game::new(setup(board).calling_final_leads());
            game.play("A1".parse().unwrap(), Duration::ZERO).unwrap();
            assert_eq!(game.lead_is_final(), is_final, "{board}");
            assert_eq!(game.ending() == Some(&Ending::FinalLead), is_final, "{board}");
        }
    }

    #[test]
    fn an_ended_game_takes_no_move_and_keeps_its_ending() {
        let mut game = Game::new(setup("0"));
        game.play("A1".parse().unwrap(), Duration::ZERO).unwrap();
        assert_eq!(game.play("A1".parse().unwrap(), Duration::ZERO), Err(PlayError::Over));
        game.interrupt();
        game.forfeit(Player::First, Cause::Resigned, "");
        assert_eq!(game.ending(), Some(&Ending::Finished));
    }
}
