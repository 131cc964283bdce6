//! `fruitrage serve`: the web page, and a tournament to watch.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Args;
use fruitrage_cli_support::{Failure, files, on_interruption, streams};
use fruitrage_league::{Location, Store};
use fruitrage_web::{Arena, ExportError, Server, export};
use tokio::sync::Notify;

use crate::tournament::{is_tournament, refused_store, store_of};
use crate::values::{address, whole_number};

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage serve --open
  fruitrage serve --address 0.0.0.0 --port 80 --store examples/tournament.toml
  fruitrage serve --export site

docs/web.md tells about hosting."
)]
pub(crate) struct ServeOptions {
    /// Address to listen on; 0.0.0.0 or :: lets other machines in
    #[arg(long, value_name = "IP", default_value = "127.0.0.1", value_parser = address)]
    address: IpAddr,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value = "8080", value_parser = whole_number(0..=u16::MAX))]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// A tournament to watch: its file, its folder or its store
    #[arg(long, value_name = "STORE")]
    store: Option<Location>,
    /// Write the page to a directory, for any static host, instead of serving it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["address", "port", "open", "store"])]
    export: Option<PathBuf>,
}

pub(crate) fn run(options: &ServeOptions) -> Result<(), Failure> {
    if let Some(directory) = &options.export {
        return export_to(directory);
    }
    let arena = options.store.as_ref().map(arena).transpose()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("the server cannot start")?.block_on(serve(options, arena))
}

async fn serve(options: &ServeOptions, arena: Option<Arena>) -> Result<(), Failure> {
    let address = SocketAddr::new(options.address, options.port);
    let server = Server::bind(address).await.map_err(anyhow::Error::from)?;
    let interrupted = Arc::new(Notify::new());
    let interrupt = Arc::clone(&interrupted);
    on_interruption(move || interrupt.notify_one()).context("Ctrl-C cannot be heard")?;
    let page = format!("http://{}/", server.address());
    streams::print(format!("The page is at {page} (Ctrl-C ends it)\n"))?;
    if options.open && open::that_detached(&page).is_err() {
        streams::print_error("no browser could be started: open the page yourself");
    }
    server.run(arena, async move { interrupted.notified().await }).await;
    Ok(())
}

fn export_to(directory: &Path) -> Result<(), Failure> {
    if directory.exists() {
        files::expect_directory(directory)?;
    }
    let count = export(directory).map_err(|error| match error {
        ExportError::Occupied(_) => Failure::Input(error.to_string()),
        ExportError::NoPage(_) => Failure::Other(anyhow!(error)),
        ExportError::Write { path, error } => files::unwritable(&path, &error),
    })?;
    streams::print(format!("Wrote {count} files to {}\n", directory.display()))
}

/// The tournament of a store, or of a file or folder, whose store may come later.
fn arena(source: &Location) -> Result<Arena, Failure> {
    let store = match source {
        Location::File(path) if !path.exists() => {
            return Err(Failure::file(path, "no such tournament or store"));
        }
        Location::File(path) if is_tournament(path) => Location::File(store_of(path)),
        store => store.clone(),
    };
    let name = store.title();
    let open = move || match &store {
        Location::File(path) if !path.exists() => Ok(None),
        store => Store::read(store).map(Some),
    };
    Arena::new(name, Box::new(open)).map_err(refused_store)
}
