//! `fruitrage tournament exclude`, `include`, `rematch` and `remove`: what an organiser puts right.

use clap::Args;
use fruitrage_cli_support::{Failure, streams};
use fruitrage_league::{Location, Rematch, Store};

use crate::store_argument::StoreArgument;
use crate::tournament::{refused_store, store_meant};
use crate::values::whole_number;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage tournament exclude postgres://anna@db.example/cup 3
  fruitrage tournament include postgres://anna@db.example/cup 3"
)]
pub(crate) struct WorkerNumber {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: StoreArgument,
    /// The worker's number, as shown by `tournament status`
    #[arg(value_name = "WORKER", value_parser = whole_number(1..=i64::MAX))]
    worker: i64,
}

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage tournament rematch submissions --game 17
  fruitrage tournament rematch submissions --agent anna

The games that are played again stay in the store and no longer count."
)]
pub(crate) struct RematchOptions {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: StoreArgument,
    /// The number of a game, whose pair is played again
    #[arg(long, value_name = "NUMBER", value_parser = whole_number(1..=i64::MAX),
        conflicts_with = "agent", required_unless_present = "agent")]
    game: Option<i64>,
    /// An agent, all pairs of which are played again
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage tournament remove submissions anna
  fruitrage tournament remove submissions anna --undo

A removed agent neither plays nor counts; its games stay in the store.")]
pub(crate) struct RemoveOptions {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: StoreArgument,
    /// The agent's name
    #[arg(value_name = "AGENT")]
    agent: String,
    /// Take it in again
    #[arg(long)]
    undo: bool,
}

fn open(store: &StoreArgument) -> Result<(Store, Location), Failure> {
    let location = store_meant(&store.location()?)?;
    Ok((Store::join(&location).map_err(refused_store)?, location))
}

pub(crate) fn exclude(options: &WorkerNumber) -> Result<(), Failure> {
    let ((mut store, location), worker) = (open(&options.store)?, options.worker);
    match store.exclude(worker).map_err(refused_store)? {
        Some(games) => streams::print(format!(
            "worker {worker} is excluded; its games ({games}) no longer count and will be played again\n"
        )),
        None => Err(Failure::Input(format!("{location}: there is no worker {worker}"))),
    }
}

pub(crate) fn include(options: &WorkerNumber) -> Result<(), Failure> {
    let ((mut store, location), worker) = (open(&options.store)?, options.worker);
    match store.include(worker).map_err(refused_store)? {
        Some(games) => streams::print(format!(
            "worker {worker} is no longer excluded; {games} of its games count again\n"
        )),
        None => Err(Failure::Input(format!("{location}: no worker {worker} is excluded"))),
    }
}

pub(crate) fn rematch(options: &RematchOptions) -> Result<(), Failure> {
    let (mut store, location) = open(&options.store)?;
    let what = match (options.game, &options.agent) {
        (Some(game), _) => Rematch::Game(game),
        (None, Some(agent)) => Rematch::Agent(agent.clone()),
        (None, None) => return Err(Failure::Input("expected --game or --agent".to_owned())),
    };
    match (store.rematch(&what).map_err(refused_store)?, what) {
        (Some(1), _) => streams::print("1 pair will be played again\n"),
        (Some(pairs), _) => streams::print(format!("{pairs} pairs will be played again\n")),
        (None, Rematch::Game(game)) => {
            Err(Failure::Input(format!("{location}: there is no game {game} that counts")))
        }
        (None, Rematch::Agent(agent)) => {
            Err(Failure::Input(format!("{location}: there is no agent `{agent}`")))
        }
    }
}

pub(crate) fn remove(options: &RemoveOptions) -> Result<(), Failure> {
    let ((mut store, location), agent) = (open(&options.store)?, &options.agent);
    if !store.remove(agent, !options.undo).map_err(refused_store)? {
        return Err(Failure::Input(format!("{location}: there is no agent `{agent}`")));
    }
    streams::print_text(&if options.undo {
        format!("`{agent}` is taken in again and plays when the tournament goes on\n")
    } else {
        format!("`{agent}` is removed: it neither plays nor counts; its games stay\n")
    })
}
