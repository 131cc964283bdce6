//! What starting a program costs, which every move pays.

use fruitrage_rules::{Cause, Game, Setup};
use serde::{Deserialize, Serialize};

use super::situations::situations;
use crate::referee::ask;
use crate::{Host, Specification, StartError};

/// How often the start-up is measured; the middle one counts.
const STARTS: usize = 5;

/// What starting costs, on a board that needs no thinking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartUp {
    /// From start to exit, in seconds.
    pub seconds: f64,
    /// Of that, on the processors; more than `seconds` if on several at once.
    pub cpu_seconds: f64,
    /// The same of a program that does nothing.
    pub bare_seconds: f64,
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
