//! What a tournament is, as a TOML file says it.

mod boards;
mod entrant;
mod error;
mod file;
mod grade;
mod handicap;
mod left_out;
mod time_odds;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use fruitrage_arena::Conditions;
use fruitrage_rules::{FruitKinds, Size, TieRule};

use crate::Format;
use crate::build::BuildRules;

pub use boards::Boards;
pub use entrant::Entrant;
pub use error::ConfigurationError;
pub(crate) use file::{as_text, one_line_name, read_toml};
pub use grade::Grade;
pub use handicap::Handicap;
pub use left_out::LeftOut;
pub use time_odds::TimeOdds;

/// A tournament's file with comments, to begin with.
pub const TEMPLATE: &str = include_str!("template.toml");

/// What a tournament's file may say, as a JSON schema for editors.
pub const SCHEMA: &str = include_str!("tournament.schema.json");

/// A tournament.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Who meets whom.
    pub format: Format,
    /// How many boards two agents play in each event, each from both sides.
    pub pairs: u32,
    /// How many rounds a Swiss tournament has.
    pub rounds: u32,
    /// The seed that all boards follow from; if none is given, that of the store, which is
    /// secret and random.
    pub seed: Option<u64>,
    /// Who plays on which boards.
    pub boards: Boards,
    /// The boards and clocks: an event is what its games have in common, and is known in
    /// the store by its text.
    pub events: Vec<Conditions>,
    /// Whether these events were asked for; otherwise those of the store are played, if it
    /// has any.
    pub has_own_events: bool,
    /// Whether events may be added to those of the store.
    pub adds_events: bool,
    /// The agents.
    pub entrants: Vec<Entrant>,
    /// Who was handed in and does not play.
    pub left_out: Vec<LeftOut>,
    /// What grades are given for, the best first.
    pub grades: Vec<Grade>,
    /// How hand-ins are built.
    pub builds: BuildRules,
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
        Self {
            format: Format::RoundRobin,
            pairs: 1,
            rounds: 5,
            seed: None,
            boards: Boards::Own,
            events: vec![event],
            has_own_events: false,
            adds_events: false,
            entrants,
            left_out: Vec::new(),
            grades: Vec::new(),
            builds: BuildRules::default(),
        }
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
        let tournament = file::read(text, path)?;
        tournament.refuse_doubles(path)?;
        Ok(tournament)
    }

    /// No two agents have the same name, no two events are the same.
    fn refuse_doubles(&self, path: &Path) -> Result<(), ConfigurationError> {
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
