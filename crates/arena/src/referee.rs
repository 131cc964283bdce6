//! The referee: asks the players in turn, checks what they answer, ends the game.

use fruitrage_engine::Stop;
use fruitrage_rules::{Board, Cause, Cell, Game, PlayError, Player, Record, Setup};

use crate::{Agent, Answer, Evidence, Fault, Reply};

/// How many lines of what a program was given, answered and printed each are noted.
const MOST_NOTES: usize = 200;

/// How much of what was printed in a game is kept.
const MOST_PRINTED: usize = 64 * 1024;

/// A game that was refereed.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game, which has ended.
    pub game: Game,
    /// What the loser was given and answered, if it lost by a fault.
    pub evidence: Option<Evidence>,
    /// What the players printed, with the number of the move from 1; moves without a word
    /// are left out.
    pub printed: Vec<(usize, String)>,
}

impl Played {
    /// The game as a record. What a loser by a fault was given, answered and printed is
    /// in the notes.
    pub fn record(&self, players: [&str; 2]) -> Record {
        let record = Record::new(players, self.game.clone());
        let Some(evidence) = &self.evidence else { return record };
        let parts = [
            ("input", &evidence.input),
            ("output", &evidence.output),
            ("printed", &evidence.printed),
        ];
        parts.into_iter().fold(record, |record, (name, text)| {
            let more = text.lines().count().saturating_sub(MOST_NOTES);
            let notes = text.lines().take(MOST_NOTES).map(|line| format!("{name}: {line}"));
            let more = (more > 0).then(|| format!("{name}: … and {more} more lines"));
            notes.chain(more).fold(record, |record, note| record.with_note(&note))
        })
    }
}

/// Plays a game to its end, or until it is stopped.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_arena::{Host, Specification, referee};
/// use fruitrage_rules::{Ending, FruitKinds, Setup};
///
/// let host = Host::new().unwrap();
/// let setup = Setup::new("010/221/000".parse().unwrap(), FruitKinds::new(3).unwrap())
///     .unwrap()
///     .with_clocks([Duration::from_secs(5); 2]);
/// let mut players =
///     [Specification::Greedy, Specification::Random].map(|agent| host.start(&agent, 1).unwrap());
/// let played = referee(setup, &mut players, &host.stop);
/// assert_eq!(played.game.ending(), Some(&Ending::Finished));
/// ```
pub fn referee(setup: Setup, players: &mut [Box<dyn Agent>; 2], stop: &Stop) -> Played {
    referee_watched(setup, players, stop, &mut |_| ())
}

/// The same for somebody who watches: the game is shown before the first move and after each.
pub fn referee_watched(
    setup: Setup,
    players: &mut [Box<dyn Agent>; 2],
    stop: &Stop,
    watch: &mut dyn FnMut(&Game),
) -> Played {
    let mut game = Game::new(setup);
    let mut printed = Vec::new();
    let mut room = MOST_PRINTED;
    while game.ending().is_none() {
        watch(&game);
        if stop.is_stopped() {
            game.interrupt();
            break;
        }
        let before = game.clone();
        let number = game.turns().len() + 1;
        let agent = players[game.to_move().index()].as_mut();
        let (reply, fault) = ask(&mut game, agent);
        // An engine that was stopped answers early, and signals reach programs, too.
        if stop.is_stopped() {
            game = before;
            game.interrupt();
            break;
        }
        let text = &reply.evidence.printed;
        if !text.is_empty() && room > 0 {
            let kept: String = text.chars().take(room).collect();
            room = room.saturating_sub(kept.len());
            printed.push((number, kept));
        }
        if fault.is_some() {
            return Played { game, evidence: Some(reply.evidence), printed };
        }
    }
    Played { game, evidence: None, printed }
}

/// Asks for one move and plays it. A fault ends the game.
pub(crate) fn ask(game: &mut Game, agent: &mut dyn Agent) -> (Reply, Option<Fault>) {
    let reply = agent.choose(game);
    let fault = rule(game, &reply).err();
    (reply, fault)
}

/// Plays the move that the player to move answered. A fault ends the game.
///
/// ```
/// use fruitrage_arena::{Host, Specification, rule};
/// use fruitrage_rules::{FruitKinds, Game, Setup};
///
/// let setup = Setup::new("01/21".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
/// let mut game = Game::new(setup);
/// let mut agent = Host::new().unwrap().start(&Specification::Greedy, 1).unwrap();
/// let reply = agent.choose(&game);
/// assert_eq!(rule(&mut game, &reply), Ok(()));
/// assert_eq!(game.scores(), [4, 0]);
/// ```
pub fn rule(game: &mut Game, reply: &Reply) -> Result<(), Fault> {
    let player = game.to_move();
    apply(game, player, reply).inspect_err(|fault| game.forfeit(player, fault.cause, &fault.detail))
}

/// Plays the move that was answered, or says what is wrong with it. Time goes first: a
/// late answer loses by the clock, whatever it says.
fn apply(game: &mut Game, player: Player, reply: &Reply) -> Result<(), Fault> {
    if let Some(left) = game.clock(player).filter(|&left| reply.spent >= left) {
        let late = PlayError::OutOfTime { left, spent: reply.spent }.to_string();
        let known = reply.answer.as_ref().err().filter(|fault| fault.cause == Cause::OutOfTime);
        return Err(known.cloned().unwrap_or(Fault::new(Cause::OutOfTime, late)));
    }
    let Answer { choice, board } = reply.answer.clone()?;
    let illegal = |error: &dyn std::fmt::Display| Fault::new(Cause::IllegalMove, error.to_string());
    let (after, _) = game.board().play(choice).map_err(|error| illegal(&error))?;
    if let Some(reported) = board.filter(|reported| *reported != after) {
        return Err(Fault::new(Cause::WrongBoard, difference(choice, &after, &reported)));
    }
    game.play(choice, reply.spent).map_err(|error| illegal(&error))?;
    Ok(())
}

/// The first row in which the reported board is wrong.
fn difference(choice: Cell, expected: &Board, found: &Board) -> String {
    let (expected, found) = (expected.to_string(), found.to_string());
    let rows = (1..).zip(expected.lines().zip(found.lines()));
    match rows.into_iter().find(|(_, (expected, found))| expected != found) {
        Some((row, (expected, found))) => {
            format!(
                "after {choice}, expected row {row} of the board as `{expected}`, found `{found}`"
            )
        }
        None => format!("after {choice}, expected another board"),
    }
}
