//! `fruitrage tournament replace`: other files in the place of an agent's.

use std::path::PathBuf;

use clap::Args;
use fruitrage_arena::{Specification, sweep};
use fruitrage_cli_support::{Failure, stop_on_signals, streams};
use fruitrage_league::{Location, Replacement, Store, Workshop, replace};

use crate::hand_ins;
use crate::hosting::{HostOptions, Sandbox, tell_what_is_missing};
use crate::tournament::{refused_store, store_of};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage tournament replace submissions anna ~/mail/anna-corrected
  fruitrage tournament replace cup.toml champion build/champion

The new files are copied, built and tried first: if that fails, nothing is replaced. The old
ones are kept in .replaced beside them. When the tournament goes on, the agent's own games are
played again; those of the earlier version stay in the store.")]
pub(crate) struct ReplaceOptions {
    /// The folder of hand-ins, or the tournament's file
    #[arg(value_name = "FILE|FOLDER")]
    source: PathBuf,
    /// The agent's name
    #[arg(value_name = "AGENT")]
    agent: String,
    /// The file or folder that it is replaced by
    #[arg(value_name = "NEW")]
    new: PathBuf,
    #[command(flatten)]
    host: HostOptions,
}

pub(crate) fn run(options: &ReplaceOptions) -> Result<(), Failure> {
    let ReplaceOptions { source, agent, new, .. } = options;
    let mut host = options.host.host(Sandbox::On, &[])?;
    let mut class = hand_ins::read(source, &host.limits)?;
    hand_ins::take_events_of_store(&mut class, &Location::File(store_of(source)));
    let program = Specification::Files(vec!["true".to_owned()]);
    tell_what_is_missing(&mut host, options.host.sandbox(Sandbox::On), &[&program])?;
    stop_on_signals(&host.stop).map_err(anyhow::Error::from)?;
    // Nobody's files are taken away in the middle of a game.
    let store = store_of(source);
    let _lock = if store.exists() {
        Some(Store::open(store.as_path()).map_err(refused_store)?)
    } else {
        None
    };
    sweep();
    let trial = class.settings.events.first().copied();
    let workshop = Workshop::new(&host, &class.settings.builds, hand_ins::shelf(), trial);
    let replaced = replace(&class, agent, new, &host, &workshop);
    let Replacement { place, kept } =
        replaced.map_err(|error| Failure::file(source, error.to_string()))?;
    streams::print_text(&format!(
        "`{agent}` is replaced: {} plays when the tournament goes on; the old files are in {}\n",
        place.display(),
        kept.display()
    ))
}
