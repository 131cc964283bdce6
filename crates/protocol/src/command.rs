//! What a host says to the engine.

use std::str::FromStr;
use std::time::Duration;

use fruitrage_engine::{Level, Limits, Options};
use fruitrage_rules::{Board, Cell, quoted, seconds};
use thiserror::Error;

/// One line from the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Who are you, and what can be set?
    Introduce,
    /// Are you there?
    AreYouReady,
    /// Set something.
    Set(Setting),
    /// What comes has nothing to do with what was.
    NewGame,
    /// The position to search, after all moves.
    Position(Box<Board>),
    /// Search.
    Go(Limits),
    /// End the search and tell the best move.
    Stop,
    /// End.
    Quit,
}

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The size of the table in megabytes.
    Hash(usize),
    /// The number of threads.
    Threads(usize),
    /// The number of best lines.
    Lines(usize),
    /// The level of play.
    Level(Level),
}

impl Setting {
    /// The lines that tell a host what can be set.
    pub(crate) fn describe_all() -> String {
        let defaults = Options::default();
        let option = |name: &str, default: usize, most: usize| {
            format!("option name {name} type spin default {default} min 1 max {most}\n")
        };
        option("Hash", defaults.hash_megabytes, Options::MOST_MEGABYTES)
            + &option("Threads", defaults.threads, Options::MOST_THREADS)
            + &option("Lines", defaults.lines, Options::MOST_LINES)
            + &option("Level", 10, 10)
    }

    /// The options with this set.
    pub(crate) const fn apply(self, mut options: Options) -> Options {
        match self {
            Self::Hash(megabytes) => options.hash_megabytes = megabytes,
            Self::Threads(threads) => options.threads = threads,
            Self::Lines(lines) => options.lines = lines,
            Self::Level(level) => options.level = level,
        }
        options
    }
}

/// Why a line was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, found {found}")]
pub struct CommandError {
    expected: String,
    found: String,
}

impl CommandError {
    pub(crate) fn new(expected: impl Into<String>, found: &str) -> Self {
        let found = if found.is_empty() { "the end of the line".to_owned() } else { quoted(found) };
        Self { expected: expected.into(), found }
    }
}

impl FromStr for Command {
    type Err = CommandError;

    /// Reads a line.
    ///
    /// ```
    /// use fruitrage_protocol::Command;
    ///
    /// assert_eq!("stop".parse(), Ok(Command::Stop));
    /// assert_eq!(
    ///     "go depth deep".parse::<Command>().unwrap_err().to_string(),
    ///     "expected a depth, a whole number above 0, found `deep`"
    /// );
    /// ```
    fn from_str(line: &str) -> Result<Self, CommandError> {
        let mut words = Words::new(line);
        let command = match words.take() {
            "fri" => Self::Introduce,
            "isready" => Self::AreYouReady,
            "setoption" => Self::Set(setting(&mut words)?),
            "newgame" => Self::NewGame,
            "position" => Self::Position(Box::new(position(&mut words)?)),
            "go" => Self::Go(limits(&mut words)?),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            other => {
                let known = "fri, isready, setoption, newgame, position, go, stop or quit";
                return Err(CommandError::new(known, other));
            }
        };
        match words.take() {
            "" => Ok(command),
            more => Err(CommandError::new("the end of the line", more)),
        }
    }
}

/// The words of a line; an empty one after the last.
struct Words<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Self {
        Self(line.split_whitespace())
    }

    fn take(&mut self) -> &'a str {
        self.0.next().unwrap_or_default()
    }

    fn expect(&mut self, word: &str) -> Result<(), CommandError> {
        match self.take() {
            found if found == word => Ok(()),
            found => Err(CommandError::new(format!("`{word}`"), found)),
        }
    }

    fn value<T>(
        &mut self,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, CommandError> {
        let word = self.take();
        read(word).ok_or_else(|| CommandError::new(expected, word))
    }

    /// A whole number from 1 on.
    fn number<T: FromStr + PartialOrd + From<u8>>(
        &mut self,
        what: &str,
    ) -> Result<T, CommandError> {
        let expected = format!("{what}, a whole number above 0");
        self.value(&expected, |word| word.parse().ok().filter(|number| *number >= T::from(1)))
    }

    fn seconds(&mut self) -> Result<Duration, CommandError> {
        self.value("seconds, a number above 0", seconds::parse_positive)
    }
}

fn setting(words: &mut Words) -> Result<Setting, CommandError> {
    words.expect("name")?;
    let name = words.take();
    words.expect("value")?;
    let up_to = |words: &mut Words, most: usize| {
        let expected = format!("a whole number from 1 to {most}");
        words.value(&expected, |word| word.parse().ok().filter(|n| (1..=most).contains(n)))
    };
    match name {
        "Hash" => up_to(words, Options::MOST_MEGABYTES).map(Setting::Hash),
        "Threads" => up_to(words, Options::MOST_THREADS).map(Setting::Threads),
        "Lines" => up_to(words, Options::MOST_LINES).map(Setting::Lines),
        "Level" => words.value("a level 1 to 10", |word| word.parse().ok()).map(Setting::Level),
        other => Err(CommandError::new("Hash, Threads, Lines or Level", other)),
    }
}

fn position(words: &mut Words) -> Result<Board, CommandError> {
    words.expect("board")?;
    let rows = words.take();
    let mut board: Board =
        rows.parse().map_err(|error| CommandError::new(format!("a board ({error})"), rows))?;
    match words.take() {
        "" => return Ok(board),
        "moves" => {}
        other => return Err(CommandError::new("`moves` or the end of the line", other)),
    }
    loop {
        let word = words.take();
        if word.is_empty() {
            return Ok(board);
        }
        let cell: Cell = word.parse().map_err(|_| CommandError::new("a move such as G8", word))?;
        let (after, _) = board
            .play(cell)
            .map_err(|error| CommandError::new(format!("a legal move ({error})"), word))?;
        board = after;
    }
}

fn limits(words: &mut Words) -> Result<Limits, CommandError> {
    let mut limits = Limits::default();
    loop {
        match words.take() {
            "" => return Ok(limits),
            "infinite" => {}
            "clock" => limits.clock = Some(words.seconds()?),
            "movetime" => limits.move_time = Some(words.seconds()?),
            "depth" => limits.depth = Some(words.number("a depth")?),
            "nodes" => limits.nodes = Some(words.number("a number of nodes")?),
            other => {
                let known = "clock, movetime, depth, nodes or infinite";
                return Err(CommandError::new(known, other));
            }
        }
    }
}
