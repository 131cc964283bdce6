//! One game between people and agents: whose turn, which clock, what can be taken back.

use std::time::Duration;

use fruitrage_arena::{Fault, Reply, rule};
use fruitrage_rules::{
    Board, Cause, Cell, Ending, Game, IllegalMove, PlayError, Player, Record, Setup, Turn, Verdict,
};

use crate::settings::{Settings, shown_name};

/// What a program is told to have left in a game without clocks, before every move.
const TIME_OF_AN_UNTIMED_PROGRAM: Duration = Duration::from_mins(1);

/// A game under way or over.
///
/// Times are those of one clock that began anywhere. Time that was spent stays spent: what
/// moves took that were taken back is charged to their player's next move.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    game: Game,
    /// Where the agent sits; none if both players are people.
    rival: Option<Player>,
    /// As they are shown.
    names: [String; 2],
    /// As they are recorded.
    recorded: [String; 2],
    seed: u64,
    carried: [Duration; 2],
    turn_began: Duration,
}

impl Contest {
    /// The game of this number in a sitting.
    pub(crate) fn new(settings: &Settings, number: u64, now: Duration) -> Self {
        let rival = settings.rival_seat(number);
        let opponent = (shown_name(&settings.opponent), settings.opponent.to_string());
        let named = Player::BOTH.map(|player| match rival {
            Some(rival) if rival == player => opponent.clone(),
            Some(_) => ("you".to_owned(), "human".to_owned()),
            None => (format!("{player} player"), "human".to_owned()),
        });
        let [first, second] = named;
        Self {
            game: Game::new(settings.setup(number)),
            rival,
            names: [first.0, second.0],
            recorded: [first.1, second.1],
            seed: settings.seed_of(number),
            carried: [Duration::ZERO; 2],
            turn_began: now,
        }
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) const fn board(&self) -> &Board {
        self.game.board()
    }

    pub(crate) const fn seed(&self) -> u64 {
        self.seed
    }

    pub(crate) const fn rival(&self) -> Option<Player> {
        self.rival
    }

    pub(crate) fn name(&self, player: Player) -> &str {
        &self.names[player.index()]
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    /// Whether the game goes on and an agent is to move.
    pub(crate) fn awaits_rival(&self) -> bool {
        !self.is_over() && self.rival == Some(self.game.to_move())
    }

    /// Whether the game goes on and a person is to move.
    pub(crate) fn awaits_person(&self) -> bool {
        !self.is_over() && !self.awaits_rival()
    }

    /// What is on a player's clock, the running one included; none in an untimed game.
    pub(crate) fn clock(&self, player: Player, now: Duration) -> Option<Duration> {
        let left = self.game.clock(player)?.saturating_sub(self.carried[player.index()]);
        let runs = !self.is_over() && self.game.to_move() == player;
        Some(if runs { left.saturating_sub(self.elapsed(now)) } else { left })
    }

    fn elapsed(&self, now: Duration) -> Duration {
        now.saturating_sub(self.turn_began)
    }

    /// The clock of the player to move starts at this time, and not before.
    pub(crate) const fn begin_turn(&mut self, at: Duration) {
        self.turn_began = at;
    }

    /// Claims for the person whose turn it is. A move that comes too late loses.
    pub(crate) fn claim(&mut self, cell: Cell, now: Duration) -> Result<Turn, Refused> {
        let player = self.game.to_move();
        let spent = whole_milliseconds(self.elapsed(now)) + self.carried[player.index()];
        match self.game.play(cell, spent) {
            Ok(turn) => {
                self.carried[player.index()] = Duration::ZERO;
                self.turn_began = now;
                Ok(turn)
            }
            Err(PlayError::OutOfTime { .. }) => {
                self.lose_by_the_clock();
                Err(Refused::OutOfTime)
            }
            Err(PlayError::Over) => Err(Refused::Over),
            Err(PlayError::Illegal(illegal)) => Err(Refused::Illegal(illegal)),
        }
    }

    /// The agent's answer; a fault ends the game.
    pub(crate) fn answer(&mut self, reply: &Reply, now: Duration) -> Result<(), Fault> {
        let carried = &mut self.carried[self.game.to_move().index()];
        let charged = whole_milliseconds(reply.spent) + std::mem::take(carried);
        self.turn_began = now;
        rule(&mut self.game, &Reply { spent: charged, ..reply.clone() })
    }

    /// Ends the game if a person's clock has run out. Whether an agent is late is seen by
    /// whoever asks it.
    pub(crate) fn end_if_out_of_time(&mut self, now: Duration) -> bool {
        let is_late = self.awaits_person()
            && self.clock(self.game.to_move(), now).is_some_and(|left| left.is_zero());
        if is_late {
            self.lose_by_the_clock();
        }
        is_late
    }

    fn lose_by_the_clock(&mut self) {
        let player = self.game.to_move();
        self.game.forfeit(player, Cause::OutOfTime, "the clock ran out");
    }

    /// The person at the keyboard gives up: whoever is to move if there are two.
    pub(crate) fn resign(&mut self) {
        let loser = self.rival.map_or(self.game.to_move(), Player::opponent);
        self.game.forfeit(loser, Cause::Resigned, "");
    }

    /// How many moves a take-back takes: to the last move of a person. None if there is none,
    /// or the game was lost by the clock, by resigning or by a fault.
    pub(crate) fn moves_to_take_back(&self) -> Option<usize> {
        if !matches!(self.game.ending(), None | Some(Ending::Finished)) {
            return None;
        }
        let played = self.game.turns().len();
        let by_person = |index: &usize| self.rival != Some(Player::BOTH[index % 2]);
        (0..played).rev().find(by_person).map(|index| played - index)
    }

    /// Takes back to the last move of a person; says how many moves that were.
    pub(crate) fn take_back(&mut self, now: Duration) -> Option<usize> {
        let count = self.moves_to_take_back()?;
        // A turn that is broken off has cost its time, too.
        let thinking = self.game.to_move().index();
        if !self.is_over() {
            self.carried[thinking] += whole_milliseconds(self.elapsed(now));
        }
        let turns = self.game.turns().to_vec();
        let kept = turns.len() - count;
        for (index, turn) in turns.iter().enumerate().skip(kept) {
            self.carried[index % 2] += turn.spent;
        }
        self.game = replayed(self.game.setup(), &turns[..kept]);
        self.turn_began = now;
        Some(count)
    }

    /// The game as the agent is told it: with what is left on its clock now, and with some
    /// clock in any case.
    pub(crate) fn as_told(&self) -> Game {
        let setup = self.game.setup();
        let Some(clocks) = setup.clocks() else {
            return replayed_at_no_time(setup, [TIME_OF_AN_UNTIMED_PROGRAM; 2], self.game.turns());
        };
        let left = Player::BOTH.map(|player| {
            let left = self.game.clock(player).unwrap_or(clocks[player.index()]);
            left.saturating_sub(self.carried[player.index()]).max(Duration::from_millis(1))
        });
        replayed_at_no_time(setup, left, self.game.turns())
    }

    /// The record; of a game under way, as interrupted.
    pub(crate) fn record(&self) -> Record {
        let [first, second] = &self.recorded;
        Record::new([first, second], self.game.clone())
            .with_note(&format!("Board of seed {}", self.seed))
    }

    /// Whether leaving now would lose something.
    pub(crate) fn is_unfinished(&self) -> bool {
        !self.is_over() && !self.game.turns().is_empty()
    }

    /// How the game ended, in a sentence.
    pub(crate) fn outcome(&self) -> Option<String> {
        let winner = match self.game.verdict()? {
            Verdict::Won(player) => match (self.rival, self.name(player)) {
                (Some(_), "you") => "You win".to_owned(),
                (_, name) => format!("{} wins", capitalised(name)),
            },
            Verdict::Draw => "A draw".to_owned(),
            Verdict::Undecided => "Broken off".to_owned(),
        };
        let [first, second] = self.game.scores();
        let why = match self.game.ending()? {
            Ending::Forfeit { loser, cause: Cause::OutOfTime, .. } => {
                format!(": {} ran out of time", self.name(*loser))
            }
            Ending::Forfeit { loser, cause: Cause::Resigned, .. } => {
                format!(": {} resigned", self.name(*loser))
            }
            Ending::Forfeit { loser, cause, detail } => {
                let name = self.name(*loser);
                let detail = if detail.is_empty() { "" } else { &format!(": {detail}") };
                format!(": {name} forfeited the game ({cause}{detail})")
            }
            _ => String::new(),
        };
        Some(format!("{winner}, {first} to {second}{why}."))
    }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Times in records are for people, too.
const fn whole_milliseconds(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64)
}

fn replayed(setup: &Setup, turns: &[Turn]) -> Game {
    let mut game = Game::new(*setup);
    for turn in turns {
        game.play(turn.choice, turn.spent).expect("the move was played before");
    }
    game
}

fn replayed_at_no_time(setup: &Setup, clocks: [Duration; 2], turns: &[Turn]) -> Game {
    let turns: Vec<Turn> =
        turns.iter().map(|turn| Turn { spent: Duration::ZERO, ..*turn }).collect();
    replayed(&setup.with_clocks(clocks), &turns)
}

/// Why a person's move was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The clock had run out; the game is lost.
    OutOfTime,
    /// The game is over.
    Over,
    /// It is against the rules.
    Illegal(IllegalMove),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Opponent, Start};

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn settings(time: Option<u64>, opponent: &str) -> Settings {
        Settings { time: time.map(seconds), ..crate::settings::tests::settings(4, opponent) }
    }

    fn some_move(contest: &Contest) -> Cell {
        contest.board().groups().next().unwrap().name()
    }

    fn answer(contest: &mut Contest, spent: Duration, now: Duration) {
        let reply = Reply {
            spent,
            cpu: Duration::ZERO,
            answer: Ok(fruitrage_arena::Answer { choice: some_move(contest), board: None }),
            evidence: fruitrage_arena::Evidence::default(),
        };
        contest.answer(&reply, now).unwrap();
    }

    #[test]
    fn a_take_back_against_an_agent_takes_its_answer_too_and_no_clock_is_set_back() {
        let mut contest = Contest::new(&settings(Some(100), "greedy"), 0, seconds(0));
        contest.claim(some_move(&contest), seconds(10)).unwrap();
        answer(&mut contest, seconds(5), seconds(15));
        assert_eq!(contest.take_back(seconds(18)), Some(2));
        assert!(contest.game().turns().is_empty());
        assert_eq!(contest.clock(Player::First, seconds(18)), Some(seconds(87)));
        assert_eq!(contest.clock(Player::Second, seconds(18)), Some(seconds(95)));
        contest.claim(some_move(&contest), seconds(20)).unwrap();
        assert_eq!(contest.game().clock(Player::First), Some(seconds(85)));
        assert_eq!(contest.as_told().clock(Player::Second), Some(seconds(95)));
        answer(&mut contest, seconds(1), seconds(21));
        assert_eq!(contest.game().clock(Player::Second), Some(seconds(94)));
    }

    #[test]
    fn a_take_back_while_the_agent_thinks_takes_one_move() {
        let mut contest = Contest::new(&settings(None, "greedy"), 0, seconds(0));
        assert_eq!(contest.take_back(seconds(0)), None);
        contest.claim(some_move(&contest), seconds(1)).unwrap();
        assert!(contest.awaits_rival());
        assert_eq!(contest.take_back(seconds(2)), Some(1));
        assert!(contest.awaits_person());
    }

    #[test]
    fn two_people_take_back_one_move_and_resign_for_whoever_is_to_move() {
        let mut contest = Contest::new(&settings(None, "human"), 0, seconds(0));
        contest.claim(some_move(&contest), seconds(1)).unwrap();
        contest.claim(some_move(&contest), seconds(1)).unwrap();
        assert_eq!(contest.take_back(seconds(2)), Some(1));
        contest.resign();
        assert_eq!(contest.game().verdict(), Some(Verdict::Won(Player::First)));
        assert!(contest.outcome().unwrap().starts_with("First player wins, "));
    }

    #[test]
    fn a_late_move_loses_and_so_does_none() {
        for claims in [true, false] {
            let mut contest = Contest::new(&settings(Some(3), "greedy"), 0, seconds(0));
            assert!(!contest.end_if_out_of_time(Duration::from_millis(2999)));
            if claims {
                let refused = contest.claim(some_move(&contest), seconds(3));
                assert_eq!(refused, Err(Refused::OutOfTime));
            } else {
                assert!(contest.end_if_out_of_time(seconds(3)));
            }
            assert_eq!(contest.game().verdict(), Some(Verdict::Won(Player::Second)));
            assert_eq!(contest.moves_to_take_back(), None);
        }
    }

    #[test]
    fn the_opponent_begins_every_other_game_unless_told_otherwise() {
        let mut settings = settings(None, "greedy");
        let begins = |settings: &Settings| [0, 1, 2].map(|number| settings.rival_seat(number));
        let (you, rival) = (Some(Player::Second), Some(Player::First));
        assert_eq!(begins(&settings), [you, rival, you]);
        settings.start = Start::Opponent;
        assert_eq!(begins(&settings), [rival; 3]);
        settings.opponent = Opponent::Human;
        assert_eq!(begins(&settings), [None; 3]);
    }

    #[test]
    fn a_record_of_a_game_under_way_can_be_read() {
        let mut contest = Contest::new(&settings(Some(60), "engine:level=2"), 1, seconds(0));
        answer(&mut contest, Duration::from_micros(1_234_567), seconds(2));
        assert!(contest.is_unfinished());
        let text = contest.record().to_string();
        assert!(text.contains("first engine:level=2\nsecond human\n"), "{text}");
        assert_eq!(Record::parse(text.as_bytes()).unwrap(), contest.record());
    }
}
