//! Why a command failed, and the exit status that says so.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use fruitrage_rules::TextError;
use fruitrage_trainer::contestant::NotAContestant;
use fruitrage_trainer::journal::JournalError;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's files or arguments are wrong: status 2.
    Input(String),
    /// Anything else: status 1.
    Other(anyhow::Error),
}

impl Failure {
    /// A file that cannot be used.
    pub(crate) fn file(path: &Path, problem: impl fmt::Display) -> Self {
        Self::Input(format!("{}: {problem}", path.display()))
    }

    /// A file with text that cannot be used.
    pub(crate) fn text(path: &Path, error: &TextError) -> Self {
        let TextError { line, column, expected, found } = error;
        let path = path.display();
        Self::Input(format!("{path}:{line}:{column}: expected {expected}, found {found}"))
    }

    /// A journal that cannot be used.
    pub(crate) fn journal(path: &Path, error: &JournalError) -> Self {
        match error {
            JournalError::Text(error) => Self::text(path, error),
            JournalError::File(_) | JournalError::InUse => Self::file(path, error),
        }
    }

    /// The user asked to stop.
    pub(crate) fn interrupted(how_far: impl fmt::Display) -> Self {
        Self::Other(anyhow::anyhow!("interrupted {how_far}; the same command goes on from there"))
    }

    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Other(_) => ExitCode::from(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::Other(error) => write!(f, "{error:#}"),
        }
    }
}

impl From<NotAContestant> for Failure {
    fn from(error: NotAContestant) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}
