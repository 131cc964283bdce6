//! What can be said about how agents' programs run, and the host that follows.

use std::env;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fruitrage_arena::{
    Guarantee, Host, Limits, Specification, StartError, Timekeeping, capabilities,
    counts_processor_time, guarantees, why_no_namespaces,
};
use fruitrage_cli_support::{Failure, files, streams};

use crate::choice::choice;
use crate::values::whole_number;

/// The most memory that can be asked for, in MiB: a pebibyte.
const MOST_MEMORY: u64 = 1 << 30;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Programs")]
pub(crate) struct HostOptions {
    /// Confine programs: on, off, or required [default: on in tournaments only]
    #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "on",
        require_equals = true, value_name = "WHEN", hide_possible_values = true)]
    sandbox: Option<Sandbox>,
    /// Charge time on the wall or on processors: wall or cpu
    #[arg(long, default_value = "wall", hide_possible_values = true,
        value_parser = choice::<Timekeeping>(Timekeeping::ALL.map(Timekeeping::name)))]
    pub(crate) clock: Timekeeping,
    /// Memory for all processes of a program [default: 1024 in the sandbox]
    #[arg(long, value_name = "MIB", value_parser = whole_number(1..=MOST_MEMORY))]
    pub(crate) memory: Option<u64>,
    /// Let confined programs read this, too; may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) allow_read: Vec<PathBuf>,
}

// The values have no help of their own: it would take every option two lines.
/// Whether programs are confined: as far as this machine can, with a warning of what it
/// cannot; completely or not at all; or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sandbox {
    On,
    Required,
    Off,
}

impl HostOptions {
    /// Whether programs are confined, where the command does so by default.
    pub(crate) fn sandbox(&self, default: Sandbox) -> Sandbox {
        self.sandbox.unwrap_or(default)
    }

    /// The host, after saying what of the sandbox is missing.
    pub(crate) fn host(
        &self,
        default: Sandbox,
        agents: &[&Specification],
    ) -> Result<Host, Failure> {
        self.refuse_what_the_system_lacks()?;
        let sandbox = self.sandbox(default);
        let mut host = Host::new().map_err(anyhow::Error::from)?;
        if sandbox != Sandbox::Off {
            host = if capabilities().sandbox {
                host.sandboxed()
            } else {
                Host { limits: Limits::untrusted(), ..host }
            };
        }
        if let Some(memory) = self.memory {
            host.limits = host.limits.with_memory(memory);
        }
        host.timekeeping = self.clock;
        for path in &self.allow_read {
            let readable =
                dunce::canonicalize(path).map_err(|error| files::unreadable(path, &error))?;
            host.readable.push(readable);
        }
        for agent in agents {
            host.check(agent).map_err(|error| Failure::Input(error.to_string()))?;
        }
        tell_what_is_missing(&mut host, sandbox, agents)?;
        Ok(host)
    }

    /// What was asked for by name is given or refused, never pretended.
    fn refuse_what_the_system_lacks(&self) -> Result<(), Failure> {
        let wants_sandbox = self.sandbox.is_some_and(|sandbox| sandbox != Sandbox::Off);
        if wants_sandbox && !capabilities().sandbox {
            return Err(Failure::Input(StartError::NoSandbox.to_string()));
        }
        if matches!(self.clock, Timekeeping::Cpu) && !capabilities().processor_time {
            return Err(Failure::Input(StartError::NoProcessorTime.to_string()));
        }
        Ok(())
    }
}

/// The host of programs that a person starts here: the current directory is theirs. In the
/// sandbox a home directory is not, nor what is above it, where everything else is as well.
pub(crate) fn started_here(host: Host) -> Host {
    let home =
        ["HOME", "USERPROFILE"].into_iter().filter_map(env::var_os).find(|it| !it.is_empty());
    let home = home.and_then(|home| dunce::canonicalize(home).ok());
    let is_home = home.is_some_and(|home| home.starts_with(&host.base));
    Host { owns_base: !(host.sandbox && is_home), ..host }
}

/// Which program a name on a command line means, if it had to be looked up.
pub(crate) fn found(agent: &Specification, program: Option<&Path>) -> Option<String> {
    let (Specification::Files(words) | Specification::Lines(words)) = agent else { return None };
    let name = words.first().filter(|name| !name.contains(std::path::is_separator))?;
    Some(format!("{name} is {}", program?.display()))
}

/// Says which guarantees of the sandbox these agents will have to do without. From then on no
/// game is played with less.
pub(crate) fn tell_what_is_missing(
    host: &mut Host,
    sandbox: Sandbox,
    agents: &[&Specification],
) -> Result<(), Failure> {
    if !agents.iter().any(|agent| agent.is_program()) {
        return Ok(());
    }
    if host.timekeeping == Timekeeping::Cpu {
        let counted = counts_processor_time(host).map_err(anyhow::Error::from)?;
        if !counted {
            return Err(Failure::Input(StartError::NoProcessorTime.to_string()));
        }
    }
    if sandbox == Sandbox::Off {
        return Ok(());
    }
    if !capabilities().sandbox {
        streams::print_error(
            "warning: the sandbox needs Linux; on this system programs can do what you can",
        );
        return Ok(());
    }
    let talks = agents.iter().any(|agent| matches!(agent, Specification::Lines(_)));
    let guarantees = guarantees(host, talks).map_err(anyhow::Error::from)?;
    // Without its clock nobody misses it; with it, games do not start.
    let missing =
        || guarantees.missing().filter(|(guarantee, _)| *guarantee != Guarantee::Processor);
    host.dispensable = Some(missing().map(|(guarantee, _)| guarantee).collect());
    if missing().next().is_none() {
        return Ok(());
    }
    streams::print_error("warning: this machine cannot give all of the sandbox; missing:");
    for (guarantee, leaves) in missing() {
        streams::print_error(&format!("  {guarantee}: {leaves}"));
    }
    if let Some(reason) = why_no_namespaces(host) {
        streams::print_error(&format!("  because {reason}"));
    }
    streams::print_error("  `fruitrage doctor` says what gives each guarantee, and how to get it");
    if sandbox == Sandbox::Required {
        return Err(anyhow::anyhow!(
            "the sandbox is required, but this machine cannot give all of it"
        )
        .into());
    }
    Ok(())
}
