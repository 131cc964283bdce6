//! Encrypted connections, from both ends; a feature, because of what it takes to compile.

#[cfg(feature = "tls")]
mod client;
#[cfg(not(feature = "tls"))]
mod none;
#[cfg(feature = "tls")]
mod server;

use std::io::{Read, Write};
use std::path::PathBuf;

use thiserror::Error;

#[cfg(feature = "tls")]
pub use client::encrypted;
#[cfg(not(feature = "tls"))]
pub use none::{Encryption, encrypted};
#[cfg(feature = "tls")]
pub use server::Encryption;

/// What a program talks to a server over, encrypted or not.
pub type Stream = Box<dyn Line>;

/// What goes both ways.
pub trait Line: Read + Write + Send {}

impl<T: Read + Write + Send> Line for T {}

/// Why connections cannot be encrypted.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct EncryptionError {
    /// The file that is wrong.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}
