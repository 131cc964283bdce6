//! What can be said about how agents' programs run, and the host that follows.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fruitrage_arena::{
    Host, Limits, Specification, StartError, Timekeeping, capabilities, missing_parts,
};
use fruitrage_cli_support::{Failure, files, streams};

use crate::choice::choice;
use crate::values::whole_number;

/// The most memory that can be asked for, in MiB: a pebibyte.
const MOST_MEMORY: u64 = 1 << 30;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Programs")]
pub(crate) struct HostOptions {
    /// Confine programs: on, required (completely, or nothing runs) or off [default: on in
    /// tournaments, off elsewhere]
    #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "on",
        require_equals = true, value_name = "WHEN", hide_possible_values = true)]
    sandbox: Option<Sandbox>,
    /// Charge wall or processor time
    #[arg(long, default_value = "wall",
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
        tell_what_is_missing(&host, sandbox, agents)?;
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

/// Says which parts of the sandbox these agents will have to do without.
pub(crate) fn tell_what_is_missing(
    host: &Host,
    sandbox: Sandbox,
    agents: &[&Specification],
) -> Result<(), Failure> {
    if sandbox == Sandbox::Off || !agents.iter().any(|agent| agent.is_program()) {
        return Ok(());
    }
    if !capabilities().sandbox {
        streams::print_error(
            "warning: the sandbox needs Linux; on this system programs can do what you can",
        );
        return Ok(());
    }
    let missing = missing_parts(host).map_err(anyhow::Error::from)?;
    if missing.is_empty() {
        return Ok(());
    }
    streams::print_error("warning: this machine cannot give every part of the sandbox; missing:");
    for part in &missing {
        streams::print_error(&format!("  {part}"));
    }
    if sandbox == Sandbox::Required {
        return Err(anyhow::anyhow!(
            "the sandbox is required, but this machine cannot give all of it"
        )
        .into());
    }
    Ok(())
}
