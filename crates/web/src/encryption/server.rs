//! Encrypted connections: the server's certificate, and greeting whoever calls.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::EncryptionError;

/// What connections are encrypted with.
#[derive(Clone)]
pub struct Encryption(TlsAcceptor);

impl std::fmt::Debug for Encryption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Encryption").finish_non_exhaustive()
    }
}

impl Encryption {
    /// Reads a certificate with those it rests on, the server's own first, and its private key.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, EncryptionError> {
        let refuse =
            |path: &Path, reason: String| EncryptionError { path: path.to_owned(), reason };
        let chain = certificates(certificate).map_err(|reason| refuse(certificate, reason))?;
        let secret = private_key(key).map_err(|reason| refuse(key, reason))?;
        let settings = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| refuse(certificate, error.to_string()))?
            .with_no_client_auth()
            .with_single_cert(chain, secret)
            .map_err(|error| {
                refuse(key, format!("expected the key of the certificate: {error}"))
            })?;
        Ok(Self(TlsAcceptor::from(Arc::new(settings))))
    }

    /// Agrees with whoever calls on how to talk.
    pub(crate) async fn greet(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        self.0.accept(stream).await
    }
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let chain: Result<Vec<_>, pem::Error> =
        CertificateDer::pem_reader_iter(BufReader::new(file)).collect();
    match chain {
        Ok(chain) if chain.is_empty() => {
            Err("expected a certificate in PEM, found none".to_owned())
        }
        Ok(chain) => Ok(chain),
        Err(error) => Err(format!("expected a certificate in PEM: {error}")),
    }
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    PrivateKeyDer::from_pem_reader(BufReader::new(file)).map_err(|error| match error {
        pem::Error::NoItemsFound => "expected a private key in PEM, found none".to_owned(),
        error => format!("expected a private key in PEM: {error}"),
    })
}
