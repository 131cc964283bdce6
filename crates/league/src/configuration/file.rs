//! A tournament's file: its tables, and what is made of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fruitrage_arena::{Conditions, Specification};
use fruitrage_rules::{FruitKinds, Size, TieRule, quoted, seconds};
use serde::Deserialize;

use super::{Boards, Configuration, ConfigurationError, Entrant, Grade, Handicap, TimeOdds};
use crate::Format;
use crate::build::{BuildRules, BuildTable, LanguageTable};
use crate::misspelling::with_suggestion;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(default)]
    format: Format,
    #[serde(default = "one_u32")]
    pairs: u32,
    #[serde(default = "five")]
    rounds: u32,
    seed: Option<u64>,
    #[serde(default)]
    boards: Boards,
    ties: Option<TieRule>,
    final_leads: Option<FinalLeads>,
    #[serde(default, rename = "event")]
    events: Vec<EventTable>,
    #[serde(default, rename = "agent")]
    agents: Vec<AgentTable>,
    #[serde(default, rename = "grade")]
    grades: Vec<Grade>,
    #[serde(default)]
    build: BuildTable,
    #[serde(default)]
    languages: BTreeMap<String, LanguageTable>,
}

const fn one_u32() -> u32 {
    1
}

const fn five() -> u32 {
    5
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FinalLeads {
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
struct AgentTable {
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
    #[serde(default)]
    time_odds: TimeOdds,
    #[serde(default)]
    handicap: Handicap,
}

/// The tournament that a text says; paths in it start at the folder of its file.
pub(super) fn read(text: &str, path: &Path) -> Result<Configuration, ConfigurationError> {
    let file: File = read_toml(text, path)?;
    if file.pairs == 0 || file.rounds == 0 {
        let problem = "expected `pairs` and `rounds` of at least 1, found 0";
        return Err(ConfigurationError::file(path, problem));
    }
    let base = path.parent().unwrap_or(Path::new(""));
    let (events, has_own_events) = (file.conditions(path)?, file.has_own_events());
    let agents = file.agents.into_iter().map(|table| table.entrant(base, path));
    let tournament = Configuration::of(agents.collect::<Result<_, _>>()?);
    Ok(Configuration {
        format: file.format,
        pairs: file.pairs,
        rounds: file.rounds,
        seed: file.seed,
        boards: file.boards,
        events,
        has_own_events,
        grades: file.grades,
        builds: BuildRules::new(file.build, file.languages, base, path)?,
        ..tournament
    })
}

impl File {
    /// Whether anything is said about boards, clocks and what decides games.
    const fn has_own_events(&self) -> bool {
        !self.events.is_empty() || self.ties.is_some() || self.final_leads.is_some()
    }

    /// The events, or the usual one. Who wins with equal points, and whether final leads are
    /// called, is the same in all of them.
    fn conditions(&self, path: &Path) -> Result<Vec<Conditions>, ConfigurationError> {
        let mut events = Configuration::of(Vec::new()).events;
        if !self.events.is_empty() {
            let said = self.events.iter().map(|table| table.event(path));
            events = said.collect::<Result<_, _>>()?;
        }
        for event in &mut events {
            event.ties = self.ties.unwrap_or_default();
            event.calls_final_leads = matches!(self.final_leads, Some(FinalLeads::Call));
        }
        Ok(events)
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
            message: with_suggestion(&error.message().replace('\n', "\\n")),
        }
    })
}

impl EventTable {
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
    /// The agent; its paths start at `base`.
    fn entrant(self, base: &Path, path: &Path) -> Result<Entrant, ConfigurationError> {
        let specification: Specification =
            self.command.parse().map_err(|error| ConfigurationError::file(path, error))?;
        let name = self.name.unwrap_or_else(|| specification.to_string());
        let name = one_line_name(name, path)?;
        // What is not there keeps this agent from playing, but nobody else.
        let absolute = |path: &PathBuf| -> Result<PathBuf, ConfigurationError> {
            let path = base.join(path);
            dunce::canonicalize(&path)
                .or_else(|_| std::path::absolute(&path))
                .map_err(|error| ConfigurationError::file(&path, error))
        };
        Ok(Entrant {
            folder: self.folder.as_ref().map(absolute).transpose()?,
            memory: self.memory,
            readable: self.allow_read.iter().map(absolute).collect::<Result<_, _>>()?,
            options: as_text(self.options),
            champion: self.champion,
            time_odds: self.time_odds,
            handicap: self.handicap,
            ..Entrant::new(name, specification)
        })
    }
}

/// A name that can be shown in a line, a table and a list.
pub(crate) fn one_line_name(name: String, path: &Path) -> Result<String, ConfigurationError> {
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        let message = format!("expected a name of one line, found {}", quoted(&name));
        return Err(ConfigurationError::file(path, message));
    }
    Ok(name)
}

/// Options as they are said in the line protocol.
pub(crate) fn as_text(options: BTreeMap<String, toml::Value>) -> Vec<(String, String)> {
    let text = |value: toml::Value| match value {
        toml::Value::String(text) => text,
        other => other.to_string(),
    };
    options.into_iter().map(|(name, value)| (name, text(value))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::configuration::{SCHEMA, TEMPLATE};

    fn refused(text: &str) -> String {
        Configuration::parse(text, Path::new("league.toml")).unwrap_err().to_string()
    }

    #[test]
    fn refusals_say_where_and_what() {
        for (text, message) in [
            ("pairs = 'x'", "league.toml:1:9: invalid type: string \"x\", expected u32"),
            ("pairs = 1\ncolour = 3", "league.toml:2:1: unknown field `colour`"),
            ("pair = 1", "did you mean `pairs`?"),
            ("[[agent]]\ncommand = 'random'\nmemmory = 5", "did you mean `memory`?"),
            ("format = 'swis'", "did you mean `swiss`?"),
            ("boards = 'none'", "league.toml:1:10: unknown variant `none`"),
            ("[[agent]]\ncommand = 'random'\ntime-odds = 0", "from 0.001 to 1000, found 0"),
            ("[[agent]]\ncommand = 'random'\nhandicap = -5", "from 0 to 100000, found -5"),
            ("[[agent]]\ncommand = 'random'\nhandicp = 5", "did you mean `handicap`?"),
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
            ("format = 'knockout'", "league.toml:1:10: unknown variant `knockout`"),
        ] {
            assert!(refused(text).contains(message), "{text}: {}", refused(text));
        }
    }

    /// What is known in some place, from the refusal of what is not.
    fn known_keys(text: &str) -> BTreeSet<String> {
        let refused = refused(text);
        let (_, known) = refused.split_once("expected ").unwrap();
        known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn the_schema_has_the_keys_that_are_read() {
        let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap();
        let keys = |table: &serde_json::Value| -> BTreeSet<String> {
            table["properties"].as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(keys(&schema), known_keys("qqqqqqqqqqqqqqqq = 1"));
        for (table, known) in [
            ("event", known_keys("[[event]]\nqqqqqqqqqqqqqqqq = 1")),
            ("agent", known_keys("[[agent]]\nqqqqqqqqqqqqqqqq = 1")),
            ("grade", known_keys("[[grade]]\nqqqqqqqqqqqqqqqq = 1")),
        ] {
            assert_eq!(keys(&schema["properties"][table]["items"]), known, "{table}");
        }
        let build = &schema["properties"]["build"];
        assert_eq!(keys(build), known_keys("[build]\nqqqqqqqqqqqqqqqq = 1"));
        let language = &schema["properties"]["languages"]["additionalProperties"];
        assert_eq!(keys(language), known_keys("[languages.c]\nqqqqqqqqqqqqqqqq = 1"));
    }

    #[test]
    fn the_template_can_be_played_and_so_can_what_it_has_as_comments() {
        let tournament = Configuration::parse(TEMPLATE, Path::new("league.toml")).unwrap();
        assert_eq!((tournament.entrants.len(), tournament.grades.len()), (2, 2));
        let keys = ["seed", "boards", "ties", "final-leads", "format", "rounds"];
        let shown = keys.iter().fold(TEMPLATE.to_owned(), |text, key| {
            text.replace(&format!("\n# {key} = "), &format!("\n{key} = "))
        });
        let shown = Configuration::parse(&shown, Path::new("league.toml")).unwrap();
        assert_eq!((shown.boards, shown.rounds), (tournament.boards, tournament.rounds));
        assert_eq!(shown.events, tournament.events);
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
        let Configuration { format, pairs, rounds, seed, events, entrants, .. } = tournament;
        assert_eq!((format, pairs, rounds, seed), (Format::Swiss, 2, 3, Some(9)));
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
