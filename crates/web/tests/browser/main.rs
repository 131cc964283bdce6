//! The page in a real browser, from our real server.
//!
//! Needs Debian's `chromium` and `chromium-driver`, and axe-core where `./test` puts it.

mod accessibility;
mod analysing;
mod driver;
mod engine;
mod layout;
mod playing;
mod reviewing;
mod sharing;
mod visit;
mod watching;
