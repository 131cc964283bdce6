//! What a tournament is, as a TOML file says it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fruitrage_arena::{Conditions, Host, Specification};
use fruitrage_rules::{FruitKinds, Size, TieRule, seconds};
use serde::Deserialize;
use thiserror::Error;

use crate::Format;

/// A tournament.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Who meets whom.
    pub format: Format,
    /// How many boards two agents play in each event, each from both sides.
    pub pairs: u32,
    /// How many rounds a Swiss tournament has.
    pub rounds: u32,
    /// The seed of the first board.
    pub seed: u64,
    /// The boards and clocks: an event is what its games have in common, and is known in
    /// the store by its text.
    pub events: Vec<Conditions>,
    /// The agents.
    pub entrants: Vec<Entrant>,
}

/// An agent in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What it is called; no two have the same name.
    pub name: String,
    /// Which program it is.
    pub specification: Specification,
    /// Where its command line starts, if not where the tournament's does.
    pub folder: Option<PathBuf>,
    /// Its limit on memory in mebibytes, if not everybody's.
    pub memory: Option<u64>,
    /// What it may read besides its own files.
    pub readable: Vec<PathBuf>,
    /// What it is told to set, if it speaks the line protocol.
    pub options: Vec<(String, String)>,
    /// Whether it meets everybody in a gauntlet.
    pub champion: bool,
}

impl Entrant {
    /// An agent with nothing special about it.
    pub const fn new(name: String, specification: Specification) -> Self {
        Self {
            name,
            specification,
            folder: None,
            memory: None,
            readable: Vec::new(),
            options: Vec::new(),
            champion: false,
        }
    }

    /// The host that runs this agent.
    pub fn host(&self, host: &Host) -> Host {
        let mut host = host.clone();
        if let Some(folder) = &self.folder {
            host.base.clone_from(folder);
            host.readable.push(folder.clone());
        }
        if let Some(memory) = self.memory {
            host.limits = host.limits.with_memory(memory);
        }
        host.readable.extend(self.readable.iter().cloned());
        host.options.clone_from(&self.options);
        host
    }
}

/// Why a tournament cannot be read.
#[derive(Debug, Error)]
pub enum ConfigurationError {
    /// The file's text is wrong.
    #[error("{path}:{line}:{column}: {message}")]
    Text {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What was expected.
        message: String,
    },
    /// The file or folder cannot be used.
    #[error("{path}: {message}")]
    File {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
}

impl ConfigurationError {
    pub(crate) fn file(path: &Path, message: impl std::fmt::Display) -> Self {
        Self::File { path: path.display().to_string(), message: message.to_string() }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(default)]
    format: Format,
    #[serde(default = "one_u32")]
    pairs: u32,
    #[serde(default = "five")]
    rounds: u32,
    #[serde(default = "one_u64")]
    seed: u64,
    #[serde(default)]
    ties: TieRule,
    #[serde(default)]
    final_leads: FinalLeads,
    #[serde(default, rename = "event")]
    events: Vec<EventTable>,
    #[serde(default, rename = "agent")]
    agents: Vec<AgentTable>,
}

const fn one_u32() -> u32 {
    1
}

const fn one_u64() -> u64 {
    1
}

const fn five() -> u32 {
    5
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FinalLeads {
    #[default]
    Play,
    Call,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EventTable {
    size: Size,
    fruits: FruitKinds,
    time: f64,
}

/// An agent as a table of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct AgentTable {
    name: Option<String>,
    command: String,
    folder: Option<PathBuf>,
    memory: Option<u64>,
    #[serde(default)]
    allow_read: Vec<PathBuf>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    champion: bool,
}

impl Configuration {
    /// One board of 10×10 with 4 kinds of fruit and ten seconds, everybody against
    /// everybody.
    pub fn of(entrants: Vec<Entrant>) -> Self {
        let event = Conditions {
            size: Size::new(10).expect("10 is a size"),
            kinds: FruitKinds::new(4).expect("4 is a number of kinds"),
            time: Duration::from_secs(10),
            ties: TieRule::Draw,
            calls_final_leads: false,
        };
        let events = vec![event];
        Self { format: Format::RoundRobin, pairs: 1, rounds: 5, seed: 1, events, entrants }
    }

    /// Reads the text of a tournament file. Paths in it start at its folder.
    ///
    /// ```
    /// use std::path::Path;
    /// use fruitrage_league::Configuration;
    ///
    /// let text = "
    ///     pairs = 2
    ///     [[event]]
    ///     size = 6
    ///     fruits = 3
    ///     time = 5
    ///     [[agent]]
    ///     command = 'greedy'
    ///     [[agent]]
    ///     name = 'chance'
    ///     command = 'random'
    /// ";
    /// let tournament = Configuration::parse(text, Path::new("league.toml")).unwrap();
    /// assert_eq!(tournament.entrants[1].name, "chance");
    /// assert!(Configuration::parse("pairs = 'many'", Path::new("league.toml")).is_err());
    /// ```
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigurationError> {
        let file: File = read_toml(text, path)?;
        let mut tournament = Self::of(Vec::new());
        let base = path.parent().unwrap_or(Path::new(""));
        for table in file.agents {
            tournament.entrants.push(table.entrant(None, base, path)?);
        }
        let refuse = |message: &str| Err(ConfigurationError::file(path, message));
        if file.pairs == 0 || file.rounds == 0 {
            return refuse("expected `pairs` and `rounds` of at least 1, found 0");
        }
        if !file.events.is_empty() {
            let events = file.events.iter();
            tournament.events = events.map(|table| table.event(path)).collect::<Result<_, _>>()?;
        }
        for event in &mut tournament.events {
            event.ties = file.ties;
            event.calls_final_leads = matches!(file.final_leads, FinalLeads::Call);
        }
        let File { format, pairs, rounds, seed, .. } = file;
        let tournament = Self { format, pairs, rounds, seed, ..tournament };
        tournament.refuse_doubles(path)?;
        Ok(tournament)
    }

    /// No two agents have the same name, no two events are the same.
    pub(crate) fn refuse_doubles(&self, path: &Path) -> Result<(), ConfigurationError> {
        let mut names = BTreeSet::new();
        for Entrant { name, .. } in &self.entrants {
            if !names.insert(name.clone()) {
                let message = format!("expected agents of different names, found two of `{name}`");
                return Err(ConfigurationError::file(path, message));
            }
        }
        let mut names = BTreeSet::new();
        match self.events.iter().find(|event| !names.insert(event.to_string())) {
            Some(event) => {
                let message = format!("expected different events, found two of {event}");
                Err(ConfigurationError::file(path, message))
            }
            None => Ok(()),
        }
    }
}

pub(crate) fn read_toml<T: for<'a> Deserialize<'a>>(
    text: &str,
    path: &Path,
) -> Result<T, ConfigurationError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or(text);
        ConfigurationError::Text {
            path: path.display().to_string(),
            line: before.matches('\n').count() + 1,
            column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
            // It may quote a string of several lines.
            message: error.message().replace('\n', "\\n"),
        }
    })
}

impl EventTable {
    /// Who wins with equal points, and whether final leads are called, is the same in all
    /// events of a file.
    fn event(&self, path: &Path) -> Result<Conditions, ConfigurationError> {
        let Self { size, fruits: kinds, time } = *self;
        let time = seconds::parse_positive(&time.to_string()).ok_or_else(|| {
            let message = format!("expected a `time` in seconds above 0, found {time}");
            ConfigurationError::file(path, message)
        })?;
        Ok(Conditions { size, kinds, time, ties: TieRule::Draw, calls_final_leads: false })
    }
}

impl AgentTable {
    /// The agent; `name` is for one that does not say its own.
    pub(crate) fn entrant(
        self,
        name: Option<&str>,
        base: &Path,
        path: &Path,
    ) -> Result<Entrant, ConfigurationError> {
        let specification: Specification =
            self.command.parse().map_err(|error| ConfigurationError::file(path, error))?;
        let default = name.map_or_else(|| specification.to_string(), str::to_owned);
        let name = self.name.unwrap_or(default);
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            let message = format!("expected a name of one line, found {name:?}");
            return Err(ConfigurationError::file(path, message));
        }
        let absolute = |path: &PathBuf| -> Result<PathBuf, ConfigurationError> {
            let path = base.join(path);
            dunce::canonicalize(&path).map_err(|error| ConfigurationError::file(&path, error))
        };
        let text = |value: toml::Value| match value {
            toml::Value::String(text) => text,
            other => other.to_string(),
        };
        Ok(Entrant {
            folder: self.folder.as_ref().map(absolute).transpose()?,
            memory: self.memory,
            readable: self.allow_read.iter().map(absolute).collect::<Result<_, _>>()?,
            options: self.options.into_iter().map(|(name, value)| (name, text(value))).collect(),
            champion: self.champion,
            ..Entrant::new(name, specification)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Configuration::parse(text, Path::new("league.toml")).unwrap_err().to_string()
    }

    #[test]
    fn refusals_say_where_and_what() {
        for (text, message) in [
            ("pairs = 'x'", "league.toml:1:9: invalid type: string \"x\", expected u32"),
            ("pairs = 1\ncolour = 3", "league.toml:2:1: unknown field `colour`"),
            ("pairs = 0", "expected `pairs` and `rounds` of at least 1"),
            (
                "[[event]]\nsize = 27\nfruits = 4\ntime = 1",
                "league.toml:2:8: invalid value: integer `27`, expected a whole number 1 to 26",
            ),
            (
                "[[event]]\nsize = 2\nfruits = 0\ntime = 1",
                "league.toml:3:10: invalid value: integer `0`, expected a whole number 1 to 10",
            ),
            ("format = \"a\\nb\"", "unknown variant `a\\nb`"),
            (
                "ties = 'coin'",
                "league.toml:1:8: unknown variant `coin`, expected `draw` or `clock`",
            ),
            ("[[event]]\nsize = 2\nfruits = 1\ntime = -1", "`time` in seconds above 0, found -1"),
            ("[[agent]]\ncommand = ''", "expected an agent"),
            ("[[agent]]\ncommand = 'random'\n[[agent]]\ncommand = 'random'", "two of `random`"),
            ("[[agent]]\ncommand = './x'\nfolder = 'no/such'", "no/such"),
            ("format = 'knockout'", "league.toml:1:10: unknown variant `knockout`"),
        ] {
            assert!(refused(text).contains(message), "{text}: {}", refused(text));
        }
    }

    const VALID: &str = "format = 'swiss'\nrounds = 3\npairs = 2\nseed = 9\nties = 'clock'\n\
        final-leads = 'call'\n[[event]]\nsize = 7\nfruits = 3\ntime = 1.25\n[[event]]\nsize = 26\n\
        fruits = 10\ntime = 300\n[[agent]]\ncommand = 'greedy'\nchampion = true\n[[agent]]\n\
        name = 'b'\ncommand = 'stdio:x y'\nmemory = 5\noptions = { Level = 2 }\n";

    proptest::proptest! {
        /// A text that is right but for one place gets as far as anything can.
        #[test]
        fn what_is_read_can_be_played_and_the_rest_is_refused_in_its_line(
            start in 0..VALID.len(),
            length in 0..12_usize,
            piece in "(pairs|seed|\\[\\[agent\\]\\]|\\[\\[event\\]\\]|command = |-?[0-9]{1,3}|[ ='\n]|\\PC){0,3}",
        ) {
            let end = (start + length).min(VALID.len());
            let text = format!("{}{piece}{}", &VALID[..start], &VALID[end..]);
            match Configuration::parse(&text, Path::new("league.toml")) {
                Ok(tournament) => {
                    proptest::prop_assert!(tournament.pairs > 0 && tournament.rounds > 0);
                    let names = |event: &Conditions| event.to_string();
                    let events: BTreeSet<String> = tournament.events.iter().map(names).collect();
                    proptest::prop_assert_eq!(events.len(), tournament.events.len());
                    proptest::prop_assert!(!events.is_empty());
                    let agents: BTreeSet<&str> =
                        tournament.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
                    proptest::prop_assert_eq!(agents.len(), tournament.entrants.len());
                }
                Err(ConfigurationError::Text { line, column, .. }) => {
                    proptest::prop_assert!(line <= text.lines().count() + 1 && column > 0);
                }
                Err(ConfigurationError::File { message, .. }) => {
                    proptest::prop_assert!(!message.is_empty());
                }
            }
        }
    }

    #[test]
    fn a_valid_file_says_everything() {
        let tournament = Configuration::parse(VALID, Path::new("league.toml")).unwrap();
        let Configuration { format, pairs, rounds, seed, events, entrants } = tournament;
        assert_eq!((format, pairs, rounds, seed), (Format::Swiss, 2, 3, 9));
        let names: Vec<String> = events.iter().map(ToString::to_string).collect();
        assert_eq!(
            names,
            [
                "7×7, 3 fruits, 1.25 s, ties by clock, final leads called",
                "26×26, 10 fruits, 300 s, ties by clock, final leads called",
            ]
        );
        assert_eq!((entrants[0].name.as_str(), entrants[0].champion), ("greedy", true));
        assert_eq!((entrants[1].name.as_str(), entrants[1].memory), ("b", Some(5)));
        assert_eq!(entrants[1].options, [("Level".to_owned(), "2".to_owned())]);
    }

    #[test]
    fn an_event_is_named_by_all_that_its_games_depend_on() {
        let text =
            "ties = 'clock'\nfinal-leads = 'call'\n[[event]]\nsize = 6\nfruits = 3\ntime = 0.5";
        let tournament = Configuration::parse(text, Path::new("league.toml")).unwrap();
        let name = "6×6, 3 fruits, 0.5 s, ties by clock, final leads called";
        assert_eq!(tournament.events[0].to_string(), name);
    }
}
