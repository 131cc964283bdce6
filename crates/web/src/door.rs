//! The door: who is answered at all.
//!
//! A page of somebody else may not talk to this server in a visitor's name. Its requests carry
//! its own `Origin`, and a name of its own that leads here is not in the list of names. There
//! are no cookies, so that no request has rights by itself: a seat is opened by what is in the
//! message.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue};

/// The names by which this server may be called.
#[derive(Clone, Debug, Default)]
pub struct Door {
    names: Vec<String>,
    /// Whether it listens on addresses that are not only this machine's.
    is_open: bool,
}

/// Why somebody is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// It was called by a name that is not its own.
    Host,
    /// Another page asks.
    Origin,
}

impl Door {
    /// Loopback names, these names, and where other machines may call, addresses: a name can be
    /// made to lead here by whoever owns it, an address cannot.
    pub fn new(listens_at: IpAddr, names: impl IntoIterator<Item = String>) -> Self {
        let names = names.into_iter().map(|name| name.to_ascii_lowercase());
        Self { names: names.collect(), is_open: !listens_at.is_loopback() }
    }

    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Closed> {
        let host = headers.get(HOST).and_then(authority).ok_or(Closed::Host)?;
        if !self.knows(&host) {
            return Err(Closed::Host);
        }
        match headers.get(ORIGIN) {
            // Browsers say it wherever it matters; other programs need not.
            None => Ok(()),
            Some(origin) if is_of(origin, &host) => Ok(()),
            Some(_) => Err(Closed::Origin),
        }
    }

    fn knows(&self, host: &Authority) -> bool {
        let name = host.host().to_ascii_lowercase();
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        match bare.parse::<IpAddr>() {
            Ok(address) => self.is_open || address.is_loopback() || self.names.contains(&name),
            Err(_) => name == "localhost" || self.names.contains(&name),
        }
    }
}

fn authority(value: &HeaderValue) -> Option<Authority> {
    value
        .to_str()
        .ok()?
        .parse()
        .ok()
        .filter(|authority: &Authority| !authority.as_str().contains('@'))
}

/// Whether an origin is the server that is called by this name.
fn is_of(origin: &HeaderValue, host: &Authority) -> bool {
    let Ok(origin) = origin.to_str() else { return false };
    let called = ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme));
    called.is_some_and(|called| called.eq_ignore_ascii_case(host.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(door: &Door, host: &str, origin: Option<&str>) -> Result<(), Closed> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        door.check(&headers)
    }

    #[test]
    fn loopback_names_are_known_and_others_must_be_said() {
        let door = Door::new([127, 0, 0, 1].into(), ["Play.Example".to_owned()]);
        for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:80", "play.example"] {
            assert_eq!(check(&door, host, None), Ok(()), "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "192.168.1.5", "a@localhost", ""] {
            assert_eq!(check(&door, host, None), Err(Closed::Host), "{host}");
        }
        let open = Door::new([0, 0, 0, 0].into(), []);
        assert_eq!(check(&open, "192.168.1.5:8080", None), Ok(()));
        assert_eq!(check(&open, "evil.example", None), Err(Closed::Host));
    }

    #[test]
    fn other_pages_are_not_answered() {
        let door = Door::new([127, 0, 0, 1].into(), []);
        let host = "127.0.0.1:8080";
        assert_eq!(check(&door, host, Some("http://127.0.0.1:8080")), Ok(()));
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8081", "file://"] {
            assert_eq!(check(&door, host, Some(origin)), Err(Closed::Origin), "{origin}");
        }
    }
}
