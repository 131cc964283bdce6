//! What can be said about how agents' programs run, and the host that follows.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fruitrage_arena::{Host, Specification, Timekeeping, missing_parts};
use fruitrage_cli_support::{Failure, streams};

use crate::choice::choice;

#[derive(Clone, Debug, Args)]
pub(crate) struct HostOptions {
    /// Shut programs in; without this, only tournaments do
    #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "on",
        require_equals = true)]
    sandbox: Option<Sandbox>,
    /// Which time is charged to programs: from start to exit, or of the processors
    #[arg(long, default_value = "wall",
        value_parser = choice::<Timekeeping>(Timekeeping::ALL.map(Timekeeping::name)))]
    pub(crate) clock: Timekeeping,
    /// The most memory for all processes of a program together
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) memory: Option<u64>,
    /// What programs in the sandbox may read besides their own files
    #[arg(long, value_name = "PATH")]
    pub(crate) allow_read: Vec<PathBuf>,
}

/// Whether programs are shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sandbox {
    /// As far as this machine can; what it cannot is said
    On,
    /// Completely, or not at all
    Required,
    /// Programs can do what you can
    Off,
}

impl HostOptions {
    /// Whether programs are shut in, where the command does so by default.
    pub(crate) fn sandbox(&self, default: Sandbox) -> Sandbox {
        self.sandbox.unwrap_or(default)
    }

    /// The host, after saying what of the sandbox is missing.
    pub(crate) fn host(
        &self,
        default: Sandbox,
        agents: &[&Specification],
    ) -> Result<Host, Failure> {
        let sandbox = self.sandbox(default);
        let mut host = Host::new().map_err(anyhow::Error::from)?;
        if sandbox != Sandbox::Off {
            host = host.sandboxed();
        }
        if let Some(memory) = self.memory {
            host.limits = host.limits.with_memory(memory);
        }
        host.timekeeping = self.clock;
        for path in &self.allow_read {
            let path = path.canonicalize().map_err(|error| Failure::file(path, error))?;
            host.readable.push(path);
        }
        for agent in agents {
            host.check(agent).map_err(|error| Failure::Input(error.to_string()))?;
        }
        tell_what_is_missing(&host, sandbox, agents)?;
        Ok(host)
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
    let missing = missing_parts(host).map_err(anyhow::Error::from)?;
    if missing.is_empty() {
        return Ok(());
    }
    streams::print_error("warning: this machine cannot give every part of the sandbox; missing:");
    for part in &missing {
        streams::print_error(&format!("  {part}"));
    }
    if sandbox == Sandbox::Required {
        return Err(anyhow::anyhow!("the sandbox is required, but it is not complete").into());
    }
    Ok(())
}
