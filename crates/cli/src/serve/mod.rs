//! `fruitrage serve`: the web page, rooms to play in, and a tournament to watch.

mod rooms;

use std::io::{self, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Args;
use fruitrage_cli_support::{Failure, files, on_interruption, streams};
use fruitrage_league::{Location, Store, StoreError};
use fruitrage_web::{
    Arena, Door, Encryption, EncryptionError, ExportError, Online, OnlineSettings, Server, Service,
    export,
};
use tokio::sync::Notify;
use tracing_subscriber::filter::LevelFilter;

use crate::hosting::HostOptions;
use crate::store_argument::StoreArgument;
use crate::tournament::{is_tournament, refused_store, store_of};
use crate::values::{address, whole_number};

use self::rooms::RoomOptions;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage serve --open
  fruitrage serve --agent greedy=greedy --agent mine='python3 mine.py'
  fruitrage serve --address 0.0.0.0 --host play.example --store league.toml
  fruitrage serve --export site

docs/web.md tells about hosting, docs/online.md about rooms."
)]
pub(crate) struct ServeOptions {
    /// Address to listen on; 0.0.0.0 or :: lets other machines in
    #[arg(long, value_name = "IP", default_value = "127.0.0.1", value_parser = address)]
    address: IpAddr,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value = "8080", value_parser = whole_number(0..=u16::MAX))]
    port: u16,
    /// A name that the server is called by, besides localhost; may be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Serve https:// with this certificate (PEM, with those it rests on)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The private key of that certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Take visitors' addresses from X-Forwarded-For, which a proxy in front must set
    #[arg(long)]
    proxy: bool,
    /// What is logged on standard error: off, error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = log_level)]
    log: LevelFilter,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// A tournament to watch: its file, its folder or its store
    #[arg(long, value_name = "STORE")]
    store: Option<StoreArgument>,
    /// Write the page to a directory, for any static host, instead of serving it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["address", "port", "open", "store", "agent", "agents", "rooms", "tls_cert"])]
    export: Option<PathBuf>,
    #[command(flatten)]
    rooms: RoomOptions,
    #[command(flatten)]
    programs: HostOptions,
}

fn log_level(text: &str) -> Result<LevelFilter, String> {
    text.parse().map_err(|_| "expected off, error, warn, info or debug".to_owned())
}

pub(crate) fn run(options: &ServeOptions) -> Result<(), Failure> {
    if let Some(directory) = &options.export {
        return export_to(directory);
    }
    let store = options.store.as_ref().map(StoreArgument::location).transpose()?;
    let arena = store.as_ref().map(arena).transpose()?;
    tracing_subscriber::fmt()
        .with_max_level(options.log)
        .with_writer(io::stderr)
        .with_target(false)
        .init();
    let settings = options.rooms.settings(&options.programs, options.port, options.proxy)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("the server cannot start")?;
    let outcome = runtime.block_on(serve(options, arena, settings));
    // Programs that think are told to stop, and are not waited for.
    runtime.shutdown_background();
    outcome
}

async fn serve(
    options: &ServeOptions,
    arena: Option<Arena>,
    settings: OnlineSettings,
) -> Result<(), Failure> {
    let address = SocketAddr::new(options.address, options.port);
    let encryption = encryption(options)?;
    let scheme = if encryption.is_some() { "https" } else { "http" };
    let server = Server::bind(address).await.map_err(anyhow::Error::from)?;
    let interrupted = Arc::new(Notify::new());
    let interrupt = Arc::clone(&interrupted);
    on_interruption(move || interrupt.notify_one()).context("Ctrl-C cannot be heard")?;
    let online = Online::open(settings).await.map_err(anyhow::Error::from)?;
    let page = format!("{scheme}://{}/", server.address());
    streams::print(format!("The page is at {page} (Ctrl-C ends it)\n"))?;
    if io::stdout().is_terminal() {
        let link = address_for_others(scheme, server.address(), &options.host);
        streams::print(link.as_deref().map_or_else(String::new, shown_to_others))?;
    }
    if options.open && open::that_detached(&page).is_err() {
        streams::print_error("no browser could be started: open the page yourself");
    }
    let door = Door::new(options.address, options.host.iter().cloned());
    let service = Service { arena, online: Some(online), door, encryption };
    server.run(service, async move { interrupted.notified().await }).await;
    Ok(())
}

fn encryption(options: &ServeOptions) -> Result<Option<Encryption>, Failure> {
    let files = options.tls_cert.as_ref().zip(options.tls_key.as_ref());
    let read = files.map(|(certificate, key)| Encryption::read(certificate, key));
    read.transpose().map_err(|EncryptionError { path, reason }| Failure::file(&path, reason))
}

/// Where other machines find the page: by its name if it has one, or by its address if it is
/// one of theirs.
fn address_for_others(scheme: &str, address: SocketAddr, names: &[String]) -> Option<String> {
    let ip = address.ip();
    match names.first() {
        _ if ip.is_loopback() => None,
        Some(name) => Some(format!("{scheme}://{name}:{}/", address.port())),
        None if ip.is_unspecified() => {
            own_address().map(|ip| format!("{scheme}://{}/", SocketAddr::new(ip, address.port())))
        }
        None => Some(format!("{scheme}://{address}/")),
    }
}

/// The address by which this machine calls others; nothing is sent to find out.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Of a network that is kept for examples.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// A link, and the same as a code that telephones read, two rows in a line.
fn shown_to_others(link: &str) -> String {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    // White on black whatever the terminal's colours are: the opposite is hardly ever read.
    let [start, end] =
        if no_colour || cfg!(windows) { ["", ""] } else { ["\x1b[97;40m", "\x1b[0m"] };
    let mut text = format!("Others find it at {link}\n");
    for row in fruitrage_web::code_of(link).unwrap_or_default().lines() {
        text.extend([start, row, end, "\n"]);
    }
    text
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
    let (store, may_come_later) = match source {
        Location::File(path) if !path.exists() => {
            return Err(Failure::file(path, "no such tournament or store"));
        }
        Location::File(path) if is_tournament(path) => (Location::File(store_of(path)), true),
        store => (store.clone(), false),
    };
    let name = store.title();
    let open = move || match &store {
        Location::File(path) if !path.exists() => Ok(None),
        store => match Store::read(store) {
            // Who plays it has made the file and not yet begun the tournament in it.
            Err(StoreError::Empty { .. }) if may_come_later => Ok(None),
            read => read.map(Some),
        },
    };
    Arena::new(name, Box::new(open)).map_err(refused_store)
}
