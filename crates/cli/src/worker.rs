//! `fruitrage worker`: plays games of a tournament that many machines share.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fruitrage_arena::{Specification, Timekeeping, sweep};
use fruitrage_cli_support::{Failure, progress, stop_on_signals, streams};
use fruitrage_league::{WorkerSettings, join, work};

use crate::hosting::{HostOptions, Sandbox};
use crate::store_argument::StoreArgument;
use crate::tournament::{hear, refused_run, refused_store};
use crate::values::{jobs, positive_seconds};

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage worker --store postgres://anna@db.example/cup --jobs 4
  fruitrage worker --store postgres://anna@db.example/cup --until-done

docs/many-machines.md tells how to set it up."
)]
pub(crate) struct WorkerOptions {
    /// Where the tournament is: `postgres://USER@HOST/DATABASE`
    #[arg(long, value_name = "URL")]
    store: StoreArgument,
    /// Number of games played at the same time
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = jobs)]
    jobs: u16,
    /// Name of this worker [default: the machine's name]
    #[arg(long)]
    name: Option<String>,
    /// How long its pairs are kept for it when it falls silent
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    lease: Duration,
    /// Exit when everything is played, instead of waiting for more
    #[arg(long)]
    until_done: bool,
    /// Where agents' files are kept [default: the user's cache]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    host: HostOptions,
}

pub(crate) fn run(options: &WorkerOptions) -> Result<(), Failure> {
    let location = options.store.location()?;
    if !location.is_shared() {
        let problem = "expected postgres://USER@HOST/DATABASE: a file is played by one program, \
                       `fruitrage tournament --jobs`";
        return Err(Failure::Input(format!("{location}: {problem}")));
    }
    if options.host.memory.is_some() || options.host.clock == Timekeeping::Cpu {
        let problem = "expected --clock and --memory where the tournament is published: they \
                       are the same on every machine";
        return Err(Failure::Input(problem.to_owned()));
    }
    let mut host = options.host.host(Sandbox::On, &[])?;
    // Any tournament may have programs in it, of either protocol.
    let program = Specification::Lines(vec!["true".to_owned()]);
    crate::hosting::tell_what_is_missing(
        &mut host,
        options.host.sandbox(Sandbox::On),
        &[&program],
    )?;
    stop_on_signals(&host.stop).map_err(anyhow::Error::from)?;
    sweep();
    let settings = WorkerSettings {
        name: options.name.clone().unwrap_or_else(machine),
        jobs: usize::from(options.jobs),
        lease: options.lease,
        until_done: options.until_done,
    };
    streams::print_error(&format!("worker {} of {location}", settings.name));
    let bar = progress::bar(0, 0, "games");
    let joined = join(&location, &host, &mut |news| hear(&bar, news)).map_err(refused_store)?;
    let Some(mut store) = joined else { return Ok(()) };
    let cache = options.cache.clone().unwrap_or_else(cache);
    let worked = work(&mut store, &host, &settings, cache, &mut |news| hear(&bar, news));
    bar.finish_and_clear();
    worked.map_err(refused_run)
}

/// The name of this machine.
pub(crate) fn machine() -> String {
    let told = |name: &str| env::var(name).unwrap_or_default();
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let names = [kernel, told("COMPUTERNAME"), told("HOSTNAME"), "worker".to_owned()];
    names
        .iter()
        .map(|name| name.trim())
        .find(|name| !name.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// Where agents' files are kept if nothing else is said.
pub(crate) fn cache() -> PathBuf {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = named("XDG_CACHE_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| Some(named("HOME")?.join(".cache")));
    folder.unwrap_or_else(env::temp_dir).join("fruitrage").join("agents")
}
