//! How an agent is written on the command line and in tournament files.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{EngineOptions, words};

/// Which program plays.
///
/// ```
/// use fruitrage_arena::Specification;
///
/// let agent: Specification = "engine:depth=3".parse().unwrap();
/// assert_eq!(agent.to_string(), "engine:depth=3");
/// assert!(matches!("python3 mine.py".parse(), Ok(Specification::Files(_))));
/// assert!(matches!("stdio:./mine".parse(), Ok(Specification::Lines(_))));
/// assert!("engine:depth=deep".parse::<Specification>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Specification {
    /// The built-in engine.
    Engine(EngineOptions),
    /// Takes the largest group.
    Greedy,
    /// Takes any group.
    Random,
    /// A command line that reads `input.txt` and writes `output.txt`.
    Files(Vec<String>),
    /// A command line that talks the line protocol.
    Lines(Vec<String>),
}

impl Specification {
    /// Whether it is a program of its own, not one built in.
    pub const fn is_program(&self) -> bool {
        matches!(self, Self::Files(_) | Self::Lines(_))
    }
}

/// The text names no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected an agent ({expected}), found `{found}`")]
pub struct NotAnAgent {
    /// What would have been one.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl FromStr for Specification {
    type Err = NotAnAgent;

    fn from_str(text: &str) -> Result<Self, NotAnAgent> {
        let refuse =
            |expected: &str| NotAnAgent { expected: expected.to_owned(), found: text.to_owned() };
        let split = |command: &str| match words::split(command) {
            Some(words) if !words.is_empty() && !command.contains('\0') => Ok(words),
            _ => {
                Err(refuse("`engine`, `greedy`, `random` or a command line with its quotes closed"))
            }
        };
        match text.trim() {
            "greedy" => Ok(Self::Greedy),
            "random" => Ok(Self::Random),
            "engine" => Ok(Self::Engine(EngineOptions::default())),
            text => {
                if let Some(options) = text.strip_prefix("engine:") {
                    options.parse().map(Self::Engine).map_err(|expected: String| refuse(&expected))
                } else if let Some(command) = text.strip_prefix("stdio:") {
                    split(command).map(Self::Lines)
                } else {
                    split(text).map(Self::Files)
                }
            }
        }
    }
}

impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(options) => write!(f, "engine{options}"),
            Self::Greedy => f.write_str("greedy"),
            Self::Random => f.write_str("random"),
            Self::Files(words) => {
                let text = words::join(words);
                // A program that is called like something built in keeps its quotes.
                let is_plain = matches!(text.parse(), Ok(Self::Files(_)));
                write!(f, "{}{text}", if is_plain { "" } else { "''" })
            }
            Self::Lines(words) => write!(f, "stdio:{}", words::join(words)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "engine",
            "engine:level=3,threads=2,hash=16,depth=3,nodes=1000",
            "greedy",
            "random",
            "java -cp build homework",
            "stdio:./mine --deep",
            "'./my agent' 'a b'",
            "'greedy'",
            "'engine:depth=3'",
            "'stdio:x' y",
        ] {
            let agent: Specification = text.parse().unwrap();
            assert_eq!(agent.to_string().parse(), Ok(agent), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_agent_is_written_as_it_is_read(text in "(engine:|stdio:|depth=|level=|[ '\"a-z0-9,\\\\]|.){0,20}") {
            if let Ok(agent) = text.parse::<Specification>() {
                proptest::prop_assert_eq!(agent.to_string().parse(), Ok(agent));
            }
        }
    }

    #[test]
    fn what_is_no_agent_is_refused_with_what_was_expected() {
        for (text, expected) in [
            ("", "a command line"),
            ("stdio:", "a command line"),
            ("./mine 'open", "quotes closed"),
            ("engine:colour=3", "engine options"),
            ("engine:depth", "engine options"),
            ("engine:depth=0", "a whole number from 1 to 4294967295 for `depth`"),
            ("engine:threads=257", "a whole number from 1 to 256 for `threads`"),
            ("engine:level=strong", "for `level`"),
        ] {
            let error = text.parse::<Specification>().unwrap_err();
            assert!(error.expected.contains(expected), "{text}: {error}");
        }
    }
}
