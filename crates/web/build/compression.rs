//! Files as they go over the wire: compressed once, here, as well as can be.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Files that are smaller than this gain nothing.
const LEAST_BYTES: usize = 512;

/// A part of the original's size below which it is worth it.
const WORTH: f64 = 0.9;

/// By gzip, which everything can read; none if that does not help.
pub(crate) fn gzip(content: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(worth_it(content, encoder.finish()?))
}

fn worth_it(content: &[u8], packed: Vec<u8>) -> Option<Vec<u8>> {
    let limit = WORTH * content.len() as f64;
    (content.len() >= LEAST_BYTES && (packed.len() as f64) < limit).then_some(packed)
}
