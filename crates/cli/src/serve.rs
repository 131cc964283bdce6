//! `fruitrage serve`: the web page, and a tournament to watch.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use fruitrage_cli_support::{Failure, streams};
use fruitrage_league::{Location, Store};
use fruitrage_web::{Arena, ExportError, Server, export};
use tokio::signal::unix::{SignalKind, signal};

use crate::tournament::{is_tournament, refused_store, store_of};

#[derive(Debug, Args)]
pub(crate) struct ServeOptions {
    /// Where to listen; other machines reach 0.0.0.0 or ::, and nobody else 127.0.0.1
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value = "8080")]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// A tournament to watch: its file, its folder or its store, which may be postgres://…
    #[arg(long, value_name = "STORE")]
    store: Option<Location>,
    /// Write the page into a directory, for any static host, and serve nothing
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
    let mut interrupted = signal(SignalKind::interrupt()).context("Ctrl-C cannot be heard")?;
    let mut terminated = signal(SignalKind::terminate()).context("SIGTERM cannot be heard")?;
    let page = format!("http://{}/", server.address());
    streams::print(format!("The page is at {page} (Ctrl-C ends it)\n"))?;
    if options.open && open::that_detached(&page).is_err() {
        streams::print_error("no browser could be started: open the page yourself");
    }
    let stopped = async {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    };
    server.run(arena, stopped).await;
    Ok(())
}

fn export_to(directory: &Path) -> Result<(), Failure> {
    let count = export(directory).map_err(|error| match error {
        ExportError::Occupied(_) => Failure::Input(error.to_string()),
        ExportError::NoPage(_) | ExportError::Write { .. } => Failure::Other(anyhow!(error)),
    })?;
    streams::print(format!("{count} files are in {}\n", directory.display()))
}

/// The tournament of a store, or of a file or folder, whose store may come later.
fn arena(source: &Location) -> Result<Arena, Failure> {
    let store = match source {
        Location::File(path) if !path.exists() => {
            let problem = "expected a tournament or its store, found nothing";
            return Err(Failure::file(path, problem));
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
