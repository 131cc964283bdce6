//! What an author is told about a hand-in: whether it builds, whether it follows the
//! protocol, and with which input it does not.

mod examination;
mod html;
mod text;

use std::path::Path;

use fruitrage_arena::check::{Findings, Grade};
use serde::{Deserialize, Serialize};

use crate::build::{BuildLog, Made, Problem};

pub use examination::{Examination, Step};
pub use html::{html, html_of_class};
pub use text::{text, text_of_class};

/// What an author is told about a hand-in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What it is called.
    pub name: String,
    /// Its folder or file, without where that is.
    pub file: String,
    /// What it is, in a few words.
    pub what: String,
    /// The command line that starts it.
    pub command: Option<String>,
    /// What building it was like.
    pub build: Option<BuildLog>,
    /// Why it cannot play.
    pub problem: Option<Problem>,
    /// What else is worth knowing.
    pub warning: Option<String>,
    /// What was found when it was tried.
    pub check: Option<Findings>,
    /// Whether it was written before, and nothing has changed since.
    #[serde(skip)]
    pub is_old: bool,
}

/// How a hand-in did, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It does everything as it should.
    Passed,
    /// It does, but for what games hardly ever come to.
    Advice,
    /// It would lose games by faults.
    Faulty,
    /// It cannot play at all.
    Broken,
}

impl Verdict {
    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Advice => "advice",
            Self::Faulty => "FAILED",
            Self::Broken => "BROKEN",
        }
    }
}

impl Report {
    /// What is to be told of what was made of a hand-in, and of what was found in it.
    pub fn new(made: &Made, check: Option<Findings>) -> Self {
        Self {
            name: made.name.clone(),
            file: file_of(&made.path),
            what: made.what.clone(),
            command: made.outcome.as_ref().ok().map(|entrant| entrant.specification.to_string()),
            build: made.build.clone(),
            problem: made.outcome.as_ref().err().cloned(),
            warning: made.warning.clone(),
            check,
            is_old: false,
        }
    }

    /// How it did.
    pub fn verdict(&self) -> Verdict {
        match &self.check {
            Some(found) if self.problem.is_none() => {
                if found.count(Grade::Failed) > 0 {
                    Verdict::Faulty
                } else if found.count(Grade::Advice) > 0 {
                    Verdict::Advice
                } else {
                    Verdict::Passed
                }
            }
            _ => Verdict::Broken,
        }
    }

    /// The first thing that is wrong, in a line.
    pub fn first_problem(&self) -> Option<String> {
        if let Some(problem) = &self.problem {
            return Some(problem.to_string());
        }
        let failure = self.check.as_ref()?.first_failure()?;
        let cause = failure.cause.as_deref().unwrap_or_default();
        Some(format!("{}: {cause}: {}", failure.situation, failure.detail))
    }

    /// How many cases passed, and how many did not.
    fn counts(&self) -> Option<String> {
        let found = self.check.as_ref()?;
        let counts = [Grade::Passed, Grade::Advice, Grade::Failed].map(|it| found.count(it));
        let given_up = match found.given_up {
            0 => String::new(),
            cases => format!("; {cases} were not tried, because it does not answer"),
        };
        Some(format!(
            "{} passed, {} with advice, {} failed{given_up}",
            counts[0], counts[1], counts[2]
        ))
    }
}

/// The name of a folder or file, by which its reports are called: no two in a folder have
/// the same.
fn file_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Stage;

    use fruitrage_arena::Evidence;
    use fruitrage_arena::check::Finding;

    pub(crate) fn report(name: &str, printed: &str) -> Report {
        let finding = |number: usize, grade, cause: Option<&str>| Finding {
            number,
            situation: format!("situation {number}"),
            grade,
            cause: cause.map(str::to_owned),
            detail: cause.map(|_| "expected this, found that".to_owned()).unwrap_or_default(),
            seconds: 0.5,
            evidence: Evidence {
                input: "1\n1\n5\n0\n".to_owned(),
                output: String::new(),
                printed: printed.to_owned(),
            },
        };
        let findings =
            vec![finding(1, Grade::Passed, None), finding(2, Grade::Failed, Some("crashed"))];
        Report {
            name: name.to_owned(),
            file: "anna".to_owned(),
            what: "Java".to_owned(),
            command: Some("java -cp . homework".to_owned()),
            build: Some(BuildLog {
                text: "$ javac homework.java\n".to_owned(),
                seconds: 1.5,
                is_kept: false,
                path: "x.log".into(),
            }),
            problem: None,
            warning: None,
            check: Some(Findings { findings, ..Findings::default() }),
            is_old: false,
        }
    }

    #[test]
    fn the_verdict_is_the_worst_that_was_found() {
        let faulty = report("anna", "");
        assert_eq!(faulty.verdict(), Verdict::Faulty);
        let told = "situation 2: crashed: expected this, found that";
        assert_eq!(faulty.first_problem().as_deref(), Some(told));
        let problem = Problem { stage: Stage::Built, message: "`g++` ended".to_owned() };
        let broken = Report { problem: Some(problem), check: None, ..faulty };
        assert_eq!(broken.verdict(), Verdict::Broken);
        assert_eq!(broken.first_problem().as_deref(), Some("does not build: `g++` ended"));
    }

    #[test]
    fn a_report_is_read_as_it_was_written() {
        let report = report("anna", "x\u{1b}<");
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }
}
