//! `fruitrage tournament export`: all games to take home.

use std::path::PathBuf;

use clap::Args;
use fruitrage_cli_support::{Failure, files, progress, streams};
use fruitrage_league::{ExportError, Search, Store, export};

use crate::store_argument::StoreArgument;
use crate::tournament::{refused_store, store_meant};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage tournament export submissions games
  fruitrage tournament export submissions for-anna --agent anna

The folder gets standings.csv, games.csv, a record of each game in games/ (for `review` and the
page) and in logs/ the input, the output and what was printed of every move. With --agent it is
for that author: what opponents printed is left out.")]
pub(crate) struct ExportOptions {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: StoreArgument,
    /// A new or empty directory
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Only the games of this agent
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// The games of earlier versions, too
    #[arg(long)]
    all_versions: bool,
}

pub(crate) fn run(options: &ExportOptions) -> Result<(), Failure> {
    let location = store_meant(&options.store.location()?)?;
    let mut store = Store::read(&location).map_err(refused_store)?;
    if let Some(agent) = &options.agent
        && !store.agents().map_err(refused_store)?.contains(agent)
    {
        return Err(Failure::Input(format!("{location}: there is no agent `{agent}`")));
    }
    let directory = &options.directory;
    files::make_directory(directory)?;
    let mut entries = directory.read_dir().map_err(|error| files::unreadable(directory, &error))?;
    if entries.next().is_some() {
        return Err(Failure::file(directory, "expected an empty directory, found files in it"));
    }
    let search = Search {
        agent: options.agent.clone(),
        all_versions: options.all_versions,
        ..Search::default()
    };
    let games = store.count_games(&search).map_err(refused_store)?;
    let bar = progress::bar(games as u64, 0, "games");
    let written =
        export(&mut store, &search, directory, &mut |written| bar.set_position(written as u64));
    bar.finish_and_clear();
    let written = written.map_err(|error| match error {
        ExportError::Store(error) => refused_store(error),
        error => Failure::Other(error.into()),
    })?;
    let plural = if written == 1 { "game" } else { "games" };
    streams::print_text(&format!("{written} {plural} in {}\n", directory.display()))
}
