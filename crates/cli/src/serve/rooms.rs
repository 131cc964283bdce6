//! The rooms of a server: where they are kept, and the programs that play in them.

use std::env;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use fruitrage_arena::{Specification, sweep};
use fruitrage_cli_support::{Failure, files, streams};
use fruitrage_league::Location;
use fruitrage_web::{AgentLimits, ListedAgent, OnlineSettings, Shelf, VisitorLimits};

use crate::hand_ins;
use crate::hosting::{HostOptions, Sandbox, started_here, tell_what_is_missing};
use crate::store_argument::StoreArgument;
use crate::tournament::base_of;
use crate::values::whole_number;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rooms")]
pub(crate) struct RoomOptions {
    /// Where rooms are kept: a file, a database, or `memory` [default: one file for each port]
    #[arg(long, value_name = "STORE")]
    rooms: Option<StoreArgument>,
    /// A program that visitors may play against; may be repeated
    #[arg(long, value_name = "NAME=AGENT")]
    agent: Vec<NamedAgent>,
    /// The same for all agents of a tournament's file or folder
    #[arg(long, value_name = "TOURNAMENT")]
    agents: Option<PathBuf>,
    /// Games of programs at one time [default: half of the processors]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=256_usize))]
    agent_games: Option<usize>,
    /// Connections of players and spectators, in all
    #[arg(long, value_name = "N", default_value = "5000",
        value_parser = whole_number(1..=1_000_000_usize))]
    connections: usize,
    /// The same from one address
    #[arg(long, value_name = "N", default_value = "50",
        value_parser = whole_number(1..=1_000_000_usize))]
    per_address: usize,
}

/// A program and what visitors see of it.
#[derive(Clone, Debug)]
struct NamedAgent {
    name: fruitrage_rooms::Name,
    specification: Specification,
}

impl FromStr for NamedAgent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected NAME=AGENT, such as greedy=greedy or mine='python3 mine.py'";
        let (name, agent) = text.split_once('=').ok_or(expected)?;
        let name = name.to_owned().try_into().map_err(|error| format!("{error}"))?;
        let specification = agent.parse().map_err(|error| format!("{error}"))?;
        Ok(Self { name, specification })
    }
}

impl RoomOptions {
    /// What the server is to do for rooms at this port.
    pub(crate) fn settings(
        &self,
        host: &HostOptions,
        port: u16,
        is_behind_proxy: bool,
    ) -> Result<OnlineSettings, Failure> {
        let mut agent_limits = AgentLimits::default();
        if let Some(games) = self.agent_games {
            agent_limits.games = games;
        }
        Ok(OnlineSettings {
            shelf: self.shelf(port)?,
            agents: self.listed(host)?,
            agent_limits,
            visitor_limits: VisitorLimits {
                connections: self.connections,
                per_address: self.per_address,
                rooms: self.connections,
            },
            is_behind_proxy,
        })
    }

    fn shelf(&self, port: u16) -> Result<Shelf, Failure> {
        let Some(store) = &self.rooms else { return own_shelf(port) };
        match store.location()? {
            Location::File(path) if path.as_os_str() == "memory" => Ok(Shelf::Memory),
            location => Ok(Shelf::At(location)),
        }
    }

    fn listed(&self, options: &HostOptions) -> Result<Vec<ListedAgent>, Failure> {
        let named: Vec<&Specification> =
            self.agent.iter().map(|agent| &agent.specification).collect();
        let mut listed = Vec::new();
        if !named.is_empty() {
            let host = started_here(options.host(Sandbox::On, &named)?);
            for NamedAgent { name, specification } in &self.agent {
                let (name, specification) = (name.clone(), specification.clone());
                listed.push(ListedAgent { name, specification, host: host.clone() });
            }
        }
        if let Some(source) = &self.agents {
            listed.extend(agents_of(source, options)?);
        }
        if listed.iter().any(|agent| agent.specification.is_program()) {
            sweep();
        }
        for (place, agent) in listed.iter().enumerate() {
            if listed[..place].iter().any(|other| other.name == agent.name) {
                let problem =
                    format!("expected agents of different names, found two of `{}`", agent.name);
                return Err(Failure::Input(problem));
            }
        }
        Ok(listed)
    }
}

/// The agents of a tournament's file or folder, built if they must be.
fn agents_of(source: &std::path::Path, options: &HostOptions) -> Result<Vec<ListedAgent>, Failure> {
    let mut host = options.host(Sandbox::On, &[])?;
    let class = hand_ins::read(source, &host.limits)?;
    let programs = hand_ins::programs(&class);
    let programs: Vec<&Specification> = programs.iter().collect();
    tell_what_is_missing(&mut host, options.sandbox(Sandbox::On), &programs)?;
    let made = hand_ins::make(&class, &host, 1)?;
    if let Some(base) = base_of(source) {
        host.base = base;
    }
    let entrants = class.tournament(&made).entrants;
    let listed = entrants.into_iter().map(|entrant| {
        let name = entrant.name.clone().try_into();
        let name =
            name.map_err(|error| Failure::file(source, format!("`{}`: {error}", entrant.name)))?;
        let host = entrant.host(&host);
        host.check(&entrant.specification).map_err(|error| Failure::file(source, error))?;
        Ok(ListedAgent { name, specification: entrant.specification, host })
    });
    listed.collect()
}

/// One file for each port among what this user's programs keep. A port of chance is never
/// found again, nor are its rooms.
fn own_shelf(port: u16) -> Result<Shelf, Failure> {
    if port == 0 {
        return Ok(Shelf::Memory);
    }
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = variable("XDG_STATE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".local/state")));
    let Some(state) = state else {
        streams::print_error("warning: there is no home directory: rooms end with the server");
        return Ok(Shelf::Memory);
    };
    let folder = state.join("fruitrage");
    files::make_directory(&folder)?;
    Ok(Shelf::At(Location::File(folder.join(format!("rooms-{port}.db")))))
}
