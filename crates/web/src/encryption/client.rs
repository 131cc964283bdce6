//! Encrypted connections to servers, trusted as this machine trusts them. What `SSL_CERT_FILE`
//! names takes the place of the system's certificates.

use std::net::TcpStream;
use std::sync::{Arc, LazyLock};

use rustls::crypto::ring;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::Stream;

/// Encrypts a connection to the server of this name.
pub fn encrypted(host: &str, stream: TcpStream) -> Result<Stream, String> {
    static SETTINGS: LazyLock<Result<Arc<ClientConfig>, String>> = LazyLock::new(settings);
    let host = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
    let client = ClientConnection::new(SETTINGS.clone()?, host);
    let client = client.map_err(|error| error.to_string())?;
    Ok(Box::new(StreamOwned::new(client, stream)))
}

fn settings() -> Result<Arc<ClientConfig>, String> {
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let settings = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(trusted)
        .with_no_client_auth();
    Ok(Arc::new(settings))
}
