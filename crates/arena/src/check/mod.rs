//! Does a program follow the protocol? The first thing its author wants to know.

mod advice;
mod case;
mod situations;
mod start_up;

use serde::{Deserialize, Serialize};

use crate::{Conditions, Evidence, Host, Specification, StartError};
use fruitrage_rules::Cause;

pub use advice::advice;
pub use case::{Case, cases};
pub use situations::{Situation, situations};
pub use start_up::{StartUp, start_up};

/// After so many cases without an answer nothing else is tried if nothing was answered at
/// all, and after more in any case: a program that hangs would take a quarter of an hour.
const SILENT_FROM_THE_START: usize = 2;
const SILENT_AT_ALL: usize = 4;

/// How a program did in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The situation's number, from 1.
    pub number: usize,
    /// What it is.
    pub situation: String,
    /// How the program did.
    pub grade: Grade,
    /// Which fault it was.
    pub cause: Option<String>,
    /// What was expected and what came.
    pub detail: String,
    /// What the answer took, in seconds.
    pub seconds: f64,
    /// What went in and out.
    pub evidence: Evidence,
}

impl Finding {
    fn with_evidence(self, evidence: Evidence) -> Self {
        Self { evidence, ..self }
    }

    /// Whether the time was over before the program answered.
    fn is_late(&self) -> bool {
        self.cause.as_deref() == Some(Cause::OutOfTime.name())
    }
}

/// What was found in all of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// In the order of their numbers.
    pub findings: Vec<Finding>,
    /// How many cases were not tried, because the program does not answer.
    pub given_up: usize,
    /// What starting it costs, if it could be measured.
    pub start_up: Option<StartUp>,
}

impl Findings {
    /// How many have this grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.findings.iter().filter(|finding| finding.grade == grade).count()
    }

    /// The first case in which the program would lose the game.
    pub fn first_failure(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.grade == Grade::Failed)
    }

    fn is_hopeless(&self) -> bool {
        let late = self.findings.iter().filter(|finding| finding.is_late()).count();
        let is_silent = late == self.findings.len();
        late >= if is_silent { SILENT_FROM_THE_START } else { SILENT_AT_ALL }
    }
}

/// How far a check is.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A case is tried now.
    Trying(&'a Case),
    /// And this was found in it.
    Found(&'a Finding),
}

/// Tries a program in everything: the situations, and a whole game under each of these
/// conditions. Who never answers is not waited for again and again. Ends early if the host is
/// stopped.
///
/// ```
/// use fruitrage_arena::check::{Grade, check};
/// use fruitrage_arena::{Host, Specification};
///
/// let host = Host::new().unwrap();
/// let found = check(&Specification::Greedy, &host, &[], &mut |_| {}).unwrap();
/// assert_eq!(found.count(Grade::Passed), 17);
/// ```
pub fn check(
    agent: &Specification,
    host: &Host,
    games: &[Conditions],
    hear: &mut dyn FnMut(Step),
) -> Result<Findings, StartError> {
    let all = cases(games);
    let mut found = Findings::default();
    for case in &all {
        hear(Step::Trying(case));
        let finding = case.tried(agent, host)?;
        if host.stop.is_stopped() {
            return Ok(found);
        }
        hear(Step::Found(&finding));
        found.findings.push(finding);
        if found.is_hopeless() {
            found.given_up = all.len() - found.findings.len();
            return Ok(found);
        }
    }
    found.start_up = start_up(agent, host)?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(causes: &[Option<Cause>]) -> Findings {
        let finding = |cause: &Option<Cause>| Finding {
            number: 1,
            situation: String::new(),
            grade: if cause.is_some() { Grade::Failed } else { Grade::Passed },
            cause: cause.map(|cause| cause.name().to_owned()),
            detail: String::new(),
            seconds: 0.0,
            evidence: Evidence::default(),
        };
        Findings { findings: causes.iter().map(finding).collect(), ..Findings::default() }
    }

    #[test]
    fn who_never_answers_is_given_up_and_who_fails_at_once_is_not() {
        let late = Some(Cause::OutOfTime);
        assert!(!found(&[]).is_hopeless() && !found(&[late]).is_hopeless());
        assert!(found(&[late, late]).is_hopeless());
        assert!(!found(&[None, late, late, late]).is_hopeless());
        assert!(found(&[None, late, late, late, late]).is_hopeless());
        assert!(!found(&[Some(Cause::Crashed); 17]).is_hopeless());
    }
}
