//! A tournament as its store has it, for workers on other machines.

use std::path::PathBuf;

use fruitrage_arena::{Conditions, Host, Limits, Timekeeping};
use serde::{Deserialize, Serialize};

use crate::package::ContentHash;
use crate::submission::Submission;
use crate::{Boards, Configuration, Entrant, Format, Grade, Handicap, LeftOut, TimeOdds};

/// A tournament as text.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Published {
    format: Format,
    pairs: u32,
    rounds: u32,
    seed: Option<u64>,
    #[serde(default)]
    boards: Boards,
    #[serde(default)]
    grades: Vec<Grade>,
    clock: Timekeeping,
    /// The most memory of a program in bytes.
    memory: Option<u64>,
    events: Vec<Conditions>,
    agents: Vec<PublishedAgent>,
    #[serde(default)]
    left_out: Vec<LeftOut>,
}

#[derive(Debug, Serialize, Deserialize)]
struct PublishedAgent {
    name: String,
    command: String,
    package: Option<String>,
    memory: Option<u64>,
    readable: Vec<PathBuf>,
    options: Vec<(String, String)>,
    champion: bool,
    #[serde(default)]
    time_odds: TimeOdds,
    #[serde(default)]
    handicap: Handicap,
}

/// A tournament that was read from a store.
#[derive(Clone, Debug)]
pub(crate) struct Fetched {
    pub(crate) tournament: Configuration,
    /// The files of each agent, in the order of the entrants.
    pub(crate) packages: Vec<Option<ContentHash>>,
    timekeeping: Timekeeping,
    memory: Option<u64>,
}

impl Fetched {
    /// The host with what must be the same on every machine.
    pub(crate) fn host(&self, host: &Host) -> Host {
        let limits = Limits { memory: self.memory, ..host.limits };
        Host { timekeeping: self.timekeeping, limits, ..host.clone() }
    }
}

impl Published {
    /// The tournament with the agents as they travel, in the same order.
    pub(crate) fn new(tournament: &Configuration, submissions: &[Submission], host: &Host) -> Self {
        let agents = tournament.entrants.iter().zip(submissions);
        Self {
            format: tournament.format,
            pairs: tournament.pairs,
            rounds: tournament.rounds,
            seed: tournament.seed,
            boards: tournament.boards,
            grades: tournament.grades.clone(),
            clock: host.timekeeping,
            memory: host.limits.memory,
            events: tournament.events.clone(),
            agents: agents.map(|(entrant, agent)| PublishedAgent::new(entrant, agent)).collect(),
            left_out: tournament.left_out.clone(),
        }
    }

    /// The tournament, or what is wrong with the text.
    pub(crate) fn read(text: &str) -> Result<Fetched, String> {
        let published: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut entrants = Vec::new();
        let mut packages = Vec::new();
        for agent in published.agents {
            let hash = agent.package.as_deref().map(str::parse).transpose();
            packages.push(hash.map_err(|()| format!("`{}` has no content hash", agent.name))?);
            entrants.push(agent.entrant()?);
        }
        let tournament = Configuration {
            format: published.format,
            pairs: published.pairs,
            rounds: published.rounds,
            seed: published.seed,
            boards: published.boards,
            events: published.events,
            has_own_events: true,
            left_out: published.left_out,
            grades: published.grades,
            ..Configuration::of(entrants)
        };
        let (timekeeping, memory) = (published.clock, published.memory);
        Ok(Fetched { tournament, packages, timekeeping, memory })
    }
}

impl PublishedAgent {
    fn new(entrant: &Entrant, submission: &Submission) -> Self {
        Self {
            name: entrant.name.clone(),
            command: submission.specification.to_string(),
            package: submission.package.as_ref().map(|package| package.hash().to_string()),
            memory: entrant.memory,
            readable: entrant.readable.clone(),
            options: entrant.options.clone(),
            champion: entrant.champion,
            time_odds: entrant.time_odds,
            handicap: entrant.handicap,
        }
    }

    fn entrant(self) -> Result<Entrant, String> {
        let specification = self.command.parse();
        Ok(Entrant {
            memory: self.memory,
            readable: self.readable,
            options: self.options,
            champion: self.champion,
            time_odds: self.time_odds,
            handicap: self.handicap,
            ..Entrant::new(
                self.name,
                specification.map_err(|error: fruitrage_arena::NotAnAgent| error.to_string())?,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn workers_read_what_was_published() {
        let text = "format = 'swiss'\nrounds = 3\npairs = 2\nseed = 9\nties = 'clock'\n\
            [[event]]\nsize = 7\nfruits = 3\ntime = 1.25\n\
            [[agent]]\ncommand = 'greedy'\nchampion = true\n\
            [[agent]]\nname = 'b'\ncommand = 'stdio:x y'\nmemory = 5\noptions = { Level = 2 }\n\
            time-odds = 0.5\nhandicap = 12\n";
        let tournament = Configuration::parse(text, Path::new("league.toml")).unwrap();
        let travels = |entrant: &Entrant| Submission {
            specification: entrant.specification.clone(),
            package: None,
        };
        let submissions: Vec<Submission> = tournament.entrants.iter().map(travels).collect();
        let host = Host { timekeeping: Timekeeping::Cpu, ..Host::new().unwrap().sandboxed() };
        let published = Published::new(&tournament, &submissions, &host);
        let read = Published::read(&serde_json::to_string(&published).unwrap()).unwrap();
        assert_eq!(read.tournament.entrants, tournament.entrants);
        assert_eq!(read.tournament.events, tournament.events);
        let numbers = |tournament: &Configuration| {
            (tournament.format, tournament.pairs, tournament.rounds, tournament.seed)
        };
        assert_eq!(numbers(&read.tournament), numbers(&tournament));
        let there = read.host(&Host::new().unwrap());
        assert_eq!(there.timekeeping, Timekeeping::Cpu);
        assert_eq!(there.limits.memory, host.limits.memory);
    }

    const VALID: &str = r#"{"format":"swiss","pairs":1,"rounds":2,"seed":7,"clock":"wall","memory":null,
            "events":[{"size":4,"fruits":3,"time":"20","ties_by_clock":false,"calls_final_leads":false}],
            "agents":[{"name":"a","command":"greedy","package":null,"memory":null,"readable":[],
            "options":[],"champion":false}]}"#;

    #[test]
    fn what_is_no_tournament_is_refused() {
        for text in ["", "{}", "[]", "{\"format\":\"swiss\"}"] {
            assert!(Published::read(text).is_err(), "{text}");
        }
        Published::read(VALID).unwrap();
        for (from, to) in [
            ("swiss", "knockout"),
            ("wall", "sun"),
            ("\"size\":4", "\"size\":0"),
            ("\"fruits\":3", "\"fruits\":11"),
            ("\"20\"", "\"-20\""),
            ("greedy", "engine:depth=deep"),
            ("\"package\":null", "\"package\":\"../../etc\""),
        ] {
            assert!(Published::read(&VALID.replace(from, to)).is_err(), "{to}");
        }
    }

    proptest::proptest! {
        /// A text that is right but for one place gets as far as any can.
        #[test]
        fn a_text_with_a_wrong_place_is_read_or_refused(
            start in 0..VALID.len(),
            length in 0..12_usize,
            piece in "(\"|-?[0-9]{1,20}|[,:{}\\[\\]]|null|\\PC){0,3}",
        ) {
            let end = (start + length).min(VALID.len());
            let text = format!("{}{piece}{}", &VALID[..start], &VALID[end..]);
            if let Ok(fetched) = Published::read(&text) {
                let Fetched { tournament, packages, .. } = fetched;
                proptest::prop_assert_eq!(tournament.entrants.len(), packages.len());
            }
        }
    }
}
