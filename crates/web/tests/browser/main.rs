//! The page in a real browser, from our real server.
//!
//! Needs Debian's `chromium` and `chromium-driver`, and axe-core where `./test` puts it; for
//! Firefox `firefox-esr`, and geckodriver where `./test` puts it.

mod accessibility;
mod analysing;
mod driver;
mod engine;
mod failing;
mod feeling;
mod firefox;
mod keeping;
mod keyboard;
mod layout;
mod meeting;
mod moving;
mod pictures;
mod playing;
mod puzzling;
mod replaying;
mod results;
mod reviewing;
mod sharing;
mod slowness;
mod touching;
mod visit;
mod watching;
mod weight;
