//! A program that was built without encryption.

use std::convert::Infallible;
use std::io;
use std::net;
use std::path::Path;

use tokio::net::TcpStream;

use super::{EncryptionError, Stream};

const REASON: &str = "this fruitrage was built without TLS; `cargo build --release --features tls` \
                      makes one that has it";

/// What connections would be encrypted with.
#[derive(Clone, Debug)]
pub struct Encryption(Infallible);

impl Encryption {
    /// Says what to do.
    pub fn read(certificate: &Path, _key: &Path) -> Result<Self, EncryptionError> {
        Err(EncryptionError { path: certificate.to_owned(), reason: REASON.to_owned() })
    }

    #[expect(clippy::unused_async, reason = "as where there is encryption")]
    pub(crate) async fn greet(&self, _stream: TcpStream) -> io::Result<TcpStream> {
        match self.0 {}
    }
}

/// Says what to do.
pub fn encrypted(_host: &str, _stream: net::TcpStream) -> Result<Stream, String> {
    Err(REASON.to_owned())
}
