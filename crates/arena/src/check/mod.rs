//! Does a program follow the protocol? The first thing its author wants to know.

mod situations;

use std::time::Duration;

use fruitrage_rules::{Cause, Ending, Game, Setup};
use serde::Serialize;

use crate::referee::ask;
use crate::{Evidence, Fault, Host, Reply, Specification, StartError, referee};

pub use situations::{Situation, situations};

/// How often the start-up is measured; the middle one counts.
const STARTS: usize = 5;

/// How a program did in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// As it should.
    Passed,
    /// Not as it should, but games hardly ever come to this.
    Advice,
    /// It would lose the game.
    Failed,
}

/// What was found in one situation.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The situation's number, from 1.
    pub number: usize,
    /// What it is.
    pub situation: &'static str,
    /// How the program did.
    pub grade: Grade,
    /// Which fault it was.
    pub cause: Option<&'static str>,
    /// What was expected and what came.
    pub detail: String,
    /// What the answer took, in seconds.
    pub seconds: f64,
    /// What went in and out.
    pub evidence: Evidence,
}

/// What starting costs, on a board that needs no thinking.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StartUp {
    /// From start to exit, in seconds.
    pub seconds: f64,
    /// Of that, on the processors; more than `seconds` if on several at once.
    pub cpu_seconds: f64,
    /// The same of a program that does nothing.
    pub bare_seconds: f64,
}

/// Asks a program in one situation. `number` counts from 1.
pub fn try_situation(
    agent: &Specification,
    host: &Host,
    number: usize,
    situation: &Situation,
) -> Result<Finding, StartError> {
    let host = Host { crlf_input: situation.crlf, ..host.clone() };
    let mut player = host.start(agent, 1)?;
    let mut game = Game::new(situation.setup());
    let (reply, fault) = ask(&mut game, player.as_mut());
    Ok(finding(number, situation.name, situation.essential, &reply, fault))
}

fn finding(
    number: usize,
    situation: &'static str,
    essential: bool,
    reply: &Reply,
    fault: Option<Fault>,
) -> Finding {
    let grade = match (&fault, essential) {
        (None, _) => Grade::Passed,
        (Some(_), false) => Grade::Advice,
        (Some(_), true) => Grade::Failed,
    };
    Finding {
        number,
        situation,
        grade,
        cause: fault.as_ref().map(|fault| fault.cause.name()),
        detail: fault.map(|fault| fault.detail).unwrap_or_default(),
        seconds: reply.spent.as_secs_f64(),
        evidence: reply.evidence.clone(),
    }
}

/// Lets a program play a whole game against a simple opponent. `number` counts from 1.
pub fn try_game(agent: &Specification, host: &Host, number: usize) -> Result<Finding, StartError> {
    let mut players = [host.start(agent, 1)?, host.start(&Specification::Greedy, 1)?];
    let played = referee(situations::whole_game(), &mut players, &host.stop);
    let own = played.game.turns().iter().step_by(2);
    let spent: Duration = own.map(|turn| turn.spent).sum();
    let fault = match played.game.ending() {
        Some(Ending::Forfeit { cause, detail, .. }) => Some(Fault::new(*cause, detail.clone())),
        _ => None,
    };
    Ok(Finding {
        number,
        situation: "a whole game against `greedy`, 10×10 with 4 kinds, 30 s",
        grade: if fault.is_some() { Grade::Failed } else { Grade::Passed },
        cause: fault.as_ref().map(|fault| fault.cause.name()),
        detail: fault.map(|fault| fault.detail).unwrap_or_default(),
        seconds: spent.as_secs_f64(),
        evidence: played.evidence.unwrap_or_default(),
    })
}

/// Measures what starting a program costs; none if it is built in or plays no move.
pub fn start_up(agent: &Specification, host: &Host) -> Result<Option<StartUp>, StartError> {
    let Specification::Files(words) = agent else { return Ok(None) };
    let mut program = host.start_files(words)?;
    let mut nothing = host.start_files(&["true".to_owned()])?;
    let mut times = Vec::new();
    let mut bare = Vec::new();
    for _ in 0..STARTS {
        let (reply, fault) = ask(&mut Game::new(smallest()), &mut program);
        if fault.is_some() {
            return Ok(None);
        }
        times.push((reply.spent, reply.cpu));
        let (reply, fault) = ask(&mut Game::new(smallest()), &mut nothing);
        // It does nothing, so it writes nothing: only its time is of interest.
        if fault.is_some_and(|fault| fault.cause == Cause::NoOutput) {
            bare.push(reply.spent);
        }
    }
    times.sort();
    bare.sort();
    let (seconds, cpu) = times[STARTS / 2];
    let bare = bare.get(bare.len() / 2).copied().unwrap_or_default();
    Ok(Some(StartUp {
        seconds: seconds.as_secs_f64(),
        cpu_seconds: cpu.as_secs_f64(),
        bare_seconds: bare.as_secs_f64(),
    }))
}

/// A board that needs no thinking.
fn smallest() -> Setup {
    situations()[0].setup()
}
