//! Why a command failed, and the exit status that says so.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use fruitrage_rules::TextError;

use crate::streams;

/// Why a command failed.
///
/// ```
/// use std::path::Path;
/// use fruitrage_cli_support::Failure;
///
/// let failure = Failure::file(Path::new("input.txt"), "expected a board, found nothing");
/// assert_eq!(failure.to_string(), "input.txt: expected a board, found nothing");
/// ```
#[derive(Debug)]
pub enum Failure {
    /// The user's files or arguments are wrong: status 2.
    Input(String),
    /// Anything else: status 1.
    Other(anyhow::Error),
}

impl Failure {
    /// A file that cannot be used.
    pub fn file(path: &Path, problem: impl fmt::Display) -> Self {
        Self::Input(format!("{}: {problem}", path.display()))
    }

    /// A file with text that cannot be used.
    ///
    /// ```
    /// use std::path::Path;
    /// use fruitrage_cli_support::Failure;
    /// use fruitrage_rules::Input;
    ///
    /// let error = Input::parse(b"27\n").unwrap_err();
    /// let failure = Failure::text(Path::new("input.txt"), &error);
    /// assert!(failure.to_string().starts_with("input.txt:1:1: expected "));
    /// ```
    pub fn text(path: &Path, error: &TextError) -> Self {
        let TextError { line, column, expected, found } = error;
        let path = path.display();
        Self::Input(format!("{path}:{line}:{column}: expected {expected}, found {found}"))
    }

    fn status(&self) -> ExitCode {
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

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

/// The status with which a program ends, after saying why it failed.
///
/// ```
/// use std::process::ExitCode;
/// use fruitrage_cli_support::exit_code;
///
/// assert_eq!(exit_code(Ok(())), ExitCode::SUCCESS);
/// ```
pub fn exit_code(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            streams::print_error(&format!("error: {failure}"));
            failure.status()
        }
    }
}
