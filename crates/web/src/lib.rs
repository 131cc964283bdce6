//! The web page, its server and the page as plain files.
//!
//! The page and its engine are part of the binary. The server gives them out unchanged,
//! beside a read-only view of a tournament; all thinking happens in the visitor's browser.

mod api;
mod assets;
mod connections;
mod export;
mod refusal;
mod server;
mod snapshot;

pub use assets::{Asset, NoPage, asset, assets, page};
pub use export::{ExportError, export};
pub use server::{BindError, Server};
pub use snapshot::{Arena, Opener};
