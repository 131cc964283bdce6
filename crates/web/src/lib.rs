//! The web page, its server and the page as plain files.
//!
//! The page and its engine are part of the binary. The server gives them out unchanged,
//! beside a read-only view of a tournament, and keeps rooms in which visitors play each other
//! and the operator's programs. All other thinking happens in the visitor's browser.

mod aged;
mod api;
mod assets;
mod connections;
mod door;
mod encryption;
mod export;
mod online;
mod refusal;
mod server;
mod snapshot;

pub use assets::{Asset, NoPage, asset, assets, page};
pub use door::Door;
pub use encryption::{Encryption, EncryptionError, Line, Stream, encrypted};
pub use export::{ExportError, export};
pub use online::{
    AgentLimits, KeepError, ListedAgent, Online, OnlineSettings, Shelf, VisitorLimits, code_of,
};
pub use server::{BindError, Server, Service};
pub use snapshot::{Arena, Opener};
