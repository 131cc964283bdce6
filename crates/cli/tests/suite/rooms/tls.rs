//! Encrypted connections, from both ends.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use fruitrage_web::Stream;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde_json::json;
use tempfile::TempDir;

use super::terminal::{link, play_against};
use super::visitor::{ATTENTION, Visitor, call, fruitrage as game_of, terms};
use crate::run::{fruitrage, standard_error};
use crate::serve::Server;
use crate::waiting::DEADLINE;

/// A certificate for `localhost` that nobody trusts but these tests, and its key.
fn file(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls")).join(name)
}

fn start() -> Server {
    let [certificate, key] = ["certificate.pem", "key.pem"].map(file);
    let [certificate, key] = [&certificate, &key].map(|path| path.to_str().unwrap());
    Server::start(&["--tls-cert", certificate, "--tls-key", key])
}

/// An encrypted connection that is listened to for so long at a time.
fn encrypted(address: &str, attention: Duration) -> Stream {
    let mut trusted = RootCertStore::empty();
    trusted.add(CertificateDer::from_pem_file(file("certificate.pem")).unwrap()).unwrap();
    let settings = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(trusted)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let client = ClientConnection::new(Arc::new(settings), name).unwrap();
    Box::new(StreamOwned::new(client, call(address, attention)))
}

fn localhost(server: &Server) -> String {
    format!("localhost:{}", server.address.rsplit_once(':').unwrap().1)
}

#[test]
fn a_room_is_played_in_over_encrypted_connections() {
    let server = start();
    let host = localhost(&server);
    let mut page = encrypted(&server.address, DEADLINE);
    write!(page, "GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    page.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok"), "{answer}");
    let origin = format!("https://{host}");
    let headers = [("Origin", origin.as_str())];
    let stream = encrypted(&server.address, ATTENTION);
    let visitor = Visitor::try_over("wss", &host, stream, &headers);
    let mut visitor = visitor.unwrap_or_else(|status| panic!("refused with {status}"));
    let opened = visitor.open(&terms(Some(3600)), &json!({ "kind": "friend" }));
    let mut seat = fruitrage(&["seat", &link("https", &host, &opened), "--once", "--", "greedy"]);
    seat.env("SSL_CERT_FILE", file("certificate.pem"));
    let program = seat.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    play_against(&mut visitor);
    assert!(game_of(&visitor.room).board().is_empty());
    let said = program.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", standard_error(&said));
}

#[test]
fn a_server_that_is_not_trusted_is_not_talked_to() {
    let server = start();
    let room =
        format!("https://{}/#room=abcdefghijkm.abcdefghijkmnpqrstuvwxyz23", localhost(&server));
    let said = fruitrage(&["seat", &room, "--", "greedy"]).output().unwrap();
    assert_eq!(said.status.code(), Some(1));
    assert!(standard_error(&said).contains("certificate"), "{}", standard_error(&said));
}

#[test]
fn files_that_are_no_certificate_or_no_key_are_named() {
    let directory = TempDir::new().unwrap();
    let other = directory.path().join("other.pem");
    std::fs::write(&other, "nothing\n").unwrap();
    let missing = directory.path().join("missing.pem");
    let [certificate, key] = ["certificate.pem", "key.pem"].map(file);
    for (one, two, wrong, reason) in [
        (&other, &key, &other, "expected a certificate in PEM, found none"),
        (&certificate, &other, &other, "expected a private key in PEM, found none"),
        (&certificate, &certificate, &certificate, "expected a private key in PEM, found none"),
        (&missing, &key, &missing, "No such file"),
    ] {
        let mut serve = fruitrage(&["serve", "--port", "0", "--tls-cert"]);
        let said = serve.arg(one).arg("--tls-key").arg(two).output().unwrap();
        let error = standard_error(&said);
        assert_eq!(said.status.code(), Some(2), "{error}");
        assert!(error.contains(reason) && error.contains(wrong.to_str().unwrap()), "{error}");
    }
    let said = fruitrage(&["serve", "--tls-cert", "x"]).output().unwrap();
    assert_eq!(said.status.code(), Some(2));
}
