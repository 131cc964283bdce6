//! `fruitrage check`: does a program follow the protocol? And each hand-in of a folder?

mod class;
mod one;
mod target;
mod watch;

use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_arena::{Conditions, Host, Specification};
use fruitrage_cli_support::{Failure, stop_on_signals};
use fruitrage_league::BuildRules;

use crate::hand_ins;
use crate::hosting::{HostOptions, Sandbox, tell_what_is_missing};
use crate::values::{jobs, whole_number};
use target::Target;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage check mine.py
  fruitrage check 'java -cp build homework' --sandbox --memory 512
  fruitrage check . --watch              the hand-in here, at every change
  fruitrage check . --as ../cup.toml     as that tournament will treat it
  fruitrage check ./mine --case 3 --save case-3
  fruitrage check submissions --jobs 2   everybody's, with a report for each

An agent is a command line, stdio:COMMAND for the line protocol, or one that is
built in. A source file or a folder with one is built first. A folder of
hand-ins is checked in the sandbox, with the reports beside it; start it again,
and who has not changed is not checked again. Exit status 1 if anything failed.
docs/arena.md has the details."
)]
pub(crate) struct CheckOptions {
    /// The agent, its source file or folder, or a folder of hand-ins
    #[arg(value_name = "AGENT|FILE|FOLDER")]
    agent: String,
    /// Try only the case with this number
    #[arg(long, value_name = "NUMBER", value_parser = whole_number(1..=99_usize))]
    case: Option<usize>,
    /// Keep the input.txt and the answer of this case in a directory
    #[arg(long, value_name = "DIR", requires = "case")]
    save: Option<PathBuf>,
    /// Use the sandbox, the limits, the languages and the boards of this tournament
    #[arg(long = "as", value_name = "TOURNAMENT")]
    as_in: Option<PathBuf>,
    /// Check again whenever a file changes
    #[arg(long, conflicts_with_all = ["json", "save"])]
    watch: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    class: ClassOptions,
    #[command(flatten)]
    host: HostOptions,
}

/// What is only of use with a folder of hand-ins.
#[derive(Debug, Args)]
#[command(next_help_heading = "A folder of hand-ins")]
struct ClassOptions {
    /// Hand-ins checked at the same time
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = jobs)]
    jobs: u16,
    /// Where the reports are written [default: FOLDER-reports]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Check also who has not changed since the last time
    #[arg(long)]
    again: bool,
}

/// What a tournament lays down for all of its programs.
struct Requirements {
    rules: BuildRules,
    /// What the whole games are played under; nothing for the usual.
    games: Vec<Conditions>,
}

impl Requirements {
    fn read(tournament: Option<&Path>, host: &Host) -> Result<Self, Failure> {
        let Some(tournament) = tournament else {
            return Ok(Self { rules: BuildRules::default(), games: Vec::new() });
        };
        let class = hand_ins::read(tournament, &host.limits)?;
        Ok(Self { rules: class.settings.builds, games: class.settings.events })
    }
}

pub(crate) fn run(options: &CheckOptions) -> Result<(), Failure> {
    let target = Target::read(&options.agent)?;
    let is_class = matches!(target, Target::Class(_));
    let default = if is_class || options.as_in.is_some() { Sandbox::On } else { Sandbox::Off };
    let mut host = options.host.host(default, &[])?;
    let program = match &target {
        Target::Agent(agent) => agent.clone(),
        Target::HandIn(_) | Target::Class(_) => Specification::Files(vec!["true".to_owned()]),
    };
    if let Target::Agent(agent) = &target {
        host.check(agent).map_err(|error| Failure::Input(error.to_string()))?;
    }
    tell_what_is_missing(&mut host, options.host.sandbox(default), &[&program])?;
    stop_on_signals(&host.stop).map_err(anyhow::Error::from)?;
    let as_in = match &target {
        Target::Class(folder) => Some(options.as_in.as_ref().unwrap_or(folder)),
        _ => options.as_in.as_ref(),
    };
    let requirements = Requirements::read(as_in.map(PathBuf::as_path), &host)?;
    match target {
        Target::Class(folder) => class::run(options, &folder, &host, &requirements),
        Target::HandIn(path) => {
            let folder = if path.is_dir() { path.clone() } else { watch::folder_of(&path) };
            watch::again_and_again(options.watch, &folder, &host, &mut || {
                one::hand_in(options, &path, &host, &requirements)
            })
        }
        Target::Agent(agent) => {
            let host = crate::hosting::started_here(host);
            watch::again_and_again(options.watch, &host.base, &host, &mut || {
                one::agent(options, &agent, &host, &requirements)
            })
        }
    }
}
