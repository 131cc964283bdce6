//! One of the things that a program is tried in: a situation, or a whole game.

use std::time::Duration;

use fruitrage_rules::{Ending, Game, Setup};

use super::situations::{situations, whole_game};
use super::{Finding, Grade};
use crate::referee::ask;
use crate::{Conditions, Fault, Host, Specification, StartError, referee};

/// How long an answer to one situation is waited for, whatever the clock in it says. It is
/// told apart from the clock: a game would go on.
const PATIENCE: Duration = Duration::from_secs(15);

/// The seed of the board of a whole game.
const BOARD: u64 = 6;

/// Something to try a program in.
#[derive(Clone, Debug)]
pub struct Case {
    /// From 1.
    pub number: usize,
    /// What it is.
    pub name: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Situation {
        setup: Setup,
        /// Whether a program must master it.
        essential: bool,
        /// Whether the lines of `input.txt` end as on Windows.
        crlf: bool,
    },
    Game(Setup),
}

/// Everything that a program is tried in: the situations, and a whole game under each of
/// these conditions; under the usual ones if there are none.
///
/// ```
/// use fruitrage_arena::check::cases;
///
/// let cases = cases(&[]);
/// assert_eq!(cases[0].name, "the smallest board, 1×1");
/// assert!(cases.last().unwrap().name.starts_with("a whole game"));
/// ```
pub fn cases(games: &[Conditions]) -> Vec<Case> {
    let situations = situations().into_iter().map(|situation| {
        let (setup, essential, crlf) = (situation.setup(), situation.essential, situation.crlf);
        (situation.name.to_owned(), Kind::Situation { setup, essential, crlf })
    });
    let usual = ("10×10 with 4 kinds, 30 s".to_owned(), whole_game());
    let mut all: Vec<_> = games.iter().map(|it| (it.to_string(), it.setup(BOARD))).collect();
    if all.is_empty() {
        all.push(usual);
    }
    let games = all.into_iter().map(|(conditions, setup)| {
        (format!("a whole game against `greedy`, {conditions}"), Kind::Game(setup))
    });
    let numbered = (1..).zip(situations.chain(games));
    numbered.map(|(number, (name, kind))| Case { number, name, kind }).collect()
}

impl Case {
    /// The first move of a game under these conditions.
    pub fn opening(conditions: &Conditions) -> Self {
        let name = format!("the first move, {conditions}");
        let setup = conditions.setup(BOARD);
        Self { number: 1, name, kind: Kind::Situation { setup, essential: true, crlf: false } }
    }

    /// Tries a program.
    pub fn tried(&self, agent: &Specification, host: &Host) -> Result<Finding, StartError> {
        match &self.kind {
            Kind::Situation { setup, essential, crlf } => {
                let host = Host { crlf_input: *crlf, patience: Some(PATIENCE), ..host.clone() };
                self.ask_once(agent, &host, setup, *essential)
            }
            Kind::Game(setup) => self.play(agent, host, setup),
        }
    }

    fn ask_once(
        &self,
        agent: &Specification,
        host: &Host,
        setup: &Setup,
        essential: bool,
    ) -> Result<Finding, StartError> {
        let mut player = host.start(agent, 1)?;
        let mut game = Game::new(*setup);
        let (reply, fault) = ask(&mut game, player.as_mut());
        let grade = match (&fault, essential) {
            (None, _) => Grade::Passed,
            (Some(_), false) => Grade::Advice,
            (Some(_), true) => Grade::Failed,
        };
        Ok(self.finding(grade, fault, reply.spent).with_evidence(reply.evidence))
    }

    /// A whole game against a simple opponent.
    fn play(
        &self,
        agent: &Specification,
        host: &Host,
        setup: &Setup,
    ) -> Result<Finding, StartError> {
        let mut players = [host.start(agent, 1)?, host.start(&Specification::Greedy, 1)?];
        let played = referee(*setup, &mut players, &host.stop);
        let own = played.game.turns().iter().step_by(2);
        let spent: Duration = own.map(|turn| turn.spent).sum();
        let fault = match played.game.ending() {
            Some(Ending::Forfeit { cause, detail, .. }) => Some(Fault::new(*cause, detail.clone())),
            _ => None,
        };
        let grade = if fault.is_some() { Grade::Failed } else { Grade::Passed };
        let finding = self.finding(grade, fault, spent);
        Ok(finding.with_evidence(played.evidence.unwrap_or_default()))
    }

    fn finding(&self, grade: Grade, fault: Option<Fault>, spent: Duration) -> Finding {
        Finding {
            number: self.number,
            situation: self.name.clone(),
            grade,
            cause: fault.as_ref().map(|fault| fault.cause.name().to_owned()),
            detail: fault.map(|fault| fault.detail).unwrap_or_default(),
            seconds: spent.as_secs_f64(),
            evidence: crate::Evidence::default(),
        }
    }
}
