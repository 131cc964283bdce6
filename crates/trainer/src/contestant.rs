//! An engine that is compared with another one: what about it differs from the default.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use fruitrage_engine::evaluation::{Evaluation, NotAnEvaluation};
use fruitrage_engine::{Engine, Options, Parameters};
use thiserror::Error;

/// How the engine that differs in nothing is written.
const DEFAULT: &str = "default";

/// The name before a file with an evaluation.
const EVALUATION: &str = "evaluation";

/// An engine with some of its constants set, or with another evaluation. As text it is
/// `default`, or `NAME=VALUE,NAME=VALUE` with names of [`Parameters`] or `evaluation=FILE`.
///
/// ```
/// use fruitrage_trainer::contestant::Contestant;
///
/// let contestant: Contestant = "leaf_share=96,reduce_from=4".parse().unwrap();
/// assert_eq!(contestant.parameters().leaf_share, 96);
/// assert_eq!(contestant.to_string(), "leaf_share=96,reduce_from=4");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contestant {
    parameters: Parameters,
    evaluation: Option<Learned>,
}

/// An evaluation and the file it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Learned {
    file: String,
    evaluation: Evaluation,
}

impl Contestant {
    /// The engine with these constants.
    pub const fn new(parameters: Parameters) -> Self {
        Self { parameters, evaluation: None }
    }

    /// The engine with the evaluation in a file.
    pub fn with_evaluation(file: &Path) -> Result<Self, NotAContestant> {
        Ok(Self { evaluation: Some(learned(file)?), ..Self::default() })
    }

    /// Its constants.
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The engine, new for each game.
    pub fn engine(&self, hash_megabytes: usize) -> Engine {
        let options = Options { hash_megabytes, parameters: self.parameters, ..Options::default() };
        match &self.evaluation {
            Some(learned) => {
                Engine::with_evaluation(options, Cow::Owned(learned.evaluation.clone()))
            }
            None => Engine::new(options),
        }
    }
}

/// The constant of a name, which must be one of [`Parameters::NAMES`].
pub(crate) fn constant<'a>(
    parameters: &'a mut Parameters,
    name: &str,
) -> Result<&'a mut i32, UnknownConstant> {
    parameters.by_name(name).ok_or_else(|| UnknownConstant { name: name.to_owned() })
}

/// No constant of the search has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected one of {}, found `{name}`", Parameters::NAMES.join(", "))]
pub struct UnknownConstant {
    name: String,
}

/// The text describes no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAContestant {
    /// A part of it is not written as a constant and its value.
    #[error("expected `default` or NAME=VALUE,NAME=VALUE with whole numbers, found `{part}`")]
    Part {
        /// The part.
        part: String,
    },
    /// A part of it is about a constant that there is not.
    #[error(transparent)]
    Unknown(#[from] UnknownConstant),
    /// A file cannot be read.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A file holds no evaluation.
    #[error("{file}, {error}")]
    NotAnEvaluation {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: NotAnEvaluation,
    },
}

/// Reads the evaluation in a file.
fn learned(path: &Path) -> Result<Learned, NotAContestant> {
    let file = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| NotAContestant::Unreadable {
        file: file.clone(),
        reason: error.to_string(),
    })?;
    match text.parse() {
        Ok(evaluation) => Ok(Learned { file, evaluation }),
        Err(error) => Err(NotAContestant::NotAnEvaluation { file, error }),
    }
}

impl FromStr for Contestant {
    type Err = NotAContestant;

    fn from_str(text: &str) -> Result<Self, NotAContestant> {
        let mut contestant = Self::default();
        if text == DEFAULT {
            return Ok(contestant);
        }
        for part in text.split(',') {
            let bad = || NotAContestant::Part { part: part.to_owned() };
            let (name, value) = part.split_once('=').ok_or_else(bad)?;
            if name == EVALUATION {
                contestant.evaluation = Some(learned(Path::new(value))?);
                continue;
            }
            let value = value.parse().map_err(|_| bad())?;
            *constant(&mut contestant.parameters, name)? = value;
        }
        Ok(contestant)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut own, mut usual) = (self.parameters, Parameters::default());
        let differing = Parameters::NAMES.iter().filter_map(|name| {
            let value = *own.by_name(name)?;
            (value != *usual.by_name(name)?).then(|| format!("{name}={value}"))
        });
        let learned = self.evaluation.iter();
        let learned = learned.map(|learned| format!("{EVALUATION}={}", learned.file));
        let differing: Vec<String> = learned.chain(differing).collect();
        f.write_str(if differing.is_empty() { DEFAULT } else { "" })?;
        f.write_str(&differing.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_as_usual_is_the_default() {
        let usual = Parameters::default().leaf_share;
        let contestant: Contestant = format!("leaf_share={usual}").parse().unwrap();
        assert_eq!(contestant, Contestant::default());
        assert_eq!(contestant.to_string(), "default");
        assert_eq!("default".parse(), Ok(contestant));
    }

    #[test]
    fn what_describes_no_engine_is_refused() {
        for (bad, message) in [
            ("", "found ``"),
            ("leaf_share", "found `leaf_share`"),
            ("leaf_share=x", "found `leaf_share=x`"),
            ("leaf_share=9,", "found ``"),
            ("leaf=9", "expected one of solve_fruits"),
        ] {
            let error = bad.parse::<Contestant>().unwrap_err().to_string();
            assert!(error.contains(message), "{bad}: {error}");
        }
    }
}
