//! `fruitrage tournament exclude`: takes back all games of a worker.

use clap::Args;
use fruitrage_cli_support::{Failure, streams};
use fruitrage_league::{Location, Store};

use crate::tournament::{refused_store, store_meant};
use crate::values::whole_number;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Example:
  fruitrage tournament exclude postgres://anna@db.example/cup 3"
)]
pub(crate) struct ExcludeOptions {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: Location,
    /// The worker's number, as shown by `tournament status`
    #[arg(value_name = "WORKER", value_parser = whole_number(1..=i64::MAX))]
    worker: i64,
}

pub(crate) fn run(options: &ExcludeOptions) -> Result<(), Failure> {
    let location = store_meant(&options.store)?;
    let mut store = Store::join(&location).map_err(refused_store)?;
    let worker = options.worker;
    match store.exclude(worker).map_err(refused_store)? {
        Some(games) => streams::print(format!(
            "worker {worker} is excluded; its games ({games}) no longer count and will be played again\n"
        )),
        None => Err(Failure::Input(format!("{location}: there is no worker {worker}"))),
    }
}
